#include "indexer/containers/tar.hpp"

#include <algorithm>
#include <charconv>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/reader.hpp"
#include "indexer/containers/entry_checks.hpp"
#include "indexer/containers/stream_source.hpp"

namespace mecadex::containers {
namespace {

using bytes::FindingCode;
using bytes::ParseError;

constexpr std::size_t kPathBytes = 100;
constexpr std::size_t kSizeAt = 124;
constexpr std::size_t kSizeBytes = 12;
constexpr std::size_t kChecksumAt = 148;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kTypeAt = 156;
constexpr std::size_t kMagicAt = 257;
constexpr std::size_t kPrefixAt = 345;
constexpr std::size_t kPrefixBytes = 155;
// Extended fields of one entry; those that tar programs write are below 1 KiB.
constexpr std::uint64_t kMostExtended = 64 * bytes::kKiB;

using Header = std::span<const std::byte>;

std::string_view text_at(Header header, std::size_t at, std::size_t n) {
  const std::string_view field = bytes::as_text(header.subspan(at, n));
  return field.substr(0, field.find('\0'));
}

std::optional<std::uint64_t> octal(std::string_view field) {
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  field = field.substr(0, field.find_first_of(std::string_view(" \0", 2)));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value, 8);
  if (error != std::errc{} || end != field.data() + field.size()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> read_size(Header header) {
  const auto field = header.subspan(kSizeAt, kSizeBytes);
  constexpr std::byte kIsBinary{0x80};
  if ((field.front() & kIsBinary) == std::byte{0}) return octal(bytes::as_text(field));
  const auto is_zero = [](std::byte b) { return b == std::byte{0}; };
  const auto high = field.subspan(1, kSizeBytes - 1 - sizeof(std::uint64_t));
  if (field.front() != kIsBinary || !std::ranges::all_of(high, is_zero)) return std::nullopt;
  return bytes::load<std::uint64_t>(field.last(sizeof(std::uint64_t)).data(), bytes::Endian::big);
}

bool is_all_zero(Header header) {
  return std::ranges::all_of(header, [](std::byte b) { return b == std::byte{0}; });
}

// What the next header gets from the ones in front of it.
struct Extended {
  std::optional<std::string> path;
  std::optional<std::uint64_t> size;
};

// Reads "LENGTH KEY=VALUE\n" records.
void read_pax(std::string_view records, Extended& next) {
  while (!records.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(records.data(), records.data() + records.size(), length);
    const auto digits = static_cast<std::size_t>(end - records.data());
    if (error != std::errc{} || length <= digits + 1 || length > records.size()) return;
    const std::string_view record = records.substr(digits + 1, length - digits - 2);
    records.remove_prefix(length);
    const std::size_t equals = record.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view value = record.substr(equals + 1);
    if (record.substr(0, equals) == "path") next.path = std::string(value);
    if (record.substr(0, equals) == "size") {
      std::uint64_t size = 0;
      if (std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc{}) next.size = size;
    }
  }
}

class TarContainer final : public Container {
 public:
  explicit TarContainer(bytes::SourcePtr source) : source_(std::move(source)) {
    read_headers();
    std::vector<std::pair<std::string, std::uint64_t>> files;
    for (const File& file : files_) files.emplace_back(file.path, file.size);
    parts_ = list_joined(files, entries_, notes_);
    note_duplicate_entries(entries_, notes_);
  }

  ContentKind kind() const override { return ContentKind::tar; }
  std::string compression() const override { return "none"; }
  bytes::SourcePtr open(std::size_t index) override {
    std::vector<bytes::SourcePtr> sources;
    for (const std::size_t part : parts_.at(index)) sources.push_back(open_file(files_[part]));
    if (!entries_[index].is_joined) return sources.front();
    return std::make_shared<bytes::ConcatSource>(std::move(sources));
  }

 private:
  struct File {
    std::string path;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    bool has_holes = false;
  };

  bytes::SourcePtr open_file(const File& file) {
    if (file.has_holes) throw ParseError(FindingCode::container_unsupported, file.offset, "a tar entry with holes");
    return std::make_shared<bytes::SliceSource>(source_, file.offset, file.size);
  }

  void read_headers() {
    std::vector<std::byte> scratch;
    Extended next;
    std::uint64_t at = 0;
    for (;;) {
      const std::uint64_t there = available(*source_, at + kTarBlock);
      if (there <= at) return;  // some programs leave out the blocks of zeroes
      if (there < at + kTarBlock) return note(FindingCode::container_truncated, at, "the archive ends inside a header");
      const auto header = source_->view(at, kTarBlock, scratch);
      if (is_all_zero(header)) {
        const auto more = behind_end(at);
        if (!more) return;
        at = *more;
        continue;
      }
      if (!is_tar(header)) return note(FindingCode::container_damaged, at, "no tar header is here; what follows is not read");
      const auto size = next.size ? next.size : read_size(header);
      const std::uint64_t data = at + kTarBlock;
      const auto end = size ? bytes::checked_add(data, *size) : std::nullopt;
      if (!end || *end > INT64_MAX) {
        return note(FindingCode::container_damaged, at, "an impossible size; what follows is not read");
      }
      check_entry_count(files_.size() + 1, at);
      take(header, data, *size, next);
      if (available(*source_, *end) < *end) {
        return note(FindingCode::container_truncated, data, "the archive ends inside an entry");
      }
      at = (*end + kTarBlock - 1) / kTarBlock * kTarBlock;
    }
  }

  void take(Header header, std::uint64_t data, std::uint64_t size, Extended& next) {
    const char type = static_cast<char>(header[kTypeAt]);
    const auto extended = [&] {
      if (size > kMostExtended) {
        throw ParseError(FindingCode::container_limit, data, "extended fields of " + std::to_string(size) + " bytes");
      }
      std::vector<std::byte> scratch;
      return std::string(bytes::as_text(source_->view(data, static_cast<std::size_t>(size), scratch)));
    };
    switch (type) {
      case 'L': {
        const std::string path = extended();
        next.path = path.substr(0, path.find('\0'));
        return;
      }
      case 'x': return read_pax(extended(), next);
      case 'g':
      case 'K': return;
      default: break;
    }
    const bool is_file = type == '0' || type == '\0' || type == '7' || type == 'S';
    std::string path = next.path ? *next.path : stored_path(header);
    next = {};
    if (!is_file || path.ends_with('/')) return;
    if (path.size() > bytes::kMaxEntryPath) {
      throw ParseError(FindingCode::container_limit, data, "an entry's path of " + std::to_string(path.size()) + " bytes");
    }
    path.erase(0, path.starts_with("./") ? 2 : 0);
    files_.push_back({std::move(path), data, size, type == 'S'});
  }

  static std::string stored_path(Header header) {
    std::string path(text_at(header, 0, kPathBytes));
    const bool is_posix = bytes::as_text(header.subspan(kMagicAt, 6)) == std::string_view("ustar\0", 6);
    const std::string_view prefix = is_posix ? text_at(header, kPrefixAt, kPrefixBytes) : "";
    return prefix.empty() ? path : std::string(prefix) + "/" + path;
  }

  // Behind the blocks of zeroes, which fill the last record, may stand another archive: where its first header is.
  // Anything else is noted.
  std::optional<std::uint64_t> behind_end(std::uint64_t at) {
    constexpr std::uint64_t kRecord = 20 * kTarBlock;
    const std::uint64_t end = available(*source_, at + 2 * kRecord);
    std::vector<std::byte> scratch;
    const auto rest = source_->view(at, static_cast<std::size_t>(end - at), scratch);
    const auto other = std::ranges::find_if(rest, [](std::byte b) { return b != std::byte{0}; });
    if (other == rest.end()) return std::nullopt;
    const auto zeroes = static_cast<std::uint64_t>(other - rest.begin());
    if (is_tar(rest.subspan(zeroes / kTarBlock * kTarBlock))) return at + zeroes / kTarBlock * kTarBlock;
    followed_at_ = at + zeroes;
    note(FindingCode::container_trailing, *followed_at_, "bytes follow the archive's own end");
    return std::nullopt;
  }

  void note(FindingCode code, std::uint64_t at, std::string message) {
    notes_.push_back({code, at, "", std::move(message)});
  }

  bytes::SourcePtr source_;
  std::vector<File> files_;
  std::vector<std::vector<std::size_t>> parts_;  // of each entry, indexes into files_
};

}  // namespace

bool is_tar(std::span<const std::byte> head) {
  if (head.size() < kTarBlock || head.front() == std::byte{0}) return false;
  const Header header = head.first(kTarBlock);
  const auto stored = octal(bytes::as_text(header.subspan(kChecksumAt, kChecksumBytes)));
  std::uint64_t sum = kChecksumBytes * std::uint64_t{' '};
  for (std::size_t i = 0; i < kTarBlock; ++i) {
    const bool is_checksum = i >= kChecksumAt && i < kChecksumAt + kChecksumBytes;
    if (!is_checksum) sum += std::to_integer<std::uint64_t>(header[i]);
  }
  return stored == sum;
}

std::unique_ptr<Container> open_tar(bytes::SourcePtr source) {
  return std::make_unique<TarContainer>(std::move(source));
}

}  // namespace mecadex::containers
