// The exceptions of the readers.
//
// Code that reads bytes throws ParseError where it stands and never returns half a value; it is caught at
// three places only (an object, a container entry, a file), where it becomes a finding and the run goes on.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "indexer/bytes/finding_code.hpp"

namespace mecadex::bytes {

/// Bytes that cannot be read as what they should be.
class ParseError : public std::runtime_error {
 public:
  /// `offset`: where, in bytes from the start of the thing that is read (its reader's base included).
  ParseError(FindingCode code, std::uint64_t offset, const std::string& message)
      : std::runtime_error(message), code_(code), offset_(offset) {}

  FindingCode code() const { return code_; }
  std::uint64_t offset() const { return offset_; }
  /// Dotted field path with element indexes, "" where no field was being read.
  const std::string& field_path() const { return field_path_; }
  void set_field_path(std::string path) { field_path_ = std::move(path); }

 private:
  FindingCode code_;
  std::uint64_t offset_;
  std::string field_path_;
};

/// A finding before it is stored: what the reader noticed and could go on after, or a caught ParseError.
struct Note {
  FindingCode code;
  std::uint64_t offset = 0;
  std::string field_path;
  std::string message;
};

/// What is not the file's fault: a disk that is full or fails under a temporary file. Not caught at the three places: the
/// run ends with it, publishes nothing, and finds the file unread the next time.
class MachineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mecadex::bytes
