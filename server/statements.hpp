// The SQL of server/*.sql, carried inside the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mecadex::server {

/// The statement of <name>.sql. Throws std::out_of_range when there is none.
const std::string& statement(std::string_view name);

/// A statement that shows what can be asked, from sql_examples/.
struct SqlExample {
  std::string name;
  std::string title;
  std::string sql;
};

const std::vector<SqlExample>& sql_examples();

}  // namespace mecadex::server
