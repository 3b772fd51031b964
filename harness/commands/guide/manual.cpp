#include "harness/commands/guide/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string_view>

namespace ecsbench {
namespace {

// The code of the UTF-8 letter that begins at `at`, which is left on its last byte. Broken UTF-8 gives U+FFFD.
std::uint32_t code_at(std::string_view text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
  if (more == 0 || at + more >= text.size()) return 0xFFFD;
  std::uint32_t code = lead & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) code = (code << 6) | (static_cast<unsigned char>(text[++at]) & 0x3Fu);
  return code;
}

// Text that groff prints as it is: no requests, no escapes, minus signs that can be copied.
std::string escaped(std::string_view text) {
  std::string safe;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) safe += "\\&";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (static_cast<unsigned char>(letter) >= 0x80) {
      safe += fmt::format("\\[u{:04X}]", code_at(text, at));
    } else if (letter == '\\') {
      safe += "\\e";
    } else if (letter == '-') {
      safe += "\\-";
    } else if (letter == '\'') {
      safe += "\\(aq";
    } else {
      safe += letter;
    }
  }
  return safe;
}

std::string upper(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

// Help text by its form: paragraphs; "Examples:" above lines that stand as they are.
class Prose {
 public:
  // `heading`: ".SH" for the page's own text, ".SS" within a command.
  Prose(std::string_view text, std::string_view heading) : heading_{heading} {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) add(line);
    end_example();
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(const std::string& line) {
    const bool is_example = line.starts_with("  ");
    const bool is_heading = !is_example && line.ends_with(':');
    if (!is_example) end_example();
    if (is_heading) skipping_ = line == "Commands:";  // each has its own section
    if (skipping_) return;
    if (line.empty()) {
      text_ += text_.empty() || text_.ends_with(".PP\n") ? "" : ".PP\n";
    } else if (is_heading) {
      begin_heading(line.substr(0, line.size() - 1));
    } else {
      if (is_example && !in_example_) text_ += ".nf\n";
      in_example_ = is_example;
      text_ += escaped(line) + '\n';
    }
  }

  void begin_heading(const std::string& words) {
    if (text_.ends_with(".PP\n")) text_.resize(text_.size() - 4);
    text_ += fmt::format("{} {}\n", heading_, heading_ == ".SH" ? escaped(upper(words)) : escaped(words));
  }

  void end_example() {
    if (in_example_) text_ += ".fi\n";
    in_example_ = false;
  }

  std::string_view heading_;
  std::string text_;
  bool in_example_ = false, skipping_ = false;
};

// A text without a paragraph that nothing follows.
std::string trimmed(std::string text) {
  while (text.ends_with(".PP\n")) text.resize(text.size() - 4);
  return text;
}

std::string row(const OptionShape& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(fmt::format("\\fB{}\\fR", escaped(name)));
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!option.is_argument && !option.value.empty()) text += fmt::format(" \\fI{}\\fR", escaped(option.value));
  text += '\n' + escaped(option.help);
  if (!option.standard.empty()) text += fmt::format(" [{}]", escaped(option.standard));
  return text + '\n';
}

// Options below their headings; `heading` as for prose. Those of the group "Options" come last, as in the help.
std::string rows(const CommandShape& command) {
  std::vector<std::string> groups;
  for (const OptionShape& option : command.options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  std::stable_partition(groups.begin(), groups.end(), [](const std::string& group) { return group != "Options"; });
  std::string text;
  for (const std::string& group : groups) {
    if (groups.size() > 1) text += fmt::format(".SS {}\n", escaped(group == "Options" ? "Others" : group));
    for (const OptionShape& option : command.options) {
      if (option.group == group) text += row(option);
    }
  }
  return text;
}

std::string usage(const CommandShape& command, bool is_default) {
  std::string text = fmt::format("\\fBecsbench\\fR {}", is_default ? "[\\fBrun\\fR]" : "\\fB" + command.name + "\\fR");
  for (const OptionShape& option : command.options) {
    if (!option.is_argument) continue;
    const std::string name = fmt::format("\\fI{}\\fR", escaped(option.names.front()));
    text += option.is_optional ? fmt::format(" [{}]", name) : " " + name;
  }
  return text + " [\\fIoptions\\fR]\n";
}

// A command that takes what run takes shows only what it has beside that.
CommandShape without(CommandShape command, const CommandShape& other) {
  std::erase_if(command.options, [&](const OptionShape& option) {
    return std::any_of(other.options.begin(), other.options.end(), [&](const OptionShape& known) {
      return known.names == option.names && known.help == option.help;
    });
  });
  return command;
}

std::string section(const CommandShape& command, const CommandShape& run) {
  std::string text = fmt::format(".SH {}\n{}.PP\n", escaped("ECSBENCH " + upper(command.name)), usage(command, false));
  text += trimmed(Prose(command.description, ".SS").text()) + rows(without(command, run));
  if (!command.footer.empty()) text += ".PP\n" + trimmed(Prose(command.footer, ".SS").text());
  return text;
}

}  // namespace

std::string manual_text(const std::vector<CommandShape>& tree, const std::string& version) {
  const CommandShape& run = tree.front();
  const std::string about = run.description.substr(0, run.description.find('\n'));
  std::string text = fmt::format(".TH ECSBENCH 1 \"\" \"ecsbench {}\" \"User Commands\"\n.SH NAME\n", escaped(version));
  text += fmt::format("ecsbench \\- {}\n.SH SYNOPSIS\n.nf\n", escaped(about.substr(about.find(' ') + 1)));
  for (const CommandShape& command : tree) text += usage(command, &command == &run);
  text += fmt::format(".fi\n.SH DESCRIPTION\n{}", trimmed(Prose(run.description, ".SH").text()));
  text += ".SH COMMANDS\n";
  for (const CommandShape& command : tree) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", command.name, escaped(command.summary));
  }
  text += fmt::format(".SH {}\n{}", escaped("OPTIONS OF RUN"), rows(run));
  text += fmt::format(".SH {}\n{}", escaped("VALUES AND CONFIGURATION"), trimmed(Prose(run.footer, ".SH").text()));
  for (const CommandShape& command : tree) {
    if (&command != &run) text += section(command, run);
  }
  return text;
}

}  // namespace ecsbench
