// Progress for a person: one line that is redrawn on a terminal, a plain line every few seconds elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "indexer/crawl/index_run.hpp"

namespace mecadex::commands {

class ProgressLine final : public crawl::ProgressListener {
 public:
  /// Writes to stderr. `quiet`: nothing at all.
  explicit ProgressLine(bool quiet);
  void progress(const crawl::Progress& progress) override;
  /// Takes the line off the terminal.
  void clear();

 private:
  std::string text(const crawl::Progress& progress) const;

  bool quiet_;
  bool is_terminal_;
  bool is_shown_ = false;
  std::string last_step_;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point shown_at_;
};

/// "3.4 MB".
std::string human_bytes(std::uint64_t n);

}  // namespace mecadex::commands
