// Whether a name that a user gave means anything in this corpus. A misspelt source would otherwise be an answer of 0
// rows, which looks like a fact about the corpus.
//
// A name is known when the corpus has it anywhere: that a source has no controller of a known name is an answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "queries/sql_guard.hpp"

namespace mecadex::queries {

/// source, file, controller or avatar: the kinds of names that are looked up.
bool is_looked_up(std::string_view kind);

/// Throws QueryError (source.unknown, file.unknown, controller.unknown, avatar.unknown) with the nearest names unless
/// something of this kind has this name or, for controllers and avatars, this id, or fits this pattern.
void require_known(GuardedConnection& connection, std::string_view kind, const std::string& name);

/// Hands every name there is to what it is given.
using OfferNames = std::function<void(const std::function<void(std::string_view)>&)>;

/// The same for names that are not in the one corpus.
[[noreturn]] void refuse_unknown_name(std::string_view kind, const std::string& name, const OfferNames& offer_all);

}  // namespace mecadex::queries
