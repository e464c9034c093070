// One function per key; `Reader` knows file and line for the messages.
#include "queries/front_matter.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "queries/words.hpp"

namespace mecadex::queries {
namespace {

constexpr std::array<std::pair<std::string_view, ValueType>, 6> kTypes{{
    {"text", ValueType::text},
    {"int", ValueType::integer},
    {"real", ValueType::real},
    {"hash", ValueType::hash},
    {"bool", ValueType::boolean},
    {"list", ValueType::list},
}};

/// "title" and its value when the comment has the form of a key; an empty key otherwise.
std::pair<std::string_view, std::string_view> split_key(std::string_view comment) {
  const auto end = comment.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  if (end == 0 || end == std::string_view::npos || comment[end] != ':') return {};
  if (end + 1 < comment.size() && comment[end + 1] != ' ') return {};
  return {comment.substr(0, end), trim(comment.substr(end + 1))};
}

class Reader {
 public:
  Reader(std::string_view path, std::string_view text) : path_(path), rest_(text) {
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) fail("a query lies in a topic's folder");
    spec_.topic = path.substr(0, slash);
    spec_.name = path.substr(slash + 1);
  }

  QuerySpec read() {
    while (read_comment()) {
    }
    spec_.sql = trim(rest_);
    if (!spec_.sql.empty() && spec_.sql.back() == ';') spec_.sql.pop_back();
    check_whole();
    return std::move(spec_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw FrontMatterError(fmt::format("{}.sql:{}: {}", path_, line_, message));
  }

  /// Takes one comment or blank line off the head; false at the first line of SQL.
  bool read_comment() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    const std::string_view text = trim(line);
    if (rest_.empty() || (!text.empty() && text.substr(0, 2) != "--")) return false;
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    ++line_;
    if (text.size() < 2) return true;
    const std::string_view comment = trim(text.substr(2));
    const auto [key, value] = split_key(comment);
    key.empty() ? describe(comment) : read_key(key, value);
    return true;
  }

  void describe(std::string_view comment) {
    if (!spec_.description.empty()) spec_.description += ' ';
    spec_.description += comment;
  }

  void read_key(std::string_view key, std::string_view value) {
    if (key == "title") return set_once(spec_.title, value);
    if (key == "scope") return read_scope(value);
    if (key == "param") return read_param(value);
    if (key == "copies") return read_copies(value);
    if (key == "groups") return read_groups(value);
    if (key == "column") return read_column(value);
    if (key == "order") return read_order(value);
    if (key == "returns") return read_returns(value);
    if (key == "since") return void(spec_.since = static_cast<int>(number(value)));
    if (key == "deprecated") return set_once(spec_.deprecated, value);
    if (key == "scan") return set_once(spec_.scan, value);
    if (key == "evaluates") return set_once(spec_.evaluates, value);
    fail(fmt::format("unknown key '{}'", key));
  }

  void set_once(std::string& field, std::string_view value) {
    if (!field.empty()) fail("the key is given twice");
    if (value.empty()) fail("the key has no value");
    field = value;
  }

  std::int64_t number(std::string_view text) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(fmt::format("'{}' is not a number", text));
    }
    return value;
  }

  void read_scope(std::string_view value) {
    for (const std::string& word : split(value, ' ')) {
      const bool all = word == "corpus";
      if (all || word == "source") spec_.common.source = true;
      if (all || word == "file") spec_.common.file = true;
      if (all || word == "controller") spec_.common.controller = true;
      if (all || word == "unity_version") spec_.common.unity_version = true;
      if (!all && word != "source" && word != "file" && word != "controller" &&
          word != "unity_version") {
        fail(fmt::format("unknown scope '{}'", word));
      }
    }
  }

  ValueType type(const std::string& word) const {
    for (const auto& [name, type] : kTypes) {
      if (name == word) return type;
    }
    fail(fmt::format("unknown type '{}'", word));
  }

  /// The words before "--" and the text behind it, which every param and column must have.
  std::pair<std::vector<std::string>, std::string> words_and_doc(std::string_view value) const {
    const auto comment = value.find(" -- ");
    if (comment == std::string_view::npos) fail("no meaning behind ' -- '");
    auto words = split(value.substr(0, comment), ' ');
    if (words.size() < 2) fail("a name and a type are needed");
    return {std::move(words), std::string(trim(value.substr(comment + 4)))};
  }

  void read_param(std::string_view value) {
    auto [words, doc] = words_and_doc(value);
    Param param;
    param.name = words[0];
    param.type = type(words[1]);
    param.doc = std::move(doc);
    for (std::size_t i = 2; i < words.size(); ++i) {
      const bool has_operand = i + 1 < words.size();
      if (words[i] == "optional") {
        param.is_required = false;
      } else if (words[i] == "pattern") {
        if (param.type != ValueType::text) fail("only a text can be a pattern");
        param.is_pattern = true;
      } else if (words[i] == "=" && has_operand) {
        param.default_text = words[++i];
        param.is_required = false;
      } else if (words[i] == "max" && has_operand) {
        param.max = number(words[++i]);
      } else if (words[i] == "in" && has_operand) {
        param.choices = split(words[++i], '|');
      } else {
        fail(fmt::format("'{}' is not understood", words[i]));
      }
    }
    spec_.params.push_back(std::move(param));
  }

  void read_column(std::string_view value) {
    auto [words, doc] = words_and_doc(value);
    Column column{words[0], type(words[1]), Rollup::key, std::move(doc)};
    if (words.size() > 3) fail(fmt::format("'{}' is not understood", words[3]));
    if (words.size() == 3) column.rollup = rollup(words[2]);
    spec_.columns.push_back(std::move(column));
  }

  Rollup rollup(const std::string& word) const {
    if (word == "key") return Rollup::key;
    if (word == "sum") return Rollup::sum;
    if (word == "min") return Rollup::min;
    if (word == "max") return Rollup::max;
    fail(fmt::format("'{}' is not key, sum, min or max", word));
  }

  void read_copies(std::string_view value) {
    if (value != "yes" && value != "no") fail("copies is yes or no");
    spec_.takes_copies = value == "yes";
  }

  void read_groups(std::string_view value) {
    if (constexpr std::string_view own = " own"; value.ends_with(own)) {
      spec_.groups_itself = true;
      value.remove_suffix(own.size());
    }
    if (value != "none" && value != "source" && value != "unity_version" && value != "controller") {
      fail(fmt::format("'{}' is not none, source, unity_version or controller", value));
    }
    spec_.default_group = value;
  }

  void read_order(std::string_view value) {
    for (const std::string& part : split(value, ',')) {
      const auto words = split(part, ' ');
      if (words.size() > 2 || (words.size() == 2 && words[1] != "desc")) {
        fail(fmt::format("'{}' is not understood", part));
      }
      spec_.order.push_back({words[0], words.size() == 2});
    }
  }

  void read_returns(std::string_view value) {
    if (value == "rows") return void(spec_.returns = Returns::rows);
    if (value == "row") return void(spec_.returns = Returns::row);
    if (value == "value") return void(spec_.returns = Returns::value);
    fail(fmt::format("'{}' is not rows, row or value", value));
  }

  void check_whole() const {
    if (spec_.title.empty()) fail("no title");
    const bool evaluates = !spec_.evaluates.empty();
    if (spec_.sql.empty() && !evaluates) fail("no SQL");
    if (!spec_.sql.empty() && evaluates) fail("SQL and an evaluator");
    if (spec_.columns.empty()) fail("no column");
    if (evaluates && (spec_.default_group || !spec_.order.empty())) {
      fail("an evaluator has its own order and no groups");
    }
    const bool is_list = spec_.returns == Returns::rows && !spec_.default_group && !evaluates;
    if (is_list && spec_.order.empty()) fail("a list of rows needs an order");
    if (spec_.default_group && !spec_.order.empty()) fail("groups make their own order");
    for (const Column& column : spec_.columns) {
      if (column.rollup != Rollup::key && !spec_.default_group) fail("sum, min, max need groups");
    }
  }

  std::string path_;
  std::string_view rest_;
  int line_ = 0;
  QuerySpec spec_;
};

}  // namespace

std::string_view to_string(ValueType type) {
  for (const auto& [name, value] : kTypes) {
    if (value == type) return name;
  }
  return "text";
}

QuerySpec parse_query(std::string_view path, std::string_view text) {
  return Reader(path, text).read();
}

}  // namespace mecadex::queries
