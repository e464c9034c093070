#include "indexer/crawl/local_objects.hpp"

#include <gtest/gtest.h>

namespace mecadex::crawl {
namespace {

using corpus::kNoObject;
using corpus::Resolution;

// Objects 1 (class 91), 5 (74), 7 (114), 9 (1); two externals.
serialized::SerializedFile file() {
  serialized::SerializedFile out;
  const std::pair<std::int64_t, std::int32_t> objects[] = {{1, 91}, {5, 74}, {7, 114}, {9, 1}};
  for (const auto& [path_id, class_id] : objects) {
    serialized::ObjectEntry entry;
    entry.path_id = path_id;
    entry.class_id = class_id;
    out.objects.push_back(entry);
  }
  out.externals = {{"a.assets", {}, 0}, {"b.assets", {}, 0}};
  return out;
}

constexpr std::int32_t kStored[] = {74, 91};

TEST(LocalObjects, NumberStoredClassesInOrderOfPathIds) {
  const serialized::SerializedFile f = file();
  LocalObjects objects(f, kStored);
  EXPECT_EQ(objects.find(1), 0U);
  EXPECT_EQ(objects.find(5), 1U);
  EXPECT_EQ(objects.find(7), kNoObject);
  EXPECT_EQ(objects.count(), 2U);
  EXPECT_EQ(objects.store(9), 2U);
  EXPECT_EQ(objects.store(9), 2U);
  EXPECT_EQ(objects.count(), 3U);
}

TEST(LocalObjects, LinkInsideTheFile) {
  const serialized::SerializedFile f = file();
  LocalObjects objects(f, kStored);
  const corpus::Link clip = objects.link({0, 5});
  EXPECT_EQ(clip.resolution, Resolution::resolved);
  EXPECT_EQ(clip.target, 1U);
  EXPECT_EQ(clip.target_of(74), 1U);
  EXPECT_EQ(clip.target_of(91), kNoObject);
  EXPECT_EQ(objects.link({0, 0}).resolution, Resolution::null);
  EXPECT_EQ(objects.link({0, 404}).resolution, Resolution::missing);
}

TEST(LocalObjects, StoreATargetOnlyWhenAsked) {
  const serialized::SerializedFile f = file();
  LocalObjects objects(f, kStored);
  const corpus::Link unread = objects.link({0, 7});
  EXPECT_EQ(unread.resolution, Resolution::not_indexed);
  EXPECT_EQ(unread.target, kNoObject);
  EXPECT_EQ(unread.target_class, 114);
  EXPECT_EQ(objects.link({0, 7}, true).target, 2U);
  EXPECT_EQ(objects.link({0, 7}).resolution, Resolution::resolved);
}

TEST(LocalObjects, LeaveOtherFilesOpenAndKnowThatAFileIsNotListed) {
  const serialized::SerializedFile f = file();
  LocalObjects objects(f, kStored);
  const corpus::Link other = objects.link({2, 5});
  EXPECT_EQ(other.resolution, Resolution::unknown);
  EXPECT_EQ(other.target_file_name, "b.assets");
  EXPECT_EQ(objects.link({3, 5}).resolution, Resolution::missing);
  EXPECT_EQ(objects.link({-1, 5}).resolution, Resolution::missing);
}

}  // namespace
}  // namespace mecadex::crawl
