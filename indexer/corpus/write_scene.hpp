// Clips, objects and their references, Transforms and Animators as rows.
#pragma once

#include "indexer/corpus/insert.hpp"
#include "indexer/corpus/object_ids.hpp"
#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

class SceneRows {
 public:
  explicit SceneRows(SQLite::Database& database);

  void write(const ObjectItem& item, const ObjectIds& ids, std::int64_t serialized_file_id);
  void write(const RefItem& item, const ObjectIds& ids);
  void write(const ScriptItem& item, std::int64_t serialized_file_id);
  void write(const ClipItem& item, const ObjectIds& ids);
  void write(const TransformItem& item, const ObjectIds& ids);
  void write(const AnimatorItem& item, const ObjectIds& ids);
  void write(const NestingItem& item, const ObjectIds& ids);

 private:
  Insert objects_, refs_, scripts_, clips_, events_, bindings_, transforms_, animators_, nestings_;
};

}  // namespace mecadex::corpus
