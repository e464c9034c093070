#include "indexer/animator/recovered_names.hpp"

#include <algorithm>
#include <string_view>

#include "indexer/animator/destination.hpp"
#include "indexer/bytes/crc32.hpp"

namespace mecadex::animator {
namespace {

// Full path from name, machine path from full path, another state's full path from that, its transitions.
constexpr int kRounds = 4;

}  // namespace

RecoveredNames::RecoveredNames(const Controller& controller, const NameTable& names)
    : controller_(controller), names_(names) {
  ask_for_all();
  is_new_ = !texts_.empty();
  for (int round = 0; round < kRounds && is_new_; ++round) {
    is_new_ = false;
    for (std::size_t m = 0; m < controller_.state_machines.size(); ++m) {
      const StateMachine& machine = controller_.state_machines[m];
      for (const State& state : machine.states) {
        if (const std::string* full = text(state.full_path_hash)) split(state, *full);
        if (const std::string* path = text(state.path_hash)) split(state, *path);
      }
      const std::vector<std::string> paths = machine_paths(m);
      for (const State& state : machine.states) compose(state, paths);
      transitions(machine);
    }
  }
}

const std::string* RecoveredNames::find(std::uint32_t hash) const {
  const auto found = texts_.find(hash);
  return found == texts_.end() || !found->second ? nullptr : &*found->second;
}

std::vector<NameEntry> RecoveredNames::entries() const {
  std::vector<NameEntry> found;
  for (const auto& [hash, text] : texts_) {
    if (text) found.push_back({hash, *text});
  }
  std::sort(found.begin(), found.end(), [](const NameEntry& a, const NameEntry& b) { return a.hash < b.hash; });
  return found;
}

void RecoveredNames::ask(std::uint32_t hash) {
  if (hash != 0 && names_.find(hash) == nullptr) texts_.try_emplace(hash);
}

void RecoveredNames::ask(const std::optional<std::uint32_t>& hash) {
  if (hash) ask(*hash);
}

void RecoveredNames::ask_for_all() {
  for (const Layer& layer : controller_.layers) ask(layer.name_hash);
  for (const StateMachine& machine : controller_.state_machines) {
    for (const State& state : machine.states) {
      ask(state.name_hash);
      ask(state.path_hash);
      ask(state.full_path_hash);
      for (const Transition& t : state.transitions) {
        ask(t.name_hash);
        ask(t.full_path_hash);
      }
    }
    for (const Transition& t : machine.any_state_transitions) {
      ask(t.name_hash);
      ask(t.full_path_hash);
    }
    if (!machine.selectors) continue;
    for (const Selector& selector : *machine.selectors) ask(selector.full_path_hash);
  }
}

const std::string* RecoveredNames::text(std::uint32_t hash) const {
  const std::string* own = hash == 0 ? nullptr : names_.find(hash);
  const std::string* known = own != nullptr ? own : find(hash);
  return known == nullptr || known->empty() || known->size() > kMaxRecoveredText ? nullptr : known;
}

const std::string* RecoveredNames::text(const std::optional<std::uint32_t>& hash) const {
  return hash ? text(*hash) : nullptr;
}

void RecoveredNames::offer(std::uint32_t hash, std::string_view text) {
  const auto asked = texts_.find(hash);
  if (asked == texts_.end() || ambiguous_.contains(hash) || text.size() > kMaxRecoveredText) return;
  if (asked->second) {
    if (*asked->second == text) return;
    asked->second.reset();
    ambiguous_.insert(hash);
    return;
  }
  if (bytes_ + text.size() > kMaxRecoveredBytes) return;
  bytes_ += text.size();
  asked->second = text;
  is_new_ = true;
}

// `path` may be a text that was found, and is taken back when another has its hash: it is copied.
void RecoveredNames::split(const State& state, const std::string& path) {
  const std::string whole = path;
  std::uint32_t hash = 0;
  std::size_t done = 0;
  std::size_t parts = 0;
  for (std::size_t dot = whole.find('.'); dot != std::string::npos && parts < kMaxPathParts;
       dot = whole.find('.', dot + 1), ++parts) {
    hash = bytes::name_hash_continue(hash, std::string_view(whole).substr(done, dot - done));
    done = dot;
    offer(hash, std::string_view(whole).substr(0, dot));
    const std::string_view rest = std::string_view(whole).substr(dot + 1);
    const std::uint32_t rest_hash = bytes::name_hash(rest);
    if (rest_hash == state.name_hash || rest_hash == state.path_hash) offer(rest_hash, rest);
  }
}

// Of its selectors, and the names of the layers that show it.
std::vector<std::string> RecoveredNames::machine_paths(std::size_t machine_index) const {
  std::vector<std::string> paths;
  const auto add = [&](std::uint32_t hash) {
    const std::string* path = text(hash);
    if (path == nullptr || paths.size() >= kMaxMachinePaths) return;
    if (std::find(paths.begin(), paths.end(), *path) == paths.end()) paths.push_back(*path);
  };
  for (const Layer& layer : controller_.layers) {
    if (layer.state_machine == machine_index) add(layer.name_hash);
  }
  const auto& selectors = controller_.state_machines[machine_index].selectors;
  for (std::size_t i = 0; selectors && i < selectors->size(); ++i) add((*selectors)[i].full_path_hash);
  return paths;
}

void RecoveredNames::compose(const State& state, const std::vector<std::string>& machine_paths) {
  const auto is_open = [&](std::uint32_t hash) {
    const auto asked = texts_.find(hash);
    return asked != texts_.end() && !asked->second;
  };
  if (!is_open(state.path_hash) && !(state.full_path_hash && is_open(*state.full_path_hash))) return;
  const auto try_below = [&](std::string_view machine, const std::string& name) {
    const std::uint32_t hash = bytes::name_hash_continue(bytes::name_hash_continue(bytes::name_hash(machine), "."), name);
    if (hash != state.path_hash && hash != state.full_path_hash) return;
    offer(hash, std::string(machine) + "." + name);
  };
  std::vector<std::string> ends;
  if (const std::string* name = text(state.name_hash)) ends.push_back(*name);
  if (const std::string* path = text(state.path_hash)) ends.push_back(*path);
  for (const std::string& end : ends) {
    for (const std::string& machine : machine_paths) {
      try_below(machine, end);
      std::size_t parts = 0;
      for (std::size_t dot = machine.find('.'); dot != std::string::npos && parts < kMaxPathParts;
           dot = machine.find('.', dot + 1), ++parts) {
        try_below(std::string_view(machine).substr(dot + 1), end);
      }
    }
  }
}

void RecoveredNames::transitions(const StateMachine& machine) {
  const auto end_of = [&](const Transition& t) -> const State* {
    const Destination to = destination(t.destination, machine.states.size(), machine.selectors ? machine.selectors->size() : 0);
    return to.kind == DestinationKind::state ? &machine.states[to.index] : nullptr;
  };
  for (const State& state : machine.states) {
    for (const Transition& t : state.transitions) transition(t, &state, end_of(t));
  }
  for (const Transition& t : machine.any_state_transitions) transition(t, nullptr, end_of(t));
}

// `from`: null for any state; `to`: null for what is no state, which is called Exit.
void RecoveredNames::transition(const Transition& t, const State* from, const State* to) {
  const auto is_asked = [&](std::uint32_t hash) { return texts_.contains(hash); };
  if (!is_asked(t.name_hash) && !(t.full_path_hash && is_asked(*t.full_path_hash))) return;
  static const std::string kAnyState = "AnyState", kEntry = "Entry", kExit = "Exit";
  const auto try_pair = [&](const std::string* a, const std::string* b) {
    if (a == nullptr || b == nullptr) return;
    const std::string both = *a + " -> " + *b;
    const std::uint32_t hash = bytes::name_hash(both);
    if (hash == t.name_hash || hash == t.full_path_hash) offer(hash, both);
  };
  const auto by = [&](const auto& hash_of, const std::string& any) {
    try_pair(from == nullptr ? &any : text(hash_of(*from)), to == nullptr ? &kExit : text(hash_of(*to)));
  };
  by([](const State& s) { return s.name_hash; }, kAnyState);
  by([](const State& s) { return s.path_hash; }, kAnyState);  // 4.x
  by([](const State& s) { return s.full_path_hash; }, kEntry);
}

}  // namespace mecadex::animator
