#include "harness/commands/options/row_words.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>

namespace ecsbench {
namespace {

CLI::Option* add_row(CLI::App& app, const OptionRow& row) {
  const std::string letter = row.letter == '\0' ? "" : fmt::format("-{},", row.letter);
  const std::string names = fmt::format("{}--{}", letter, row.name);
  const std::string help(row.help);
  CLI::Option* option = row.value.empty()
                            ? app.add_flag(names, help)
                            : app.add_option(names, CLI::callback_t([](const auto&) { return true; }), help);
  option->group(std::string(row.group));
  if (row.value.empty()) return option;
  return option->type_name(std::string(row.value))
      ->type_size(1)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false)
      ->default_str(std::string(row.standard));
}

}  // namespace

RowWords::RowWords(CLI::App& app, const std::vector<OptionRow>& rows) {
  for (const OptionRow& row : rows) options_.emplace_back(&row, add_row(app, row));
}

OptionTexts RowWords::given() const {
  OptionTexts texts;
  for (const auto& [row, option] : options_) {
    if (option->count() > 0) texts[std::string(row->name)] = {option->results(), fmt::format("--{}", row->name)};
  }
  return texts;
}

}  // namespace ecsbench
