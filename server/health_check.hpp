// `mecadex-server --health URL`: asks a running server whether it is up, so that a container needs
// no other program for its health check.
#pragma once

#include <string>

namespace mecadex::server {

/// Whether a GET of http://HOST[:PORT][/PATH] is answered 200 within some seconds. `why` says what
/// else happened.
bool is_healthy(const std::string& url, std::string& why);

}  // namespace mecadex::server
