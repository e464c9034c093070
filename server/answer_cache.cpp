#include "server/answer_cache.hpp"

#include <utility>

#include "server/representation.hpp"

namespace mecadex::server {
namespace {

/// What an entry costs beyond its body and key: lists, headers, allocator.
constexpr std::size_t kOverhead = 1024;

}  // namespace

const Response* AnswerCache::find(const std::string& key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) {
    ++misses_;
    return nullptr;
  }
  ++hits_;
  entries_.splice(entries_.begin(), entries_, found->second);
  return &found->second->response;
}

void AnswerCache::store(const std::string& key, Response response) {
  const std::size_t bytes = response.body.size() + key.size() + kOverhead;
  if (response.body.size() > kBodyBytes || bytes > limit_ || by_key_.count(key) > 0) return;
  while (bytes_ + bytes > limit_) drop_oldest();
  response.snapshot.reset();  // an answer does not keep its snapshot open
  response.cache_key.clear();
  entries_.push_front({key, std::move(response), bytes});
  by_key_.emplace(entries_.front().key, entries_.begin());
  bytes_ += bytes;
}

void AnswerCache::drop_oldest() {
  bytes_ -= entries_.back().bytes;
  by_key_.erase(entries_.back().key);
  entries_.pop_back();
}

std::string cache_key(const Request& request, std::string_view revision) {
  if (request.method != "GET" && request.method != "HEAD") return {};
  if (request.raw_target.empty() || request.raw_target.front() != '/') return {};
  std::string key;
  key.reserve(revision.size() + request.raw_target.size() + request.accept.size() + 4);
  key += revision;
  key += takes_gzip(request.accept_encoding) ? "\ngzip\n" : "\n\n";
  key += request.accept;
  key += '\n';
  key += request.raw_target;
  return key;
}

}  // namespace mecadex::server
