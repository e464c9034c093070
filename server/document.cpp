#include "server/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "queries/cell_text.hpp"

namespace mecadex::server {
namespace {

using queries::BoundValue;

/// Text is handed on in pieces of about this size.
constexpr std::size_t kPieceBytes = 8 * 1024;

BoundValue keep(const queries::Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return {};
}

bool is_needed(const std::vector<Section>& sections, std::string_view column) {
  return std::any_of(sections.begin(), sections.end(), [&](const Section& each) {
    return std::find(each.params.begin(), each.params.end(), column) != each.params.end() ||
           is_needed(each.sections, column);
  });
}

/// How a statement's columns are written, and which of them inner sections ask for.
struct RowForm {
  RowForm(const queries::GuardedStatement& statement, const std::vector<Section>& sections,
          const Entity* entity) {
    for (int i = 0; i < statement.column_count(); ++i) {
      queries::Column column;
      column.name = statement.column_name(i);
      const EntityColumn* known = entity == nullptr ? nullptr : entity->find_column(column.name);
      if (known != nullptr && known->is_list) column.type = queries::ValueType::list;
      keys.push_back((i == 0 ? "" : ",") + queries::json_string(column.name) + ':');
      styles.push_back(queries::json_style(column, true));
      needed.push_back(is_needed(sections, column.name));
      names.push_back(std::move(column.name));
    }
  }

  std::vector<std::string> keys;
  std::vector<std::string> names;
  std::vector<queries::JsonStyle> styles;
  std::vector<bool> needed;
};

class DocumentWriter {
 public:
  DocumentWriter(queries::GuardedConnection& connection, std::ostream& out)
      : connection_(connection), out_(out) {}

  bool write(const Entity& entity, std::int64_t id, const std::string& revision) {
    queries::GuardedStatement statement = connection_.prepare_kept(
        fmt::format("SELECT * FROM {} WHERE {} = :id", entity.view, entity.key));
    statement.bind("id", id);
    if (!statement.step()) return false;
    text_ = "{\"revision\":" + queries::json_string(revision) + ',';
    const RowForm form(statement, entity.sections, &entity);
    row(statement, form, entity.sections);
    text_ += "}\n";
    flush();
    return true;
  }

 private:
  /// The columns of the current row and its sections, without the braces.
  void row(queries::GuardedStatement& statement, const RowForm& form,
           const std::vector<Section>& sections) {
    const std::size_t outer = scope_.size();
    for (std::size_t i = 0; i < form.keys.size(); ++i) {
      const queries::Value value = statement.value(static_cast<int>(i));
      text_ += form.keys[i];
      queries::append_json(text_, value, form.styles[i]);
      if (form.needed[i]) scope_.emplace_back(form.names[i], keep(value));
    }
    for (const Section& each : sections) section(each);
    scope_.resize(outer);
    if (text_.size() >= kPieceBytes) flush();
  }

  void section(const Section& section) {
    queries::GuardedStatement statement = connection_.prepare_kept(section.sql);
    for (const std::string& param : section.params) {
      const auto found = std::find_if(scope_.rbegin(), scope_.rend(),
                                      [&](const auto& entry) { return entry.first == param; });
      if (found != scope_.rend()) statement.bind(param, found->second);
    }
    text_ += ",\"" + section.name + "\":[";
    bool is_first = true;
    for (; statement.step(); is_first = false) {
      const RowForm& form =
          forms_.try_emplace(&section, statement, section.sections, nullptr).first->second;
      text_ += is_first ? "\n{" : ",\n{";
      row(statement, form, section.sections);
      text_ += '}';
    }
    text_ += ']';
  }

  void flush() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

  queries::GuardedConnection& connection_;
  std::ostream& out_;
  std::string text_;
  std::map<const Section*, RowForm> forms_;                     // of the sections met so far
  std::vector<std::pair<std::string_view, BoundValue>> scope_;  // columns of the enclosing rows
};

}  // namespace

bool write_document(const Entity& entity, std::int64_t id, const std::string& revision,
                    queries::GuardedConnection& connection, std::ostream& out) {
  return DocumentWriter(connection, out).write(entity, id, revision);
}

}  // namespace mecadex::server
