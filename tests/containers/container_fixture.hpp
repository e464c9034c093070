// What the container tests share: sources from bytes, opening, reading whole, and a serialized
// file's head.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/container.hpp"
#include "tests/support/container_writer.hpp"

namespace mecadex::testing {

using bytes::FindingCode;
using containers::Container;
using containers::ContentKind;
using containers::DecodeBudget;
using containers::Detection;

/// Memory that counts what is read of it.
class CountingSource final : public bytes::ByteSource {
 public:
  explicit CountingSource(Bytes data) : data_(std::move(data)) {}
  std::uint64_t size() override { return data_.size(); }
  void read_at(std::uint64_t offset, std::span<std::byte> out) override {
    bytes_read_ += out.size();
    if (!bytes::in_range(offset, out.size(), data_.size())) {
      throw bytes::ParseError(FindingCode::container_truncated, offset, "outside");
    }
    std::copy_n(data_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
  }
  std::uint64_t bytes_read() const { return bytes_read_; }

 private:
  Bytes data_;
  std::uint64_t bytes_read_ = 0;
};

inline bytes::SourcePtr source_of(Bytes data) {
  return std::make_shared<bytes::MemorySource>(std::move(data));
}

inline std::shared_ptr<DecodeBudget> budget_of(std::uint64_t limit = bytes::kMaxDecodedBytes) {
  return std::make_shared<DecodeBudget>(limit, std::filesystem::temp_directory_path());
}

inline Detection detect_bytes(const Bytes& data, std::string_view name = "",
                              bool inside_container = false) {
  return containers::detect(*source_of(data), name, inside_container);
}

inline std::unique_ptr<Container> open_bytes(Bytes data, std::shared_ptr<DecodeBudget> budget = {},
                                             std::string_view name = "") {
  auto source = source_of(std::move(data));
  const Detection detection = containers::detect(*source, name, false);
  return containers::open_container(detection, source, budget ? budget : budget_of());
}

inline Bytes read_all(bytes::ByteSource& source) {
  Bytes all(static_cast<std::size_t>(source.size()));
  source.read_at(0, all);
  return all;
}

inline Bytes read_entry(Container& container, std::size_t index) {
  return read_all(*container.open(index));
}

/// The code of the ParseError that `action` throws; nothing when it throws none.
template <typename Action>
std::optional<FindingCode> code_of(Action action) {
  try {
    action();
  } catch (const bytes::ParseError& error) {
    return error.code();
  }
  return std::nullopt;
}

inline bool has_note(const Container& container, FindingCode code) {
  for (const bytes::Note& note : container.notes()) {
    if (note.code == code) return true;
  }
  return false;
}

inline void put_number(Bytes& data, std::size_t at, std::uint64_t value, unsigned n, bool is_big) {
  for (unsigned i = 0; i < n; ++i) {
    data.at(at + i) = static_cast<std::byte>(value >> (8 * (is_big ? n - 1 - i : i)));
  }
}

/// The header of a serialized file, its version text and zeroes: enough for the heuristic.
struct StubOptions {
  std::uint32_t format = 17;
  std::string version = "2018.4.9f1";
  std::size_t size = 512;
  std::uint64_t metadata_size = 64;
  std::uint64_t data_offset = 256;
};
inline Bytes make_stub(const StubOptions& options = {}) {
  Bytes data(options.size);
  const bool is_wide = options.format >= 22;
  put_number(data, 0, is_wide ? 0 : options.metadata_size, 4, true);
  put_number(data, 4, is_wide ? 0 : options.size, 4, true);
  put_number(data, 8, options.format, 4, true);
  put_number(data, 12, is_wide || options.format < 9 ? 0 : options.data_offset, 4, true);
  std::size_t text_at = 20;
  if (is_wide) {
    put_number(data, 16, options.metadata_size, 8, true);
    put_number(data, 24, options.size, 8, true);
    put_number(data, 32, options.data_offset, 8, true);
    text_at = 48;
  } else if (options.format < 9) {
    text_at = options.size - static_cast<std::size_t>(options.metadata_size) + 1;
  }
  const Bytes text = to_bytes(options.version);
  if (options.format >= 7) {
    std::ranges::copy(text, data.begin() + static_cast<std::ptrdiff_t>(text_at));
  }
  return data;
}

}  // namespace mecadex::testing
