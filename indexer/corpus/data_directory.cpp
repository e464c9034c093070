#include "indexer/corpus/data_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void throw_errno(const char* what, const fs::path& path) {
  throw fs::filesystem_error(what, path, std::error_code(errno, std::generic_category()));
}

// Files that a run makes in work/. Nothing else there is ours to remove: the folder may be a user's.
bool is_our_work(const std::string& name) {
  return (name.starts_with("build-") && name.ends_with(".db")) || name.starts_with("spool-") || name == "current.db";
}

void sync_to_disk(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw_errno("cannot open", path);
  const int rc = ::fsync(fd);
  ::close(fd);
  if (rc != 0) throw_errno("cannot write to disk", path);
}

}  // namespace

DataDirectory::DataDirectory(fs::path root) : root_(std::move(root)) {
  fs::create_directories(root_ / "snapshots");
  fs::create_directories(work_folder());
  const fs::path path = root_ / "lock";
  lock_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) throw_errno("cannot open", path);
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    throw DataDirectoryLocked("another run is working in " + root_.string() + "; wait for it to end");
  }
  const std::string owner = std::to_string(::getpid()) + "\n";
  if (::ftruncate(lock_, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::write(lock_, owner.data(), owner.size());
  }
  for (const auto& entry : fs::directory_iterator(work_folder())) {  // left by a run that was killed
    const std::string name = entry.path().filename().string();
    if (is_our_work(name)) fs::remove(entry.path());
  }
}

DataDirectory::~DataDirectory() { ::close(lock_); }

std::optional<fs::path> DataDirectory::current_snapshot() const {
  std::error_code error;
  fs::path target = fs::canonical(current(), error);
  if (error && fs::is_symlink(fs::symlink_status(current()))) {
    throw fs::filesystem_error("leads to a snapshot that is not there; put it back, or remove the link to start anew",
                               current(), error);
  }
  if (error) return std::nullopt;
  return target;
}

void DataDirectory::publish(const fs::path& work_file, const std::string& revision) {
  const fs::path relative = fs::path("snapshots") / (revision + ".db");
  const fs::path snapshot = root_ / relative;
  // A snapshot of that revision that is there already is kept, unless it was damaged since.
  std::error_code error;
  if (fs::file_size(snapshot, error) == fs::file_size(work_file) && !error) {
    fs::remove(work_file);
  } else {
    sync_to_disk(work_file);
    fs::rename(work_file, snapshot);
    sync_to_disk(root_ / "snapshots");
  }
  const fs::path link = work_folder() / "current.db";
  fs::remove(link);
  fs::create_symlink(relative, link);
  fs::rename(link, current());
  sync_to_disk(root_);
}

}  // namespace mecadex::corpus
