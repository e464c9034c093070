// Serialized files for tests, formats 5 to 26, with or without type trees, in both byte orders. The
// layout of the bytes is told in indexer/serialized/serialized_file.cpp and type_tree.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "indexer/bytes/reader.hpp"
#include "indexer/layouts/layout.hpp"

namespace mecadex::testing {

struct SerializedFileOptions {
  std::uint32_t format = 17;
  std::string unity_version = "2018.4.0f1";  // written from format 7 on; chooses the built-in trees
  bytes::Endian endian = bytes::Endian::little;
  bool type_trees = false;  // before format 13 a file without trees has no types at all
  std::int32_t platform = 19;
  bool long_path_ids = false;          // formats 7 to 13
  std::uint32_t tree_node_size = 0;    // format 18: 24 or 32 (0)
  std::uint32_t tree_format_word = 0;  // format 23 and later: 0 writes the usual one
  std::string user_information;
};

class SerializedFileWriter {
 public:
  using Guid = std::array<std::byte, 16>;
  struct Script {
    std::int16_t index = 0;    // into the file's scripts; objects of one script share a type
    Guid id{};                 // its hash
    std::int32_t file_id = 0;  // where its MonoScript is
    std::int64_t path_id = 0;
  };

  explicit SerializedFileWriter(SerializedFileOptions options) : options_(std::move(options)) {}

  /// An object of a class. `tree`: its type tree; null takes the built-in one of the version, or a
  /// lone root.
  void add_object(std::int32_t class_id, std::int64_t path_id, std::vector<std::byte> data,
                  layouts::LayoutPtr tree = nullptr);
  /// A MonoBehaviour of a script.
  void add_script_object(const Script& script, std::int64_t path_id, std::vector<std::byte> data,
                         layouts::LayoutPtr tree = nullptr);
  void add_external(std::string path, const Guid& guid = {}, std::int32_t type = 0);
  /// Written from format 20 on.
  void add_reference_type(std::string class_name, std::string name_space, std::string assembly);

  /// The whole file. Throws std::invalid_argument when the format cannot hold it.
  std::vector<std::byte> bytes() const;

 private:
  friend class MetadataWriter;
  struct Type {
    std::int32_t class_id = 0;
    int script = -1;  // into scripts_
    layouts::LayoutPtr tree;
  };
  struct Object {
    std::size_t type = 0;
    std::int64_t path_id = 0;
    std::vector<std::byte> data;
  };
  struct External {
    std::string path;
    Guid guid;
    std::int32_t type;
  };
  struct ReferenceType {
    std::string class_name;
    std::string name_space;
    std::string assembly;
  };

  std::size_t type_of(std::int32_t class_id, int script, layouts::LayoutPtr&& tree);
  layouts::LayoutPtr default_tree(std::int32_t class_id) const;

  SerializedFileOptions options_;
  std::vector<Type> types_;
  std::vector<Object> objects_;
  std::vector<Script> scripts_;
  std::vector<External> externals_;
  std::vector<ReferenceType> reference_types_;
};

}  // namespace mecadex::testing
