// An answer as an aligned table for people; see rows_out.hpp.
#pragma once

#include <memory>
#include <ostream>

#include "queries/run_query.hpp"

namespace mecadex::queries {

std::unique_ptr<RowSink> make_table_writer(std::ostream& out);

}  // namespace mecadex::queries
