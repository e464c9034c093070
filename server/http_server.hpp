// The listening socket, the connections that came from it, and how they end.
//
//   accept loop -> HttpSession (a coroutine per connection) -> handle() -> AnswerPipe <- workers
//
// All of it runs on the one thread that calls run(): there a request costs microseconds, and
// everything slow happens on the workers. stop() closes the listener and idle connections, lets
// running answers end, and breaks off what is left after Settings::drain_timeout.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/access_log.hpp"
#include "server/application.hpp"

namespace mecadex::server {

class HttpServer {
 public:
  /// Listens from here on; `log` may be empty. Throws boost::system::system_error when the address
  /// cannot be had (address_in_use when another program has it).
  /// `program` is started for users' SQL.
  HttpServer(Services& services, AccessLog log, std::string program = "/proc/self/exe");
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  std::string url() const;  // "http://127.0.0.1:8080/"

  /// SIGTERM and SIGINT stop the server; a second one ends the process at once.
  void stop_on_signals();

  /// Serves until stop(). True when every answer that had begun was finished.
  bool run();

  /// From any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mecadex::server
