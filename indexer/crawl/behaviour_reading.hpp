// StateMachineBehaviours: which state of which layer carries one, and what its script is called.
//
//   controller: ranges (layer, state) -> indices -> m_StateMachineBehaviours (MonoBehaviours)
//   MonoBehaviour (114): its head names the script        MonoScript (115): the class name
//
// MonoBehaviours and scripts are stored only where a behaviour needs them. Scripts usually lie in
// another file of the player; all scripts of a file are handed on, and the linking picks those that
// are needed.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "indexer/animator/controller.hpp"
#include "indexer/crawl/object_reading.hpp"

namespace mecadex::crawl {

class BehaviourReading {
 public:
  explicit BehaviourReading(ObjectReading& reading) : reading_(reading) {}

  /// Notes a controller's behaviours and follows its pointers to them.
  void gather(corpus::LocalId id, const animator::Controller& controller);
  /// Notes a MonoScript.
  void gather_script(const serialized::ObjectEntry& object);
  /// Reads the heads of the behaviours that were gathered, and hands everything on.
  void read();

 private:
  std::map<std::int64_t, std::string> read_scripts(
      const std::map<std::int64_t, std::int64_t>& script_of);
  void add_odd_target(const serialized::ObjectEntry& object);
  std::vector<const serialized::ObjectEntry*> in_byte_order(
      const std::set<std::int64_t>& path_ids) const;

  ObjectReading& reading_;
  std::vector<corpus::BehaviourItem> behaviours_;
  std::map<std::int64_t, corpus::ScriptItem> scripts_;  // by path id
};

}  // namespace mecadex::crawl
