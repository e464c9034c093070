// A second small corpus, for what spans objects: rigs, names, whole controllers and copies.
//
//   game (player, 2021.3.1f1)
//     level0       Root/Passport                       Animator 101, controller Passport, avatar
//     Body
//                  Root/Passport/Frame/Portrait        Animator 102, no controller
//                  Root/Passport/Frame/Portrait/Scout  Animator 103, override of an override of
//                  Scout Root/Passport/Frame/Portrait/Scout/Hand Root/Sound Animator 104, a
//                  controller that is missing
//     level1       Scout (303), a copy
//     sharedassets0.assets
//                  Passport (301): layers Base Layer, Arms (synced with it) and one whose name only
//                  Scout knows; machine 1 has a tree with every kind of missing clip
//                  Scout (302), overrides 351 over Scout and 352 over 351
//                  clips Wave (501), Idle (502), Fast (503); avatars Body (401), Crate (402)
//   mods (bundles, 2022.3.1f1)
//     mod.bundle!CAB-m
//                  Scout (304), a copy, and the only one that knows the name Secret; Wave (504),
//                  Crate (403), a copy
#pragma once

#include <string>

#include "tests/queries/fixture_corpus.hpp"

namespace mecadex::queries {

/// The answer of a built-in query over this corpus as text.
std::string rig_answer(const std::string& name, const Params& params = {},
                       Format format = Format::csv);

/// The error code that the query ends with; "" when it answers.
std::string rig_error(const std::string& name, const Params& params);

}  // namespace mecadex::queries
