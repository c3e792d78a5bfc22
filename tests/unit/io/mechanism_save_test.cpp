// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/io/mechanism_file.h"
#include "tests/unit/io/sample_files.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

class MechanismSave : public testing::Test {
 protected:
  MechanismSave() { fs::create_directories(folder_); }
  ~MechanismSave() override { fs::remove_all(folder_); }

  std::vector<std::string> listFolder() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename());
    return names;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("clank-save-" + std::to_string(::getpid()));
  const Mechanism mechanism_ = readMechanism(test::kRichFile)->mechanism;
};

TEST_F(MechanismSave, LoadsWhatWasSaved) {
  const fs::path path = folder_ / "a.clank";
  ASSERT_TRUE(saveMechanism(mechanism_, path));
  const auto loaded = loadMechanism(path);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->mechanism, mechanism_);
  EXPECT_THAT(listFolder(), testing::ElementsAre("a.clank")) << "no temporary file stays";
}

TEST_F(MechanismSave, KeepsPermissionsAndLinks) {
  const fs::path path = folder_ / "a.clank";
  const fs::path link = folder_ / "link.clank";
  std::ofstream(path) << "old";
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  fs::create_symlink("a.clank", link);
  ASSERT_TRUE(saveMechanism(mechanism_, link));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(path).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_TRUE(loadMechanism(path));
}

TEST_F(MechanismSave, SaysWhyItCannotSaveAndLeavesNothing) {
  const auto saved = saveMechanism(mechanism_, folder_ / "none" / "a.clank");
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error()[0].what, testing::HasSubstr("No such file or directory"));
  EXPECT_FALSE(saveMechanism(mechanism_, folder_)) << "a folder is no file";
  EXPECT_TRUE(listFolder().empty());
}

TEST_F(MechanismSave, SaysWhyItCannotLoad) {
  const auto absent = loadMechanism(folder_ / "none.clank");
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error()[0].what, testing::HasSubstr("none.clank: No such file or directory"));
  const auto directory = loadMechanism(folder_);
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error()[0].what, testing::HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace clank
