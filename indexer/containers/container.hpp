// A container: a file that holds files (formats.md 1 and 2).
//
//   detect(bytes) -> ContentKind -> open_container(kind, source) -> Container{entries} ->
//   open(entry) -> ByteSource
//
// Opening reads the directory only. An entry's bytes are fetched and decoded when they are asked
// for, and only as far as asked for; what is cut off or damaged behind them does no harm. gzip and
// brotli are containers with one entry without a name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/bytes/byte_source.hpp"

namespace mecadex::containers {

/// What some bytes are, by their content.
enum class ContentKind {
  unknown,          // nothing that we know: not Unity's
  serialized_file,  // passes the heuristic of formats.md 1.3
  unityfs,          // UnityFS, and UnityWeb/UnityRaw version 6
  unityweb,         // UnityWeb 1-5
  unityraw,         // UnityRaw 1-5
  web_data,         // UnityWebData1.0, TuanjieWebData1.0
  gzip,
  brotli,
  zip,
  tar,
  unsupported,  // known by name, not readable: UnityArchive, 0xFA header, serialized format too new
                // ...
};

/// The name a container kind has in `containers.kind`.
std::string_view kind_name(ContentKind kind);

struct Detection {
  ContentKind kind = ContentKind::unknown;
  std::uint64_t prefix = 0;  // bytes before the container (formats.md 1.4), usually 0
  std::string reason;        // for unsupported: what it is, in words
  // for unsupported: the finding that open_container() throws
  bytes::FindingCode code = bytes::FindingCode::container_unsupported;
};

/// Limits shared by everything that is decoded from one file on disk.
class DecodeBudget {
 public:
  DecodeBudget(std::uint64_t limit, std::filesystem::path spool_folder)
      : left_(limit), spool_folder_(std::move(spool_folder)) {}
  /// Takes `n` decoded bytes; throws ParseError container_budget when the file decodes to too much.
  void take(std::uint64_t n);
  /// Where decoded streams beyond kSpoolMemory go (unlinked temporary files).
  const std::filesystem::path& spool_folder() const { return spool_folder_; }
  std::uint64_t decoded() const { return decoded_; }

 private:
  std::uint64_t left_;
  std::uint64_t decoded_ = 0;
  std::filesystem::path spool_folder_;
};

struct Entry {
  std::string path;        // as stored (bytes); "" for the one entry of gzip and brotli
  std::uint64_t size = 0;  // bytes; 0 and size_known false for gzip and brotli
  bool size_known = true;
  bool is_joined = false;  // several .splitN entries under their joined name (zip)
  bool is_serialized = false;  // the container itself says that it is a serialized file (UnityFS)
  bool is_overlapping = false;  // on bytes of an earlier entry: a finding says so, and it is not opened
};

class Container {
 public:
  Container() = default;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;
  virtual ~Container() = default;

  virtual ContentKind kind() const = 0;
  /// As stored, e.g. "2022.3.10f1", "0.0.0"; "" where the format has none.
  virtual std::string engine_version() const { return {}; }
  /// none, lzma, lz4, lz4hc, gzip, brotli, deflate or a "+"-joined, sorted list where blocks
  /// differ.
  virtual std::string compression() const = 0;
  /// In stored order; directories and deleted nodes left out. Split parts in a zip are joined.
  const std::vector<Entry>& entries() const { return entries_; }
  /// The bytes of entry `index`. The source keeps the container's own source alive. The entries
  /// share its buffers: a view() lasts until the next call on any source of this container. Throws
  /// ParseError when the entry cannot be opened (outside the container, encrypted, unknown method).
  virtual bytes::SourcePtr open(std::size_t index) = 0;
  /// Oddities met while opening that did not stop it (trailing bytes, prefix, doubled names, ...).
  const std::vector<bytes::Note>& notes() const { return notes_; }
  /// Where the container ends in its source when bytes follow: another archive may lie there.
  std::optional<std::uint64_t> followed_at() const { return followed_at_; }

 protected:
  std::optional<std::uint64_t> followed_at_;
  std::vector<Entry> entries_;
  std::vector<bytes::Note> notes_;
};

/// Decides by the first bytes (and, for a serialized file, its length). `name` is used only where
/// formats.md allows it: a brotli trial for names in .br or .unityweb, and the verdict "encrypted"
/// (unsupported, code container_encrypted) on unrecognised bundles. `inside_container`: a
/// serialized file may be shorter than its slice. Never throws on bad bytes; I/O errors pass
/// through.
Detection detect(bytes::ByteSource& source, std::string_view name, bool inside_container);

/// Reads the directory of the container that `detection` names. Throws ParseError (container_*).
std::unique_ptr<Container> open_container(const Detection& detection, bytes::SourcePtr source,
                                          std::shared_ptr<DecodeBudget> budget);

/// One file cut into name.split0 ... name.splitN.
struct SplitGroup {
  std::string name;                // without the suffix
  std::vector<std::size_t> parts;  // indexes into the list given, in numeric order
  bool complete = true;            // 0..N without a gap
};

/// "level0.split12" -> {"level0", 12}.
std::optional<std::pair<std::string, std::uint64_t>> split_suffix(std::string_view name);

/// Groups the names that are split parts (formats.md 1.4); where `name` itself is also in the list
/// its parts are left out. Names that are no parts are not returned.
std::vector<SplitGroup> group_split_parts(const std::vector<std::string>& names);

/// True for payload that is never opened: *.resS, *.resource, *.dll, ... (formats.md 1.4).
bool is_ignored_name(std::string_view name);

}  // namespace mecadex::containers
