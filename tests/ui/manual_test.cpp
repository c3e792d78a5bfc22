// SPDX-License-Identifier: GPL-3.0-or-later
// The manual inside of the window: how one gets to a page, from the menu, a key, a message; what pages say of
// menus and keys is so.
#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <map>

#include "core/manual/learn_more.h"
#include "tests/manual/manual_files.h"
#include "tests/ui/chain.h"
#include "ui/manual/manual_text.h"
#include "ui/manual/manual_window.h"
#include "ui/manual/page_list.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/problem_rows.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/status_line.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class ManualWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    window.setFocus();
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }

  ManualWindow& openManual() {
    window.actions().get(Command::manual)->trigger();
    waitFor(200);
    return *window.manual().find();
  }
  QString page() { return window.manual().find()->text().pageId(); }

  MainWindow window;
};

// What does not fit into the page beside each other; empty: all does.
std::string findTooWide(const ManualText& text) {
  if (text.horizontalScrollBar()->maximum() == 0) return "";
  for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next()) {
    const QRectF place = text.document()->documentLayout()->blockBoundingRect(block);
    if (place.right() > text.viewport()->width() - 20) return block.text().toStdString() + " ";
  }
  return "a frame";
}

TEST_F(ManualWindowTest, F1OpensItAndItStaysBesideTheWork) {
  ASSERT_EQ(window.manual().find(), nullptr);
  QTest::keyClick(&window, Qt::Key_F1);
  ASSERT_GE(waitUntil([&] { return window.manual().find() && window.manual().find()->isVisible(); }), 0);
  EXPECT_FALSE(window.manual().find()->isModal());
  EXPECT_EQ(page(), "index");
  EXPECT_TRUE(window.manual().find()->text().toPlainText().contains("Let a joint lock"));
  QTest::keyClick(window.manual().find(), Qt::Key_Escape);
  EXPECT_FALSE(window.manual().find()->isVisible());
}

TEST_F(ManualWindowTest, SearchFindsMarksAndOpens) {
  ManualWindow& manual = openManual();
  auto* field = manual.findChild<QLineEdit*>("manualSearch");
  ASSERT_TRUE(field->hasFocus());
  QTest::keyClicks(field, "loose pin");
  EXPECT_EQ(manual.pages().firstTarget().section('.', 0, 0), "clearance");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(page(), "clearance");
  EXPECT_GT(manual.text().extraSelections().size(), 3);
  for (const auto& mark : manual.text().extraSelections())
    EXPECT_TRUE(QRegularExpression("^(loose|pin)", QRegularExpression::CaseInsensitiveOption)
                    .match(mark.cursor.selectedText())
                    .hasMatch())
        << qPrintable(mark.cursor.selectedText());
  QTest::keyClicks(field, " nosuchword");
  EXPECT_TRUE(manual.pages().firstTarget().isEmpty());
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_TRUE(field->text().isEmpty());
  EXPECT_TRUE(manual.text().extraSelections().isEmpty());
  EXPECT_TRUE(manual.isVisible()) << "Esc takes the words back first";
}

TEST_F(ManualWindowTest, BackForwardAndTheKeysOfTheList) {
  ManualWindow& manual = openManual();
  manual.show("lock.md");
  manual.show("receipt.md#impact");
  waitFor(50);
  EXPECT_GT(manual.text().verticalScrollBar()->value(), 0) << "at the heading";
  QTest::keyClick(&manual, Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(page(), "lock");
  QTest::keyClick(&manual, Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(page(), "receipt");
  auto* field = manual.findChild<QLineEdit*>("manualSearch");
  field->setFocus();
  QTest::keyClick(field, Qt::Key_Down);
  EXPECT_TRUE(manual.pages().hasFocus());
  manual.pages().setCurrentItem(manual.pages().topLevelItem(1)->child(0));
  QTest::keyClick(&manual.pages(), Qt::Key_Return);
  EXPECT_EQ(page(), "first-linkage");
}

TEST_F(ManualWindowTest, WhatTakesTheKeysHasAName) {
  ManualWindow& manual = openManual();
  int named = 0;
  for (const auto* widget : manual.findChildren<QWidget*>()) {
    const bool isOurs = qobject_cast<const QToolButton*>(widget) || widget->objectName().startsWith("manual");
    if (!isOurs || widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) continue;
    ++named;
    EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
  }
  EXPECT_EQ(named, 7) << "back, forward, all pages, print, search, list, page";
}

TEST_F(ManualWindowTest, EveryPageIsShownWithItsPictures) {
  ManualWindow& manual = openManual();
  for (const ManualPage& one : manual.manual().pages) {
    manual.show(QString::fromStdString(one.id) + ".md");
    EXPECT_TRUE(manual.text().toPlainText().startsWith(QString::fromStdString(one.title))) << one.id;
    EXPECT_EQ(findTooWide(manual.text()), "") << one.id;
  }
  EXPECT_FALSE(manual.text()
                   .loadResource(QTextDocument::ImageResource, QUrl("pictures/receipt.png"))
                   .value<QImage>()
                   .isNull());
}

TEST_F(ManualWindowTest, AnExampleThatAPageNamesIsOpened) {
  ManualWindow& manual = openManual();
  manual.show("gears.md");
  Q_EMIT manual.text().anchorClicked(QUrl("../examples/elements/belt-drive.clank"));
  ASSERT_GE(waitUntil([&] { return window.document().path().endsWith("belt-drive.clank"); }), 0);
}

TEST_F(ManualWindowTest, MessagesLeadToTheirPages) {
  const Problems problems{{"body crank: has no mass", "/bodies/0/name", Severity::error},
                          {"the energy ledger does not close", "", Severity::warning},
                          {"drive motor: no such joint", "/drives/0/joint", Severity::error}};
  window.views().showProblems("Problems", problems);
  waitFor(50);
  auto* list = window.views().problems->findChild<QListWidget*>();
  ASSERT_EQ(list->count(), 3);
  // By a click on the link at the right of the row.
  const QRect row = list->visualItemRect(list->item(1));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, {row.right() - 20, row.center().y()});
  ASSERT_NE(window.manual().find(), nullptr);
  EXPECT_EQ(page(), "lamp");
  // By F1 on a row; where a row has no page F1 is that of the window.
  window.activateWindow();
  list->setFocus();
  list->setCurrentRow(2);
  QTest::keyClick(list, Qt::Key_F1);
  EXPECT_EQ(page(), "drive");
  EXPECT_FALSE(list->item(2)->data(Qt::AccessibleDescriptionRole).toString().isEmpty());
}

TEST_F(ManualWindowTest, LampAndReceiptLeadToTheirPages) {
  auto* lamp = window.views().status->findChild<QLabel*>();
  for (auto* label : window.views().status->findChildren<QLabel*>())
    if (label->accessibleName() == "Energy lamp") lamp = label;
  QTest::mouseClick(lamp, Qt::LeftButton);
  ASSERT_NE(window.manual().find(), nullptr);
  EXPECT_EQ(page(), "lamp");
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  window.playback().goToEvent(0);
  waitFor(100);
  auto* more = window.views().receipt->findChild<QToolButton*>();
  QTest::mouseClick(more, Qt::LeftButton);
  EXPECT_EQ(page(), "receipt");
  EXPECT_EQ(window.manual().find()->text().source().fragment(), "a-joint-changes");
}

TEST_F(ManualWindowTest, PicturesFitAndColoursFollowTheWindow) {
  ManualWindow& manual = openManual();
  manual.show("plots.md");
  for (const QSize size : {QSize(1024, 700), QSize(700, 600), QSize(1600, 1000)}) {
    manual.resize(size);
    EXPECT_GE(waitUntil([&] { return findTooWide(manual.text()).empty(); }, 10000), 0)
        << size.width() << ": " << findTooWide(manual.text());
    waitFor(300);
    EXPECT_EQ(findTooWide(manual.text()), "") << size.width();
  }
  const auto inkOf = [&] {
    QTextCursor cursor(manual.text().document());
    cursor.movePosition(QTextCursor::NextBlock);
    cursor.movePosition(QTextCursor::NextCharacter);
    return cursor.charFormat().foreground().color().lightness();
  };
  window.setDark(true);
  waitFor(300);
  EXPECT_GT(inkOf(), 128);
  window.setDark(false);
  waitFor(300);
  EXPECT_LT(inkOf(), 128);
}

// Menus as people read them: "Run > What if" -> its action.
void collect(const QMenu* menu, const QString& before, std::map<QString, const QAction*>& into) {
  for (const QAction* action : menu->actions()) {
    if (action->isSeparator()) continue;
    const QString text = before + " > " + QString(action->text()).remove('&').remove("...");
    into[text] = action;
    if (action->menu()) collect(action->menu(), text, into);
  }
}

TEST_F(ManualWindowTest, MenusAndKeysOfThePagesAreThoseOfTheWindow) {
  std::map<QString, const QAction*> menus;
  for (const QAction* top : window.menuBar()->actions())
    collect(top->menu(), QString(top->text()).remove('&'), menus);
  static const QRegularExpression path("`([A-Z][a-z]+(?: > [^`>]+)+)`(?:,? \\(?`([^`]+)`)?");
  int paths = 0, keys = 0;
  for (const ManualPage* one : test::listWritten()) {
    QString text = QString::fromStdString(one->markdown);
    text.replace('\n', ' ');
    for (auto at = path.globalMatch(text); at.hasNext();) {
      const auto match = at.next();
      ++paths;
      const auto found = menus.find(match.captured(1));
      ASSERT_NE(found, menus.end()) << one->id << ": " << qPrintable(match.captured(1));
      const QString key = match.captured(2);
      if (key.isEmpty() || key.contains(" > ")) continue;
      ++keys;
      EXPECT_EQ(found->second->shortcut(), QKeySequence(key))
          << one->id << ": " << qPrintable(match.captured());
    }
  }
  EXPECT_GT(paths, 60);
  EXPECT_GT(keys, 25);
}

// Keys by which the pages send people somewhere without naming a menu are keys of commands, or of the mouse.
TEST_F(ManualWindowTest, TheReferenceOfKeysHasEveryKey) {
  const ManualPage* keys = test::getManual().find("keys");
  ASSERT_NE(keys, nullptr);
  for (const ActionSpec& spec : Actions::table()) {
    if (!*spec.keys) continue;
    const QString shown = "`" + QKeySequence(spec.keys).toString(QKeySequence::NativeText) + "`";
    EXPECT_NE(keys->markdown.find(shown.toStdString()), std::string::npos) << spec.text;
  }
}

}  // namespace
}  // namespace clank
