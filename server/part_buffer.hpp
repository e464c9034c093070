// Text on its way out: cut into parts of 64 KiB, compressed on the way when the client takes gzip.
//
//   writer -> PartBuffer: raw text, [deflate] -> sink(part), sink(part) ... -> finish(): the rest
//
// A body below 1 KiB is left as it is: compressed it would hardly be shorter. At most two parts are
// held, one of each kind.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>

namespace mecadex::server {

inline constexpr std::size_t kPartBytes = 64 * 1024;
inline constexpr std::size_t kGzipBytes = 1024;

/// Compresses a text that comes in pieces.
class Gzip {
 public:
  Gzip();
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  /// Appends to `out` what can be said so far; all of it when `is_last`.
  void append(std::string_view text, bool is_last, std::string& out);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

std::string gzip(std::string_view text);

class PartBuffer : public std::streambuf {
 public:
  using Sink = std::function<void(std::string)>;

  /// The sink may throw; the exception gets through to the writer.
  PartBuffer(Sink sink, bool takes_gzip);

  /// What the sink has not had.
  struct Rest {
    std::string part;
    bool is_gzip = false;  // the whole body is compressed
  };
  Rest finish();

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int_type overflow(int_type c) override;

 private:
  void hand_on();

  Sink sink_;
  bool takes_gzip_;
  bool has_begun_ = false;  // a part is full: it is compressed if gzip is taken
  std::string text_;
  std::string packed_;
  std::unique_ptr<Gzip> gzip_;
};

}  // namespace mecadex::server
