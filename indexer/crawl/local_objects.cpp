#include "indexer/crawl/local_objects.hpp"

#include <algorithm>

#include "indexer/serialized/external_name.hpp"

namespace mecadex::crawl {

using corpus::Link;
using corpus::LocalId;
using corpus::Resolution;

LocalObjects::LocalObjects(const serialized::SerializedFile& file, std::span<const std::int32_t> always_stored)
    : file_(file) {
  for (const serialized::ObjectEntry& object : file.objects) {
    if (std::find(always_stored.begin(), always_stored.end(), object.class_id) != always_stored.end()) {
      store(object.path_id);
    }
  }
}

LocalId LocalObjects::store(std::int64_t path_id) {
  const auto [at, is_new] = ids_.try_emplace(path_id, next_);
  if (is_new) ++next_;
  return at->second;
}

LocalId LocalObjects::find(std::int64_t path_id) const {
  const auto found = ids_.find(path_id);
  return found == ids_.end() ? corpus::kNoObject : found->second;
}

Link LocalObjects::link(const animator::PPtr& pointer, bool store_target) {
  Link link{pointer};
  if (pointer.is_null()) {
    link.resolution = Resolution::null;
  } else if (pointer.file_id == 0) {
    const serialized::ObjectEntry* object = file_.find(pointer.path_id);
    if (object == nullptr) {
      link.resolution = Resolution::missing;
      return link;
    }
    link.target_class = object->class_id;
    link.target = store_target ? store(pointer.path_id) : find(pointer.path_id);
    link.resolution = link.target == corpus::kNoObject ? Resolution::not_indexed : Resolution::resolved;
  } else if (pointer.file_id > 0 && static_cast<std::size_t>(pointer.file_id) <= file_.externals.size()) {
    if (pointer.path_id == 0) {
      link.resolution = Resolution::null;
    }
    const std::string& path = file_.externals[static_cast<std::size_t>(pointer.file_id) - 1].path;
    link.target_file_name = serialized::external_name(path).file_name;
  } else {
    link.resolution = Resolution::missing;  // the file is not in the list
  }
  return link;
}

}  // namespace mecadex::crawl
