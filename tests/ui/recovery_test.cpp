// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved work survives a killed program. The program killed here is this one, started again with an
// argument: it edits and saves without an end.
#include "ui/document/recovery.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <fstream>

#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "tests/ui/killed_editor.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class RecoveryTest : public testing::Test {
 protected:
  void SetUp() override {
    qputenv("XDG_STATE_HOME", folder.filePath("state").toLocal8Bit());
    file = folder.filePath("chain.clank");
    Mechanism m = test::makeChain(0.5);
    m.name = "chain";
    ASSERT_TRUE(saveMechanism(m, file.toStdString()));
  }
  void TearDown() override { qunsetenv("XDG_STATE_HOME"); }

  static void rename(MechanismDocument& document, const std::string& name) {
    document.edit("rename", [&](Mechanism& m) { m.name = name; });
  }
  int countCopies() const {
    return static_cast<int>(QDir(findRecoveryFolder()).entryList({"*.clank"}).size());
  }

  // The number of the last edit in a copy that is recovered and left again.
  double readCopy(const RecoveryCopy& copy) const {
    MechanismDocument document;
    RecoveryWriter writer(document);
    EXPECT_EQ(copy.path, file);
    EXPECT_TRUE(writer.adopt(copy.file));
    EXPECT_TRUE(document.recover(copy.file));
    EXPECT_TRUE(document.isModified());
    EXPECT_EQ(document.path(), file);
    EXPECT_TRUE(document.problems().empty()) << document.problems().front().what;
    EXPECT_TRUE(document.drawn().unknown.empty());
    return test::readCount(document.drawn());
  }

  QTemporaryDir folder;
  QString file;
};

TEST_F(RecoveryTest, ACopyComesByItselfAndGoesWithSaving) {
  MechanismDocument document;
  RecoveryWriter writer(document);
  ASSERT_TRUE(document.load(file));
  EXPECT_EQ(countCopies(), 0);
  rename(document, "edited");
  ASSERT_GE(waitUntil([&] { return countCopies() == 1; }), 0);
  EXPECT_TRUE(findRecoveryCopies().empty()) << "its program is alive";
  ASSERT_TRUE(document.save(file));
  EXPECT_EQ(countCopies(), 0);
  rename(document, "again");
  ASSERT_GE(waitUntil([&] { return countCopies() == 1; }), 0);
  document.undoStack().undo();
  EXPECT_EQ(countCopies(), 0) << "nothing is unsaved any more";
}

TEST_F(RecoveryTest, AnEndlessDragIsWrittenMeanwhile) {
  MechanismDocument document;
  RecoveryWriter writer(document);
  ASSERT_TRUE(document.load(file));
  for (int i = 0; i < 10000 && countCopies() == 0; ++i) {
    document.edit(
        "move", [&](Mechanism& m) { m.bodies[0].pose.x = 0.001 * i; }, 1);
    waitFor(10);
  }
  EXPECT_EQ(countCopies(), 1);
}

TEST_F(RecoveryTest, AKilledProgramLosesTwoSecondsAtMostAndNeverTheFile) {
  for (int round = 0; round < 6; ++round) {
    SCOPED_TRACE(round);
    QProcess editor;
    editor.start(QCoreApplication::applicationFilePath(), {test::kEditArgument, file});
    ASSERT_TRUE(editor.waitForStarted());
    ASSERT_GE(waitUntil([&] { return countCopies() > 0; }), 0);
    waitFor(150 + 170 * round);
    editor.kill();
    ASSERT_TRUE(editor.waitForFinished());
    const double made = test::readCount(file);
    const auto saved = loadMechanism(file.toStdString());
    ASSERT_TRUE(saved) << "the file is whole at every moment";
    ASSERT_EQ(saved->mechanism.bodies.size(), 2U);
    // The editor writes the number of each edit into the drawing: the newest is in the file or in the copy,
    // which goes when the file is saved.
    double newest = test::readCount(saved->mechanism);
    const auto copies = findRecoveryCopies();
    ASSERT_LE(copies.size(), 1U);
    if (!copies.empty()) newest = std::max(newest, readCopy(copies[0]));
    EXPECT_LE(made - newest, 2000.0 / test::kEditPeriod);
    EXPECT_GT(newest, 0);
    EXPECT_EQ(countCopies(), 0) << "who leaves has been asked";
  }
}

TEST_F(RecoveryTest, WhatIsNoCopyIsNotOffered) {
  QDir().mkpath(findRecoveryFolder());
  std::ofstream((findRecoveryFolder() + "/half.clank").toStdString()) << "{\"bodies\": [";
  std::ofstream((findRecoveryFolder() + "/plain.clank").toStdString()) << writeMechanism(test::makeChain(1));
  EXPECT_TRUE(findRecoveryCopies().empty());
}

}  // namespace
}  // namespace clank
