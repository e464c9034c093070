#include "indexer/crawl/object_decoder.hpp"

#include <algorithm>
#include <string>

#include "indexer/serialized/format_versions.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;
using bytes::ParseError;
using layouts::LayoutSource;
using serialized::ObjectEntry;

void ObjectDecoder::remark(FindingCode code, std::int32_t class_id, const std::string& message) {
  layout_notes_.push_back({code, 0, "", "class " + std::to_string(class_id) + ": " + message});
}

std::span<const std::byte> ObjectDecoder::bytes_of(const ObjectEntry& object) {
  if (object.byte_size > max_object_bytes_) {
    throw ParseError(FindingCode::object_limit, object.byte_start,
                     "an object of " + std::to_string(object.byte_size) + " bytes");
  }
  return source_.view(object.byte_start, object.byte_size, scratch_);
}

void ObjectDecoder::choose(const ObjectEntry& object, const layouts::Record& record, Bound& out) {
  const bool has_type = object.type_index >= 0 && static_cast<std::size_t>(object.type_index) < file_.types.size();
  const layouts::LayoutPtr embedded = has_type ? file_.types[static_cast<std::size_t>(object.type_index)].layout : nullptr;
  const auto builtin = version_ ? layouts::builtin_layout(object.class_id, *version_) : std::nullopt;
  if (embedded) {
    out.layout = embedded;
    out.source = LayoutSource::embedded;
    const bool comparable = builtin && builtin->source == LayoutSource::exact && !record.head_only;
    if (comparable && !(*builtin->layout == *embedded)) {
      remark(FindingCode::layout_disagreement, object.class_id, "the embedded type tree differs from the built-in one");
    }
    return;
  }
  if (!version_) return choose_by_trial(object.class_id, record, out);
  if (!builtin) {
    throw ParseError(FindingCode::layout_missing, object.byte_start,
                     "no layout of class " + std::to_string(object.class_id) + " for " + version_->to_string());
  }
  out.layout = builtin->layout;
  out.source = builtin->source;
  if (builtin->crosses_stream) {
    remark(FindingCode::layout_floor, object.class_id, "the layout is of an earlier version than " + version_->to_string());
  }
  if (is_branch_) remark(FindingCode::layout_uncertain, object.class_id, "an engine branch without type trees");
}

void ObjectDecoder::choose_by_trial(std::int32_t class_id, const layouts::Record& record, Bound& out) {
  const auto range = serialized::versions_of_format(file_.format_version);
  std::vector<layouts::LayoutPtr> candidates;
  if (range) candidates = layouts::builtin_layouts_between(class_id, range->first, range->second);
  struct Accepted {
    layouts::LayoutPtr layout;
    std::vector<std::map<const layouts::Field*, std::uint64_t>> values;  // per object
  };
  std::vector<Accepted> accepted;
  for (const layouts::LayoutPtr& candidate : candidates) {
    Accepted trial{candidate, {}};
    try {
      const auto plan = layouts::shared_plan(candidate, record);
      for (const ObjectEntry& object : file_.objects) {
        if (object.class_id != class_id) continue;
        bytes::Reader reader(bytes_of(object), file_.endian, FindingCode::object_truncated, object.byte_start);
        trial.values.push_back(plan->digest(reader));
        if (reader.remaining() != 0 && !record.head_only) throw ParseError(FindingCode::object_trailing, 0, "bytes left");
      }
      accepted.push_back(std::move(trial));
    } catch (const ParseError&) {  // this layout does not fit
    }
  }
  // The one with the fewest fields stands for all, if the others have these and agree on them.
  const auto fields = [](const Accepted& a) { return a.values.empty() ? 0 : a.values.front().size(); };
  const auto least = std::min_element(accepted.begin(), accepted.end(),
                                      [&](const auto& a, const auto& b) { return fields(a) < fields(b); });
  const auto agrees = [&](const Accepted& other) {
    for (std::size_t i = 0; i < least->values.size(); ++i) {
      for (const auto& [field, hash] : least->values[i]) {
        const auto found = other.values[i].find(field);
        if (found == other.values[i].end() || found->second != hash) return false;
      }
    }
    return true;
  };
  if (accepted.empty() || !std::all_of(accepted.begin(), accepted.end(), agrees)) {
    throw ParseError(FindingCode::layout_trial, 0,
                     "class " + std::to_string(class_id) + ": the version is stripped and " +
                         (accepted.empty() ? "no layout fits" : "several layouts fit and differ") +
                         "; name it with --assume-version");
  }
  out.layout = least->layout;
  out.source = LayoutSource::trial;
}

const ObjectDecoder::Bound& ObjectDecoder::bound(const ObjectEntry& object, const layouts::Record& record) {
  const auto [at, is_new] = bound_.try_emplace(Key{object.class_id, object.type_index, &record});
  Bound& b = at->second;
  if (is_new) {
    try {
      choose(object, record, b);
      b.plan = layouts::shared_plan(b.layout, record);
    } catch (const ParseError& error) {
      b.error = error;
    }
  }
  return b;
}

LayoutSource ObjectDecoder::decode(const ObjectEntry& object, const layouts::Record& record, void* value,
                                   std::vector<bytes::Note>& notes) {
  const Bound& b = bound(object, record);
  if (b.error) throw *b.error;
  bytes::Reader reader(bytes_of(object), file_.endian, FindingCode::object_truncated, object.byte_start);
  last_layout_ = b.layout;
  last_reader_ = reader;
  b.plan->run(reader, value, notes);
  if (reader.remaining() != 0 && !b.plan->head_only()) {
    notes.push_back({FindingCode::object_trailing, reader.offset(), "",
                     std::to_string(reader.remaining()) + " of " + std::to_string(object.byte_size) + " bytes remain"});
  }
  return b.source;
}

bool ObjectDecoder::has_field(const ObjectEntry& object, const layouts::Record& record, std::string_view field) {
  const Bound& b = bound(object, record);
  if (b.layout == nullptr) throw *b.error;
  return b.layout->has_field(field);
}

}  // namespace mecadex::crawl
