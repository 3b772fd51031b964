// Output files are whole or absent, and mistakes are found before the run.
#include "harness/report/output_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace ecsbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static std::string refusal(const std::string& path) {
    try {
      const OutputFile file("--json", path);
    } catch (const UnusablePath& error) {
      return error.what();
    }
    return "";
  }

  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("ecsbench-output-" + std::to_string(::getpid()));
};

TEST_F(OutputFileTest, a_check_leaves_nothing_behind) {
  const OutputFile file("--json", path("out.json"));
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFileTest, each_write_replaces_the_whole_file) {
  const OutputFile file("--json", path("out.json"));
  file.write("a long first text");
  file.write_last("short");
  EXPECT_EQ(content(path("out.json")), "short");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, a_name_that_is_no_utf8_is_kept) {
  const OutputFile file("--json", path("a\xff.json"));
  file.write("x");
  EXPECT_TRUE(fs::exists(path("a\xff.json")));
}

TEST_F(OutputFileTest, a_link_stays_a_link) {
  const OutputFile real("--json", path("real.json"));
  real.write("old");
  fs::create_symlink(path("real.json"), path("link.json"));
  const OutputFile link("--json", path("link.json"));
  link.write("new");
  EXPECT_TRUE(fs::is_symlink(path("link.json")));
  EXPECT_EQ(content(path("real.json")), "new");
}

TEST_F(OutputFileTest, an_existing_file_keeps_its_permissions) {
  const OutputFile file("--json", path("out.json"));
  file.write("old");
  fs::permissions(path("out.json"), fs::perms::owner_read | fs::perms::owner_write);
  file.write("new");
  EXPECT_EQ(fs::status(path("out.json")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, mistakes_are_refused_before_the_run) {
  EXPECT_EQ(refusal(""), "--json: the file name is empty.");
  EXPECT_THAT(refusal(path("")), HasSubstr("it is a folder"));
  EXPECT_THAT(refusal(path("no/such/out.json")), AllOf(HasSubstr("there is no folder"), HasSubstr("no/such")));
}

TEST_F(OutputFileTest, a_full_disk_is_reported_with_the_path) {
  const OutputFile file("--json", "/dev/full");
  file.write("not yet: a device cannot be rewritten");
  try {
    file.write_last("x");
    FAIL() << "no error";
  } catch (const WriteError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
  }
}

TEST_F(OutputFileTest, a_failed_write_leaves_the_old_file) {  // H077
  fs::create_directory(path("sub"));
  const OutputFile file("--json", path("sub/out.json"));
  file.write("old");
  fs::rename(path("sub"), path("moved"));
  EXPECT_THROW(file.write("new"), WriteError);
  EXPECT_EQ(content(path("moved/out.json")), "old");
}

}  // namespace
}  // namespace ecsbench
