#include "indexer/corpus/open_snapshot.hpp"

namespace mecadex::corpus {

std::string immutable_uri(const std::filesystem::path& database) {
  std::string uri = "file:";
  for (const char c : std::filesystem::canonical(database).string()) {
    switch (c) {  // what ends or changes the path part of an address
      case '%': uri += "%25"; break;
      case '?': uri += "%3f"; break;
      case '#': uri += "%23"; break;
      default: uri += c;
    }
  }
  return uri + "?mode=ro&immutable=1";
}

SQLite::Database open_snapshot(const std::filesystem::path& database) {
  return SQLite::Database(immutable_uri(database), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

}  // namespace mecadex::corpus
