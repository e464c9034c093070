// What the user may have meant by a name that is not known: used for queries, parameters, tables, columns, sources,
// files, controllers and avatars alike.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mecadex::queries {

/// Keeps the three nearest of the names that it is offered. Near is what differs in case or by few edits, or holds
/// the wanted name, or is held by it.
class Nearest {
 public:
  /// Wildcards of `wanted` are left out.
  explicit Nearest(std::string_view wanted);

  void offer(std::string_view name);

  /// Nearest first, each once; control characters as \xNN, so that a name cannot play with the terminal.
  std::vector<std::string> names() const;

  /// "; did you mean a, b?", or "" when nothing is near.
  std::string suggestion() const;

 private:
  using Ranked = std::tuple<std::size_t, std::size_t, std::string>;  // distance, difference in length, name

  std::string wanted_;  // in lower case
  std::vector<Ranked> near_;
};

/// The name as a message shows it: control characters as \xNN, cut after 200 bytes.
std::string shown(std::string_view name);

}  // namespace mecadex::queries
