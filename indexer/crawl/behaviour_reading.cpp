#include "indexer/crawl/behaviour_reading.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "indexer/animator/scene.hpp"
#include "indexer/serialized/class_id.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;
using bytes::Note;
using bytes::ParseError;
using corpus::LocalId;
using serialized::ObjectEntry;

// A behaviour in several ranges is several rows. A hostile table of ranges that all cover the whole
// list would multiply, so the rows of one controller are bounded.
void BehaviourReading::gather(LocalId id, const animator::Controller& c) {
  std::set<std::size_t> in_range;
  std::size_t allowance = 4 * (c.behaviours.size() + c.behaviour_indices.size()) + 1'000;
  const auto add = [&](std::size_t behaviour, const animator::BehaviourRange* range) {
    corpus::BehaviourItem item{
        id, behaviour, std::nullopt, std::nullopt, c.behaviours[behaviour], std::nullopt};
    if (range != nullptr) {
      item.layer_index = range->layer_index;
      item.state_full_path_hash = range->state_full_path_hash;
    }
    behaviours_.push_back(std::move(item));
  };
  for (const animator::BehaviourRange& range : c.behaviour_ranges) {
    const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{range.start} + range.count,
                                                      c.behaviour_indices.size());
    for (std::uint64_t i = range.start; i < end && allowance > 0; ++i, --allowance) {
      const std::uint32_t behaviour = c.behaviour_indices[static_cast<std::size_t>(i)];
      if (behaviour >= c.behaviours.size()) continue;
      in_range.insert(behaviour);
      add(behaviour, &range);
    }
  }
  if (allowance == 0) {
    reading_.add_finding(id, {FindingCode::object_limit, 0, "m_StateMachineBehaviourRanges",
                              "the ranges overlap too often"});
  }
  for (std::size_t i = 0; i < c.behaviours.size(); ++i) {
    reading_.follow(id, "m_StateMachineBehaviours", i, c.behaviours[i],
                    {serialized::kMonoBehaviour}, true);
    if (!in_range.contains(i)) add(i, nullptr);
  }
}

void BehaviourReading::read() {
  std::set<std::int64_t> wanted;
  for (const corpus::BehaviourItem& item : behaviours_) {
    if (item.pointer.file_id == 0 && !item.pointer.is_null()) wanted.insert(item.pointer.path_id);
  }
  std::map<std::int64_t, std::int64_t> script_of;  // behaviour -> MonoScript in this file
  for (const ObjectEntry* object : in_byte_order(wanted)) {
    if (object->class_id != serialized::kMonoBehaviour) {
      add_odd_target(*object);
      continue;
    }
    auto head =
        reading_.read<animator::MonoBehaviour>(*object, animator::mono_behaviour_record(), false);
    if (!head) continue;
    const LocalId id = reading_.objects().find(object->path_id);
    reading_.follow(id, "m_Script", 0, head->script, {serialized::kMonoScript}, true);
    if (head->script.file_id == 0) script_of[object->path_id] = head->script.path_id;
    reading_.add_object(*object, head->name);
  }
  const auto class_names = read_scripts(script_of);
  for (corpus::BehaviourItem& item : behaviours_) {
    const auto script =
        item.pointer.file_id == 0 ? script_of.find(item.pointer.path_id) : script_of.end();
    const auto name =
        script == script_of.end() ? class_names.end() : class_names.find(script->second);
    if (name != class_names.end()) item.script_class = name->second;
    reading_.piece().behaviours.push_back(std::move(item));
  }
  behaviours_.clear();
}

// A script that nobody needs may be unreadable without anybody being told.
void BehaviourReading::gather_script(const ObjectEntry& object) {
  animator::MonoScript script;
  std::vector<Note> notes;
  try {
    const layouts::LayoutSource source =
        reading_.decoder().decode(object, animator::mono_script_record(), &script, notes);
    const std::string prefix = script.name_space.empty() ? "" : script.name_space + ".";
    scripts_[object.path_id] = {object.path_id, object.byte_start, object.byte_size,
                                source,         script.name,       prefix + script.class_name};
  } catch (const ParseError&) {  // read_scripts() reports it if it is needed
  }
}

std::map<std::int64_t, std::string> BehaviourReading::read_scripts(
    const std::map<std::int64_t, std::int64_t>& script_of) {
  std::set<std::int64_t> wanted;
  for (const auto& [behaviour, script] : script_of) wanted.insert(script);
  std::map<std::int64_t, std::string> names;
  for (const ObjectEntry* object : in_byte_order(wanted)) {
    const auto script = scripts_.find(object->path_id);
    if (object->class_id != serialized::kMonoScript) {
      add_odd_target(*object);
    } else if (script == scripts_.end()) {
      reading_.read<animator::MonoScript>(*object, animator::mono_script_record(),
                                          true);  // fails again, aloud
    } else {
      reading_.layout_source() = script->second.layout_source;
      reading_.add_object(*object, script->second.name);
      names[object->path_id] = script->second.class_name;
    }
  }
  for (auto& [path_id, script] : scripts_) {
    reading_.piece().weight += script.byte_size;
    reading_.piece().scripts.push_back(std::move(script));
  }
  scripts_.clear();
  return names;
}

// What a behaviour or script pointer leads to instead: stored because something points at it, not
// read.
void BehaviourReading::add_odd_target(const ObjectEntry& object) {
  reading_.layout_source().reset();
  reading_.add_object(object, std::nullopt);
}

std::vector<const ObjectEntry*> BehaviourReading::in_byte_order(
    const std::set<std::int64_t>& path_ids) const {
  std::vector<const ObjectEntry*> found;
  for (const std::int64_t path_id : path_ids) {
    if (const ObjectEntry* object = reading_.file().find(path_id)) found.push_back(object);
  }
  std::sort(found.begin(), found.end(), [](const ObjectEntry* a, const ObjectEntry* b) {
    return a->byte_start < b->byte_start;
  });
  return found;
}

}  // namespace mecadex::crawl
