// The access log: a JSON object a line for each request.
//
//   {"time":"2026-01-31T10:00:00.123Z","request_id":"...","method":"GET",
//    "route":"/v1/queries/{name}","status":200,"ms":1.5,"bytes":812}
//
// The route is the table's pattern: neither values of parameters nor the token get into the log.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace mecadex::server {

struct AccessRecord {
  std::string request_id;
  std::string method;       // "" when the request could not be read
  std::string_view route;   // "" when none was found
  unsigned status = 0;      // 0: broken off before an answer
  bool is_complete = true;  // the whole answer was handed to the system
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  std::uint64_t bytes = 0;  // of the body
};

using AccessLog = std::function<void(const AccessRecord&)>;

/// The line of a record, with its line end.
std::string access_line(const AccessRecord& record);

/// Writes each line to stderr.
AccessLog log_to_stderr();

}  // namespace mecadex::server
