// Which objects of a serialized file are stored, under which LocalId, and what pointers lead to.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "indexer/corpus/reading.hpp"
#include "indexer/serialized/serialized_file.hpp"

namespace mecadex::crawl {

class LocalObjects {
 public:
  /// Numbers the objects of `always_stored` classes in the order of path ids; others get a number when
  /// store() is called.
  LocalObjects(const serialized::SerializedFile& file, std::span<const std::int32_t> always_stored);

  /// The number of an object, which is stored from now on.
  corpus::LocalId store(std::int64_t path_id);
  /// The number of a stored object, or kNoObject.
  corpus::LocalId find(std::int64_t path_id) const;
  std::uint32_t count() const { return next_; }

  /// Where a pointer leads inside this file. `store_target`: an object that is there gets stored.
  corpus::Link link(const animator::PPtr& pointer, bool store_target = false);

 private:
  const serialized::SerializedFile& file_;
  std::unordered_map<std::int64_t, corpus::LocalId> ids_;
  std::uint32_t next_ = 0;
};

}  // namespace mecadex::crawl
