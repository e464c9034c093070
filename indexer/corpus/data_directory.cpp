#include "indexer/corpus/data_directory.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <regex>
#include <string>
#include <system_error>

namespace mecadex::corpus {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void throw_errno(const char* what, const fs::path& path) {
  throw fs::filesystem_error(what, path, std::error_code(errno, std::generic_category()));
}

// Files that a run makes in work/. Nothing else there is ours to remove: the folder may be a user's.
bool is_our_work(const fs::directory_entry& entry) {
  static const std::regex kNames("build-[0-9a-f]+\\.db(-wal|-shm|-journal|\\.part)?|spool-.*|current\\.db");
  const fs::file_type type = entry.symlink_status().type();
  return (type == fs::file_type::regular || type == fs::file_type::symlink) &&
         std::regex_match(entry.path().filename().string(), kNames);
}

// Shares the blocks of `from` where the file system can; false where it cannot.
bool clone_file(const fs::path& from, const fs::path& to) {
  const int in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  const int out = ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool done = in >= 0 && out >= 0 && ::ioctl(out, FICLONE, in) == 0;
  if (in >= 0) ::close(in);
  if (out >= 0) ::close(out);
  return done;
}

// A snapshot of a revision that is there already is kept, unless it was cut off since.
bool is_whole(const fs::path& snapshot) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(snapshot, error);
  if (error || size == 0) return false;
  try {
    const SQLite::Header header = SQLite::Database::getHeaderInfo(snapshot.string());
    return size == std::uintmax_t{header.pageSizeBytes} * header.databaseSizePages;
  } catch (const SQLite::Exception&) {
    return false;
  }
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

void DataDirectory::clean_work(const fs::path& keep) {
  const std::string kept = keep.filename().string();
  for (const auto& entry : fs::directory_iterator(work_folder())) {
    const std::string name = entry.path().filename().string();
    const bool is_kept = !kept.empty() && name.starts_with(kept);  // and its journal: name-wal
    if (is_our_work(entry) && !is_kept) fs::remove(entry.path());
  }
}

void DataDirectory::copy_current_to(const fs::path& target) {
  const fs::path snapshot = current_snapshot().value();
  const auto needed = static_cast<std::uintmax_t>(2.2 * static_cast<double>(fs::file_size(snapshot)));
  const std::uintmax_t available = fs::space(work_folder()).available;
  if (available < needed) {
    throw DiskTooFull("the disk of " + root_.string() + " is too full: the run needs " + std::to_string(needed >> 20U) +
                      " MiB, " + std::to_string(available >> 20U) + " MiB are free; the corpus stays as it was");
  }
  const fs::path part = target.string() + ".part";
  try {
    if (!clone_file(snapshot, part)) fs::copy_file(snapshot, part, fs::copy_options::overwrite_existing);
    fs::permissions(part, fs::perms::owner_write, fs::perm_options::add);
    fs::rename(part, target);
  } catch (...) {  // a full disk: what was written must not keep it full
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

void DataDirectory::publish(const fs::path& work_file, const std::string& revision) {
  const fs::path relative = fs::path("snapshots") / (revision + ".db");
  const fs::path snapshot = root_ / relative;
  if (is_whole(snapshot)) {
    fs::remove(work_file);
    fs::last_write_time(snapshot, fs::file_time_type::clock::now());  // the newest again: prune goes by this
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

void DataDirectory::set_aside(const fs::path& work_file) { fs::rename(work_file, unread()); }

void DataDirectory::forget_unread() { fs::remove(unread()); }

}  // namespace mecadex::corpus
