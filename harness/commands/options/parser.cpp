#include "harness/commands/options/parser.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <cstddef>

#include "harness/commands/options/options.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"
#include "harness/report/text.hpp"

namespace ecsbench {
namespace {

constexpr std::size_t kHelpColumn = 30;

// CLI11 wraps nothing; this one keeps to 100 columns and shows defaults where they are.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string left = make_option_name(option, is_positional);
    if (const std::size_t comma = left.find(','); comma != std::string::npos) left.insert(comma + 1, " ");
    if (!is_positional && !option->get_type_name().empty()) left += " " + option->get_type_name();
    std::string right = option->get_description();
    if (!option->get_default_str().empty()) right += " [" + option->get_default_str() + "]";
    return help_row(left, right);
  }

  std::string make_usage(const CLI::App* app, std::string) const override {
    const bool is_run = app->get_name() == "ecsbench";
    std::string arguments;
    for (const CLI::Option* option : app->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
      const std::string name = option->get_name(true);
      arguments += option->get_expected_min() == 0 ? fmt::format(" [{}]", name) : " " + name;
    }
    return fmt::format("\nUsage: {}{}{} [OPTIONS]\n", is_run ? "ecsbench [run]" : "ecsbench ",
                       is_run ? "" : app->get_name(), arguments);
  }
};

// "--json=" and "-o=" say nothing, and CLI11 would take the next word for the value.
void refuse_empty_values(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return;
    if (word.size() > 1 && word.front() == '-' && word.find('=') == word.size() - 1) {
      throw UsageError(fmt::format("{}: the value is empty.", word.substr(0, word.size() - 1)));
    }
  }
}

// "--json --csv x" would make a file called --csv: an option's name is nobody's value. "--json=--csv" says it is meant.
void refuse_names_as_values(const CLI::App& app, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size() && words[i] != "--"; ++i) {
    const CLI::Option* const option = words[i].starts_with('-') ? app.get_option_no_throw(words[i]) : nullptr;
    if (option == nullptr || option->get_expected_min() == 0) continue;
    const std::string& next = words[i + 1];
    if (next.starts_with('-') && app.get_option_no_throw(next) != nullptr) {
      throw UsageError(
          fmt::format("{0} needs a value, and {1} is an option. A value of that name: {0}={1}.", words[i], next));
    }
  }
}

void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (word.front() != '-') {
    const auto& rows = commands();
    const bool command = std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.first == word; });
    throw UsageError(command ? fmt::format("'{0}' is a command and comes first: ecsbench {0}.", word)
                             : fmt::format("'{}' is one word too many. See ecsbench --help.", word));
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  throw UsageError(unknown_name("option", word, known) + " See ecsbench --help.");
}

OptionShape shape_of(const CLI::Option& option) {
  OptionShape shape;
  shape.is_argument = option.get_positional();
  if (shape.is_argument) shape.names.push_back(option.get_name(true));
  for (const std::string& letter : option.get_snames()) shape.names.push_back("-" + letter);
  for (const std::string& name : option.get_lnames()) shape.names.push_back("--" + name);
  shape.is_optional = shape.is_argument && option.get_expected_min() == 0;
  shape.value = option.get_type_name();
  shape.help = option.get_description();
  shape.standard = option.get_default_str();
  shape.group = option.get_group();
  return shape;
}

CommandShape shape_of(const CLI::App& app) {
  CommandShape shape;
  shape.name = app.get_name();
  shape.description = app.get_description();
  shape.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) shape.options.push_back(shape_of(*option));
  return shape;
}

}  // namespace

std::string help_row(const std::string& left, const std::string& right) {
  std::string text = "  " + left;
  if (text.size() + 1 > kHelpColumn) {
    text += '\n' + std::string(kHelpColumn, ' ');
  } else {
    text.resize(kHelpColumn, ' ');
  }
  const std::string wrapped = wrap(right, kHelpWidth - kHelpColumn, 0);
  for (const char letter : wrapped) {
    text += letter;
    if (letter == '\n') text += std::string(kHelpColumn, ' ');
  }
  return text + '\n';
}

HelpOptions help_of(const CLI::App& app) {
  std::string text = app.help();  // CLI11 leaves two blank lines between groups; one is enough
  for (std::size_t at = text.find("\n\n\n"); at != std::string::npos; at = text.find("\n\n\n")) text.erase(at, 1);
  return {text, shape_of(app)};
}

bool parse(CLI::App& app, const std::vector<std::string>& words) {
  refuse_empty_values(words);
  refuse_names_as_values(app, words);
  app.allow_extras();
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return false;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    throw UsageError(fmt::format("{} needs a value. See ecsbench --help.", what.substr(0, what.find(':'))));
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}. See ecsbench --help.", error.what()));
  }
  refuse_extras(app);
  return true;
}

std::unique_ptr<CLI::App> make_app(const std::string& name, const std::string& description) {
  auto app = std::make_unique<CLI::App>(description, name);
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->label("Positionals", "Argument");
  app->formatter(formatter);
  app->set_help_flag("-h,--help", "print this");
  return app;
}

}  // namespace ecsbench
