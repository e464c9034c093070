// Damaged files: whatever the bytes, reading ends with a result, notes or a ParseError. The
// sanitizers see to it that nothing else happens on the way.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "indexer/bytes/byte_source.hpp"
#include "indexer/serialized/class_id.hpp"
#include "indexer/serialized/serialized_file.hpp"
#include "tests/support/serialized_file_writer.hpp"

namespace mecadex::serialized {
namespace {

using bytes::Endian;

constexpr std::int32_t kWanted[] = {kGameObject, kAnimator, kMonoBehaviour};

enum class Outcome { clean, noted, refused };

Outcome read(std::vector<std::byte> data) {
  bytes::MemorySource source(std::move(data));
  try {
    const SerializedFile file = read_serialized_file(source, kWanted);
    for (const ObjectEntry& object : file.objects) {
      EXPECT_TRUE(bytes::in_range(object.byte_start, object.byte_size, source.size()));
      EXPECT_LT(object.type_index, static_cast<std::int32_t>(file.types.size()));
    }
    return file.notes.empty() ? Outcome::clean : Outcome::noted;
  } catch (const bytes::ParseError&) {
    return Outcome::refused;
  }
}

std::vector<std::byte> sample(std::uint32_t format, Endian endian, bool type_trees) {
  testing::SerializedFileOptions options;
  options.format = format;
  options.endian = endian;
  options.type_trees = type_trees;
  testing::SerializedFileWriter writer(options);
  writer.add_object(kGameObject, 1, std::vector<std::byte>(43));
  writer.add_object(kAnimator, 2, std::vector<std::byte>(56));
  writer.add_script_object({}, 3, std::vector<std::byte>(20));
  writer.add_external("sharedassets0.assets");
  writer.add_reference_type("Class", "Space", "Assembly");
  return writer.bytes();
}

class Damage : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  template <typename Visit>
  void for_each_sample(Visit visit) const {
    for (const Endian endian : {Endian::little, Endian::big}) {
      for (const bool type_trees : {false, true})
        visit(sample(GetParam(), endian, type_trees), endian);
    }
  }
};

TEST_P(Damage, EveryTruncationIsNoticed) {
  for_each_sample([](const std::vector<std::byte>& data, Endian) {
    ASSERT_EQ(read(data), Outcome::clean);
    for (std::size_t n = 0; n < data.size(); ++n) {
      const std::vector<std::byte> part(data.begin(),
                                        data.begin() + static_cast<std::ptrdiff_t>(n));
      ASSERT_NE(read(part), Outcome::clean) << n << " of " << data.size();
    }
  });
}

// Any four bytes may be a count: each position takes each bad value.
TEST_P(Damage, BadCountsAnywhereAreSurvived) {
  for_each_sample([](const std::vector<std::byte>& data, Endian endian) {
    for (std::size_t at = 0; at + 4 <= data.size(); ++at) {
      for (const std::uint32_t value : {0U, 0xffffffffU, 0x7fffffffU}) {
        std::vector<std::byte> changed = data;
        for (unsigned i = 0; i < 4; ++i) {
          const unsigned shift = endian == Endian::little ? 8 * i : 24 - 8 * i;
          changed[at + i] = static_cast<std::byte>(value >> shift);
        }
        read(std::move(changed));
      }
    }
  });
}

TEST_P(Damage, RandomChangesAreSurvived) {
  std::mt19937 random(GetParam());
  for_each_sample([&random](const std::vector<std::byte>& data, Endian) {
    for (int round = 0; round < 500; ++round) {
      std::vector<std::byte> changed = data;
      for (unsigned flips = 1 + random() % 8; flips > 0; --flips) {
        changed[random() % changed.size()] ^= static_cast<std::byte>(1U << random() % 8);
      }
      read(std::move(changed));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Formats, Damage, ::testing::Range(5U, 27U));

TEST(Damage, NoiseIsSurvived) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> noise(16 + random() % 200);
    for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
    noise[8] = noise[9] = noise[10] = std::byte{0};
    noise[11] = static_cast<std::byte>(5 + random() % 22);
    read(std::move(noise));
  }
}

}  // namespace
}  // namespace mecadex::serialized
