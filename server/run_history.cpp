#include "server/run_history.hpp"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "queries/query_error.hpp"
#include "server/statements.hpp"

namespace mecadex::server {
namespace {

queries::GuardLimits history_limits() {
  queries::GuardLimits limits = queries::catalogue_limits();
  limits.deadline = std::chrono::seconds(2);
  return limits;
}

}  // namespace

std::unique_ptr<queries::GuardedConnection> open_history(const std::string& file) {
  if (file.empty()) return nullptr;
  try {
    auto connection = std::make_unique<queries::GuardedConnection>(
        file, "the history", history_limits(), queries::OpenAs::changing);
    connection->prepare(statement("run_history_probe")).step();
    return connection;
  } catch (const SQLite::Exception&) {
    return nullptr;
  } catch (const queries::QueryError&) {
    return nullptr;
  }
}

std::string history_stamp(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return "";
  return fmt::format("-{:x}-{:x}", status.st_size,
                     status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec);
}

}  // namespace mecadex::server
