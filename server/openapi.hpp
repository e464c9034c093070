// /openapi.json: the interface as OpenAPI 3.1, made from the table of routes, the catalogue of
// queries and that of entities, so that nothing is described that is not answered, and the reverse.
#pragma once

#include <string>

#include "queries/catalogue.hpp"
#include "server/entities.hpp"
#include "server/settings.hpp"

namespace mecadex::server {

std::string openapi_json(const queries::Catalogue& catalogue, const EntityCatalogue& entities,
                         const Settings& settings);

}  // namespace mecadex::server
