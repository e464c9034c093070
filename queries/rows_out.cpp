// The machine-readable writers; the table has a file of its own.
#include "queries/rows_out.hpp"

#include <fmt/format.h>

#include "queries/cell_text.hpp"
#include "queries/table_out.hpp"

namespace mecadex::queries {
namespace {

void write_row_object(std::ostream& out, const AnswerHeader& header,
                      const std::vector<Value>& values) {
  out << '{';
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = header.columns[i];
    out << (i == 0 ? "" : ",") << json_string(column.name) << ':'
        << json_text(column, values[i], !header.query.has_value());
  }
  out << '}';
}

class JsonWriter : public RowSink {
 public:
  explicit JsonWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override {
    header_ = header;
    out_ << '{';
    if (header.query) out_ << "\"query\":" << json_string(*header.query) << ',';
    out_ << "\"revision\":" << json_string(header.revision) << ",\"columns\":[";
    for (std::size_t i = 0; i < header.columns.size(); ++i) {
      out_ << (i == 0 ? "" : ",") << json_string(header.columns[i].name);
    }
    out_ << "],\"rows\":[";
  }

  void row(const std::vector<Value>& values) override {
    out_ << (has_rows_ ? ",\n" : "\n");
    has_rows_ = true;
    write_row_object(out_, header_, values);
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
         << ",\"next\":" << (end.next ? json_string(*end.next) : "null") << "}\n";
  }

 private:
  std::ostream& out_;
  AnswerHeader header_;
  bool has_rows_ = false;
};

class NdjsonWriter : public RowSink {
 public:
  explicit NdjsonWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override { header_ = header; }

  void row(const std::vector<Value>& values) override {
    write_row_object(out_, header_, values);
    out_ << '\n';
  }

  void end(const AnswerEnd&) override {}

 private:
  std::ostream& out_;
  AnswerHeader header_;
};

class CsvWriter : public RowSink {
 public:
  explicit CsvWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override {
    for (std::size_t i = 0; i < header.columns.size(); ++i) field(i, header.columns[i].name);
    out_ << "\r\n";
  }

  void row(const std::vector<Value>& values) override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::holds_alternative<std::monostate>(values[i])) {
        out_ << (i == 0 ? "" : ",");
      } else {
        field(i, plain_text(values[i]));
      }
    }
    out_ << "\r\n";
  }

  void end(const AnswerEnd&) override {}

 private:
  void field(std::size_t position, std::string_view text) {
    if (position > 0) out_ << ',';
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
      out_ << text;
      return;
    }
    out_ << '"';
    for (const char c : text) {
      if (c == '"') out_ << '"';
      out_ << c;
    }
    out_ << '"';
  }

  std::ostream& out_;
};

}  // namespace

std::optional<Format> parse_format(std::string_view name) {
  if (name == "table") return Format::table;
  if (name == "json") return Format::json;
  if (name == "ndjson") return Format::ndjson;
  if (name == "csv") return Format::csv;
  return std::nullopt;
}

std::unique_ptr<RowSink> make_writer(Format format, std::ostream& out) {
  switch (format) {
    case Format::json:
      return std::make_unique<JsonWriter>(out);
    case Format::ndjson:
      return std::make_unique<NdjsonWriter>(out);
    case Format::csv:
      return std::make_unique<CsvWriter>(out);
    case Format::table:
      break;
  }
  return make_table_writer(out);
}

}  // namespace mecadex::queries
