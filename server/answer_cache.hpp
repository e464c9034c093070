// Answers that are kept whole: a snapshot never changes, so neither does what was read from it.
//
// The key is the request as far as it decides the answer: revision that is served, target, Accept,
// gzip. Short answers only; the least recently used go first. Used on the I/O thread only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/message.hpp"

namespace mecadex::server {

class AnswerCache {
 public:
  /// Longest body that is kept.
  static constexpr std::size_t kBodyBytes = 256 * 1024;

  /// 0 bytes: nothing is kept.
  explicit AnswerCache(std::size_t bytes) : limit_(bytes) {}

  /// Null when there is none.
  const Response* find(const std::string& key);

  /// Keeps a complete 200 if it is short enough.
  void store(const std::string& key, Response response);

  std::size_t bytes() const { return bytes_; }
  std::uint64_t hits() const { return hits_; }
  std::uint64_t misses() const { return misses_; }

 private:
  struct Entry {
    std::string key;
    Response response;
    std::size_t bytes = 0;
  };
  void drop_oldest();

  std::size_t limit_;
  std::size_t bytes_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
};

/// "" when the request is none whose answer could be kept.
std::string cache_key(const Request& request, std::string_view revision);

}  // namespace mecadex::server
