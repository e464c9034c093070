#include "server/snapshot.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace mecadex::server {
namespace {

struct EmbeddedText {
  const char* path;
  const char* text;
};

constexpr EmbeddedText kStatements[] = {
#include "statements.inc"
};

std::string text_of(const queries::Value& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string() : std::string(*text);
}

std::map<std::string, std::string> read_info(queries::GuardedConnection& connection) {
  std::map<std::string, std::string> info;
  queries::GuardedStatement statement = connection.prepare(kStatements[0].text);
  while (statement.step()) info[text_of(statement.value(0))] = text_of(statement.value(1));
  return info;
}

}  // namespace

std::optional<FileIdentity> identify(const std::string& path) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::canonical(path, error);
  struct stat status {};
  if (error || ::stat(resolved.c_str(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{resolved.string(), status.st_dev, status.st_ino};
}

Snapshot::Snapshot(FileIdentity file, const queries::GuardLimits& limits)
    : file_(std::move(file)), limits_(limits) {
  const auto connection = connect();
  revision_ = connection->revision();
  info_ = read_info(*connection);
  lock_ = ::open(file_.path.c_str(), O_RDONLY | O_CLOEXEC);
  if (lock_ >= 0) ::flock(lock_, LOCK_SH | LOCK_NB);
}

Snapshot::~Snapshot() {
  if (lock_ >= 0) ::close(lock_);
}

std::unique_ptr<queries::GuardedConnection> Snapshot::connect() const {
  return std::make_unique<queries::GuardedConnection>(file_.path, "the corpus", limits_);
}

}  // namespace mecadex::server
