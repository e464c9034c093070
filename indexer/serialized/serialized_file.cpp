// The only place that knows Unity's format numbers. Each `format_ >=` below is a row of
// formats.md 3.
//
// Header, always big endian:
//
//   format   below 9             9 to 21               22 and later
//   0        u32 metadata size   same                  unused
//   4        u32 file size       same                  unused
//   8        u32 format          same                  same
//   12       u32 data offset     same                  unused
//   16       -                   u8 endian, 3 bytes 0  u64 metadata size
//   20       -                   metadata begins       -
//   24       -                   -                     u64 file size
//   32       -                   -                     u64 data offset
//   40       -                   -                     u8 endian, 7 unused; metadata begins at 48
//
// Below 9 the metadata is the file's tail, and the endian byte its first byte.
//
// Metadata: version text (7), platform i32 (8), tree switch u8 (13), types, long-id flag i32 (7 to
// 13), objects, scripts (11), externals, reference types (20), shared subtrees (26), user
// information. A format in brackets is the first that has the field.
//
//   type                                      object                            external
//   i32 class                                 align 4                    (14)   cstr asset path (6)
//   u8 stripped                        (16)   i32 path id, i64           (14)   16 bytes guid
//   i16 script index                   (17)   u32 start, i64             (22)   i32 type
//   16 bytes script id, scripts only   (13)   u32 size                          cstr path
//   16 bytes type hash                 (13)   i32 type id, type index    (16)
//   16 bytes tree hash, u32 tree size  (23)   u16 class            (below 16)
//   tree                                      u16 destroyed        (below 11)
//   dependencies or names              (21)   i16 script index     (11 to 16)
//                                             u8 stripped          (15 and 16)
#include "indexer/serialized/serialized_file.hpp"

#include <algorithm>
#include <unordered_map>

#include "indexer/bytes/checked.hpp"
#include "indexer/bytes/limits.hpp"
#include "indexer/layouts/unity_version.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/object_table.hpp"
#include "indexer/serialized/type_tree.hpp"

namespace mecadex::serialized {
namespace {

using bytes::FindingCode;
using bytes::ParseError;
using bytes::Reader;

constexpr std::uint32_t kOldestFormat = 5;
constexpr std::uint32_t kNewestFormat = 26;
constexpr std::size_t kSmallestHeader = 16;
constexpr std::uint64_t kHash = 16;

std::size_t header_size(std::uint32_t format) {
  if (format >= 22) return 48;
  return format >= 9 ? 20 : kSmallestHeader;
}

void require(bytes::ByteSource& source, std::uint64_t n, const char* what) {
  if (source.readable(0, n)) return;
  throw ParseError(FindingCode::serialized_truncated, source.size(),
                   std::string("the file ends inside its ") + what);
}

[[noreturn]] void damaged(std::uint64_t offset, const char* message) {
  throw ParseError(FindingCode::serialized_damaged, offset, message);
}

bytes::Endian endian_of(std::uint8_t byte, std::uint64_t offset) {
  if (byte > 1) damaged(offset, "the endian byte is neither 0 nor 1");
  return byte == 0 ? bytes::Endian::little : bytes::Endian::big;
}

std::uint32_t read_format(bytes::ByteSource& source, std::vector<std::byte>& scratch) {
  require(source, kSmallestHeader, "header");
  Reader reader(source.view(0, kSmallestHeader, scratch), bytes::Endian::big);
  reader.skip(8);
  const std::uint32_t format = reader.u32();
  if (format < kOldestFormat || format > kNewestFormat) {
    throw ParseError(FindingCode::serialized_unsupported_format, 8,
                     "serialized format " + std::to_string(format));
  }
  require(source, header_size(format), "header");
  return format;
}

void check_header(const SerializedFile& file) {
  const std::size_t header = header_size(file.format_version);
  if (file.metadata_size == 0) damaged(0, "no metadata");
  if (file.metadata_size > bytes::kMaxMetadata) {
    throw ParseError(FindingCode::serialized_limit, 0,
                     "metadata of " + std::to_string(file.metadata_size) + " bytes");
  }
  if (!bytes::in_range(header, file.metadata_size, file.file_size))
    damaged(0, "metadata beyond the end");
  if (file.data_offset > file.file_size) damaged(0, "data beyond the end");
}

SerializedFile read_header(bytes::ByteSource& source, std::vector<std::byte>& scratch) {
  SerializedFile file;
  file.format_version = read_format(source, scratch);
  const std::size_t size = header_size(file.format_version);
  Reader reader(source.view(0, size, scratch), bytes::Endian::big);
  if (file.format_version >= 22) {
    reader.seek(16);
    file.metadata_size = reader.u64();
    file.file_size = reader.u64();
    file.data_offset = reader.u64();
    file.endian = endian_of(reader.u8(), 40);
  } else {
    file.metadata_size = reader.u32();
    file.file_size = reader.u32();
    reader.skip(4);
    file.data_offset = reader.u32();
    if (file.format_version >= 9) file.endian = endian_of(reader.u8(), 16);
  }
  check_header(file);
  return file;
}

// Which bytes to read for the metadata, and where in them it begins. From format 9 on they go up to
// the data: a wrong size in the header need not hide a table that is whole.
struct MetadataRange {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t begin = 0;
};

MetadataRange metadata_range(bytes::ByteSource& source, const SerializedFile& file) {
  if (file.format_version < 9) {
    const std::uint64_t start = file.file_size - file.metadata_size;
    return {start, file.file_size, start};
  }
  const std::uint64_t header = header_size(file.format_version);
  const std::uint64_t end = header + file.metadata_size;
  const std::uint64_t data = std::min(file.data_offset, bytes::kMaxMetadata);
  return {0, data > end && source.readable(0, data) ? data : end, header};
}

class MetadataReader {
 public:
  MetadataReader(SerializedFile& file, Reader reader, std::uint64_t object_limit,
                 std::span<const std::int32_t> wanted)
      : file_(file),
        notes_(file.notes),
        format_(file.format_version),
        reader_(reader),
        object_limit_(object_limit),
        wanted_(wanted) {}

  // The position after the metadata.
  std::size_t read() {
    read_start();
    read_types();
    if (format_ >= 7 && format_ < 14) long_ids_ = reader_.i32() != 0;
    read_objects();
    if (format_ >= 11) skip_scripts();
    read_externals();
    if (format_ >= 20) skip_reference_types();
    if (format_ >= 26) skip_shared_subtrees();
    reader_.cstring();  // user information
    return reader_.position();
  }

 private:
  void read_start() {
    if (format_ < 9) file_.endian = endian_of(reader_.u8(), reader_.offset());
    reader_.set_endian(file_.endian);
    if (format_ >= 7) {
      file_.unity_version = reader_.cstring();
      if (!layouts::parse_unity_version(file_.unity_version)) {
        notes_.add(FindingCode::serialized_version, reader_.offset(), "no version in the text");
      }
    }
    if (format_ >= 8) file_.target_platform = reader_.i32();
    file_.has_type_tree = format_ >= 13 ? reader_.u8() != 0 : true;
  }

  TreeForm tree_form() const {
    if (format_ < 10 || format_ == 11) return TreeForm::recursive;
    if (format_ < 18) return TreeForm::blob;
    if (format_ == 18) return TreeForm::either_blob;
    return format_ < 23 ? TreeForm::wide_blob : TreeForm::sized_blob;
  }

  // The class and a hash, or a tree of no nodes.
  std::uint64_t min_type_size() const { return 4 + (format_ >= 13 ? kHash : 8); }

  void read_types() {
    const std::uint32_t count = reader_.count(min_type_size(), FindingCode::serialized_limit);
    file_.types.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) file_.types.push_back(read_type(false));
    if (format_ < 13) file_.has_type_tree = count > 0;  // without trees there are no types
  }

  bool has_script_id(const SerializedType& type, bool is_reference) const {
    if (is_reference && type.script_type_index >= 0) return true;
    if (format_ < 16) return type.class_id < 0;
    return type.class_id == kMonoBehaviour || type.class_id == -1;
  }

  SerializedType read_type(bool is_reference) {
    SerializedType type;
    type.class_id = reader_.i32();
    if (format_ >= 16) type.is_stripped = reader_.u8() != 0;
    if (format_ >= 17) type.script_type_index = reader_.i16();
    if (format_ >= 13) reader_.skip(has_script_id(type, is_reference) ? 2 * kHash : kHash);
    if (!file_.has_type_tree) return type;
    read_tree(type, is_reference);
    if (format_ >= 21 && is_reference) {
      for (int name = 0; name < 3; ++name) reader_.cstring();  // class, namespace, assembly
    } else if (format_ >= 21) {
      const std::uint64_t dependencies = reader_.count(4, FindingCode::serialized_limit);
      reader_.skip(4 * dependencies);
    }
    return type;
  }

  void read_tree(SerializedType& type, bool is_reference) {
    const TreeForm form = tree_form();
    std::span<const std::byte> tree;
    if (form == TreeForm::sized_blob) {
      reader_.skip(kHash);
      tree = reader_.bytes(reader_.u32());
    } else {
      tree = step_over_tree(reader_, form);
    }
    type.has_tree = !tree.empty();
    if (type.has_tree && !is_reference && is_wanted(type.class_id)) parse_tree(type, tree, form);
  }

  bool is_wanted(std::int32_t class_id) const {
    if (class_id < 0) class_id = kMonoBehaviour;
    return std::find(wanted_.begin(), wanted_.end(), class_id) != wanted_.end();
  }

  void parse_tree(SerializedType& type, std::span<const std::byte> tree, TreeForm form) {
    const std::uint64_t offset = reader_.offset() - tree.size();
    try {
      type.layout = embedded_layout(tree, form, file_.endian);
    } catch (const ParseError& error) {
      notes_.add(error.code(), offset,
                 "class " + std::to_string(type.class_id) + ": " + error.what());
    }
    if (!type.layout) return;
    tree_nodes_ += type.layout->nodes().size();
    if (tree_nodes_ <= bytes::kMaxTypeTreeNodesInFile) return;
    type.layout = nullptr;
    notes_.add(FindingCode::layout_type_tree, offset, "more type tree nodes than a file may have");
  }

  std::uint64_t min_object_size() const {
    if (format_ >= 22) return 24;
    if (format_ >= 17) return 20;
    if (format_ >= 15) return 23;
    return format_ == 14 || long_ids_ ? 24 : 20;
  }

  void read_objects() {
    if (format_ < 16) {
      for (std::size_t i = 0; i < file_.types.size(); ++i) {
        type_of_id_.try_emplace(file_.types[i].class_id, static_cast<std::int32_t>(i));
      }
    }
    const std::uint32_t count = reader_.count(min_object_size(), FindingCode::serialized_limit);
    file_.objects.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) read_object();
    sort_by_path_id(file_.objects, notes_);
    note_overlaps(file_.objects, notes_);
  }

  void read_object() {
    if (format_ >= 14) reader_.align();
    const std::uint64_t at = reader_.offset();
    ObjectEntry object;
    object.path_id = format_ >= 14 || long_ids_ ? reader_.i64() : reader_.i32();
    const std::uint64_t start = format_ >= 22 ? reader_.u64() : reader_.u32();
    object.byte_size = reader_.u32();
    const std::int32_t type = reader_.i32();
    const std::int32_t class_id = format_ < 16 ? reader_.u16() : 0;
    if (format_ < 11) reader_.skip(2);                    // destroyed
    if (format_ >= 11 && format_ < 17) reader_.skip(2);   // script index
    if (format_ == 15 || format_ == 16) reader_.skip(1);  // stripped
    const bool good = place(object, start, at) && classify(object, type, class_id, at);
    if (good) file_.objects.push_back(object);
  }

  bool place(ObjectEntry& object, std::uint64_t start, std::uint64_t at) {
    const auto absolute = bytes::checked_add(file_.data_offset, start);
    if (!absolute || !bytes::in_range(*absolute, object.byte_size, object_limit_)) {
      notes_.add(FindingCode::serialized_object_range, at,
                 "object " + std::to_string(object.path_id) + " lies outside");
      return false;
    }
    object.byte_start = *absolute;
    return true;
  }

  // Before 16 the entry holds a class and names a type entry by the class it was made for, which is
  // negative for a script; then it holds the type's index.
  bool classify(ObjectEntry& object, std::int32_t type, std::int32_t class_id, std::uint64_t at) {
    if (format_ < 16) {
      const auto found = type_of_id_.find(type);
      object.type_index = found == type_of_id_.end() ? -1 : found->second;
      object.class_id = type < 0 ? static_cast<std::int32_t>(kMonoBehaviour) : class_id;
      return true;
    }
    if (type < 0 || static_cast<std::size_t>(type) >= file_.types.size()) {
      const std::string who = "object " + std::to_string(object.path_id);
      notes_.add(FindingCode::serialized_type_index, at,
                 who + " names type " + std::to_string(type));
      return false;
    }
    object.type_index = type;
    object.class_id = file_.types[static_cast<std::size_t>(type)].class_id;
    return true;
  }

  void skip_scripts() {
    const bool wide = format_ >= 14;
    const std::uint32_t count = reader_.count(wide ? 12 : 8, FindingCode::serialized_limit);
    for (std::uint32_t i = 0; i < count; ++i) {
      reader_.skip(4);  // file index
      if (wide) reader_.align();
      reader_.skip(wide ? 8 : 4);  // path id
    }
  }

  void read_externals() {
    const std::uint64_t min_size = kHash + 4 + (format_ >= 6 ? 2 : 1);
    const std::uint32_t count = reader_.count(min_size, FindingCode::serialized_limit);
    file_.externals.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      External external;
      if (format_ >= 6) reader_.cstring();  // asset path
      const auto guid = reader_.bytes(external.guid.size());
      std::copy(guid.begin(), guid.end(), external.guid.begin());
      external.type = reader_.i32();
      external.path = reader_.cstring();
      file_.externals.push_back(std::move(external));
    }
  }

  void skip_reference_types() {
    const std::uint32_t count = reader_.count(min_type_size(), FindingCode::serialized_limit);
    for (std::uint32_t i = 0; i < count; ++i) read_type(true);
  }

  void skip_shared_subtrees() {
    const std::uint32_t count = reader_.count(kHash + 4, FindingCode::serialized_limit);
    for (std::uint32_t i = 0; i < count; ++i) {
      reader_.skip(kHash);
      reader_.skip(reader_.u32());
    }
  }

  SerializedFile& file_;
  NoteLog notes_;
  std::uint32_t format_;
  Reader reader_;
  std::uint64_t object_limit_;  // objects end at or before this
  std::span<const std::int32_t> wanted_;
  bool long_ids_ = false;
  std::uint64_t tree_nodes_ = 0;
  std::unordered_map<std::int32_t, std::int32_t> type_of_id_;  // format below 16
};

}  // namespace

SerializedFile read_serialized_file(bytes::ByteSource& source,
                                    std::span<const std::int32_t> wanted_classes) {
  std::vector<std::byte> scratch;
  SerializedFile file = read_header(source, scratch);
  const MetadataRange range = metadata_range(source, file);
  require(source, range.end, "metadata");
  std::uint64_t object_limit = file.file_size;
  if (!source.readable(0, file.file_size)) {
    object_limit = source.size();
    file.notes.push_back({FindingCode::serialized_truncated, object_limit, "",
                          "the header says " + std::to_string(file.file_size) + " bytes"});
  }
  const auto view =
      source.view(range.start, static_cast<std::size_t>(range.end - range.start), scratch);
  Reader reader(view, bytes::Endian::big, FindingCode::serialized_truncated, range.start);
  reader.seek(range.begin - range.start);
  const std::size_t end = MetadataReader(file, reader, object_limit, wanted_classes).read();
  const std::uint64_t consumed = range.start + end - range.begin;
  if (consumed != file.metadata_size) {
    file.notes.push_back({FindingCode::serialized_damaged, range.begin, "",
                          "metadata of " + std::to_string(consumed) +
                              " bytes, but the header says " + std::to_string(file.metadata_size)});
  }
  return file;
}

}  // namespace mecadex::serialized
