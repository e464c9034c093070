#include "indexer/animator/name_table.hpp"

#include "indexer/bytes/crc32.hpp"
#include "indexer/layouts/read_plan.hpp"

namespace mecadex::animator {

void check_names(const std::vector<NameEntry>& entries, std::vector<bytes::Note>& notes) {
  for (std::size_t i = 0; i < entries.size() && notes.size() < layouts::kMaxNotesPerObject; ++i) {
    const std::uint32_t hash = bytes::name_hash(entries[i].text);
    if (hash == entries[i].hash) continue;
    notes.push_back({bytes::FindingCode::names_hash, 0, "m_TOS[" + std::to_string(i) + "]",
                     "given for " + std::to_string(entries[i].hash) + ", hashes to " + std::to_string(hash)});
  }
}

}  // namespace mecadex::animator
