#include "server/access_log.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>

#include "queries/cell_text.hpp"

namespace mecadex::server {
namespace {

std::string utc_now() {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const auto millis = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1'000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)),
                     millis);
}

}  // namespace

std::string access_line(const AccessRecord& record) {
  const std::chrono::duration<double, std::milli> spent =
      std::chrono::steady_clock::now() - record.began;
  return fmt::format(
      "{{\"time\":\"{}\",\"request_id\":{},\"method\":{},\"route\":{},\"status\":{},"
      "\"complete\":{},\"ms\":{:.3f},\"bytes\":{}}}\n",
      utc_now(), queries::json_string(record.request_id), queries::json_string(record.method),
      queries::json_string(record.route), record.status, record.is_complete, spent.count(),
      record.bytes);
}

AccessLog log_to_stderr() {
  return [](const AccessRecord& record) {
    const std::string line = access_line(record);
    std::fwrite(line.data(), 1, line.size(), stderr);
  };
}

}  // namespace mecadex::server
