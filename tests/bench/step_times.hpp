// The seconds of each step of an indexing run, for benchmarks.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "indexer/crawl/index_run.hpp"

namespace mecadex::bench {

class StepTimes final : public crawl::ProgressListener {
 public:
  void progress(const crawl::Progress& progress) override {
    const auto now = std::chrono::steady_clock::now();
    if (progress.step == step_) return;
    if (!step_.empty()) seconds_[step_] += std::chrono::duration<double>(now - began_).count();
    step_ = progress.step;
    began_ = now;
  }
  /// Ends the last step.
  void end() { progress({.step = "end"}); }
  const std::map<std::string, double>& seconds() const { return seconds_; }

 private:
  std::string step_;
  std::chrono::steady_clock::time_point began_;
  std::map<std::string, double> seconds_;
};

}  // namespace mecadex::bench
