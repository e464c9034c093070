#include "indexer/crawl/read_file.hpp"

#include <new>
#include <algorithm>
#include <map>

#include "indexer/bytes/file_source.hpp"
#include "indexer/bytes/text.hpp"
#include "indexer/containers/archive_search.hpp"
#include "indexer/containers/container.hpp"
#include "indexer/crawl/read_serialized.hpp"

namespace mecadex::crawl {

using bytes::FindingCode;
using bytes::Note;
using bytes::ParseError;
using bytes::SourcePtr;
using containers::ContentKind;
using containers::Detection;

namespace {

bool is_encryption(FindingCode code) {
  return code == FindingCode::container_encrypted || code == FindingCode::container_encrypted_unitycn ||
         code == FindingCode::container_entry_encrypted;
}

bool is_unsupported(FindingCode code) {
  return code == FindingCode::container_unsupported || code == FindingCode::serialized_unsupported_format ||
         code == FindingCode::source_unsupported;
}

/// The status that a file, container or serialized file of which nothing was read has by what stopped it.
std::string failure_status(FindingCode code) {
  if (is_encryption(code)) return "encrypted";
  if (is_unsupported(code)) return "unsupported";
  return bytes::info(code).stage == "file" ? "unreadable" : "damaged";
}

class FileReading {
 public:
  FileReading(const FileEntry& file, const ReadOptions& options, corpus::EventSink& sink, const SerializedReader& reader)
      : file_(file),
        options_(options),
        sink_(sink),
        reader_(reader),
        log_(std::make_shared<bytes::ReadLog>()) {}

  void run() {
    sink_.put(corpus::FileStart{file_.path, file_.own_path});
    if (file_.finding) report("", *file_.finding, outcome_);
    if (file_.is_readable) read();
    finish();
  }

 private:
  // What went wrong or right at one level, gathered upwards.
  struct Outcome {
    std::size_t read = 0;                // serialized files of which something was read
    bool has_errors = false;
    std::optional<FindingCode> failure;  // the first error
    bool is_unity = false;               // something of Unity's was recognised
    void add(const Outcome& inner) {
      read += inner.read;
      has_errors = has_errors || inner.has_errors;
      if (!failure) failure = inner.failure;
      is_unity = is_unity || inner.is_unity;
    }
    std::string status() const {
      if (read > 0) return has_errors ? "partial" : "indexed";
      return failure ? failure_status(*failure) : "indexed";
    }
  };

  void report(const std::string& node_path, Note note, Outcome& outcome) {
    if (bytes::info(note.code).severity == bytes::Severity::error) {
      outcome.has_errors = true;
      if (!outcome.failure) outcome.failure = note.code;
    }
    sink_.put(corpus::FindingItem{node_path, corpus::kNoObject, std::move(note)});
  }

  // The boundary of the file.
  void read() {
    guarded("", outcome_, [&] {
      const SourcePtr source = open();
      size_ = source->size();
      budget_ = std::make_shared<containers::DecodeBudget>(allowance(*size_), options_.spool_folder);
      const Detection detection = containers::detect(*source, file_.path, false);
      kind_ = detection.kind;
      if (file_.is_split && kind_ == ContentKind::unknown) {
        throw ParseError(FindingCode::file_split_gap, 0, "the joined parts are no file that is known: are parts missing?");
      }
      outcome_.add(read_content(source, detection, "", "", 0));
      if (file_.path.ends_with(".unitypackage") && kind_ == ContentKind::gzip && !outcome_.is_unity && !outcome_.failure) {
        throw ParseError(FindingCode::source_unsupported, 0, "a Unity package that holds sources only, no built data");
      }
      for (const auto& part : parts_) {
        if (part->size_changed()) throw ParseError(FindingCode::file_changed, 0, "the file changed while it was read");
      }
    });
  }

  // What a file of `size` bytes may decode to, all layers together: bombs nest their ratios.
  std::uint64_t allowance(std::uint64_t size) const {
    const auto by_size = bytes::checked_mul(size, bytes::kMaxFileRatio);
    const std::uint64_t most = by_size.value_or(options_.max_decoded_bytes);
    return std::min(options_.max_decoded_bytes, std::max(most, bytes::kMinDecodedBytes));
  }

  SourcePtr open() {
    std::uint64_t base = 0;
    for (const auto& path : file_.parts) {
      parts_.push_back(std::make_shared<bytes::FileSource>(path, log_, base));
      base += parts_.back()->size();
    }
    if (!file_.is_split) return parts_.front();
    put_container("", "split", "", "none", parts_.size(), "indexed");
    return std::make_shared<bytes::ConcatSource>(std::vector<SourcePtr>(parts_.begin(), parts_.end()));
  }

  // Runs `work`; an error becomes a finding at `node_path` and part of `outcome`.
  template <typename Work>
  void guarded(const std::string& node_path, Outcome& outcome, const Work& work) {
    Note note{FindingCode::file_out_of_memory, 0, "", "no memory"};
    try {
      return work();
    } catch (const ParseError& error) {
      note = {error.code(), error.offset(), error.field_path(), error.what()};
    } catch (const std::bad_alloc&) {
    }
    report(node_path, std::move(note), outcome);
  }

  Outcome read_content(const SourcePtr& source, const Detection& detection, const std::string& node_path,
                       const std::string& container_version, int depth) {
    switch (detection.kind) {
      case ContentKind::unknown: return {};
      case ContentKind::serialized_file: return read_serialized_file(source, node_path, container_version);
      default: return read_container(source, detection, node_path, depth);
    }
  }

  Outcome read_serialized_file(const SourcePtr& source, const std::string& path, const std::string& container_version) {
    Outcome outcome;
    outcome.is_unity = true;
    const std::string node_path = unique(path);
    guarded(node_path, outcome, [&] {
      try {
        const std::string status = reader_(*source, node_path, {container_version, options_.assume_version, options_.max_object_bytes}, sink_);
        ++outcome.read;
        outcome.has_errors = status != "indexed";
      } catch (const ParseError& error) {  // its metadata: a row says so, the finding follows
        sink_.put(corpus::SerializedStart{node_path});
        sink_.put(corpus::SerializedEnd{is_unsupported(error.code()) ? "unsupported" : "damaged"});
        throw;
      }
    });
    return outcome;
  }

  // A container, and the archives that lie behind it in the same bytes (packs): each an entry named by its offset.
  Outcome read_container(const SourcePtr& source, const Detection& detection, const std::string& node_path, int depth) {
    Outcome outcome;
    Opened last = read_one_container(source, detection, node_path, depth, outcome);
    guarded(node_path, outcome, [&] {
      while (last.followed_at) {
        const auto place = containers::find_archive(*source, *last.followed_at, UINT64_MAX);
        if (!place) return;
        budget_->take(bytes::kEntryCost);
        const auto rest = std::make_shared<bytes::SliceSource>(source, place->offset, source->size() - place->offset);
        Detection found;
        found.kind = place->kind;
        const std::string path = join(node_path, "@" + std::to_string(place->offset));
        last = read_one_container(rest, found, path, depth + 1, outcome);
        if (!last.is_open) last.followed_at = 1;  // it does not say where it ends
        if (last.followed_at) *last.followed_at += place->offset;
      }
    });
    return outcome;
  }

  struct Opened {
    bool is_open = false;
    std::optional<std::uint64_t> followed_at;  // where it ends when bytes follow
  };

  Opened read_one_container(const SourcePtr& source, const Detection& detection, const std::string& node_path, int depth,
                            Outcome& sum) {
    Outcome outcome;
    std::unique_ptr<containers::Container> container;
    guarded(node_path, outcome, [&] {
      if (depth >= bytes::kMaxContainerDepth) {
        throw ParseError(FindingCode::container_nesting, 0, "containers nested deeper than " + std::to_string(depth));
      }
      container = containers::open_container(detection, source, budget_);
    });
    const bool is_wrapper = detection.kind == ContentKind::zip || detection.kind == ContentKind::gzip ||
                            detection.kind == ContentKind::brotli || detection.kind == ContentKind::tar;
    outcome.is_unity = !is_wrapper;
    if (container == nullptr) {
      if (detection.kind != ContentKind::unsupported) {
        put_container(node_path, containers::kind_name(detection.kind), "", "", std::nullopt, failure_status(*outcome.failure));
      }
      sum.add(outcome);
      return {};
    }
    for (const Note& note : container->notes()) report(node_path, note, outcome);
    for (std::size_t i = 0; i < container->entries().size(); ++i) {
      outcome.add(read_entry(*container, i, node_path, depth));
    }
    put_container(node_path, containers::kind_name(container->kind()), container->engine_version(),
                  container->compression(), container->entries().size(), outcome.status());
    sum.add(outcome);
    return {true, container->followed_at()};
  }

  // The boundary of a container entry.
  Outcome read_entry(containers::Container& container, std::size_t index, const std::string& parent, int depth) {
    Outcome outcome;
    const containers::Entry& entry = container.entries()[index];
    if (containers::is_ignored_name(entry.path) || entry.is_overlapping) return outcome;
    const std::string node_path = join(parent, entry.path);
    guarded(node_path, outcome, [&] {
      budget_->take(bytes::kEntryCost);
      const SourcePtr source = container.open(index);
      const std::string& name = entry.path.empty() ? file_.path : entry.path;
      const Detection detection = containers::detect(*source, name, true);
      if (entry.is_joined && detection.kind == ContentKind::unknown) {
        throw ParseError(FindingCode::file_split_gap, 0, "the joined parts are no file that is known");
      }
      if (entry.is_serialized && detection.kind == ContentKind::unknown) {  // XOR and the like leave the archive whole
        throw ParseError(FindingCode::container_damaged, 0,
                         "encrypted or damaged: the archive calls it a serialized file, its bytes are none");
      }
      outcome.add(read_content(source, detection, node_path, container.engine_version(), depth + 1));
    });
    return outcome;
  }

  static std::string join(const std::string& parent, const std::string& name) {
    if (name.empty()) return parent;
    return parent.empty() ? name : parent + "/" + name;
  }

  // A second serialized file of one node path gets "#2".
  std::string unique(const std::string& node_path) {
    // Paths are told apart as they are stored. What the container itself calls "name#2" may be met before or
    // after, so a number that is taken is passed over.
    const auto stored = [](const std::string& path) { return std::string(bytes::cut_text(bytes::escape_text(path))); };
    std::string candidate = node_path;
    for (int& used = node_paths_[stored(node_path)]; ++used > 1;) {
      candidate = node_path + "#" + std::to_string(used);
      if (node_paths_.try_emplace(stored(candidate), 1).second) break;
    }
    return candidate;
  }

  void put_container(const std::string& node_path, std::string_view kind, std::string engine_version,
                     std::string compression, std::optional<std::uint64_t> entries, std::string status) {
    sink_.put(corpus::ContainerItem{node_path, std::string(kind), std::move(engine_version), std::move(compression),
                                    entries, std::move(status)});
  }

  void finish() {
    corpus::FileEnd end;
    end.bytes_read = log_->bytes_read();
    end.ranges = log_->ranges();
    if (size_) end.read_hash = log_->content_hash(*size_);
    const bool is_unity = outcome_.is_unity || outcome_.failure.has_value();
    const bool is_payload = !file_.is_readable && !file_.finding;
    if (is_payload) {
      end.status = "not_unity";
    } else if (!is_unity) {  // also a zip or gzip without anything of Unity's in it
      end.status = file_.is_readable ? "not_unity" : "unreadable";
    } else {
      end.status = outcome_.status();
      end.size = size_;
      if (size_) end.content_hash = end.read_hash;
    }
    end.container_kind = kind_ == ContentKind::serialized_file ? "serialized" : std::string(containers::kind_name(kind_));
    if (!file_.is_readable && file_.finding && bytes::info(file_.finding->code).severity != bytes::Severity::error) {
      end.status = "not_unity";  // a FIFO or link: named by its finding and passed over
    }
    sink_.put(std::move(end));
  }

  const FileEntry& file_;
  const ReadOptions& options_;
  corpus::EventSink& sink_;
  const SerializedReader& reader_;
  std::shared_ptr<bytes::ReadLog> log_;
  std::shared_ptr<containers::DecodeBudget> budget_;
  std::vector<std::shared_ptr<bytes::FileSource>> parts_;
  std::map<std::string, int> node_paths_;  // as stored -> how often met
  std::optional<std::uint64_t> size_;
  ContentKind kind_ = ContentKind::unknown;
  Outcome outcome_;
};

}  // namespace

void read_file(const FileEntry& file, const ReadOptions& options, corpus::EventSink& sink,
               const SerializedReader& reader) {
  FileReading(file, options, sink, reader).run();
}

}  // namespace mecadex::crawl
