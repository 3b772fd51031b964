#include "harness/commands/options/guide_options.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "harness/commands/options/parser.hpp"
#include "harness/commands/options/suggest.hpp"
#include "harness/commands/options/usage_error.hpp"

namespace ecsbench {
namespace {

Shell shell_named(const std::string& name) {
  if (name == "bash") return Shell::kBash;
  if (name == "zsh") return Shell::kZsh;
  if (name == "fish") return Shell::kFish;
  if (name.empty())
    throw UsageError("completion needs a shell: ecsbench completion bash. It knows bash, zsh and fish.");
  throw UsageError(unknown_name("shell", name, {"bash", "zsh", "fish"}) + " It knows bash, zsh and fish.");
}

}  // namespace

std::variant<HelpOptions, CompletionOptions> parse_completion(const std::vector<std::string>& words) {
  const auto app = make_app("completion", "Prints what a shell needs to complete commands, options and names.\n");
  app->footer(
      "To have it in every new shell:\n"
      "  bash   ecsbench completion bash > ~/.local/share/bash-completion/completions/ecsbench\n"
      "  zsh    ecsbench completion zsh > ~/.zfunc/_ecsbench      (fpath+=~/.zfunc before compinit)\n"
      "  fish   ecsbench completion fish > ~/.config/fish/completions/ecsbench.fish\n");
  std::string shell;
  app->add_option("SHELL", shell, "bash, zsh or fish")->type_name("bash|zsh|fish");
  if (!parse(*app, words)) return help_of(*app);
  return CompletionOptions{shell_named(shell)};
}

std::variant<HelpOptions, ExplainOptions> parse_explain(const std::vector<std::string>& words) {
  const auto app = make_app("explain",
                            "Explains a strategy, a workload, a metric or a warning in half a page.\n\nExamples:\n"
                            "  ecsbench explain                    all topics, one line each\n"
                            "  ecsbench explain archetype          a storage\n"
                            "  ecsbench explain 'ns per match'     a column of the table\n"
                            "  ecsbench explain ns_per_entity      the same by its name in the result file\n"
                            "  ecsbench explain W04                a warning\n");
  std::vector<std::string> topic;
  app->add_option("TOPIC", topic, "its name, as the table, the result file or a warning shows it")
      ->type_name("")
      ->expected(0, CLI::detail::expected_max_vector_size);
  if (!parse(*app, words)) return help_of(*app);
  return ExplainOptions{fmt::format("{}", fmt::join(topic, " "))};
}

std::variant<HelpOptions, ManualOptions> parse_manual(const std::vector<std::string>& words) {
  const auto app = make_app("man", "Prints the manual page, for man and groff: ecsbench man > ecsbench.1.\n");
  if (!parse(*app, words)) return help_of(*app);
  return ManualOptions{};
}

}  // namespace ecsbench
