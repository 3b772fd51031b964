#include "harness/commands/options/run_words.hpp"

#include <CLI/App.hpp>
#include <optional>

#include "harness/commands/options/config_file.hpp"
#include "harness/commands/options/surroundings.hpp"

namespace ecsbench {

RunWords::RunWords(CLI::App& app) : rows_(app, run_option_rows()) {
  const auto take = [](const auto&) { return true; };
  config_ = app.add_option("--config", CLI::callback_t(take), "read options from this file");
  config_->type_name("FILE")->type_size(1)->expected(1)->default_str(kConfigFile);
}

OptionTexts RunWords::effective() const {
  OptionTexts texts = rows_.given();
  add_environment(texts);
  add_config(texts, config_->count() > 0 ? std::optional(config_->results().back()) : std::nullopt);
  return texts;
}

}  // namespace ecsbench
