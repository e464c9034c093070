// Written apart from the reader, from the same tables of formats.md 3, so that a shared mistake in
// one of them shows.
#include "tests/support/serialized_file_writer.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/common_strings.hpp"
#include "tests/support/layout_writer.hpp"

namespace mecadex::testing {

using layouts::LayoutNode;
using layouts::LayoutPtr;

void SerializedFileWriter::add_object(std::int32_t class_id, std::int64_t path_id,
                                      std::vector<std::byte> data, LayoutPtr tree) {
  objects_.push_back({type_of(class_id, -1, std::move(tree)), path_id, std::move(data)});
}

void SerializedFileWriter::add_script_object(const Script& script, std::int64_t path_id,
                                             std::vector<std::byte> data, LayoutPtr tree) {
  const auto known = std::find_if(scripts_.begin(), scripts_.end(),
                                  [&](const Script& other) { return other.index == script.index; });
  const int index = static_cast<int>(known - scripts_.begin());
  if (known == scripts_.end()) scripts_.push_back(script);
  objects_.push_back(
      {type_of(serialized::kMonoBehaviour, index, std::move(tree)), path_id, std::move(data)});
}

void SerializedFileWriter::add_external(std::string path, const Guid& guid, std::int32_t type) {
  externals_.push_back({std::move(path), guid, type});
}

void SerializedFileWriter::add_reference_type(std::string class_name, std::string name_space,
                                              std::string assembly) {
  reference_types_.push_back({std::move(class_name), std::move(name_space), std::move(assembly)});
}

std::size_t SerializedFileWriter::type_of(std::int32_t class_id, int script, LayoutPtr&& tree) {
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (types_[i].class_id == class_id && types_[i].script == script) return i;
  }
  types_.push_back({class_id, script, tree ? std::move(tree) : default_tree(class_id)});
  return types_.size() - 1;
}

LayoutPtr SerializedFileWriter::default_tree(std::int32_t class_id) const {
  if (const auto version = layouts::parse_unity_version(options_.unity_version)) {
    if (const auto choice = layouts::builtin_layout(class_id, *version)) return choice->layout;
  }
  LayoutNode root;
  root.type = "Unknown";
  root.name = "Base";
  return std::make_shared<const layouts::Layout>(std::vector{root});
}

// One file's metadata, and where its objects go.
class MetadataWriter {
 public:
  explicit MetadataWriter(const SerializedFileWriter& file)
      : file_(file), options_(file.options_), format_(options_.format), out_(options_.endian) {}

  std::vector<std::byte> write(const std::vector<std::uint64_t>& starts) {
    if (format_ < 9) out_.put(endian_byte());
    if (format_ >= 7) out_.put_cstring(options_.unity_version);
    if (format_ >= 8) out_.put(options_.platform);
    if (format_ >= 13) out_.put(static_cast<std::uint8_t>(options_.type_trees ? 1 : 0));
    write_types();
    if (format_ >= 7 && format_ < 14)
      out_.put(static_cast<std::int32_t>(options_.long_path_ids ? 1 : 0));
    write_objects(starts);
    if (format_ >= 11) write_scripts();
    write_externals();
    if (format_ >= 20) write_reference_types();
    if (format_ >= 26) count(0);  // shared subtrees
    out_.put_cstring(options_.user_information);
    return out_.take();
  }

  std::uint8_t endian_byte() const { return options_.endian == bytes::Endian::big ? 1 : 0; }

 private:
  using Type = SerializedFileWriter::Type;

  void count(std::size_t n) { out_.put(static_cast<std::uint32_t>(n)); }
  void hash() { out_.put_zeroes(16); }
  // The header is 20 or 48 bytes: a multiple of 4, so the metadata's own alignment is the file's.
  void align() { out_.align(4); }

  std::int32_t stored_class(const Type& type) const {
    return format_ < 16 && type.script >= 0 ? -1 - type.script : type.class_id;
  }

  void write_types() {
    if (format_ < 13 && !options_.type_trees) return count(0);
    count(file_.types_.size());
    for (const Type& type : file_.types_) {
      write_type_head(stored_class(type), type.script);
      if (!options_.type_trees) continue;
      write_tree(type.tree->nodes());
      if (format_ < 21) continue;
      count(file_.reference_types_.size());
      for (std::size_t i = 0; i < file_.reference_types_.size(); ++i)
        out_.put(static_cast<std::int32_t>(i));
    }
  }

  void write_type_head(std::int32_t stored_class, int script) {
    out_.put(stored_class);
    if (format_ >= 16) out_.put(std::uint8_t{0});
    const std::int16_t index =
        script < 0 ? std::int16_t{-1} : file_.scripts_[static_cast<std::size_t>(script)].index;
    if (format_ >= 17) out_.put(index);
    if (format_ < 13) return;
    const bool is_script = stored_class == serialized::kMonoBehaviour || stored_class == -1;
    if (format_ < 16 ? stored_class < 0 : is_script) {
      out_.put_bytes(script < 0 ? SerializedFileWriter::Guid{}
                                : file_.scripts_[static_cast<std::size_t>(script)].id);
    }
    hash();
  }

  void write_tree(const std::vector<LayoutNode>& nodes) {
    if (format_ < 10 || format_ == 11) {
      for (std::size_t i = 0; i < nodes.size(); ++i) recursive_node(nodes, i);
      return;
    }
    if (format_ < 23) return out_.put_bytes(blob(nodes));
    EndianWriter sized(options_.endian);
    sized.put(std::uint32_t{0x7474686D});
    const std::uint32_t usual = format_ == 23 ? 23 : 32;
    sized.put(options_.tree_format_word != 0 ? options_.tree_format_word : usual);
    sized.put_bytes(blob(nodes));
    hash();
    count(sized.size());
    out_.put_bytes(sized.data());
  }

  static std::uint32_t meta_flag(const LayoutNode& node) {
    return node.align_after ? layouts::kAlignFlag : 0;
  }

  void recursive_node(const std::vector<LayoutNode>& nodes, std::size_t i) {
    const LayoutNode& node = nodes[i];
    std::uint32_t children = 0;
    for (std::size_t child = i + 1; child < node.end; child = nodes[child].end) ++children;
    out_.put_cstring(node.type);
    out_.put_cstring(node.name);
    out_.put(node.byte_size);
    out_.put(static_cast<std::int32_t>(i));
    out_.put(static_cast<std::int32_t>(node.is_array ? 1 : 0));
    out_.put(std::int32_t{1});  // version
    out_.put(meta_flag(node));
    out_.put(children);
  }

  std::vector<std::byte> blob(const std::vector<LayoutNode>& nodes) const {
    EndianWriter head(options_.endian);
    EndianWriter strings(options_.endian);
    std::map<std::string, std::uint32_t> local;
    const auto string_offset = [&](const std::string& text) {
      if (const auto common = serialized::common_string_offset(text)) return *common | 0x80000000U;
      const auto [at, is_new] = local.try_emplace(text, static_cast<std::uint32_t>(strings.size()));
      if (is_new) strings.put_cstring(text);
      return at->second;
    };
    const bool narrow = format_ < 18 || (format_ == 18 && options_.tree_node_size == 24);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      head.put(std::uint16_t{1});  // version
      head.put(nodes[i].level);
      head.put(static_cast<std::uint8_t>(nodes[i].is_array ? 1 : 0));
      head.put(string_offset(nodes[i].type));
      head.put(string_offset(nodes[i].name));
      head.put(nodes[i].byte_size);
      head.put(static_cast<std::uint32_t>(i));
      head.put(meta_flag(nodes[i]));
      if (!narrow) head.put(std::uint64_t{0});
    }
    EndianWriter whole(options_.endian);
    whole.put(static_cast<std::uint32_t>(nodes.size()));
    whole.put(static_cast<std::uint32_t>(strings.size()));
    whole.put_bytes(head.data());
    whole.put_bytes(strings.data());
    return whole.take();
  }

  void write_objects(const std::vector<std::uint64_t>& starts) {
    count(file_.objects_.size());
    for (std::size_t i = 0; i < file_.objects_.size(); ++i) {
      const auto& object = file_.objects_[i];
      const Type& type = file_.types_[object.type];
      if (format_ >= 14) align();
      write_path_id(object.path_id);
      if (format_ >= 22) {
        out_.put(starts[i]);
      } else {
        out_.put(static_cast<std::uint32_t>(starts[i]));
      }
      out_.put(static_cast<std::uint32_t>(object.data.size()));
      out_.put(format_ >= 16 ? static_cast<std::int32_t>(object.type) : stored_class(type));
      if (format_ < 16) out_.put(static_cast<std::uint16_t>(type.class_id));
      if (format_ < 11) out_.put(std::uint16_t{0});  // destroyed
      if (format_ >= 11 && format_ < 17) out_.put(static_cast<std::int16_t>(type.script));
      if (format_ == 15 || format_ == 16) out_.put(std::uint8_t{0});  // stripped
    }
  }

  void write_path_id(std::int64_t path_id) {
    if (format_ >= 14 || (format_ >= 7 && options_.long_path_ids)) return out_.put(path_id);
    if (path_id != static_cast<std::int32_t>(path_id))
      throw std::invalid_argument("a path id of 64 bits");
    out_.put(static_cast<std::int32_t>(path_id));
  }

  void write_scripts() {
    count(file_.scripts_.size());
    for (const SerializedFileWriter::Script& script : file_.scripts_) {
      out_.put(script.file_id);
      if (format_ >= 14) align();
      if (format_ >= 14) {
        out_.put(script.path_id);
      } else {
        out_.put(static_cast<std::int32_t>(script.path_id));
      }
    }
  }

  void write_externals() {
    count(file_.externals_.size());
    for (const auto& external : file_.externals_) {
      if (format_ >= 6) out_.put_cstring("");  // asset path
      out_.put_bytes(external.guid);
      out_.put(external.type);
      out_.put_cstring(external.path);
    }
  }

  void write_reference_types() {
    count(file_.reference_types_.size());
    for (const auto& type : file_.reference_types_) {
      write_type_head(-1, -1);
      if (!options_.type_trees) continue;
      LayoutNode root;
      root.type = type.class_name;
      root.name = "Base";
      root.end = 1;
      write_tree({root});
      if (format_ < 21) continue;
      out_.put_cstring(type.class_name);
      out_.put_cstring(type.name_space);
      out_.put_cstring(type.assembly);
    }
  }

  const SerializedFileWriter& file_;
  const SerializedFileOptions& options_;
  std::uint32_t format_;
  EndianWriter out_;
};

namespace {

std::size_t aligned(std::size_t position, std::size_t alignment) {
  return (position + alignment - 1) / alignment * alignment;
}

std::vector<std::byte> header(std::uint32_t format, std::uint8_t endian, std::uint64_t metadata,
                              std::uint64_t file, std::uint64_t data) {
  EndianWriter out(bytes::Endian::big);
  const bool wide = format >= 22;
  out.put(static_cast<std::uint32_t>(wide ? 0 : metadata));
  out.put(static_cast<std::uint32_t>(wide ? 0 : file));
  out.put(format);
  out.put(static_cast<std::uint32_t>(wide ? 0 : data));
  if (wide) {
    out.put(metadata);
    out.put(file);
    out.put(data);
  }
  if (format >= 9) out.put(endian);
  if (format >= 9) out.put_zeroes(wide ? 7 : 3);
  return out.take();
}

}  // namespace

std::vector<std::byte> SerializedFileWriter::bytes() const {
  const std::uint32_t format = options_.format;
  if (format < 5 || format > 26) throw std::invalid_argument("format " + std::to_string(format));
  const std::size_t header_size = header(format, 0, 0, 0, 0).size();
  const std::size_t alignment = format >= 22 ? 16 : 8;

  std::vector<std::uint64_t> starts;  // from the data offset, which is 0 before format 9
  std::size_t end = format < 9 ? header_size : 0;
  for (const Object& object : objects_) {
    starts.push_back(aligned(end, alignment));
    end = starts.back() + object.data.size();
  }
  MetadataWriter writer(*this);
  const std::vector<std::byte> metadata = writer.write(starts);
  const std::size_t data_offset = format < 9 ? 0 : aligned(header_size + metadata.size(), 16);

  std::vector<std::byte> file(data_offset + end);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    const auto& data = objects_[i].data;
    std::copy(data.begin(), data.end(),
              file.begin() + static_cast<std::ptrdiff_t>(data_offset + starts[i]));
  }
  if (format < 9) {
    file.insert(file.end(), metadata.begin(), metadata.end());
  } else {
    std::copy(metadata.begin(), metadata.end(),
              file.begin() + static_cast<std::ptrdiff_t>(header_size));
  }
  const auto head = header(format, writer.endian_byte(), metadata.size(), file.size(), data_offset);
  std::copy(head.begin(), head.end(), file.begin());
  return file;
}

}  // namespace mecadex::testing
