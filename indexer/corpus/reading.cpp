#include "indexer/corpus/reading.hpp"

namespace mecadex::corpus {

std::string_view to_string(Resolution resolution) {
  switch (resolution) {
    case Resolution::unknown: return "";
    case Resolution::resolved: return "resolved";
    case Resolution::null: return "null";
    case Resolution::missing: return "missing";
    case Resolution::not_indexed: return "not_indexed";
  }
  return "";
}

}  // namespace mecadex::corpus
