// Widths are those of the first kSample rows, which are held back until they are known; later rows
// stream through, and one that is wider pushes its line.
#include "queries/table_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "queries/cell_text.hpp"

namespace mecadex::queries {
namespace {

constexpr std::size_t kSample = 1'000;

/// Text that cannot move the cursor or change colours: names come from files of strangers.
std::string printable(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  return shown;
}

/// Code points, which is the width of most texts.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

struct Cell {
  std::string text;
  bool is_number = false;
};

class TableWriter : public RowSink {
 public:
  explicit TableWriter(std::ostream& out) : out_(out) {}

  void begin(const AnswerHeader& header) override {
    header_ = header;
    for (const Column& column : header.columns) widths_.push_back(width(column.name));
    is_number_.assign(header.columns.size(), false);
  }

  void row(const std::vector<Value>& values) override {
    std::vector<Cell> cells;
    for (const Value& value : values) {
      cells.push_back({printable(plain_text(value)), value.index() == 1 || value.index() == 2});
    }
    ++rows_;
    if (is_streaming_) return write(cells);
    measure(cells);
    sample_.push_back(std::move(cells));
    if (sample_.size() == kSample) flush();
  }

  void end(const AnswerEnd& end) override {
    if (!is_streaming_) flush();
    out_ << fmt::format("\n{} row{}", rows_, rows_ == 1 ? "" : "s");
    if (end.is_truncated) out_ << ", and more";
    if (header_.scope) out_ << "; " << scope_text(*header_.scope);
    out_ << '\n';
    if (!end.hint.empty()) out_ << end.hint << '\n';
    if (end.next) out_ << "next page: --param cursor=" << *end.next << '\n';
  }

 private:
  static std::string scope_text(const Scope& scope) {
    std::string text = fmt::format("{} source{}, {} serialized file{}, {} controller{}",
                                   scope.sources, scope.sources == 1 ? "" : "s",
                                   scope.serialized_files, scope.serialized_files == 1 ? "" : "s",
                                   scope.controllers, scope.controllers == 1 ? "" : "s");
    if (scope.controllers_unreadable > 0) {
      text += fmt::format(" ({} more could not be read)", scope.controllers_unreadable);
    }
    return text;
  }

  void measure(const std::vector<Cell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths_[i] = std::max(widths_[i], width(cells[i].text));
      if (cells[i].is_number) is_number_[i] = true;
    }
  }

  void flush() {
    is_streaming_ = true;
    std::vector<Cell> names;
    std::vector<Cell> rules;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      names.push_back({printable(header_.columns[i].name), is_number_[i]});
      rules.push_back({std::string(widths_[i], '-'), false});
    }
    write(names);
    write(rules);
    for (const auto& cells : sample_) write(cells);
    sample_.clear();
  }

  void write(const std::vector<Cell>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t used = std::min(widths_[i], width(cells[i].text));
      const std::string padding(widths_[i] - used, ' ');
      if (i > 0) line += "  ";
      line += cells[i].is_number ? padding + cells[i].text : cells[i].text + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out_ << line << '\n';
  }

  std::ostream& out_;
  AnswerHeader header_;
  std::vector<std::size_t> widths_;
  std::vector<bool> is_number_;
  std::vector<std::vector<Cell>> sample_;
  std::int64_t rows_ = 0;
  bool is_streaming_ = false;
};

}  // namespace

std::unique_ptr<RowSink> make_table_writer(std::ostream& out) {
  return std::make_unique<TableWriter>(out);
}

}  // namespace mecadex::queries
