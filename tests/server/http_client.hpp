// A client that sends exactly the bytes it is given, for tests of what a server does with them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace mecadex::server {

struct Reply {
  unsigned status = 0;                         // 0: the connection ended before an answer
  std::map<std::string, std::string> headers;  // names in lower case; trailers included
  std::string body;
  bool is_complete = false;  // as long as announced, or ended by the last chunk

  std::string header(const std::string& name) const;
};

class HttpClient {
 public:
  /// `receive_bytes`: size of the socket's buffer; 0: the system's default.
  explicit HttpClient(std::uint16_t port, int receive_bytes = 0);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  bool is_connected() const { return socket_ >= 0; }
  void send(const std::string& bytes);
  Reply read_reply(bool has_body = true);

  /// Whether the server closes within the time; what it still sends is dropped.
  bool is_closed_within(int milliseconds);

  /// A GET on this connection.
  Reply get(const std::string& target, const std::string& headers = "");

 private:
  bool fill();  // more into buffer_; false at the end
  bool read_until(const std::string& mark, std::string& text);
  void read_chunks(Reply& reply);
  bool read_headers(Reply& reply);

  int socket_ = -1;
  std::string buffer_;
};

/// "GET target HTTP/1.1" with Host and these further header lines (each with its CRLF).
std::string get_request(const std::string& target, const std::string& headers = "",
                        const std::string& method = "GET");

}  // namespace mecadex::server
