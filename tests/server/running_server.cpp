#include "tests/server/running_server.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "server/problem.hpp"

namespace mecadex::server {
namespace {

PoolOptions pool_options(const Settings& settings) {
  PoolOptions options;
  options.path = database_path(settings);
  options.workers = static_cast<std::size_t>(settings.workers);
  options.queue = static_cast<std::size_t>(settings.queue);
  options.deadline = settings.query_timeout;
  options.poll = settings.snapshot_poll;
  options.has_kept = settings.db.empty();
  return options;
}

}  // namespace

Settings test_settings(const DataFolder& data) {
  Settings settings;
  settings.data = data.path();
  settings.bind = "127.0.0.1:0";
  settings.workers = 2;
  settings.snapshot_poll = std::chrono::milliseconds(0);
  return settings;
}

Application::Application(const Settings& settings)
    : settings_(settings),
      access_(settings_),
      pool_(pool_options(settings_)),
      services_{settings_, access_, queries::builtin_catalogue(), pool_} {}

Response Application::get(const std::string& target, const std::function<void(Request&)>& change) {
  Request request;
  request.id = "0123456789abcdef";
  request.method = "GET";
  request.raw_target = target;
  request.host = "localhost:8080";
  if (change) change(request);
  Response response = handle(request, services_);
  if (!response.produce) return response;
  try {
    const auto connection = response.snapshot->connect();
    std::ostringstream out;
    const Headers end = response.produce(*connection, out);
    response.body = out.str();
    response.produce = nullptr;
    response.headers.insert(response.headers.end(), end.begin(), end.end());
  } catch (...) {
    response = problem_response(std::current_exception(), request);
  }
  return response;
}

RunningServer::RunningServer(const Settings& settings)
    : application_(settings),
      http_(
          application_.services(),
          [this](const AccessRecord& record) {
            const std::lock_guard lock(mutex_);
            log_.push_back(record);
          },
          MECADEX_SERVER_PROGRAM),
      thread_([this] { is_drained_ = http_.run(); }) {}

RunningServer::~RunningServer() { stop(); }

bool RunningServer::stop() {
  if (thread_.joinable()) {
    http_.stop();
    thread_.join();
  }
  return is_drained_;
}

std::vector<AccessRecord> RunningServer::log() {
  const std::lock_guard lock(mutex_);
  return log_;
}

std::string problem_code(const std::string& body) {
  const auto json = nlohmann::json::parse(body, nullptr, false);
  return json.is_object() && json.contains("code") ? json["code"].get<std::string>() : "";
}

}  // namespace mecadex::server
