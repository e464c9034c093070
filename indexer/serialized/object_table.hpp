// What follows from the object table once it is read: order by path id, doubled ids, overlaps.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "indexer/bytes/error.hpp"
#include "indexer/serialized/serialized_file.hpp"

namespace mecadex::serialized {

/// Collects notes; a table of a million bad entries is one fact, not a million findings.
class NoteLog {
 public:
  explicit NoteLog(std::vector<bytes::Note>& notes) : notes_(notes) {}
  void add(bytes::FindingCode code, std::uint64_t offset, std::string message);

 private:
  static constexpr std::size_t kMaxOfOneCode = 1000;
  std::vector<bytes::Note>& notes_;
  std::map<bytes::FindingCode, std::size_t> count_;
};

/// Sorts by path id; of several objects with one id the first stays, each other becomes a note.
void sort_by_path_id(std::vector<ObjectEntry>& objects, NoteLog& notes);

/// Notes once how many objects begin inside another.
void note_overlaps(const std::vector<ObjectEntry>& objects, NoteLog& notes);

}  // namespace mecadex::serialized
