// What a fingerprint tells apart and what not, for every built-in layout: each field of a made
// object is changed once, and each array made one longer. The lists of what does not count are
// complete: a field that stopped counting would fail here.
#include "indexer/animator/fingerprint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "indexer/animator/clip.hpp"
#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/layouts/content_hash.hpp"
#include "indexer/layouts/read_plan.hpp"
#include "indexer/serialized/class_id.hpp"
#include "tests/support/layout_writer.hpp"

namespace mecadex::animator {
namespace {

using bytes::Endian;
using layouts::LayoutPtr;
using nlohmann::json;

std::vector<LayoutPtr> all_layouts(std::int32_t class_id) {
  const auto& versions = layouts::builtin_versions();
  return layouts::builtin_layouts_between(class_id, versions.front(), versions.back());
}

/// The fingerprint of a decoded object and its bytes.
template <typename T>
std::string whole(const layouts::Record& record, const LayoutPtr& layout, const json& value, Endian endian) {
  const auto data = testing::write_object(*layout, value, endian);
  bytes::Reader reader(data, endian);
  bytes::Reader again(data, endian);
  std::vector<bytes::Note> notes;
  T object;
  layouts::shared_plan(layout, record)->run(reader, &object, notes);
  return fingerprint(object, layout, again);
}

template <typename T>
T decode(const layouts::Record& record, const LayoutPtr& layout, const json& value, Endian endian) {
  const auto data = testing::write_object(*layout, value, endian);
  bytes::Reader reader(data, endian);
  std::vector<bytes::Note> notes;
  T object;
  layouts::shared_plan(layout, record)->run(reader, &object, notes);
  EXPECT_EQ(reader.remaining(), 0U);
  return object;
}

/// A class whose fingerprint is looked at.
struct Kind {
  std::int32_t class_id;
  std::string (*fingerprint)(const LayoutPtr&, const json&, Endian);
  std::vector<std::string> uncounted;  // parts of the paths of fields that do not count
  std::vector<std::string> as_stored;  // parts of the paths of fields that count whole
};

const Kind kController{
    serialized::kAnimatorController,
    [](const LayoutPtr& layout, const json& value, Endian endian) {
      return whole<Controller>(controller_record(), layout, value, endian);
    },
    {"m_ControllerSize"},
    {}};

const Kind kAvatar{
    serialized::kAvatar,
    [](const LayoutPtr& layout, const json& value, Endian endian) {
      return whole<Avatar>(avatar_record(), layout, value, endian);
    },
    // of old releases: the meaningless fourth float of vectors that are read
    {"m_AvatarSize", ".t.w", ".s.w", "m_Sgn.w", "m_Limit.m_Min.w", "m_Limit.m_Max.w"},
    {"m_Handles", "m_ColliderArray"}};

const Kind kOverride{
    serialized::kAnimatorOverrideController,
    [](const LayoutPtr& layout, const json& value, Endian endian) {
      return fingerprint(
          decode<OverrideController>(override_controller_record(), layout, value, endian), {});
    },
    {},
    {}};

const Kind kClip{serialized::kAnimationClip,
                 [](const LayoutPtr& layout, const json& value, Endian endian) {
                   const auto data = testing::write_object(*layout, value, endian);
                   bytes::Reader reader(data, endian);
                   const std::string text = clip_fingerprint(layout, reader);
                   EXPECT_EQ(reader.remaining(), 0U);
                   return text;
                 },
                 {"m_MuscleClipSize"},
                 {}};

// ---- the fields of a layout and of a value, by their path ("m_TOS[].first", arrays "m_TOS[]")
// ----

class FieldPaths {
 public:
  explicit FieldPaths(const layouts::Layout& layout) : nodes_(layout.nodes()) { add(0, ""); }
  std::set<std::string> paths;

 private:
  void add(std::size_t node, const std::string& path) {
    const bool leaf = nodes_[node].end == node + 1;
    const bool wrapper = !leaf && nodes_[node + 1].end == nodes_[node].end &&
                         (nodes_[node + 1].is_array || nodes_[node].type == "OffsetPtr");
    if (leaf || nodes_[node].type == "string") {
      if (nodes_[node].byte_size != 0) paths.insert(path);
    } else if (nodes_[node].is_array) {
      paths.insert(path + "[]");
      add(nodes_[node + 1].end, path + "[]");
    } else if (wrapper) {
      add(node + 1, path);
    } else {
      for (std::size_t child = node + 1; child < nodes_[node].end; child = nodes_[child].end) {
        add(child, path.empty() ? nodes_[child].name : path + "." + nodes_[child].name);
      }
    }
  }

  const std::vector<layouts::LayoutNode>& nodes_;
};

/// Calls `visit` for each leaf and array of `value`, which it may change.
void for_each(json& value, const std::string& path,
              const std::function<void(const std::string&, json&)>& visit) {
  if (value.is_object()) {
    for (auto& [key, field] : value.items())
      for_each(field, path.empty() ? key : path + "." + key, visit);
  } else if (value.is_array()) {
    visit(path + "[]", value);
    for (json& element : value) for_each(element, path + "[]", visit);
  } else {
    visit(path, value);
  }
}

/// Another value; nothing for an empty array.
std::optional<json> changed(const json& value) {
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_number_float()) return value == 0.0 ? 1.0 : 0.0;
  if (!value.is_array()) return value == 0 ? 1 : 0;
  if (value.empty()) return std::nullopt;
  json longer = value;
  longer.push_back(value.back());
  return longer;
}

/// Without the two fields of each PPtr (a state has an m_PathID too: a hash).
void drop_pointers(std::set<std::string>& paths) {
  std::set<std::string> parts;
  for (const std::string& path : paths) {
    if (!path.ends_with(".m_FileID")) continue;
    parts.insert(path);
    parts.insert(path.substr(0, path.size() - 6) + "PathID");
  }
  for (const std::string& path : parts) paths.erase(path);
}

bool counts(const Kind& kind, const std::string& path) {
  if (path == "m_TOS[]") return false;  // the entry that is added occurs twice
  const auto is_in = [&](const std::vector<std::string>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const std::string& part) { return path.find(part) != std::string::npos; });
  };
  return is_in(kind.as_stored) || !is_in(kind.uncounted);
}

/// Changes each field of the layout once and gathers those whose change was answered wrongly.
void check_each_field(const Kind& kind, const LayoutPtr& layout, std::set<std::string>& wrong) {
  std::set<std::string> left = FieldPaths(*layout).paths;
  drop_pointers(left);
  for (std::uint64_t seed = 1; seed < 500 && !left.empty(); ++seed) {
    json object = testing::random_object(*layout, seed);
    std::string before;
    for_each(object, "", [&](const std::string& path, json& value) {
      if (!left.contains(path)) return;
      const auto other = changed(value);
      if (!other) return;
      if (before.empty()) before = kind.fingerprint(layout, object, Endian::little);
      const json kept = std::exchange(value, *other);
      const bool differs = kind.fingerprint(layout, object, Endian::little) != before;
      value = kept;
      left.erase(path);
      if (differs != counts(kind, path)) wrong.insert(path);
    });
  }
  for (const std::string& path : left) wrong.insert("never changed: " + path);
}

void check_each_field(const Kind& kind) {
  std::set<std::string> wrong;
  const auto found = all_layouts(kind.class_id);
  EXPECT_GT(found.size(), 1U);
  for (const LayoutPtr& layout : found) check_each_field(kind, layout, wrong);
  EXPECT_EQ(wrong, std::set<std::string>());
}

TEST(Fingerprint, OfControllersCountsEachField) { check_each_field(kController); }
TEST(Fingerprint, OfAvatarsCountsEachField) { check_each_field(kAvatar); }
TEST(Fingerprint, OfOverridesCountsEachField) { check_each_field(kOverride); }
TEST(Fingerprint, OfClipsCountsEachFieldAndCurve) { check_each_field(kClip); }

// ---- what does not count ----

class EveryClass : public ::testing::TestWithParam<const Kind*> {
 protected:
  /// Objects of every layout.
  void for_objects(const std::function<void(const LayoutPtr&, const json&)>& check) const {
    for (const LayoutPtr& layout : all_layouts(GetParam()->class_id)) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed)
        check(layout, testing::random_object(*layout, seed));
    }
  }
  std::string of(const LayoutPtr& layout, const json& value, Endian endian = Endian::little) const {
    return GetParam()->fingerprint(layout, value, endian);
  }
};

TEST_P(EveryClass, IsTheSameInBothByteOrders) {
  for_objects([&](const LayoutPtr& layout, const json& value) {
    const std::string text = of(layout, value);
    EXPECT_EQ(text.size(), 32U);
    EXPECT_EQ(of(layout, value, Endian::big), text);
  });
}

json with_pointers(json value, std::int32_t file_id, std::int64_t path_id) {
  if (value.contains("m_FileID")) return {{"m_FileID", file_id}, {"m_PathID", path_id}};
  if (value.is_structured()) {
    for (json& part : value) part = with_pointers(std::move(part), file_id, path_id);
  }
  return value;
}

TEST_P(EveryClass, TellsNullPointersFromOthersOnly) {
  bool has_pointers = false;
  for_objects([&](const LayoutPtr& layout, const json& value) {
    const std::string null = of(layout, with_pointers(value, 0, 0));
    const std::string one = of(layout, with_pointers(value, 0, 5));
    EXPECT_EQ(of(layout, with_pointers(value, 3, -70)), one);
    const bool has_any = with_pointers(value, 0, 0) != with_pointers(value, 0, 5);
    EXPECT_EQ(null != one, has_any);
    has_pointers = has_pointers || has_any;
  });
  EXPECT_EQ(has_pointers, GetParam() != &kAvatar);
}

TEST_P(EveryClass, TakesTheNameTableAsASet) {
  for_objects([&](const LayoutPtr& layout, json value) {
    if (!value.contains("m_TOS") || value["m_TOS"].empty()) return;
    json& names = value["m_TOS"];
    const std::string text = of(layout, value);
    std::reverse(names.begin(), names.end());
    names.push_back(names.front());
    EXPECT_EQ(of(layout, value), text);
    names.push_back({{"first", names.front()["first"]}, {"second", "another text"}});
    EXPECT_NE(of(layout, value), text);
  });
}

INSTANTIATE_TEST_SUITE_P(Fingerprint, EveryClass,
                         ::testing::Values(&kController, &kAvatar, &kOverride, &kClip),
                         [](const auto& param) {
                           return "Class" + std::to_string(param.param->class_id);
                         });

// ---- what no record reads ----

std::set<std::string> unread(std::int32_t class_id, const layouts::Record& record) {
  std::set<std::string> paths;
  for (const LayoutPtr& layout : all_layouts(class_id)) {
    for (std::string& path : layouts::unread_fields(*layout, record)) paths.insert(std::move(path));
  }
  return paths;
}

/// The list is complete: a new Unity version with more of it is noticed here.
TEST(UnreadFields, OfControllersAreTheSortsOfValuesAndTheParametersOfOldBlendTrees) {
  const std::string values = "m_Controller.m_Values.m_ValueArray.";
  const std::string machine = "m_Controller.m_StateMachineArray.m_StateConstantArray.m_BlendTreeConstantArray.";
  EXPECT_EQ(unread(serialized::kAnimatorController, controller_record()),
            (std::set<std::string>{values + "m_TypeID", machine + "m_BlendEventArrayConstant",
                                   machine + "m_NodeArray.m_ClipIndex"}));
}

TEST(UnreadFields, OfAvatarsAreHandlesCollidersAndFourthFloats) {
  std::set<std::string> others;
  for (const std::string& path : unread(serialized::kAvatar, avatar_record())) {
    if (!path.ends_with(".w")) others.insert(path);
  }
  EXPECT_EQ(others, (std::set<std::string>{"m_Avatar.m_Human.m_ColliderArray", "m_Avatar.m_Human.m_ColliderIndex",
                                           "m_Avatar.m_Human.m_Handles"}));
}

/// An engine of a game's own adds a field: two objects that differ in it alone are no copies.
TEST(Fingerprint, CountsFieldsThatOnlyACustomisedEngineHas) {
  const LayoutPtr layout = all_layouts(serialized::kAnimatorController).back();
  std::vector<layouts::LayoutNode> nodes = layout->nodes();
  layouts::LayoutNode extra = nodes[1];
  extra.type = "int";
  extra.name = "m_StudioNumber";
  extra.byte_size = 4;
  extra.is_array = extra.align_after = false;
  extra.end = static_cast<std::uint32_t>(nodes.size()) + 1;
  nodes.push_back(extra);
  nodes[0].end = extra.end;
  const auto customised = std::make_shared<const layouts::Layout>(std::move(nodes));
  json value = testing::random_object(*customised, 1);
  value["m_StudioNumber"] = 1;
  const std::string one = kController.fingerprint(customised, value, Endian::little);
  EXPECT_EQ(kController.fingerprint(customised, value, Endian::big), one);
  value["m_StudioNumber"] = 2;
  EXPECT_NE(kController.fingerprint(customised, value, Endian::little), one);
}

// ---- details ----

TEST(Fingerprint, TellsAbsentFromZero) {
  Controller absent;
  Controller zero;
  zero.evaluate_transitions_on_start = false;
  Controller empty;
  empty.vector_defaults.emplace();
  EXPECT_EQ(std::set({fingerprint(absent), fingerprint(zero), fingerprint(empty)}).size(), 3U);
}

TEST(Fingerprint, TakesFloatsByTheirBits) {
  std::set<std::string> texts;
  for (const float value : {0.0F, -0.0F, std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity()}) {
    Controller controller;
    controller.float_defaults = {value};
    texts.insert(fingerprint(controller));
  }
  EXPECT_EQ(texts.size(), 4U);
}

TEST(Fingerprint, KeepsClassesApart) {
  EXPECT_NE(fingerprint(Controller()), fingerprint(Avatar()));
}

TEST(Fingerprint, OfOverridesCountsClassAndNameOfEachTarget) {
  const OverrideController controller{"hands", {1, 5}, {{{1, 6}, {2, 7}}, {{1, 8}, {}}}};
  const PointerTarget base{91, "base"}, clip{74, "wave"}, other{74, "point"}, override{221, "base"};
  const std::vector<OverrideTargets> targets{
      {},
      {base, {}},
      {override, {}},
      {base, {{clip, std::nullopt}}},
      {base, {{std::nullopt, clip}}},
      {base, {{clip, other}}},
      {base, {{other, clip}}},
      {base, {{clip, other}, {clip, std::nullopt}}},
  };
  std::set<std::string> texts;
  for (const OverrideTargets& t : targets) texts.insert(fingerprint(controller, t));
  EXPECT_EQ(texts.size(), targets.size());

  OverrideController elsewhere = controller;
  elsewhere.controller = {0, 500};
  elsewhere.clips[0].replacement = {0, -1};
  EXPECT_EQ(fingerprint(elsewhere, targets.back()), fingerprint(controller, targets.back()));
  elsewhere.clips[1].replacement = {0, 9};
  EXPECT_NE(fingerprint(elsewhere, targets.back()), fingerprint(controller, targets.back()));
}

/// The layout with path ids of 8 bytes and other names for the types.
LayoutPtr widened(const layouts::Layout& layout) {
  auto nodes = layout.nodes();
  for (auto& node : nodes) {
    if (node.name == "m_PathID" && node.type != "UInt32") {
      node.byte_size = 8;
      node.type = "SInt64";
    }
    if (node.type == "int") node.type = "SInt32";
  }
  return std::make_shared<const layouts::Layout>(std::move(nodes));
}

TEST(Fingerprint, OfClipsDoesNotDependOnTheWidthOfPointers) {
  for (const LayoutPtr& layout : all_layouts(serialized::kAnimationClip)) {
    const json value = with_pointers(testing::random_object(*layout, 1), 2, 9);
    EXPECT_EQ(kClip.fingerprint(widened(*layout), value, Endian::little),
              kClip.fingerprint(layout, value, Endian::little));
  }
}

TEST(Fingerprint, OfClipsTellsLayoutsWithOtherFieldsApart) {
  std::set<std::string> texts;
  const auto found = all_layouts(serialized::kAnimationClip);
  for (const LayoutPtr& layout : found)
    texts.insert(kClip.fingerprint(layout, json::object(), Endian::little));
  EXPECT_GT(texts.size(), 5U);
  EXPECT_LE(texts.size(), found.size());
}

TEST(Fingerprint, OfCutClipsIsAnError) {
  const LayoutPtr layout = all_layouts(serialized::kAnimationClip).back();
  const std::vector<std::byte> data =
      testing::write_object(*layout, testing::random_object(*layout, 4));
  for (std::size_t size = 0; size < data.size(); size += 13) {
    bytes::Reader reader(std::span<const std::byte>(data).first(size));
    try {
      clip_fingerprint(layout, reader);
      EXPECT_GT(size + 4, data.size()) << "only padding may be missing";
    } catch (const bytes::ParseError& error) {
      EXPECT_LE(error.offset(), size);
    }
  }
}

}  // namespace
}  // namespace mecadex::animator
