// From the decoder's numbering of a serialized file's objects to the ids of the corpus.
#pragma once

#include <cstdint>

#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

struct ObjectIds {
  std::int64_t base = 0;  // the id of LocalId 0
  Id id(LocalId local) const { return local == kNoObject ? Id{} : Id{base + local}; }
  std::int64_t value(LocalId local) const { return base + local; }
};

/// A resolution as SQL has it: `unknown` is NULL.
inline std::optional<std::string_view> sql(Resolution resolution) {
  if (resolution == Resolution::unknown) return std::nullopt;
  return to_string(resolution);
}

}  // namespace mecadex::corpus
