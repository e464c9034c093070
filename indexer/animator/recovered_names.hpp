// Names that a controller's table (m_TOS) lacks and that can be made again from those it has.
//
// A controller stores hashes; builds that strip or scramble the table leave some without a text. How the texts
// are made is known (formats.md 7, counted on real files), so a candidate is put together and kept only when its
// CRC-32 is a hash that is asked for:
//
//   layer, machine      a dot-prefix of a state's path             "Base Layer.Alerted" of "Base Layer.Alerted.Following"
//   state's name, path  what stands behind a dot of its full path  "Following", "Alerted.Following"
//   state's full path   machine path, ".", its name or path        "Base Layer.Alerted" + "." + "Following"
//   state's path        the same behind the layer's name           "Alerted" + "." + "Following"
//   transition          "A -> B", "A -> Exit"                      by names, and by full paths
//                       "AnyState -> B", "Entry -> <full path>"    of any state
//
// A name with a dot in it gives prefixes that are no machine's path; that does no harm, since nobody asks for
// their hashes. What is found serves to find more, a few times over. Where two texts have the hash, none is given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "indexer/animator/controller.hpp"
#include "indexer/animator/name_table.hpp"

namespace mecadex::animator {

// Hostile tables would multiply; real paths have a dozen parts and a few hundred bytes.
inline constexpr std::size_t kMaxRecoveredText = 4'096;             // bytes of one text
inline constexpr std::size_t kMaxRecoveredBytes = 16 * 1'048'576;   // of all texts of a controller
inline constexpr std::size_t kMaxPathParts = 64;                    // dots that are tried in one text
inline constexpr std::size_t kMaxMachinePaths = 64;                 // of one machine, tried before each state's name

class RecoveredNames {
 public:
  /// `names`: the controller's own table.
  RecoveredNames(const Controller& controller, const NameTable& names);

  /// The text of a hash of layers, machines, states or transitions that the table lacks, or null.
  const std::string* find(std::uint32_t hash) const;
  /// All of them, by hash.
  std::vector<NameEntry> entries() const;

 private:
  void ask(std::uint32_t hash);
  void ask(const std::optional<std::uint32_t>& hash);
  const std::string* text(std::uint32_t hash) const;
  const std::string* text(const std::optional<std::uint32_t>& hash) const;
  void offer(std::uint32_t hash, std::string_view text);

  void ask_for_all();
  void split(const State& state, const std::string& path);
  std::vector<std::string> machine_paths(std::size_t machine_index) const;
  void compose(const State& state, const std::vector<std::string>& machine_paths);
  void transitions(const StateMachine& machine);
  void transition(const Transition& transition, const State* from, const State* to);

  const Controller& controller_;
  const NameTable& names_;
  std::unordered_map<std::uint32_t, std::optional<std::string>> texts_;  // of hashes asked for
  std::unordered_set<std::uint32_t> ambiguous_;                          // hashes that two texts have
  std::size_t bytes_ = 0;
  bool is_new_ = false;  // something was found in this round
};

}  // namespace mecadex::animator
