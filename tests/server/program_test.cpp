// The program itself: exit codes, its lines on stderr, signals.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

#include "tests/server/data_folder.hpp"
#include "tests/server/http_client.hpp"

namespace mecadex::server {
namespace {

using namespace std::chrono_literals;

/// The program with its stderr readable line by line.
class Program {
 public:
  explicit Program(std::vector<std::string> args) {
    args.insert(args.begin(), MECADEX_SERVER_PROGRAM);
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(ends[1], STDERR_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      std::vector<char*> words;
      for (std::string& arg : args) words.push_back(arg.data());
      words.push_back(nullptr);
      ::execv(words[0], words.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    errors_ = ::fdopen(ends[0], "r");
  }

  ~Program() {
    if (!is_over_) {
      ::kill(process_, SIGKILL);
      exit_code();
    }
    std::fclose(errors_);
  }

  std::string line() {
    std::string text;
    for (int c = std::fgetc(errors_); c != EOF && c != '\n'; c = std::fgetc(errors_)) {
      text += static_cast<char>(c);
    }
    return text;
  }

  void send(int signal) { ::kill(process_, signal); }

  /// Waits for the end; a signal that killed it counts from 1000.
  int exit_code() {
    int status = 0;
    ::waitpid(process_, &status, 0);
    is_over_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1'000 + WTERMSIG(status);
  }

 private:
  pid_t process_ = -1;
  FILE* errors_ = nullptr;
  bool is_over_ = false;
};

/// The port in "mecadex-server: http://127.0.0.1:1234/ serves ...".
std::uint16_t port_in(const std::string& line) {
  const auto colon = line.find("127.0.0.1:");
  if (colon == std::string::npos) return 0;
  return static_cast<std::uint16_t>(std::stoul(line.substr(colon + 10)));
}

TEST(Program, ServesUntilSigterm) {
  DataFolder data;
  data.publish("00112233aabbccdd");
  Program program({"--data", data.path(), "--bind", "127.0.0.1:0"});
  const std::string greeting = program.line();
  EXPECT_NE(greeting.find("serves revision 00112233aabbccdd"), std::string::npos) << greeting;
  const std::uint16_t port = port_in(greeting);
  HttpClient client(port);
  EXPECT_EQ(client.get("/v1/queries/corpus-census?source=alpha").status, 200U);
  const std::string log = program.line();
  EXPECT_NE(log.find("\"route\":\"/v1/queries/{name}\",\"status\":200"), std::string::npos) << log;
  EXPECT_EQ(log.find("alpha"), std::string::npos);
  const std::string url = "http://127.0.0.1:" + std::to_string(port) + "/healthz";
  EXPECT_EQ(Program({"--health", url}).exit_code(), 0);
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 0);
  EXPECT_EQ(Program({"--health", url}).exit_code(), 1);
}

TEST(Program, WaitsForACorpusAndServesIt) {
  DataFolder data;
  Program program(
      {"--data", data.path(), "--bind", "127.0.0.1:0", "--snapshot-poll", "0.01", "--quiet"});
  const std::string greeting = program.line();
  EXPECT_NE(greeting.find("waits for a corpus"), std::string::npos) << greeting;
  HttpClient client(port_in(greeting));
  EXPECT_EQ(client.get("/v1/queries/corpus-census").status, 503U);
  data.publish("00112233aabbccdd");
  unsigned status = 0;
  for (int i = 0; i < 500 && status != 200; ++i) {
    status = client.get("/v1/queries/corpus-census").status;
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_EQ(status, 200U);
  program.send(SIGINT);
  EXPECT_EQ(program.exit_code(), 0);
}

TEST(Program, SecondSignalEndsItAtOnce) {
  DataFolder data;
  data.publish("aaaa", 60'000);
  Program program(
      {"--data", data.path(), "--bind", "127.0.0.1:0", "--max-rows", "1000000", "--quiet"});
  HttpClient client(port_in(program.line()), 4'096);
  client.send(get_request(
      "/v1/queries/selector-transitions-without-destination?limit=60000&format=ndjson"));
  std::this_thread::sleep_for(300ms);
  program.send(SIGTERM);
  std::this_thread::sleep_for(100ms);
  const auto began = std::chrono::steady_clock::now();
  program.send(SIGTERM);
  EXPECT_EQ(program.exit_code(), 128 + SIGTERM);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 2s);
}

TEST(Program, RefusesWhatItCannotServeWithOneLine) {
  DataFolder data;
  const auto expect = [](std::vector<std::string> args, int code, const std::string& part) {
    Program program(std::move(args));
    const std::string line = program.line();
    EXPECT_NE(line.find(part), std::string::npos) << line;
    EXPECT_EQ(program.exit_code(), code) << line;
  };
  expect({"--data", data.path(), "--bind", "0.0.0.0:0"}, 2, "--token-file");
  expect({"--data", data.path(), "--bind", "nonsense"}, 2, "--bind nonsense");
  expect({"--data", data.path() + "/absent"}, 5, "mecadex index");
  expect({"--db", data.path() + "/absent.db"}, 5, "no database");
  std::ofstream(data.path() + "/other.db") << "";
  expect({"--db", data.path() + "/other.db", "--bind", "127.0.0.1:0"}, 3, "");
  EXPECT_EQ(Program({"--nonsense"}).exit_code(), 2);
}

TEST(Program, AddressInUseIsExitFive) {
  DataFolder data;
  data.publish("aaaa");
  Program first({"--data", data.path(), "--bind", "127.0.0.1:0"});
  const std::string address = "127.0.0.1:" + std::to_string(port_in(first.line()));
  Program second({"--data", data.path(), "--bind", address});
  EXPECT_EQ(second.line(), "mecadex-server: " + address + ": Address already in use");
  EXPECT_EQ(second.exit_code(), 5);
}

}  // namespace
}  // namespace mecadex::server
