// Text for the corpus: valid UTF-8 without NUL, at most 64 KiB (data-model.md 1).
//
// Unity and file systems store bytes. Text that is valid stays as it is; in text that is not, each
// offending byte becomes `\xNN` and each backslash `\\`, so that the original can be told.
#pragma once

#include <string>
#include <string_view>

namespace mecadex::bytes {

/// True when `text` is valid UTF-8 (no overlong forms, no surrogates) and holds no NUL.
bool is_storable_text(std::string_view text);

/// The escaped form; equal to `text` when is_storable_text(text).
std::string escape_text(std::string_view text);

/// `text` (storable) cut to at most kMaxValueBytes at a character's start.
std::string_view cut_text(std::string_view text);

}  // namespace mecadex::bytes
