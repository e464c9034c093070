// Where the text of a hash comes from: the object's own table, the same source, the corpus; paths of Transforms,
// names of parameters, Unity's own. The traps are pitfalls.md A24 and A25.
#include "tests/links/links_fixture.hpp"

namespace mecadex::testing {
namespace {

constexpr std::int32_t kTransformClass = 4;
constexpr std::int32_t kAnimatorClass = 95;
constexpr std::uint32_t kPosition = 1;

class CorpusNames : public Links {
 protected:
  /// text|origin of name_uses|path id of the object, for a hash.
  std::string uses_of(const std::string& text) {
    return select("SELECT u.text, u.origin, o.path_id FROM name_uses u LEFT JOIN objects o USING (object_id) "
                  "WHERE u.hash = " + std::to_string(name_hash(text)) + " ORDER BY 2, 3");
  }
};

TEST_F(CorpusNames, OfClipBindingsComeFromTransformsThatTheAvatarLacks) {
  MadeFile made = file();
  made.add(1, 1, game_object("Hero", true, {{4, 2}, {95, 3}}));
  made.add(4, 2, transform(1, 0, {5}));
  made.add(95, 3, animator(1, pptr(30), pptr(0)));
  made.add(1, 4, game_object("Sword", true, {{4, 5}}));
  made.add(4, 5, transform(4, 2, {}));
  made.add(90, 30, generic_avatar("Body"));
  made.add(74, 10, clip("Swing", 1, {{name_hash("Sword"), kPosition, kTransformClass}}));
  add("game/level0", made);
  index();
  EXPECT_EQ(uses_of("Sword"), "Sword|transform_path|3\n");
  const std::string found = answer("hash", {{"name", "Sword"}});
  EXPECT_NE(found.find(",Sword,source,binding,clip_bindings.path_hash,library/game,level0,74,Swing,"), std::string::npos)
      << found;
}

TEST_F(CorpusNames, OfBoundAttributesComeFromParametersAndFromUnityItself) {
  MadeFile made = file();
  Names names;
  const json states = json::array({state(names, "Base.Idle", "Base.Idle", json::array({json::array({leaf(0)})}))});
  names("Anger");
  made.add(91, 20, controller("Walker", names, json::array({layer(names("Base"), 0)}),
                              json::array({machine(states, json::array(), json::array())}), {{"Anger", 1, 0}},
                              json{{"m_FloatValues", json::array({0.0})}}, json::array({pptr(10)})));
  made.add(74, 10, clip("Shout", 1, {{0, name_hash("Anger"), kAnimatorClass, 8}, {0, name_hash("m_Enabled"), 23}}));
  add("game/level0", made);
  index();
  EXPECT_EQ(uses_of("Anger"), "Anger|controller_tos|20\n");
  EXPECT_EQ(uses_of("m_Enabled"), "m_Enabled|builtin|-\n");
}

TEST_F(CorpusNames, AreTakenFromTheOwnTableThenTheSourceThenTheCorpus) {
  const auto add_named = [this](const std::string& source, const std::string& text) {
    MadeFile made = file();
    json value = one_clip_controller(pptr(0));
    value["m_TOS"] = json::array({{{"first", 7}, {"second", text}}});
    made.add(91, 20, value);
    add(source + "/named.assets", made);
  };
  const auto add_asking = [this](const std::string& source, const std::string& own) {
    MadeFile made = file();
    json value = one_clip_controller(pptr(0));
    value["m_Controller"]["m_LayerArray"][0]["m_Binding"] = 7;
    value["m_TOS"] = own.empty() ? json::array() : json::array({{{"first", 7}, {"second", own}}});
    made.add(91, 21, value);
    add(source + "/asking.assets", made);
  };
  add_named("a", "of a");
  add_asking("a", "own");
  add_named("b", "of b");
  add_asking("b", "");
  add_asking("c", "");
  index();
  EXPECT_EQ(select("SELECT source, resolved_name, name_origin, name FROM layers_view WHERE name_hash = 7 ORDER BY 1"),
            "library/a|own|own|own\nlibrary/b|of b|source|-\nlibrary/c|of a|corpus|-\n");
  // None of the three texts has the CRC-32 7.
  EXPECT_EQ(select("SELECT source, path_id, code, field_path FROM findings_view WHERE code = 'names.hash' ORDER BY 1, 2"),
            "library/a|20|names.hash|m_TOS[0]\nlibrary/a|21|names.hash|m_TOS[0]\nlibrary/b|20|names.hash|m_TOS[0]\n");
  EXPECT_EQ(answer("name-collisions"),
            "hash,text_count,texts,uses,origins\n"
            "7,3,\"[\"\"of a\"\",\"\"of b\"\",\"\"own\"\"]\",\"[1,1,1]\","
            "\"[\"\"controller_tos\"\",\"\"controller_tos\"\",\"\"controller_tos\"\"]\"\n");
}

TEST_F(CorpusNames, OfStatesAreRecoveredAndSaySo) {
  MadeFile made = file();
  json value = one_clip_controller(pptr(0));
  json kept = json::array();
  for (const json& entry : value["m_TOS"]) {
    if (entry["second"] != "Base.Idle") kept.push_back(entry);
  }
  value["m_TOS"] = kept;
  made.add(91, 20, value);
  add("game/level0", made);
  index();
  EXPECT_EQ(uses_of("Base.Idle"), "Base.Idle|recovered|20\n");
}

// pitfalls.md A25
TEST_F(CorpusNames, OfBonesThatAreNotInTheFileStayWithTheAvatarAndAreCounted) {
  MadeFile made = file();
  made.add(1, 1, game_object("Hero", true, {{4, 2}, {95, 3}}));
  made.add(4, 2, transform(1, 0, {5}));
  made.add(95, 3, animator(1, pptr(30), pptr(0)));
  made.add(1, 4, game_object("Base", true, {{4, 5}}));
  made.add(4, 5, transform(4, 2, {}));
  made.add(90, 30, generic_avatar("Body"));
  add("game/level0", made);
  index();
  EXPECT_EQ(select("SELECT node_index, path FROM avatar_nodes WHERE skeleton = 'avatar' ORDER BY 1"),
            "0|\n1|Base\n2|Base/Arm\n");
  EXPECT_EQ(answer("missing-bones"),
            "source,file,animator,animator_id,animator_path_id,avatar,avatar_id,has_transform_hierarchy,bones,missing,paths\n"
            "library/game,level0,Hero,1,3,Body,2,1,2,1,\"[\"\"Base/Arm\"\"]\"\n");
}

}  // namespace
}  // namespace mecadex::testing
