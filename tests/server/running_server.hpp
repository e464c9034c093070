// A server over a data directory, without and with sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/http_server.hpp"
#include "tests/server/data_folder.hpp"

namespace mecadex::server {

/// Settings for tests: this data directory, any free port, two workers, no polling.
Settings test_settings(const DataFolder& data);

/// Everything but the sockets.
class Application {
 public:
  explicit Application(const Settings& settings);

  Services& services() { return services_; }
  DatabasePool& pool() { return pool_; }

  /// A GET, answered to its end on this thread. `change` may alter the request.
  Response get(const std::string& target, const std::function<void(Request&)>& change = nullptr);

 private:
  Settings settings_;
  AccessRules access_;
  DatabasePool pool_;
  Services services_;
};

/// A server on a free port of 127.0.0.1, on a thread of its own.
class RunningServer {
 public:
  explicit RunningServer(const Settings& settings);
  ~RunningServer();

  std::uint16_t port() const { return http_.port(); }
  DatabasePool& pool() { return application_.pool(); }
  HttpServer& http() { return http_; }

  /// Stops it and waits: whether all answers were finished.
  bool stop();

  std::vector<AccessRecord> log();

 private:
  Application application_;
  std::mutex mutex_;
  std::vector<AccessRecord> log_;
  HttpServer http_;
  bool is_drained_ = false;
  std::thread thread_;
};

/// The code of a problem response; "" when it is none.
std::string problem_code(const std::string& body);

}  // namespace mecadex::server
