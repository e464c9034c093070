// Is linking linear? Made corpora of 1, 10 and 100 times so many controllers; the time of the step "linking
// references" per controller, and how it grows against the smallest corpus. Then one file is changed and the
// corpus is indexed again: that must cost what the file's source costs, however large the corpus is.
//
// A source is a folder of bundles: half hold clips, half controllers of three clips each, which lie in a
// bundle of the other half. So every clip pointer leads to another file. A corpus is one source, or with
// --per-source as many as are needed.
//
//   link_bench --controllers 1000 --factors 1 10 100 --per-source 1000 > result.json
#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "indexer/crawl/index_run.hpp"
#include "tests/bench/step_times.hpp"
#include "tests/support/made_game.hpp"
#include "tests/support/made_objects.hpp"

namespace {

using namespace mecadex;
using namespace mecadex::testing;
namespace fs = std::filesystem;

constexpr std::size_t kPerBundle = 100;
constexpr int kClips = 3;

MadeFile made_file() {
  SerializedFileOptions options;
  options.format = 21;
  options.unity_version = "2019.4.0f1";
  return MadeFile(options);
}

// One bundle of clips and one of their users. `version` changes a clip.
void write_bundles(const fs::path& source, std::size_t number, int version = 0) {
  const std::string name = std::to_string(number);
  MadeFile clips = made_file();
  MadeFile users = made_file();
  users.add_external("archive:/CAB-clips" + name + "/CAB-clips" + name);
  for (std::size_t i = 0; i < kPerBundle; ++i) {
    const auto first = static_cast<std::int64_t>(i * kClips + 1);
    json pointers = json::array();
    for (int c = 0; c < kClips; ++c) {
      clips.add(74, first + c, clip("Clip " + name + "." + std::to_string(first + c), 1 + version));
      pointers.push_back(pptr(first + c, 1));
    }
    Names names;
    const json states = json::array({state(names, "Base.Idle", "Base.Idle", json::array({json::array({leaf(0)})}))});
    users.add(91, first,
              controller("Controller " + name + "." + std::to_string(i), names, json::array({layer(names("Base"), 0)}),
                         json::array({machine(states, json::array(), json::array())}), {}, json::object(), pointers));
  }
  UnityFsOptions stored;
  write_files(source, {{"clips" + name + ".ab", make_unityfs({{"CAB-clips" + name, clips.bytes()}}, stored)},
                       {"users" + name + ".ab", make_unityfs({{"CAB-users" + name, users.bytes()}}, stored)}});
}

fs::path source_folder(const fs::path& folder, std::size_t number) { return folder / "games" / std::to_string(number); }

void write_corpus(const fs::path& folder, std::size_t controllers, std::size_t per_source) {
  for (std::size_t b = 0; b * kPerBundle < controllers; ++b) {
    write_bundles(source_folder(folder, per_source == 0 ? 0 : b * kPerBundle / per_source), b);
  }
}

double link_seconds(const fs::path& folder) {
  crawl::IndexOptions options;
  options.data = folder / "corpus";
  options.roots = {folder / "games"};
  options.walk.each = true;
  std::atomic<bool> stop{false};
  bench::StepTimes times;
  crawl::run_index(options, stop, times);
  return times.seconds().at("linking references");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("linking as corpora grow");
  std::size_t controllers = 1000;
  std::vector<std::size_t> factors{1, 10, 100};
  std::size_t rounds = 3;
  app.add_option("--controllers", controllers)->capture_default_str();
  app.add_option("--factors", factors)->capture_default_str();
  std::size_t per_source = 0;
  app.add_option("--per-source", per_source, "controllers of a source; 0: one source for all")->capture_default_str();
  app.add_option("--rounds", rounds, "the fastest counts")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  json result = json::array();
  double smallest = 0;
  double smallest_again = 0;
  for (const std::size_t factor : factors) {
    const fs::path folder = fs::temp_directory_path() / ("mecadex-link-bench-" + std::to_string(factor));
    fs::remove_all(folder);
    const std::size_t all = controllers * factor;
    write_corpus(folder, all, per_source);
    double best = 1e9;
    double best_again = 1e9;
    for (std::size_t round = 0; round < rounds; ++round) {
      fs::remove_all(folder / "corpus");
      best = std::min(best, link_seconds(folder));
    }
    for (std::size_t round = 0; round < rounds; ++round) {
      write_bundles(source_folder(folder, 0), 0, static_cast<int>(round) + 1);
      best_again = std::min(best_again, link_seconds(folder));
    }
    fs::remove_all(folder);
    const double each = best / static_cast<double>(all);
    const double each_again = best_again / static_cast<double>(per_source == 0 ? all : std::min(all, per_source));
    if (smallest == 0) smallest = each;
    if (smallest_again == 0) smallest_again = each_again;
    result.push_back({{"controllers", all},
                      {"link_microseconds_per_controller", each * 1e6},
                      {"ratio_to_smallest", each / smallest},
                      {"relink_milliseconds", best_again * 1e3},
                      {"relink_microseconds_per_controller_of_the_source", each_again * 1e6},
                      {"relink_ratio_to_smallest", each_again / smallest_again}});
  }
  std::cout << result.dump(2) << '\n';
}
