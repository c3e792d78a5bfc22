// SPDX-License-Identifier: GPL-3.0-or-later
// What is read is not written, what is written is written by one, and what a mechanism names lies below it.
#include "core/io/input_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

#include "core/io/named_file.h"
#include "core/io/number_table.h"
#include "core/io/output_claim.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

class InputFilesTest : public testing::Test {
 protected:
  InputFilesTest() {
    std::string name = (fs::temp_directory_path() / "clank-input-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~InputFilesTest() override { fs::remove_all(folder_); }
  fs::path make(const std::string& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "text";
    return folder_ / name;
  }

  fs::path folder_;
};

TEST_F(InputFilesTest, AreKnownWhateverWayLeadsToThem) {
  InputFiles inputs;
  inputs.add(make("a/m.clank"));
  EXPECT_TRUE(inputs.check(folder_ / "a/other"));
  EXPECT_TRUE(inputs.check(make("b/m.clank"))) << "the same text and name are not the same file";
  fs::create_symlink(folder_ / "a/m.clank", folder_ / "link");
  fs::create_hard_link(folder_ / "a/m.clank", folder_ / "hard");
  fs::create_directory_symlink(folder_ / "a", folder_ / "door");
  for (const char* way : {"a/m.clank", "b/../a/./m.clank", "link", "hard", "door/m.clank"}) {
    const auto allowed = inputs.check(folder_ / way);
    ASSERT_FALSE(allowed) << way;
    EXPECT_NE(allowed.error().front().what.find(way), std::string::npos);
  }
  fs::remove(folder_ / "a/m.clank");
  EXPECT_FALSE(inputs.check(folder_ / "door/m.clank")) << "replaced meanwhile";
}

TEST_F(InputFilesTest, KnowWhatAMechanismNamesAlsoWhereItIsNot) {
  Mechanism m;
  m.references.emplace_back().file = "t.csv";
  m.pictures.emplace_back().file = "sub/p.png";
  InputFiles inputs;
  inputs.addNamedIn(m, folder_);
  EXPECT_FALSE(inputs.check(folder_ / "t.csv"));
  EXPECT_FALSE(inputs.check(folder_ / "sub/../sub/p.png"));
  EXPECT_TRUE(inputs.check(folder_ / "p.png"));
}

TEST_F(InputFilesTest, OneAtATimeClaimsAnOutput) {
  for (const fs::path& output : {make("old.csv"), folder_ / "new.csv", folder_}) {
    {
      const auto first = OutputClaim::take(output);
      ASSERT_TRUE(first) << first.error().front().what;
      const auto second = OutputClaim::take(output);
      ASSERT_FALSE(second);
      EXPECT_NE(second.error().front().what.find(output.string()), std::string::npos);
    }
    EXPECT_TRUE(OutputClaim::take(output)) << "when the first has gone";
  }
  EXPECT_EQ(fs::file_size(folder_ / "old.csv"), 4U) << "nothing is lost by a claim";
  EXPECT_FALSE(OutputClaim::take(folder_ / "no/where"));
}

TEST_F(InputFilesTest, NamesLeadBelowTheFolderAlone) {
  make("home/in.csv");
  make("home/sub/in.csv");
  make("homely/out.csv");
  fs::create_symlink(folder_ / "homely/out.csv", folder_ / "home/link.csv");
  fs::create_symlink("sub/in.csv", folder_ / "home/inner.csv");
  fs::create_directory_symlink(folder_ / "home", folder_ / "alias");
  const fs::path home = folder_ / "home";
  for (const char* name : {"in.csv", "sub/in.csv", "./sub/../in.csv", "inner.csv", "not-there.csv"})
    EXPECT_TRUE(findNamedFile(home, name)) << name;
  EXPECT_TRUE(findNamedFile(home, (home / "in.csv").string()));
  EXPECT_TRUE(findNamedFile(folder_ / "alias", "in.csv")) << "the folder itself may be reached by a link";
  for (const std::string& name :
       {std::string("../homely/out.csv"), std::string("link.csv"), std::string("/etc/passwd"),
        (folder_ / "homely/out.csv").string(), std::string(".."), std::string("../homely/no")}) {
    const auto file = findNamedFile(home, name);
    ASSERT_FALSE(file) << name;
    EXPECT_NE(file.error().front().what.find(fs::canonical(home).string()), std::string::npos);
    EXPECT_TRUE(findNamedFile(home, name, OutsideFiles::allowAll()));
  }
  const OutsideFiles chosen{false, {folder_ / "homely/out.csv"}};
  EXPECT_TRUE(findNamedFile(home, "../homely/out.csv", chosen));
  EXPECT_TRUE(findNamedFile(home, "link.csv", chosen));
  EXPECT_FALSE(findNamedFile(home, "/etc/passwd", chosen));
}

// A column whose heading had to be marked is found by its name.
TEST_F(InputFilesTest, ATableIsReadByTheNamesOfItsColumns) {
  const auto table =
      readNumberTable("t [s],'=x.omega [rad/s]\r\n0,1\r\n1,2\r\n", {",", HeaderRow::yes}, {"t", "=x.omega"});
  ASSERT_TRUE(table);
  EXPECT_EQ(table->back().unit, "rad/s");
  EXPECT_EQ(table->back().values.back(), 2);
}

}  // namespace
}  // namespace clank
