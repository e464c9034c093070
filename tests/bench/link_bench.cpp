// Is linking linear? Made corpora of 1, 10 and 100 times so many controllers; the time of the step "linking
// references" per controller, and how it grows against the smallest corpus.
//
// A corpus is one source of bundles: half hold clips, half controllers of three clips each, which lie in a
// bundle of the other half. So every clip pointer leads to another file.
//
//   link_bench --controllers 1000 --factors 1 10 100 > result.json
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

void write_corpus(const fs::path& folder, std::size_t controllers) {
  for (std::size_t b = 0; b * kPerBundle < controllers; ++b) {
    const std::string number = std::to_string(b);
    MadeFile clips = made_file();
    MadeFile users = made_file();
    users.add_external("archive:/CAB-clips" + number + "/CAB-clips" + number);
    for (std::size_t i = 0; i < kPerBundle; ++i) {
      const auto first = static_cast<std::int64_t>(i * kClips + 1);
      json pointers = json::array();
      for (int c = 0; c < kClips; ++c) {
        clips.add(74, first + c, clip("Clip " + number + "." + std::to_string(first + c), 1));
        pointers.push_back(pptr(first + c, 1));
      }
      Names names;
      const json states = json::array({state(names, "Base.Idle", "Base.Idle", json::array({json::array({leaf(0)})}))});
      users.add(91, first,
                controller("Controller " + number + "." + std::to_string(i), names, json::array({layer(names("Base"), 0)}),
                           json::array({machine(states, json::array(), json::array())}), {}, json::object(), pointers));
    }
    UnityFsOptions stored;
    write_files(folder / "game",
                {{"clips" + number + ".ab", make_unityfs({{"CAB-clips" + number, clips.bytes()}}, stored)},
                 {"users" + number + ".ab", make_unityfs({{"CAB-users" + number, users.bytes()}}, stored)}});
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("linking as corpora grow");
  std::size_t controllers = 1000;
  std::vector<std::size_t> factors{1, 10, 100};
  std::size_t rounds = 3;
  app.add_option("--controllers", controllers)->capture_default_str();
  app.add_option("--factors", factors)->capture_default_str();
  app.add_option("--rounds", rounds, "the fastest counts")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  json result = json::array();
  double smallest = 0;
  for (const std::size_t factor : factors) {
    const fs::path folder = fs::temp_directory_path() / ("mecadex-link-bench-" + std::to_string(factor));
    fs::remove_all(folder);
    write_corpus(folder, controllers * factor);
    double best = 1e9;
    for (std::size_t round = 0; round < rounds; ++round) {
      crawl::IndexOptions options;
      options.data = folder / "corpus";
      options.roots = {folder / "game"};
      fs::remove_all(options.data);
      std::atomic<bool> stop{false};
      bench::StepTimes times;
      crawl::run_index(options, stop, times);
      best = std::min(best, times.seconds().at("linking references"));
    }
    fs::remove_all(folder);
    const double each = best / static_cast<double>(controllers * factor);
    if (smallest == 0) smallest = each;
    result.push_back({{"controllers", controllers * factor},
                      {"link_microseconds_per_controller", each * 1e6},
                      {"ratio_to_smallest", each / smallest}});
  }
  std::cout << result.dump(2) << '\n';
}
