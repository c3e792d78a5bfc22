// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of one file know of each other. The other program is this one, started again with an argument.
#include "ui/document/open_file_mark.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/ui/chain.h"
#include "tests/ui/killed_editor.h"

namespace clank {
namespace {

class OpenFileMarkTest : public testing::Test {
 protected:
  void SetUp() override {
    qputenv("XDG_STATE_HOME", folder.filePath("state").toLocal8Bit());
    for (const QString& path : {file, other}) {
      QFile made(path);
      ASSERT_TRUE(made.open(QIODevice::WriteOnly));
    }
  }
  void TearDown() override { qunsetenv("XDG_STATE_HOME"); }

  QStringList listMarks() const { return QDir(folder.filePath("state/clank/open")).entryList(QDir::Files); }

  // Another program that has the file open.
  void startOther(QProcess& program) const {
    program.start(QCoreApplication::applicationFilePath(), {test::kHoldArgument, file});
    ASSERT_TRUE(program.waitForReadyRead(10000));
  }

  QTemporaryDir folder;
  const QString file = folder.filePath("a.clank"), other = folder.filePath("b.clank");
};

TEST_F(OpenFileMarkTest, MarksOfOneFileAreFoundAndGoWithTheirWindows) {
  OpenFileMark one;
  one.setPath(file);
  EXPECT_FALSE(one.isShared());
  {
    OpenFileMark two;
    two.setPath(other);
    EXPECT_FALSE(two.isShared());
    two.setPath(file);
    EXPECT_TRUE(two.isShared());
    EXPECT_EQ(listMarks().size(), 2);
  }
  EXPECT_EQ(listMarks().size(), 1);
  one.setPath({});
  EXPECT_TRUE(listMarks().isEmpty());
}

TEST_F(OpenFileMarkTest, ALinkIsTheSameFile) {
  const QString link = folder.filePath("link.clank");
  ASSERT_TRUE(QFile::link(file, link));
  OpenFileMark one, two;
  one.setPath(file);
  two.setPath(link);
  EXPECT_TRUE(two.isShared());
}

TEST_F(OpenFileMarkTest, ProgramsKnowOfEachOther) {
  OpenFileMark mine;
  mine.setPath(file);
  QSignalSpy opened(&mine, &OpenFileMark::otherOpened);
  QProcess program;
  startOther(program);
  EXPECT_EQ(program.readLine(), "shared\n");
  EXPECT_TRUE(opened.count() > 0 || opened.wait(5000));
  EXPECT_TRUE(mine.isShared());
  program.kill();
  ASSERT_TRUE(program.waitForFinished());
}

TEST_F(OpenFileMarkTest, AProgramThatWasKilledIsForgotten) {
  QProcess program;
  startOther(program);
  EXPECT_EQ(program.readLine(), "alone\n");
  program.kill();
  ASSERT_TRUE(program.waitForFinished());
  EXPECT_EQ(listMarks().size(), 1);
  OpenFileMark mine;
  mine.setPath(file);
  EXPECT_FALSE(mine.isShared());
  EXPECT_EQ(listMarks().size(), 1) << "its mark is gone, mine is there";
}

TEST_F(OpenFileMarkTest, WithoutAPlaceForMarksNothingIsTold) {
  qputenv("XDG_STATE_HOME", "/proc/none");
  OpenFileMark one, two;
  one.setPath(file);
  two.setPath(file);
  EXPECT_FALSE(two.isShared());
}

}  // namespace
}  // namespace clank
