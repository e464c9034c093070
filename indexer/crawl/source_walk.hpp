// From ROOTs to sources and their files, in a fixed order.
//
// A ROOT is a source, labelled by its folder's name; with `each`, every entry of a ROOT is a source of its
// own, labelled "<root's name>/<entry's name>". Inside a source files are listed by their path's bytes; the
// parts of a split file are one. Symbolic links inside a source are not followed; FIFOs, sockets, devices
// and unreadable folders are listed with the reason and not opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "indexer/crawl/read_file.hpp"

namespace mecadex::crawl {

struct Source {
  std::string label;
  std::filesystem::path root;                // a folder, or the one file
  std::vector<std::filesystem::path> parts;  // the files of a source that is one (split) file
  std::optional<std::string> each_root;      // absolute; the ROOT whose entry it is
  bool is_gone = false;                      // it was indexed before and is not there any more
};

struct SourceFiles {
  std::vector<FileEntry> files;
  std::uint64_t bytes = 0;            // of all files together
  std::optional<std::string> kind;    // "project" where the folder is a Unity project
};

/// The command line asks for something that cannot be. `what()` is one line for the user.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A root is missing or cannot be listed.
class MissingRoot : public std::runtime_error {
 public:
  MissingRoot(std::string label, std::string root, const std::string& message)
      : std::runtime_error(message), label_(std::move(label)), root_(std::move(root)) {}
  const std::string& label() const { return label_; }
  /// As absolute_root().
  const std::string& root() const { return root_; }

 private:
  std::string label_, root_;
};

struct WalkOptions {
  bool each = false;
  std::optional<std::string> label;   // for one ROOT without `each`
  std::filesystem::path data;         // the data directory, which is never walked into
  std::vector<std::string> exclude;   // globs over the path below the source's root, or a name
};

/// A root as it is remembered: absolute, without dots and trailing slashes.
std::string absolute_root(const std::filesystem::path& root);

/// The sources that the roots name, ordered by label. Throws UsageError (two roots of one label, a label
/// for several roots), MissingRoot; with `missing`, roots that are missing are put there instead.
std::vector<Source> find_sources(const std::vector<std::filesystem::path>& roots, const WalkOptions& options,
                                 std::vector<MissingRoot>* missing = nullptr);

/// The files of a source, ordered by path.
SourceFiles list_files(const Source& source, const WalkOptions& options);

}  // namespace mecadex::crawl
