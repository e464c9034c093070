// Asking the made corpus about one object.
#pragma once

#include <cstdint>
#include <string>

#include "tests/support/corpus_fixture.hpp"

namespace mecadex::testing {

/// A subselect for the object_id of an object: source below "game/", file ("path!node"), path id.
inline std::string object(const std::string& source, const std::string& file,
                          std::int64_t path_id) {
  return "(SELECT object_id FROM object_places WHERE source = 'game/" + source + "' AND file = '" +
         file + "' AND path_id = " + std::to_string(path_id) + ")";
}

/// An object of the rich bundle.
inline std::string hero_object(std::int64_t path_id) {
  return object("tower-bundles", "heroes!CAB-heroes", path_id);
}

inline std::string rows(const std::string& sql) { return MadeCorpus::get().rows(sql); }

}  // namespace mecadex::testing
