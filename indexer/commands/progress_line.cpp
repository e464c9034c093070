#include "indexer/commands/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace mecadex::commands {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr auto kLogEvery = std::chrono::seconds(10);

std::string bar(double share) {
  static constexpr int kWidth = 24;
  const int filled = static_cast<int>(share * kWidth);
  return std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(kWidth - filled), '.');
}

}  // namespace

std::string human_bytes(std::uint64_t n) {
  static constexpr std::array kUnits{"bytes", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(n);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} {}", n, kUnits[0]) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

ProgressLine::ProgressLine(bool quiet)
    : quiet_(quiet), is_terminal_(::isatty(STDERR_FILENO) == 1), started_(Clock::now()), shown_at_(started_) {}

std::string ProgressLine::text(const crawl::Progress& p) const {
  if (p.step != "reading") return std::string(p.step) + " ...";
  const double share = p.bytes_total == 0 ? 1.0
                                          : std::min(1.0, static_cast<double>(p.bytes_done) / static_cast<double>(p.bytes_total));
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const double rate = seconds > 0 ? static_cast<double>(p.bytes_done) / seconds : 0;
  std::string line = fmt::format("{}/{} files, {} of {}, {}/s", p.files_done, p.files_total, human_bytes(p.bytes_done),
                                 human_bytes(p.bytes_total), human_bytes(static_cast<std::uint64_t>(rate)));
  if (rate > 0 && p.bytes_total > p.bytes_done) {
    line += fmt::format(", {:.0f} s left", static_cast<double>(p.bytes_total - p.bytes_done) / rate);
  }
  return is_terminal_ ? "[" + bar(share) + "] " + line : line;
}

void ProgressLine::progress(const crawl::Progress& p) {
  if (quiet_) return;
  const auto now = Clock::now();
  const bool is_new_step = last_step_ != p.step;
  if (is_new_step) {
    last_step_ = p.step;
    if (p.step == "reading") started_ = now;
  }
  if (!is_new_step && now - shown_at_ < (is_terminal_ ? Clock::duration(kRedraw) : Clock::duration(kLogEvery))) return;
  shown_at_ = now;
  if (is_terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", text(p));
    std::fflush(stderr);
    is_shown_ = true;
  } else if (p.step != "reading" || !is_new_step) {
    fmt::print(stderr, "mecadex: {}\n", text(p));
  }
}

void ProgressLine::clear() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
  is_shown_ = false;
}

}  // namespace mecadex::commands
