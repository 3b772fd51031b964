// Grid: rows of cells under a head, aligned for a terminal.
//
//     strategy    frame   ns per   95 % interval       head lines, set at the bottom
//                    ms   entity
//     ----------------------------------------
//     archetype   0.618    0.618   0.615 – 0.621       a cell: text and tone
//
// Gaps shrink from three blanks to one until the width is kept; then names too long for the first
// column stand on a line of their own above their numbers. Nothing is ever cut.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ecsbench {

// What a text means, from which its colour follows.
enum class Tone { kPlain, kStrong, kFaint, kGood, kBad, kDoubt, kAlarm };

// The text with the colour codes of its tone, or bare where `colour` is off.
[[nodiscard]] std::string paint(const std::string& text, Tone tone, bool colour);

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

enum class Align { kLeft, kRight };

struct Column {
  std::vector<std::string> head;
  Align align = Align::kRight;
};

class Grid {
 public:
  explicit Grid(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // REQUIRES: as many cells as columns.
  void add(std::vector<Cell> row);

  // Lines, each ended; a rule under the head where there is one. Cost: linear in cells.
  [[nodiscard]] std::string text(std::size_t width, bool colour) const;

 private:
  struct Layout {
    std::vector<std::size_t> widths;
    std::size_t gap = 3;
    [[nodiscard]] std::size_t total() const;
  };

  [[nodiscard]] Layout layout(std::size_t width) const;
  [[nodiscard]] std::string head(const Layout& layout, bool colour) const;
  [[nodiscard]] std::string line(const std::vector<Cell>& row, const Layout& layout, bool colour) const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace ecsbench
