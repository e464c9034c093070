// Avatars as rows: skeletons, axes, human bones, the human description.
#pragma once

#include <string_view>

#include "indexer/animator/name_table.hpp"
#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/name_rows.hpp"
#include "indexer/corpus/object_ids.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

class AvatarRows {
 public:
  AvatarRows(SQLite::Database& database, NameRows& names);
  void write(const AvatarItem& item, const ObjectIds& ids);

 private:
  struct SkeletonParts {
    std::string_view name;  // avatar, human, root_motion
    const animator::Skeleton& skeleton;
    const animator::Pose* pose = nullptr;
    const animator::Pose* default_pose = nullptr;
    const std::vector<std::uint32_t>* name_hashes = nullptr;
  };

  void write_scalars(std::int64_t id, const animator::Avatar& avatar);
  void write_skeleton(std::int64_t id, const SkeletonParts& parts, const animator::NameTable& table);
  void write_map(std::int64_t id, std::string_view map, const std::vector<std::int32_t>& values);
  void write_human_bones(std::int64_t id, const animator::Human& human);
  void write_description(std::int64_t id, const animator::HumanDescription& description);

  NameRows& names_;
  Insert avatars_, nodes_, axes_, maps_, human_bones_, description_bones_, description_skeleton_;
};

}  // namespace mecadex::corpus
