// Real files against an independent reader's counts. They lie outside the repository:
// MECADEX_SHARED names their folder (default: `shared` beside the source folder). Without it the
// test is skipped and says so.
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "indexer/bytes/file_source.hpp"
#include "indexer/layouts/builtin_layouts.hpp"
#include "indexer/serialized/serialized_file.hpp"

namespace mecadex::serialized {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path shared_folder() {
  const char* shared = std::getenv("MECADEX_SHARED");
  return shared != nullptr ? shared : MECADEX_SOURCE_DIR "/../shared";
}

std::string gunzip(const fs::path& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) return text;
  std::array<char, 65536> buffer{};
  for (int n = 0; (n = gzread(file, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  gzclose(file);
  return text;
}

// path in the corpus -> the reading of the loose serialized file there; such a file's node is a
// number, that of a file in a container its name
std::map<std::string, json> loose_readings() {
  std::map<std::string, json> readings;
  std::istringstream lines(gunzip(shared_folder() / "readings" / "readings.jsonl.gz"));
  for (std::string line; std::getline(lines, line);) {
    json reading = json::parse(line);
    if (reading["class"] != "SerializedFile") continue;
    if (reading["node"].get<std::string>().find_first_not_of("-0123456789") != std::string::npos)
      continue;
    readings.emplace(reading["path"].get<std::string>(), reading);
  }
  return readings;
}

// A file that begins like a serialized file: a format number we know and its own length in the
// header.
bool looks_serialized(bytes::ByteSource& source) {
  const std::vector<std::byte> head = bytes::read_prefix(source, 48);
  bytes::Reader reader(head, bytes::Endian::big);
  if (head.size() < 20) return false;
  reader.seek(4);
  const std::uint64_t size = reader.u32();
  const std::uint32_t format = reader.u32();
  if (format < 5 || format > 26) return false;
  if (format < 22) return size == source.size();
  if (head.size() < 48) return false;
  reader.seek(24);
  return reader.u64() == source.size();
}

json class_counts(const SerializedFile& file) {
  std::map<std::int32_t, int> counts;
  for (const ObjectEntry& object : file.objects) ++counts[object.class_id];
  json named = json::object();
  for (const auto& [class_id, count] : counts) named[std::to_string(class_id)] = count;
  return named;
}

void compare(const SerializedFile& file, const json& reading) {
  EXPECT_EQ(class_counts(file), reading["objects"]);
  EXPECT_EQ(file.format_version, reading["format"]);
  EXPECT_EQ(file.has_type_tree, reading["type_tree"]);
  if (file.format_version >= 7) {  // older files do not say
    EXPECT_EQ(file.unity_version.substr(0, file.unity_version.find('\n')), reading["unity"]);
  }
  if (file.target_platform) {
    EXPECT_EQ(*file.target_platform, reading["platform"]);
  }
  json externals = json::array();
  for (const External& external : file.externals) externals.push_back(external.path);
  EXPECT_EQ(externals, reading["externals"]);
}

TEST(Corpus, LooseFilesAreReadExactlyAndAsRead) {
  const fs::path corpus = shared_folder() / "corpus";
  if (!fs::exists(corpus)) GTEST_SKIP() << "SKIPPED: no " << corpus;
  const std::map<std::string, json> readings = loose_readings();
  std::size_t files = 0;
  std::size_t compared = 0;
  std::map<std::uint32_t, int> formats;
  for (const char* part : {"players", "rare", "sets", "odd", "bundles"}) {
    for (const auto& entry : fs::recursive_directory_iterator(corpus / part)) {
      if (!entry.is_regular_file()) continue;
      bytes::FileSource source(entry.path(), std::make_shared<bytes::ReadLog>());
      if (!looks_serialized(source)) continue;
      const std::string path = fs::relative(entry.path(), corpus).generic_string();
      SCOPED_TRACE(path);
      const SerializedFile file = read_serialized_file(source, layouts::builtin_classes());
      EXPECT_TRUE(file.notes.empty()) << file.notes.front().message;
      ++files;
      ++formats[file.format_version];
      const auto reading = readings.find(path);
      if (reading == readings.end()) {
        std::cout << "not in the readings: " << path << "\n";
        continue;
      }
      ++compared;
      compare(file, reading->second);
    }
  }
  EXPECT_GT(files, 150U);
  EXPECT_GT(compared, 150U);
  std::cout << files << " loose serialized files, " << compared << " of " << readings.size()
            << " readings compared;";
  for (const auto& [format, count] : formats) std::cout << " format " << format << ": " << count;
  std::cout << "\n";
}

}  // namespace
}  // namespace mecadex::serialized
