// The machine-readable writers; the table has a file of its own.
#include "queries/rows_out.hpp"

#include <fmt/format.h>

#include "queries/cell_text.hpp"
#include "queries/table_out.hpp"

namespace mecadex::queries {
namespace {

/// Rows as JSON objects: what is the same in each row is made once.
class RowObjects {
 public:
  void begin(const AnswerHeader& header) {
    for (const Column& column : header.columns) {
      keys_.push_back((keys_.empty() ? "{" : ",") + json_string(column.name) + ':');
      styles_.push_back(json_style(column, !header.query.has_value()));
    }
  }

  void append(std::string& out, const std::vector<Value>& values) const {
    if (values.empty()) out += '{';
    for (std::size_t i = 0; i < values.size(); ++i) {
      out += keys_[i];
      append_json(out, values[i], styles_[i]);
    }
    out += '}';
  }

 private:
  std::vector<std::string> keys_;
  std::vector<JsonStyle> styles_;
};

void write(std::ostream& out, const std::string& text) {
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

class JsonWriter : public RowSink {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override {
    header_ = header;
    objects_.begin(header);
    out_ << '{';
    if (header.query) out_ << "\"query\":" << json_string(*header.query) << ',';
    out_ << "\"revision\":" << json_string(header.revision) << ",\"columns\":[";
    for (std::size_t i = 0; i < header.columns.size(); ++i) {
      out_ << (i == 0 ? "" : ",") << json_string(header.columns[i].name);
    }
    out_ << "],\"rows\":[";
  }

  void row(const std::vector<Value>& values) override {
    line_ = has_rows_ ? ",\n" : "\n";
    has_rows_ = true;
    objects_.append(line_, values);
    write(out_, line_);
  }

  void end(const AnswerEnd& end) override {
    out_ << ']';
    if (header_.scope) {
      out_ << fmt::format(
          ",\"scope\":{{\"sources\":{},\"serialized_files\":{},\"controllers\":{},"
          "\"controllers_unreadable\":{}}}",
          header_.scope->sources, header_.scope->serialized_files, header_.scope->controllers,
          header_.scope->controllers_unreadable);
    }
    out_ << ",\"truncated\":" << (end.is_truncated ? "true" : "false")
         << ",\"next\":" << (end.next ? json_string(*end.next) : "null");
    if (!end.hint.empty()) out_ << ",\"hint\":" << json_string(end.hint);
    out_ << "}\n";
  }

 private:
  std::ostream& out_;
  AnswerHeader header_;
  RowObjects objects_;
  std::string line_;
  bool has_rows_ = false;
};

class NdjsonWriter : public RowSink {
 public:
  explicit NdjsonWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override { objects_.begin(header); }

  void row(const std::vector<Value>& values) override {
    line_.clear();
    objects_.append(line_, values);
    line_ += '\n';
    write(out_, line_);
  }

  void end(const AnswerEnd&) override {}

 private:
  std::ostream& out_;
  RowObjects objects_;
  std::string line_;
};

/// What a spreadsheet takes for the begin of a formula.
constexpr std::string_view kFormulaBegins = "=+-@\t\r\n";

class CsvWriter : public RowSink {
 public:
  CsvWriter(std::ostream& out, bool is_for_spreadsheets)
      : out_(out),
        is_for_spreadsheets_(is_for_spreadsheets),
        quoted_(is_for_spreadsheets ? ",\"\r\n;\t" : ",\"\r\n") {}

  void begin(const AnswerHeader& header) override {
    line_.clear();
    for (std::size_t i = 0; i < header.columns.size(); ++i) field(i, header.columns[i].name, true);
    end_line();
  }

  void row(const std::vector<Value>& values) override {
    line_.clear();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::holds_alternative<std::monostate>(values[i])) {
        if (i > 0) line_ += ',';
      } else if (const auto* text = std::get_if<std::string_view>(&values[i])) {
        field(i, *text, true);
      } else {
        field(i, plain_text(values[i]), false);
      }
    }
    end_line();
  }

  void end(const AnswerEnd&) override {}

 private:
  void end_line() {
    line_ += "\r\n";
    write(out_, line_);
  }

  void field(std::size_t position, std::string_view text, bool is_text) {
    if (position > 0) line_ += ',';
    const bool is_defused = is_for_spreadsheets_ && is_text && !text.empty() &&
                            kFormulaBegins.find(text.front()) != std::string_view::npos;
    if (!is_defused && !text.empty() && text.find_first_of(quoted_) == std::string_view::npos) {
      line_ += text;
      return;
    }
    line_ += is_defused ? "\"'" : "\"";
    for (const char c : text) {
      if (c == '"') line_ += '"';
      line_ += c;
    }
    line_ += '"';
  }

  std::ostream& out_;
  bool is_for_spreadsheets_;
  std::string_view quoted_;  // characters that call for quotes
  std::string line_;
};

}  // namespace

std::optional<Format> parse_format(std::string_view name) {
  if (name == "table") return Format::table;
  if (name == "json") return Format::json;
  if (name == "ndjson") return Format::ndjson;
  if (name == "csv") return Format::csv;
  if (name == "csv-safe") return Format::csv_safe;
  return std::nullopt;
}

std::unique_ptr<RowSink> make_writer(Format format, std::ostream& out) {
  switch (format) {
    case Format::json:
      return std::make_unique<JsonWriter>(out);
    case Format::ndjson:
      return std::make_unique<NdjsonWriter>(out);
    case Format::csv:
      return std::make_unique<CsvWriter>(out, false);
    case Format::csv_safe:
      return std::make_unique<CsvWriter>(out, true);
    case Format::table:
      break;
  }
  return make_table_writer(out);
}

}  // namespace mecadex::queries
