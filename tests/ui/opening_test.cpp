// SPDX-License-Identifier: GPL-3.0-or-later
// Large files: the window goes on while they are read.
#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include "core/io/mechanism_file.h"
#include "tests/ui/chain.h"
#include "tests/ui/large_file.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/problem_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/start_page.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class OpeningTest : public testing::Test {
 protected:
  OpeningTest() {
    Mechanism m = test::makeChain(0.2);
    m.name = "small";
    EXPECT_TRUE(saveMechanism(m, small.toStdString()));
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
  }
  static void SetUpTestSuite() {
    folder = new QTemporaryDir;
    large = folder->filePath("large.clank");
    test::writeLargeFile(large.toStdString(), 900000);
  }
  static void TearDownTestSuite() { delete folder; }
  NoticeBar& notice() { return *window.views().notice; }
  bool awaitNotice() {
    return waitUntil([&] { return notice().isVisible() || name() == "large"; }) >= 0 && notice().isVisible();
  }
  bool awaitLarge() {
    return waitUntil([&] { return name() == "large"; }) >= 0;
  }
  std::string name() { return window.document().drawn().name; }
  void press(const QString& text) {
    for (auto* button : notice().findChildren<QPushButton*>())
      if (button->text() == text) button->click();
  }

  static QTemporaryDir* folder;
  static QString large;
  const QString small = folder->filePath("small.clank");
  MainWindow window;
};
QTemporaryDir* OpeningTest::folder = nullptr;
QString OpeningTest::large;

TEST_F(OpeningTest, ASmallFileIsThereAtOnceAndALargeOneWhenItIsRead) {
  window.files().openAsked(small);
  EXPECT_EQ(name(), "small");
  window.files().openAsked(large);
  EXPECT_EQ(name(), "small") << "the old one stays until the new one is whole";
  ASSERT_TRUE(awaitNotice());
  EXPECT_EQ(notice().findChildren<QLabel*>().last()->text(), "Reading large.clank...");
  ASSERT_TRUE(awaitLarge());
  EXPECT_FALSE(notice().isVisible());
  EXPECT_EQ(window.document().path(), large);
  EXPECT_EQ(FileCommands::listRecent().front(), large);
}

TEST_F(OpeningTest, CancelKeepsWhatWasThere) {
  window.files().openAsked(small);
  window.files().openAsked(large);
  ASSERT_TRUE(awaitNotice());
  press("Cancel");
  EXPECT_FALSE(notice().isVisible());
  waitFor(1500);
  EXPECT_EQ(name(), "small");
}

TEST_F(OpeningTest, CancelLeadsBackToTheStartPageWhereNothingWasOpen) {
  window.showStartPage();
  window.files().openAsked(large);
  ASSERT_TRUE(awaitNotice());
  EXPECT_FALSE(window.findChild<StartPage*>()->isVisible()) << "it would cover the notice";
  press("Cancel");
  EXPECT_TRUE(window.findChild<StartPage*>()->isVisible());
}

TEST_F(OpeningTest, WhateverIsOpenedOrBegunMeanwhileGivesItUp) {
  window.files().openAsked(large);
  window.files().openAsked(small);
  EXPECT_EQ(name(), "small");
  window.files().openAsked(large);
  window.files().create();
  waitFor(1500);
  EXPECT_EQ(name(), "");
  EXPECT_FALSE(notice().isVisible());
  window.files().openAsked(large);
  EXPECT_TRUE(window.close());
  EXPECT_FALSE(window.files().opening().isUnderWay());
}

TEST_F(OpeningTest, AFileThatCannotBeReadSaysWhyAsASmallOneDoes) {
  const QString bad = folder->filePath("bad.clank");
  test::writeLargeFile(bad.toStdString(), 30000, "\\q");
  window.files().openAsked(small);
  window.files().openAsked(bad);
  ASSERT_GE(waitUntil([&] { return window.views().problems->isVisible(); }), 0);
  EXPECT_FALSE(window.document().fileProblems().empty());
  EXPECT_EQ(name(), "small");
}

}  // namespace
}  // namespace clank
