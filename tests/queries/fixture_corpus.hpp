// A small corpus, written row by row, in which every oddity that the queries ask for occurs.
//
//   alpha (player, 2019.1.0f2)
//     level0          Gem (1): a machine without states; entry -> 4294967295, exit -> 30000
//     data.unity3d!sharedassets0.assets
//                     Player (2): machine 0 has states Idle and Run, a sub-machine whose exit leads
//                     to a state, an any-state transition, a destination 9 that does not exist;
//                     machine 1 has nothing at all
//                     Old (6): the editor's form, no compiled controller
//   beta (bundles, 2021.3.1f1)
//     game.bundle!CAB-1
//                     Gem (3): a copy; 7: a controller that could not be read
//     broken.bundle, secret.bundle    damaged, encrypted
//     readme.txt                      not Unity's
//     hero.animator                   a Quoll animator (8)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "queries/rows_out.hpp"
#include "queries/run_query.hpp"

namespace mecadex::queries {

/// Path of the database; made once per process.
const std::string& fixture_corpus();

/// A connection to it for the catalogue.
GuardedConnection& fixture_connection();

using Params = std::vector<std::pair<std::string, std::string>>;

/// A value for each parameter that the query demands.
Params required_params(const QuerySpec& spec);

/// The answer of a built-in query as text.
std::string answer(const std::string& name, const Params& params = {}, Format format = Format::csv);

/// Code of the QueryError that `run` ends with; "" when it ends with none.
template <typename Run>
std::string error_code(const Run& run);

}  // namespace mecadex::queries

#include "queries/query_error.hpp"

template <typename Run>
std::string mecadex::queries::error_code(const Run& run) {
  try {
    run();
  } catch (const QueryError& error) {
    return error.code();
  }
  return {};
}
