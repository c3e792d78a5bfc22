// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_saving.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>
#include <thread>

#include "tests/ui/chain.h"
#include "tests/ui/large_file.h"
#include "ui/document/mechanism_document.h"

namespace clank {
namespace {

using test::waitUntil;

class FileSavingTest : public testing::Test {
 protected:
  FileSavingTest() {
    test::writeLargeFile(file.toStdString(), 20000, "first");
    EXPECT_TRUE(document.load(file));
  }
  void rename(const char* name) {
    document.edit("rename", [&](Mechanism& m) { m.name = name; });
  }
  std::string nameOnDisk() const {
    MechanismDocument other;
    return other.load(file) ? other.drawn().name : "unreadable";
  }
  void begin() {
    saving.begin(document.prepareToSave(file), [this](const FileToSave& saved, Result<SavedFile> written) {
      isToldHere = std::this_thread::get_id() == here;
      EXPECT_TRUE(document.takeSaved(saved, std::move(written)));
      ++told;
    });
  }

  QTemporaryDir folder;
  const QString file = folder.filePath("large.clank");
  MechanismDocument document;
  FileSaving saving;
  const std::thread::id here = std::this_thread::get_id();
  int told = 0;
  bool isToldHere = false;
};

TEST_F(FileSavingTest, IsSavedOnAThreadAndToldInTheWindows) {
  rename("second");
  begin();
  ASSERT_GE(waitUntil([&] { return told == 1; }), 0);
  EXPECT_TRUE(isToldHere);
  EXPECT_FALSE(saving.isUnderWay());
  EXPECT_FALSE(document.isModified());
  EXPECT_FALSE(document.isChangedOnDisk());
  EXPECT_EQ(nameOnDisk(), "second");
}

TEST_F(FileSavingTest, WhatIsEditedMeanwhileIsUnsaved) {
  rename("second");
  const FileToSave prepared = document.prepareToSave(file);
  rename("third");
  ASSERT_TRUE(document.takeSaved(prepared, writeFile(prepared)));
  EXPECT_EQ(nameOnDisk(), "second");
  EXPECT_TRUE(document.isModified());
  EXPECT_FALSE(document.isChangedOnDisk());
  document.undoStack().undo();
  document.undoStack().undo();
  EXPECT_TRUE(document.isModified()) << "what was there when the file was read is no longer in it";
  begin();
  saving.finish();
  EXPECT_EQ(told, 1);
  EXPECT_FALSE(document.isModified());
  EXPECT_EQ(nameOnDisk(), "first");
}

TEST_F(FileSavingTest, WhatIsUnderWayIsDoneBeforeTheProgramEnds) {
  rename("second");
  {
    FileSaving last;
    last.begin(document.prepareToSave(file), [](const FileToSave&, const Result<SavedFile>&) {});
  }
  EXPECT_EQ(nameOnDisk(), "second");
}

TEST_F(FileSavingTest, OfAnotherDrawingThatWasOpenedMeanwhileNothingIsTaken) {
  const FileToSave prepared = document.prepareToSave(file);
  document.create();
  ASSERT_TRUE(document.takeSaved(prepared, writeFile(prepared)));
  EXPECT_EQ(document.path(), "");
}

TEST_F(FileSavingTest, FailsWithItsReason) {
  rename("second");
  const FileToSave prepared = document.prepareToSave("/nowhere/at/all.clank");
  EXPECT_FALSE(document.takeSaved(prepared, writeFile(prepared)));
  EXPECT_FALSE(document.fileProblems().empty());
  EXPECT_TRUE(document.isModified());
  EXPECT_EQ(document.path(), file);
}

// A file is read again only where its size and time do not tell.
TEST_F(FileSavingTest, AFileThatWasAtRestIsKnownByItsStamp) {
  const auto setTime = [&](const QDateTime& time) {
    QFile on(file);
    ASSERT_TRUE(on.open(QIODevice::ReadWrite));
    ASSERT_TRUE(on.setFileTime(time, QFileDevice::FileModificationTime));
  };
  const auto spoil = [&] {
    QFile on(file);
    ASSERT_TRUE(on.open(QIODevice::ReadWrite));
    on.write("?");
  };
  const QDateTime old = QDateTime::currentDateTime().addSecs(-60);
  setTime(old);
  ASSERT_TRUE(document.load(file));
  spoil();
  EXPECT_TRUE(document.isChangedOnDisk()) << "another time";
  setTime(old);
  EXPECT_FALSE(document.isChangedOnDisk()) << "it has not been read";
}

TEST_F(FileSavingTest, AFileThatWasWrittenJustNowIsRead) {
  const auto write = [&](const char* text) {
    QFile on(file);
    ASSERT_TRUE(on.open(QIODevice::ReadWrite));
    on.write(text);
  };
  const QDateTime now = QDateTime::currentDateTime();
  write(" ");
  write("{");
  QFile on(file);
  ASSERT_TRUE(on.open(QIODevice::ReadWrite));
  ASSERT_TRUE(on.setFileTime(now, QFileDevice::FileModificationTime));
  on.close();
  ASSERT_TRUE(document.load(file));
  write("?");
  ASSERT_TRUE(on.open(QIODevice::ReadWrite));
  ASSERT_TRUE(on.setFileTime(now, QFileDevice::FileModificationTime));
  on.close();
  EXPECT_TRUE(document.isChangedOnDisk());
}

}  // namespace
}  // namespace clank
