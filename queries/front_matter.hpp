// Front matter: the comment lines at the head of a query's file.
//
//   -- title:   Selector transitions that lead nowhere
//   -- scope:   corpus
//   -- param:   mode int = 1 max 9 -- condition mode
//   -- param:   kind text optional in a|b -- only these
//   -- order:   source, n desc
//   -- returns: rows
//   -- since:   1
//   -- column:  n int -- transitions
//   -- Every other comment line until the first SQL is the description.
//
//   title       required
//   scope       common parameters that it takes: source, file, controller, unity_version; corpus
//               means all four
//   param       repeatable: name, type (text, int, real, hash, list), then `optional` or
//               `= default`, `max n`, `in a|b`, `pattern`, and its meaning behind "--". The value of
//               a pattern is :name; :name_glob is its GLOB when it has wildcards, else NULL
//   copies      yes when its rows come from classes that have copies
//   groups      takes group_by, with this default; the query then has a row per controller_id and
//               key, which the runner adds up. `own` behind it: the rows need not be those of
//               controllers in scope, and have source, unity_version, controller_id, controller and
//               file themselves
//   column      repeatable, in the order of the answer: name, type (also bool), with groups
//               key, sum, min or max, and its meaning
//   order       columns that order the rows uniquely; required for lists
//   returns     rows (if not said), row or value
//   since       schema version that it needs
//   deprecated  name of the query to use instead
//   scan        why reading a big table from end to end is accepted
//   evaluates   the evaluator (evaluators.hpp) that answers; the file then has no SQL, order or
//               groups
//
// A line that looks like a key and is none is an error, so that a misspelt key cannot hide.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "queries/query_spec.hpp"

namespace mecadex::queries {

/// "selectors/name.sql:3: unknown key 'titel'": for the author of a query.
class FrontMatterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads one query. `path` is topic/name, without the ending.
QuerySpec parse_query(std::string_view path, std::string_view text);

}  // namespace mecadex::queries
