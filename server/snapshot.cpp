#include "server/snapshot.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "schema/schema.hpp"
#include "server/statements.hpp"

namespace mecadex::server {
namespace {

std::string text_of(const queries::Value& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string() : std::string(*text);
}

}  // namespace

std::map<std::string, std::string> read_info(queries::GuardedConnection& connection) {
  std::map<std::string, std::string> info;
  queries::GuardedStatement rows = connection.prepare(statement("corpus_info"));
  while (rows.step()) info[text_of(rows.value(0))] = text_of(rows.value(1));
  return info;
}

std::optional<FileIdentity> identify(const std::string& path) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::canonical(path, error);
  struct stat status {};
  if (error || ::stat(resolved.c_str(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{resolved.string(), status.st_dev, status.st_ino};
}

/// A lock that cannot be had because somebody deletes the file is one thing; file systems without
/// locks are another: from those the snapshot is served all the same.
Snapshot::Lock::Lock(const FileIdentity& file)
    : descriptor_(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC)) {
  const bool is_refused =
      descriptor_ >= 0 && ::flock(descriptor_, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (descriptor_ >= 0 && !is_refused && identify(file.path) == file) return;
  if (descriptor_ >= 0) ::close(descriptor_);
  throw SnapshotGone();
}

Snapshot::Lock::~Lock() { ::close(descriptor_); }

Snapshot::Snapshot(FileIdentity file, const queries::GuardLimits& limits)
    : file_(std::move(file)), lock_(file_), limits_(limits) {
  queries::GuardedConnection connection(file_.path, "the corpus", limits_);
  revision_ = connection.revision();
  info_ = read_info(connection);
}

Snapshot::Snapshot(FileIdentity file, const queries::GuardLimits& limits, std::string revision)
    : file_(std::move(file)), lock_(file_), limits_(limits), revision_(std::move(revision)) {}

Snapshot::~Snapshot() = default;

std::unique_ptr<queries::GuardedConnection> Snapshot::connect() const {
  auto connection = std::make_unique<queries::GuardedConnection>(file_.path, "the corpus", limits_);
  if (connection->revision() != revision_) {
    throw schema::IncompatibleDatabase("the snapshot of revision " + revision_ +
                                       " holds revision " + connection->revision());
  }
  return connection;
}

}  // namespace mecadex::server
