#include "harness/report/grid.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kLeastName = 12;

std::string repeat(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

void trim_right(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
}

}  // namespace

std::string paint(const std::string& text, Tone tone, bool colour) {
  if (!colour || text.empty() || tone == Tone::kPlain) return text;
  const char* code = "0";
  switch (tone) {
    case Tone::kPlain:
      break;
    case Tone::kStrong:
      code = "1";
      break;
    case Tone::kFaint:
      code = "2";
      break;
    case Tone::kGood:
      code = "32";
      break;
    case Tone::kBad:
      code = "31";
      break;
    case Tone::kDoubt:
      code = "33";
      break;
    case Tone::kAlarm:
      code = "1;37;41";
      break;
  }
  return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
}

void Grid::add(std::vector<Cell> row) {
  assert(row.size() == columns_.size());
  rows_.push_back(std::move(row));
}

std::size_t Grid::Layout::total() const {
  std::size_t sum = kIndent;
  for (const std::size_t width : widths) sum += width;
  return sum + gap * (widths.empty() ? 0 : widths.size() - 1);
}

Grid::Layout Grid::layout(std::size_t width) const {
  Layout layout;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = 0;
    for (const std::string& line : columns_[c].head) widest = std::max(widest, display_width(line));
    for (const auto& row : rows_) widest = std::max(widest, display_width(row[c].text));
    layout.widths.push_back(widest);
  }
  while (layout.gap > 1 && layout.total() > width) --layout.gap;
  if (layout.total() > width && !layout.widths.empty()) {
    layout.gap = 2;
    const std::size_t over = layout.total() > width ? layout.total() - width : 0;
    std::size_t& name = layout.widths.front();
    name = name > over + kLeastName ? name - over : std::min(name, kLeastName);
    if (layout.total() > width) layout.gap = 1;
  }
  return layout;
}

std::string Grid::line(const std::vector<Cell>& row, const Layout& layout, bool colour) const {
  std::string text;
  std::string line(kIndent, ' ');
  for (std::size_t c = 0; c < row.size(); ++c) {
    if (c > 0) line += std::string(layout.gap, ' ');
    std::string shown = row[c].text;
    if (display_width(shown) > layout.widths[c]) {  // a long name: its numbers go below it
      text += line + paint(shown, row[c].tone, colour) + '\n';
      shown.clear();
    }
    const std::size_t missing = layout.widths[c] - display_width(shown);
    const std::string blanks(missing, ' ');
    const std::string painted = paint(shown, row[c].tone, colour);
    line += columns_[c].align == Align::kLeft ? painted + blanks : blanks + painted;
  }
  trim_right(line);
  return text + line + '\n';
}

std::string Grid::head(const Layout& layout, bool colour) const {
  std::size_t deepest = 0;
  for (const Column& column : columns_) deepest = std::max(deepest, column.head.size());
  std::string text;
  for (std::size_t depth = 0; depth < deepest; ++depth) {
    std::vector<Cell> row;
    for (const Column& column : columns_) {
      const std::size_t above = deepest - column.head.size();
      row.push_back({depth < above ? "" : column.head[depth - above], Tone::kFaint});
    }
    text += line(row, layout, colour);
  }
  if (deepest == 0) return text;
  const std::string rule = repeat("─", layout.total() - kIndent);
  return text + std::string(kIndent, ' ') + paint(rule, Tone::kFaint, colour) + '\n';
}

std::string Grid::text(std::size_t width, bool colour) const {
  const Layout chosen = layout(width);
  std::string text = head(chosen, colour);
  for (const auto& row : rows_) text += line(row, chosen, colour);
  return text;
}

}  // namespace ecsbench
