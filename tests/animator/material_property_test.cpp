#include <gtest/gtest.h>

#include "indexer/animator/clip.hpp"
#include "indexer/bytes/crc32.hpp"

namespace mecadex::animator {
namespace {

ClipBinding material_binding(std::uint32_t attribute) {
  ClipBinding binding;
  binding.attribute_hash = attribute;
  binding.type_id = 23;
  binding.custom_type = kMaterialBinding;
  return binding;
}

TEST(MaterialProperty, IsTheLow28BitsOfTheHashAndAComponent) {
  // As real clips have them: _MainTex_ST z x y w, _TintColor r g b a.
  const std::uint32_t main_texture = bytes::name_hash("_MainTex_ST") & 0x0FFFFFFFU;
  const std::uint32_t tint = bytes::name_hash("_TintColor") & 0x0FFFFFFFU;
  const std::pair<std::uint32_t, const char*> texture[] = {
      {0x2686C589, "z"}, {0x0686C589, "x"}, {0x1686C589, "y"}, {0x3686C589, "w"}};
  for (const auto& [attribute, component] : texture) {
    const auto property = material_property(material_binding(attribute));
    EXPECT_EQ(property->hash, main_texture);
    EXPECT_EQ(property->component, component);
  }
  const std::pair<std::uint32_t, const char*> color[] = {
      {0x4100F6C6, "r"}, {0x5100F6C6, "g"}, {0x6100F6C6, "b"}, {0x7100F6C6, "a"}};
  for (const auto& [attribute, component] : color) {
    const auto property = material_property(material_binding(attribute));
    EXPECT_EQ(property->hash, tint);
    EXPECT_EQ(property->component, component);
  }
}

TEST(MaterialProperty, OfOneValueHasNoComponent) {
  const std::uint32_t cutoff = bytes::name_hash("_Cutoff") & 0x0FFFFFFFU;
  const auto property = material_property(material_binding(0x80000000U | cutoff));
  EXPECT_EQ(property->hash, cutoff);
  EXPECT_EQ(property->component, "value");
}

TEST(MaterialProperty, KeepsAComponentThatIsNotKnownEmpty) {
  EXPECT_FALSE(material_property(material_binding(0x9000'0001U))->component.has_value());
  EXPECT_FALSE(material_property(material_binding(0xFFFF'FFFFU))->component.has_value());
}

TEST(MaterialProperty, IsNoneOfOtherBindings) {
  for (const std::uint32_t type : {0U, 4U, 8U, 20U, 21U, 23U, 24U, 28U}) {
    ClipBinding binding = material_binding(0x2686C589);
    binding.custom_type = type;
    EXPECT_FALSE(material_property(binding).has_value()) << type;
  }
}

}  // namespace
}  // namespace mecadex::animator
