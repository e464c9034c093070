#include "indexer/crawl/source_walk.hpp"

#include <fnmatch.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

#include "indexer/bytes/limits.hpp"
#include "indexer/bytes/text.hpp"
#include "indexer/containers/container.hpp"

namespace mecadex::crawl {
namespace fs = std::filesystem;

using bytes::FindingCode;
using bytes::Note;

namespace {

// How a file of these parts looks; empty when one of them cannot be looked at.
corpus::FileLook look_at(const std::vector<fs::path>& parts, bool is_split) {
  corpus::FileLook look;
  std::uint64_t size = 0;
  std::int64_t mtime = INT64_MIN;
  for (const fs::path& part : parts) {
    struct stat status {};
    if (::lstat(part.c_str(), &status) != 0) return look;
    size += static_cast<std::uint64_t>(status.st_size);
    mtime = std::max(mtime, std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec);
  }
  look.size = size;
  look.mtime_ns = mtime;
  if (is_split) look.shape = "split " + std::to_string(parts.size());
  return look;
}

// What is not opened looks like the reason why.
corpus::FileLook unopened_look(const std::optional<Note>& finding) {
  corpus::FileLook look;
  look.shape = finding ? std::string(bytes::info(finding->code).text) + ": " + finding->message : "payload";
  return look;
}

// The folder's own name, whatever dots and slashes the user wrote around it.
std::string name_of(const fs::path& root) {
  std::error_code error;
  fs::path absolute = fs::absolute(root, error).lexically_normal();
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  const std::string name = absolute.filename().string();
  return name.empty() ? "root" : name;
}

// False also for what cannot be looked at: reading it will say why.
bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && !error;
}

void require_listable(const fs::path& root, const std::string& label) {
  std::error_code error;
  if (!fs::exists(root, error)) throw MissingRoot(label, absolute_root(root), root.string() + " does not exist");
  if (fs::is_directory(root, error)) {
    const fs::directory_iterator entries(root, error);
    if (error) throw MissingRoot(label, absolute_root(root), root.string() + " cannot be listed: " + error.message());
  }
}

// The entries of a ROOT as sources; `.splitN` entries of one name are one.
void add_entries(const fs::path& root, std::vector<Source>& sources) {
  if (!is_folder(root)) throw UsageError("--each needs folders: " + root.string() + " is a file");
  const std::string prefix = name_of(root) + "/";
  const std::string each_root = absolute_root(root);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (!is_folder(root / name)) files.push_back(name);
  }
  std::map<std::string, std::vector<fs::path>> split;
  for (const auto& group : containers::group_split_parts(files)) {
    for (const std::size_t part : group.parts) split[group.name].push_back(root / files[part]);
  }
  for (const std::string& name : names) {
    const auto suffix = containers::split_suffix(name);
    const bool is_part = suffix && !is_folder(root / name);
    if (!is_part) sources.push_back({prefix + name, root / name, {}, each_root});
  }
  for (auto& [name, parts] : split) sources.push_back({prefix + name, root / name, std::move(parts), each_root});
}

// Lists a folder and what is below it.
class FolderWalk {
 public:
  FolderWalk(const Source& source, const WalkOptions& options) : source_(source), options_(options) {}

  SourceFiles run() {
    walk(source_.root, "", 0);
    std::sort(out_.files.begin(), out_.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    tell_apart();
    return std::move(out_);
  }

 private:
  // Two names that are stored alike (one is not UTF-8, the other spells the escape): the later gets "#2".
  void tell_apart() {
    std::set<std::string> stored;
    for (FileEntry& file : out_.files) {
      const std::string path = file.path;
      for (int n = 2; !stored.insert(std::string(bytes::cut_text(bytes::escape_text(file.path)))).second; ++n) {
        file.path = path + "#" + std::to_string(n);
        file.own_path = path;
      }
    }
  }

  bool is_excluded(const std::string& path) const {
    return std::any_of(options_.exclude.begin(), options_.exclude.end(), [&](const std::string& glob) {
      const std::size_t slash = path.rfind('/');
      const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
      return ::fnmatch(glob.c_str(), path.c_str(), 0) == 0 || ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
    });
  }

  // Our own data directory is no part of a game, even when it lies in its folder.
  bool is_data_directory(const fs::path& folder) const {
    std::error_code error;
    return !options_.data.empty() && fs::equivalent(folder, options_.data, error) && !error;
  }

  void unopened(const std::string& path, FindingCode code, std::string message) {
    FileEntry entry{path};
    entry.is_readable = false;
    entry.finding = Note{code, 0, "", std::move(message)};
    entry.look = unopened_look(entry.finding);
    out_.files.push_back(std::move(entry));
  }

  void walk(const fs::path& folder, const std::string& prefix, int depth) {
    if (depth > bytes::kMaxFolderDepth) {
      return unopened(prefix, FindingCode::file_too_deep, "folders nested deeper than " + std::to_string(bytes::kMaxFolderDepth));
    }
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    if (error) return unopened(prefix, FindingCode::file_unreadable, "the folder cannot be listed: " + error.message());
    std::vector<std::string> names;
    std::vector<std::string> folders;
    for (; entries != fs::directory_iterator(); entries.increment(error)) {
      sort_entry(*entries, prefix, names, folders);
      if (error) break;
    }
    if (error) unopened(prefix, FindingCode::file_unreadable, "the folder cannot be listed: " + error.message());
    add_files(folder, prefix, names);
    std::sort(folders.begin(), folders.end());
    for (const std::string& name : folders) walk(folder / name, prefix + name + "/", depth + 1);
  }

  // An entry of a folder: a file, a folder, or something that is only named.
  void sort_entry(const fs::directory_entry& entry, const std::string& prefix, std::vector<std::string>& names,
                  std::vector<std::string>& folders) {
    const std::string name = entry.path().filename().string();
    if (is_excluded(prefix + name)) return;
    std::error_code error;
    const fs::file_status status = entry.symlink_status(error);
    if (error) return unopened(prefix + name, FindingCode::file_unreadable, error.message());
    if (status.type() == fs::file_type::directory && is_data_directory(entry.path())) return;
    switch (status.type()) {
      case fs::file_type::regular: names.push_back(name); break;
      case fs::file_type::directory: folders.push_back(name); break;
      case fs::file_type::symlink:
        unopened(prefix + name, FindingCode::file_symlink, "a symbolic link: not followed");
        break;
      default: unopened(prefix + name, FindingCode::file_special, "no regular file: not opened"); break;
    }
  }

  void add_files(const fs::path& folder, const std::string& prefix, std::vector<std::string>& names) {
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (!containers::split_suffix(name)) add_file(prefix + name, {folder / name}, false, std::nullopt);
    }
    for (const auto& group : containers::group_split_parts(names)) {
      std::vector<fs::path> parts;
      for (const std::size_t part : group.parts) parts.push_back(folder / names[part]);
      std::optional<Note> finding;
      if (!group.complete) finding = Note{FindingCode::file_split_gap, 0, "", "parts are missing"};
      add_file(prefix + group.name, std::move(parts), true, std::move(finding));
    }
  }

  void add_file(std::string path, std::vector<fs::path> parts, bool is_split, std::optional<Note> finding) {
    FileEntry entry{std::move(path), std::move(parts), is_split, std::move(finding)};
    entry.is_readable = !entry.finding.has_value() && !containers::is_ignored_name(entry.path);
    entry.look = look_at(entry.parts, is_split);
    out_.bytes += entry.look.size.value_or(0);
    if (!entry.is_readable) entry.look = unopened_look(entry.finding);
    out_.files.push_back(std::move(entry));
  }

  const Source& source_;
  const WalkOptions& options_;
  SourceFiles out_;
};

SourceFiles single_file(const Source& source) {
  SourceFiles out;
  FileEntry entry{source.root.filename().string(), source.parts, !source.parts.empty()};
  if (source.parts.empty()) {
    entry.parts = {source.root};
  } else {
    std::vector<std::string> names;
    for (const fs::path& part : source.parts) names.push_back(part.filename().string());
    if (!containers::group_split_parts(names).front().complete) {
      entry.finding = Note{FindingCode::file_split_gap, 0, "", "parts are missing"};
      entry.is_readable = false;
    }
  }
  entry.look = look_at(entry.parts, entry.is_split);
  out.bytes += entry.look.size.value_or(0);
  if (!entry.is_readable) entry.look = unopened_look(entry.finding);
  out.files.push_back(std::move(entry));
  return out;
}

}  // namespace

std::string absolute_root(const fs::path& root) {
  std::error_code error;
  fs::path absolute = fs::absolute(root, error).lexically_normal();
  if (!absolute.has_filename() && absolute.has_relative_path()) absolute = absolute.parent_path();
  return absolute.string();
}

std::vector<Source> find_sources(const std::vector<fs::path>& roots, const WalkOptions& options,
                                 std::vector<MissingRoot>* missing) {
  if (options.label && (roots.size() != 1 || options.each)) {
    throw UsageError("--label names one ROOT and does not go with --each");
  }
  std::vector<Source> sources;
  for (const fs::path& root : roots) {
    const std::string label = options.label.value_or(name_of(root));
    try {
      require_listable(root, label);
    } catch (const MissingRoot& error) {
      if (missing == nullptr) throw;
      missing->push_back(error);
      continue;
    }
    if (options.each) {
      add_entries(root, sources);
    } else {
      sources.push_back({label, root, {}, std::nullopt});
    }
  }
  for (Source& source : sources) source.label = bytes::cut_text(bytes::escape_text(source.label));
  std::stable_sort(sources.begin(), sources.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
  for (std::size_t i = 1; i < sources.size(); ++i) {
    if (sources[i].label != sources[i - 1].label) continue;
    throw UsageError("two sources are labelled " + sources[i].label + " (" + sources[i - 1].root.string() + " and " +
                     sources[i].root.string() + "): index one of them with --label NAME");
  }
  return sources;
}

SourceFiles list_files(const Source& source, const WalkOptions& options) {
  if (!source.parts.empty() || !is_folder(source.root)) return single_file(source);
  SourceFiles files = FolderWalk(source, options).run();
  const auto has = [&](const char* name) { return is_folder(source.root / name); };
  if (has("Assets") && has("ProjectSettings")) files.kind = "project";
  return files;
}

}  // namespace mecadex::crawl
