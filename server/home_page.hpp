// The page `/`: what this is, the revision, every query and every list with a form, SQL.
//
// One HTML document without scripts, images or links to elsewhere. All that comes from the
// catalogue or the corpus is escaped.
#pragma once

#include <string>
#include <string_view>

#include "queries/catalogue.hpp"
#include "server/entities.hpp"
#include "server/snapshot.hpp"

namespace mecadex::server {

/// `snapshot` is null while there is no corpus.
std::string home_page(const queries::Catalogue& catalogue, const EntityCatalogue& entities,
                      const Snapshot* snapshot);

/// Text for an element or a quoted attribute.
std::string escape_html(std::string_view text);

}  // namespace mecadex::server
