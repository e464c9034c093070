// The name table of one object (m_TOS): CRC-32 -> text.
//
// It is not sorted in files, holds ("" -> 0) in most, and may give two texts for one hash (the first counts;
// all are kept in the corpus).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "indexer/animator/common.hpp"
#include "indexer/bytes/error.hpp"

namespace mecadex::animator {

class NameTable {
 public:
  /// Refers to `entries`, which must outlive it.
  explicit NameTable(const std::vector<NameEntry>& entries) {
    texts_.reserve(entries.size());
    for (const NameEntry& entry : entries) texts_.try_emplace(entry.hash, &entry.text);
  }

  /// The text of `hash`, or null.
  const std::string* find(std::uint32_t hash) const {
    const auto found = texts_.find(hash);
    return found == texts_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::uint32_t, const std::string*> texts_;
};

/// Adds a note for each entry whose text has another CRC-32 than the hash it is given for; no more than
/// layouts::kMaxNotesPerObject in all. Such an entry is kept: the file says so.
void check_names(const std::vector<NameEntry>& entries, std::vector<bytes::Note>& notes);

}  // namespace mecadex::animator
