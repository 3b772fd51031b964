// Where the script that draws is found.
#include "harness/commands/plot.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ecsbench {
namespace {

namespace fs = std::filesystem;

class PlotScript : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(clone_ / "scripts");
    fs::create_directories(clone_ / "build" / "bin");
    std::ofstream(clone_ / "scripts" / "plot.py") << "pass";
  }
  void TearDown() override { fs::remove_all(clone_); }

  fs::path clone_ = fs::temp_directory_path() / ("ecsbench-plot-" + std::to_string(::getpid()));
};

TEST_F(PlotScript, is_the_one_above_the_executable) {
  const std::string script = (clone_ / "scripts" / "plot.py").string();
  EXPECT_EQ(plot_script(clone_ / "ecsbench"), script);
  EXPECT_EQ(plot_script(clone_ / "build" / "bin" / "ecsbench"), script);
}

TEST_F(PlotScript, is_else_the_one_of_the_source_folder) {
  fs::remove_all(clone_ / "scripts");
  const fs::path script = plot_script(clone_ / "build" / "bin" / "ecsbench");
  EXPECT_EQ(script.filename(), "plot.py");
  EXPECT_TRUE(fs::is_regular_file(script));
  EXPECT_EQ(plot_script(""), script.string());
}

}  // namespace
}  // namespace ecsbench
