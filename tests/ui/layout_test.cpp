// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is cut and everything has its share, from small to large windows and back.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <set>
#include <vector>

#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/board/extent.h"
#include "ui/panels/bending_bar.h"
#include "ui/panels/case_choice.h"
#include "ui/panels/notice_bar.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/run_times.h"
#include "ui/panels/study_panel.h"
#include "ui/panels/timeline.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/window/cut_texts.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

class LayoutTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1390, 880);
    window.views().resetLayout(window);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    window.activateWindow();
    ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    waitFor(50);
  }
  void resizeTo(int width, int height) {
    window.resize(width, height);
    waitFor(80);
  }

  MainWindow window;
};

// What a run says takes its room from what is drawn, not from the screen.
TEST_F(LayoutTest, AMessageDoesNotEnlargeTheWindow) {
  resizeTo(1024, 700);
  const std::string words =
      "at t = 0.721584 s the motion passes a singular position: for an instant the other parts hold already "
      "what "
      "joint L40 holds, and the linkage could go on in another way; the run keeps to the smooth motion (6 "
      "such "
      "positions, the last at t = 5.17522 s)";
  window.views().showProblems("The run was stopped", {{words, "/joints/3", Severity::warning}});
  waitFor(80);
  EXPECT_EQ(window.height(), 700);
  EXPECT_EQ(window.width(), 1024);
  window.views().showProblems("", {});
  resizeTo(900, 640);  // as a hand makes it smaller: narrower first
  resizeTo(900, 600);
  window.views().showProblems("broken.clank cannot be opened",
                              {{words.substr(0, 150), "/joints/3", Severity::error}});
  waitFor(80);
  EXPECT_EQ(window.height(), 600);
  // Times that are expressions have their values beneath them.
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/contacts/geneva-drive.clank"));
  window.views().showProblems("broken.clank cannot be opened",
                              {{words.substr(0, 150), "/joints/3", Severity::error}});
  waitFor(200);
  EXPECT_EQ(window.height(), 600);
}

// In a window that grows, the answers of a question get back the room of their words.
TEST_F(LayoutTest, AnswersOfANoticeAreWholeInAWindowThatGrows) {
  NoticeBar* notice = window.views().notice;
  const auto listWidths = [&] {
    std::vector<int> widths;
    for (const auto* button : notice->findChildren<QPushButton*>()) widths.push_back(button->width());
    widths.erase(widths.begin(), widths.end() - 3);  // those of a question before may still be there
    return widths;
  };
  resizeTo(900, 600);
  notice->ask("A drawing was left unsaved", {{"Recover", {}}, {"Throw away", {}}, {"Later", {}}});
  waitFor(80);
  const std::vector<int> narrow = listWidths();
  ASSERT_EQ(narrow.size(), 3U);
  resizeTo(1390, 880);
  const std::vector<int> grown = listWidths();
  notice->ask("A drawing was left unsaved", {{"Recover", {}}, {"Throw away", {}}, {"Later", {}}});
  waitFor(200);
  EXPECT_EQ(grown, listWidths()) << "as those that are made in the wide window";
  EXPECT_GT(grown[1], narrow[1]);
}

// What a drawing does is seen in its pane and in the scene: they get more than half of the height, whatever
// the window says beside them.
TEST_F(LayoutTest, TheMechanismHasMostOfTheHeight) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  const Views& views = window.views();
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1280, 800), QSize(1280, 900),
                           QSize(1390, 880), QSize(1024, 700), QSize(900, 600)}) {
    resizeTo(size.width(), size.height());
    EXPECT_EQ(window.size(), size);
    for (const QWidget* pane : std::initializer_list<QWidget*>{views.board, views.scene})
      EXPECT_GE(waitUntil([&] { return pane->height() >= size.height() / 2; }), 0)
          << pane->height() << " of " << size.height() << ", times " << views.timelineDock->height();
    EXPECT_TRUE(views.plots->isVisible());
    EXPECT_TRUE(views.timeline->isVisible());
    EXPECT_TRUE(views.receiptDock->isVisible());
  }
}

// Times that are expressions take no line more.
TEST_F(LayoutTest, ExpressionsOfTheTimesTakeNoHeight) {
  const Views& views = window.views();
  resizeTo(900, 600);
  for (const char* name : {"contacts/geneva-drive", "linkages/worn-four-bar"}) {
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR "/resources/examples/%1.clank").arg(name)));
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
    const auto hasLineBeneath = [&] {
      for (const auto* field : views.times->findChildren<QLineEdit*>())
        if (field->parentWidget()->height() - field->height() >= field->fontMetrics().height()) return true;
      return false;
    };
    EXPECT_GE(waitUntil([&] { return !hasLineBeneath(); }), 0) << name;
    EXPECT_GE(waitUntil([&] { return views.scene->height() >= 300; }), 0)
        << name << ": " << views.scene->height();
  }
}

// Recovery, bending and what is worth knowing, all at once; and each of them comes and goes without a change
// of scale.
TEST_F(LayoutTest, AllThatIsSaidTakesAFifthOfTheHeight) {
  const Views& views = window.views();
  const Canvas& sheet = views.board->canvas();
  Problems problems;
  for (int i = 0; i < 12; ++i)
    problems.push_back(
        {"joint L40 of a name that is long holds what another one holds, and the linkage could go on in "
         "another way than it does here",
         "/joints/3", Severity::warning});
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(900, 600), QSize(1390, 880)}) {
    resizeTo(size.width(), size.height());
    views.board->fit();
    const double scale = sheet.scale();
    // A question moves what it would hide.
    views.notice->ask("worn-four-bar was left unsaved on 26 Sep, 15:41",
                      {{"Recover", {}}, {"Throw away", {}}, {"Later", {}}});
    waitFor(60);
    EXPECT_EQ(sheet.scale(), scale) << "a question at " << size.width();
    const QPoint origin = sheet.mapToGlobal(sheet.toPixel().map(QPointF(0, 0)).toPoint());
    const auto isStill = [&](const char* after) {
      waitFor(60);
      EXPECT_EQ(sheet.scale(), scale) << after << " at " << size.width();
      const QPoint moved = sheet.mapToGlobal(sheet.toPixel().map(QPointF(0, 0)).toPoint()) - origin;
      EXPECT_LE(moved.manhattanLength(), 2) << after << " at " << size.width();
    };
    views.bending->show();
    isStill("bending");
    window.views().showProblems("12 things are worth knowing", problems);
    isStill("problems");
    int high = 0;
    for (const QWidget* bar : std::initializer_list<QWidget*>{views.notice, views.bending, views.problems}) {
      EXPECT_TRUE(bar->isVisible());
      high += bar->height();
    }
    EXPECT_LE(high, size.height() / 5) << size.width();
    const auto* list = views.problems->findChild<QListWidget*>();
    EXPECT_GE(list->height(), list->fontMetrics().lineSpacing()) << size.width();
    EXPECT_GE(list->width(), views.problems->width() / 2) << size.width();
    EXPECT_EQ(window.size(), size);
    views.problems->findChild<QToolButton*>()->click();
    isStill("problems are closed");
    views.bending->hide();
    views.notice->hide();
    isStill("all is gone");
  }
}

TEST_F(LayoutTest, ResetFitsTheBoardAsItDoesTheScene) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  Canvas& sheet = window.views().board->canvas();
  for (int i = 0; i < 6; ++i) sheet.zoomCentred(1.5);
  const double near = sheet.scale();
  window.actions().get(Command::reset)->trigger();
  ASSERT_GE(waitUntil([&] { return sheet.isFitted(); }), 0);
  EXPECT_LT(sheet.scale(), near);
}

// A question leaves the room to what is drawn.
TEST_F(LayoutTest, AQuestionTakesTwoLinesOfALowWindow) {
  resizeTo(900, 600);
  NoticeBar& notice = *window.views().notice;
  notice.ask("worn-four-bar was left unsaved on 26 Sep, 15:41",
             {{"Recover", {}}, {"Throw away", {}}, {"Later", {}}});
  waitFor(80);
  ASSERT_TRUE(notice.isVisible());
  EXPECT_LE(notice.height(), 2 * notice.fontMetrics().lineSpacing() + 12);
  for (const auto* button : notice.findChildren<QPushButton*>())
    EXPECT_GE(button->width(), button->fontMetrics().horizontalAdvance(button->text()) + 8)
        << qPrintable(button->text());
}

// What stands at the cursor is read in flat plots, too.
TEST_F(LayoutTest, PlotsTellTheirValuesAtTheCursorInLowWindows) {
  for (const char* name : {"contacts/geneva-drive", "linkages/worn-four-bar"}) {
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR "/resources/examples/%1.clank").arg(name)));
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
    for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1280, 900)}) {
      resizeTo(size.width(), size.height());
      window.views().plots->showChoice(energyChoice());
      const PlotCanvas& canvas = window.views().plots->getPlot(0).canvas();
      ASSERT_TRUE(canvas.isVisible());
      EXPECT_GE(waitUntil([&] {
                  return !canvas.listReadings().isEmpty() &&
                         canvas.listReadings().size() == canvas.tellReadings().size();
                }),
                0)
          << name << " at " << size.width() << ": " << qPrintable(canvas.listReadings().join(", ")) << " of "
          << qPrintable(canvas.tellReadings().join(", "));
    }
  }
}

// How long a run is, and how far it has come, is told beside the board alone, too.
TEST_F(LayoutTest, TheBoardAloneHasItsTimeline) {
  const Views& views = window.views();
  window.actions().get(Command::viewBoard)->trigger();
  waitFor(50);
  EXPECT_FALSE(views.scene->isVisible());
  EXPECT_FALSE(views.plots->isVisible());
  EXPECT_TRUE(views.timeline->isVisible());
  const auto* field = views.times->findChild<QLineEdit*>("property:/simulation/duration");
  EXPECT_TRUE(field && field->isVisible());
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  EXPECT_GT(views.timeline->track().getSegments().size(), 0U);
}

TEST_F(LayoutTest, PlotsKeepTheirShareAndTheInspectorItsWidth) {
  const Views& views = window.views();
  const int plots = views.plots->height(), scene = views.scene->height();
  resizeTo(900, 600);
  EXPECT_GE(views.receiptDock->width(), 340) << "its fields are not cut";
  EXPECT_LT(views.plots->height(), plots * 3 / 4);
  EXPECT_GE(views.scene->height(), 165) << "what moves is to be seen";
  resizeTo(1390, 880);
  EXPECT_NEAR(views.plots->height(), plots, 3);
  EXPECT_NEAR(views.scene->height(), scene, 3);
}

TEST_F(LayoutTest, AShareChosenByHandIsKept) {
  const Views& views = window.views();
  const int plots = views.plots->height();
  const QWidget* above = views.timelineDock;
  const QPoint grip = above->mapTo(&window, QPoint(400, -4));  // the separator
  QTest::mousePress(&window, Qt::LeftButton, {}, grip);
  for (int i = 1; i <= 10; ++i) {
    QTest::mouseMove(&window, grip - QPoint(0, 6 * i));
    waitFor(5);
  }
  QTest::mouseRelease(&window, Qt::LeftButton, {}, grip - QPoint(0, 60));
  waitFor(50);
  const int larger = views.plots->height();
  ASSERT_GT(larger, plots + 30);
  resizeTo(1200, 780);
  EXPECT_LT(views.plots->height(), larger);
  resizeTo(1390, 880);
  EXPECT_NEAR(views.plots->height(), larger, 3);
}

// Who pulls at the edge above the timeline wants another height; the dots beside it move the panel.
TEST_F(LayoutTest, PullingAboveTheTimelineChangesSizesAndMovesNothing) {
  const Views& views = window.views();
  const QWidget* card = views.timeline->parentWidget()->parentWidget();  // in its frame
  const int board = views.board->mapTo(&window, QPoint(0, views.board->height())).y();
  const int timeline = card->mapTo(&window, QPoint()).y();
  ASSERT_GT(timeline, board);
  for (int y = board + 2; y < timeline; ++y) {  // all that is between them
    const int before = views.plots->height();
    const QPoint from(500, y);
    QWidget* under = window.childAt(from) ? window.childAt(from) : &window;
    const auto at = [&](int up) { return under->mapFrom(&window, from - QPoint(0, up)); };
    QTest::mousePress(under, Qt::LeftButton, {}, at(0));
    for (int up = 5; up <= 40; up += 5) {
      QTest::mouseMove(under, at(up));
      waitFor(5);
    }
    QTest::mouseRelease(under, Qt::LeftButton, {}, at(40));
    waitFor(30);
    EXPECT_FALSE(views.timelineDock->isFloating()) << y;
    EXPECT_NEAR(views.plots->height(), before + 40, 4) << y;
    window.views().resetLayout(window);
    waitFor(30);
  }
}

TEST_F(LayoutTest, APanelThatFloatsStaysOnTheScreen) {
  QDockWidget* dock = window.views().timelineDock;
  dock->setFloating(true);
  waitFor(50);
  const QRect screen = dock->screen()->availableGeometry();
  dock->move(screen.right() - 30, screen.bottom() - 10);
  EXPECT_GE(waitUntil([&] { return screen.contains(dock->frameGeometry()); }), 0);
  window.actions().get(Command::resetLayout)->trigger();
  EXPECT_FALSE(dock->isFloating());
}

TEST_F(LayoutTest, ExpressionsOfTheTimesAreReadWhole) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/worn-four-bar.clank"));
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1120, 890), QSize(1390, 890)}) {
    const int width = size.width();
    resizeTo(width, size.height());
    for (const char* key : {"duration", "output_interval"}) {
      constexpr int kEdges = 24;  // px: frame, padding and cursor
      const auto isWhole = [&] {
        const auto* field =
            window.views().times->findChild<QLineEdit*>(QString("property:/simulation/") + key);
        return field && field->isVisible() && !field->text().isEmpty() &&
               field->fontMetrics().horizontalAdvance(field->text()) + kEdges <= field->width();
      };
      EXPECT_GE(waitUntil(isWhole), 0) << key << " at " << width;
    }
  }
}

TEST_F(LayoutTest, WhatAFieldCutsItsTooltipTells) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/worn-four-bar.clank"));
  resizeTo(900, 600);
  QLineEdit* field = nullptr;
  ASSERT_GE(waitUntil([&] {
              field = window.views().times->findChild<QLineEdit*>("property:/simulation/output_interval");
              return field && field->isVisible();
            }),
            0);
  const auto askFor = [](QWidget* widget) {
    QHelpEvent ask(QEvent::ToolTip, widget->rect().center(), widget->mapToGlobal(widget->rect().center()));
    QApplication::sendEvent(widget, &ask);
    return QToolTip::text();
  };
  field->setText("2*pi/speed/500 + 0*speed*speed*speed*speed*speed");
  EXPECT_TRUE(askFor(field).contains(field->text())) << qPrintable(QToolTip::text());
  field->setText("1");
  EXPECT_FALSE(QToolTip::isVisible() && askFor(field) == "1");
  EXPECT_EQ(findCutText(*field), "") << "it is read whole";
  QToolTip::hideText();
}

// On the line, and at no cost to what is drawn: no row of their own.
TEST_F(LayoutTest, TheTimesStandBesideTheLineInSmallWindowsToo) {
  const Views& views = window.views();
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1280, 800), QSize(1390, 890)}) {
    resizeTo(size.width(), size.height());
    const auto* field = views.times->findChild<QLineEdit*>("property:/simulation/duration");
    ASSERT_TRUE(field && field->isVisible()) << size.width();
    EXPECT_GE(field->mapTo(&window, QPoint()).x(),
              views.timeline->mapTo(&window, QPoint(views.timeline->width(), 0)).x())
        << size.width();
    for (const auto* label : views.times->findChildren<QLabel*>())
      if (label->buddy() && label->isVisible()) {
        EXPECT_GE(label->width(), label->sizeHint().width()) << size.width();
        EXPECT_LE(label->mapTo(views.times, QPoint(label->width(), 0)).x(),
                  field->mapTo(views.times, QPoint()).x())
            << "nothing lies on " << label->text().toStdString() << " at " << size.width();
      }
    EXPECT_LE(views.timelineDock->height(), 110) << size.width();
    EXPECT_GE(views.timeline->width(), 170) << "the line keeps its width";
  }
}

// A click that begins on the board alone and ends when the plots have come has moved no separator.
TEST_F(LayoutTest, AClickWhileThePlotsComeDoesNotMoveThem) {
  const int plots = window.views().plots->height();
  window.actions().get(Command::viewBoard)->trigger();
  waitFor(50);
  const QPoint anywhere(700, window.height() - 5);
  QTest::mousePress(&window, Qt::LeftButton, {}, anywhere);
  window.actions().get(Command::viewBoth)->trigger();
  waitFor(50);
  QTest::mouseRelease(&window, Qt::LeftButton, {}, anywhere);
  window.actions().get(Command::viewBoard)->trigger();
  window.actions().get(Command::viewBoth)->trigger();
  waitFor(80);
  EXPECT_NEAR(window.views().plots->height(), plots, 3);
}

TEST_F(LayoutTest, APanelIsDraggedOutByItsTabAndComesBack) {
  QDockWidget* dock = window.views().propertiesDock;
  QTabBar* tabs = nullptr;
  int tab = -1;
  for (auto* bar : window.findChildren<QTabBar*>())
    for (int i = 0; i < bar->count(); ++i)
      if (bar->tabText(i) == dock->windowTitle()) {
        tabs = bar;
        tab = i;
      }
  ASSERT_NE(tabs, nullptr);
  const QPoint grip = tabs->tabRect(tab).center();
  QTest::mousePress(tabs, Qt::LeftButton, {}, grip);
  for (int i = 1; i <= 20 && !dock->isFloating(); ++i) {
    QTest::mouseMove(tabs, grip + QPoint(-20 * i, 15 * i));
    waitFor(10);
  }
  EXPECT_TRUE(dock->isFloating());
  QTest::mouseRelease(tabs, Qt::LeftButton, {}, grip + QPoint(-400, 300));
  window.views().resetLayout(window);
  waitFor(50);
  EXPECT_FALSE(dock->isFloating());
  EXPECT_FALSE(window.tabifiedDockWidgets(dock).isEmpty());
}

// The receipt of an event is read as a whole, however low the window.
TEST_F(LayoutTest, TheReceiptIsWholeInUsualAndLowWindows) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  window.playback().goToEvent(0);
  for (const QSize size : {QSize(1390, 880), QSize(1390, 870), QSize(1390, 840), QSize(1390, 800),
                           QSize(900, 600), QSize(1024, 700)}) {
    resizeTo(size.width(), size.height());
    int bars = 0;
    for (const auto* area : window.views().receiptDock->findChildren<QAbstractScrollArea*>()) {
      EXPECT_EQ(area->verticalScrollBar()->maximum(), 0) << size.width() << " x " << size.height();
      ++bars;
    }
    EXPECT_GT(bars, 0);
    EXPECT_LE(window.width(), size.width());
  }
}

// What a tool can draw is chosen above the sheet; no text lies under that.
TEST_F(LayoutTest, TheChoiceOfAToolCoversNoText) {
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1390, 880)}) {
    resizeTo(size.width(), size.height());
    window.actions().get(Actions::commandOf(ToolKind::surface))->trigger();
    waitFor(50);
    window.views().board->grab();
    const auto* choice = window.views().board->findChild<QComboBox*>("toolOptions");
    ASSERT_TRUE(choice && choice->isVisible());
    bool isToldMobility = false;
    for (const auto& label : window.views().board->labels()) {
      isToldMobility = isToldMobility || label.key == "heading";
      EXPECT_FALSE(label.outline.boundingRect().intersects(choice->geometry()))
          << qPrintable(label.text) << ", " << size.width();
    }
    EXPECT_TRUE(isToldMobility);
  }
}

// However low the window, what a plot shows can be read; those that find no room are a click away.
TEST_F(LayoutTest, PlotsAreLegibleInLowWindows) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  PlotArea& plots = *window.views().plots;
  const auto countSeen = [&] {
    int seen = 0;
    for (std::size_t i = 0; i < plots.countPlots(); ++i) seen += plots.getPlot(i).isVisible() ? 1 : 0;
    return seen;
  };
  auto* pager = window.findChild<QWidget*>("plotPager");
  ASSERT_TRUE(pager);
  EXPECT_EQ(countSeen(), 3);
  EXPECT_FALSE(pager->isVisible());
  for (const auto& [size, least] :
       {std::pair(QSize(900, 600), QSize(200, 40)), {QSize(1024, 700), QSize(450, 60)}}) {
    resizeTo(size.width(), size.height());
    ASSERT_EQ(countSeen(), 1) << size.width();
    ASSERT_TRUE(pager->isVisible());
    for (std::size_t i = 0; i < plots.countPlots(); ++i) {
      ASSERT_TRUE(plots.getPlot(i).isVisible()) << i;
      const QRect axes = plots.getPlot(i).canvas().getPlotRect();
      EXPECT_GE(axes.height(), least.height()) << i << " at " << size.width();
      EXPECT_GE(axes.width(), least.width()) << i << " at " << size.width();
      const auto buttons = pager->findChildren<QToolButton*>();
      EXPECT_EQ(buttons.back()->isEnabled(), i < 2);
      QTest::mouseClick(buttons.back(), Qt::LeftButton);
      waitFor(50);
    }
    plots.showChoice(energyChoice());
    EXPECT_TRUE(plots.getPlot(0).isVisible()) << "what is asked for is seen";
    waitFor(50);
  }
  resizeTo(1390, 880);
  EXPECT_EQ(countSeen(), 3);
}

// An orbit has equal axes: in the height of a flat plot it would be a dot.
TEST_F(LayoutTest, AFigureOfAJointHasHeightInLowWindows) {
  ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/resources/examples/linkages/worn-four-bar.clank"));
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  resizeTo(900, 600);
  const Views& views = window.views();
  const QString joint = QString::fromStdString(window.document().drawn().joints.back().id);
  Q_EMIT views.scene->figureAsked(joint, PlayFigure::orbit);
  waitFor(100);
  EXPECT_GE(views.plotsDock->height(), 160);
  EXPECT_GE(views.scene->height(), 200) << "the loupe has room";
}

TEST_F(LayoutTest, NoTabOfAPanelIsCut) {
  for (const QSize size : {QSize(900, 600), QSize(1024, 700), QSize(1390, 880)}) {
    resizeTo(size.width(), size.height());
    int tabs = 0;
    for (auto* bar : window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
      if (!bar->isVisible()) continue;
      QFont bold = bar->font();
      bold.setBold(true);
      int wanted = 0;
      for (int i = 0; i < bar->count(); ++i, ++tabs) {
        bar->setCurrentIndex(i);
        waitFor(20);
        const int words = QFontMetrics(bold).horizontalAdvance(bar->tabText(i));
        EXPECT_GE(bar->tabRect(i).width(), words + 16)
            << qPrintable(bar->tabText(i)) << " at " << size.width();
        wanted = std::max(wanted, bar->tabRect(bar->count() - 1).right());
      }
      EXPECT_LE(wanted, bar->width()) << "at " << size.width();
    }
    EXPECT_EQ(tabs, 9);
    window.views().plotsDock->raise();
    window.views().receiptDock->raise();
  }
}

// A list that opens shows all that can be chosen, its last entry as a whole.
void expectWholeList(QComboBox& box) {
  const QPointer<QComboBox> alive(&box);  // panels make new ones when something has changed
  QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(20, box.height() / 2));
  waitFor(60);
  if (!alive) return;
  const QAbstractItemView* list = box.view();
  int rows = 0;
  for (int i = 0; i < box.count(); ++i) rows += list->visualRect(box.model()->index(i, 0)).height();
  const int screen = box.screen()->availableGeometry().height();
  const std::string name = qPrintable(box.objectName() + " " + box.accessibleName());
  EXPECT_TRUE(list->isVisible()) << name;
  if (rows < screen - 60) {
    EXPECT_GE(list->viewport()->height(), rows) << name << ", " << box.count() << " entries";
    EXPECT_EQ(list->verticalScrollBar()->maximum(), 0) << name;
  }
  box.hidePopup();
  waitFor(10);
}

TEST_F(LayoutTest, DropDownsShowAllTheirEntries) {
  window.actions().get(Command::runStudy)->trigger();
  ASSERT_GE(waitUntil([&] { return window.studies().runner().state() == StudyRunner::State::finished; }), 0);
  std::set<std::pair<QComboBox*, QString>> seen;  // another may come to the place of one that has gone
  const auto look = [&] {
    waitFor(60);
    std::vector<QPointer<QComboBox>> boxes;
    for (auto* box : window.findChildren<QComboBox*>()) boxes.emplace_back(box);
    for (const QPointer<QComboBox>& box : boxes) {
      if (!box || !box->isVisible() || !box->isEnabled() || box->count() == 0) continue;
      if (seen.insert({box.data(), box->objectName()}).second) expectWholeList(*box);
    }
  };
  for (QDockWidget* dock : window.views().docks()) {
    dock->raise();
    look();
  }
  for (const ElementId& part : {ElementId{ElementKind::joint, "O3"},
                                {ElementKind::body, "link2"},
                                {ElementKind::force, window.document().drawn().forces.front().id}}) {
    window.selection().select(part);
    window.views().propertiesDock->raise();
    look();
  }
  EXPECT_GT(seen.size(), 12U);
}

// The board does not zoom while it runs; afterwards what has moved out of a small pane is in sight again, and
// a place that a hand has chosen stays.
TEST_F(LayoutTest, TheBoardShowsWhereTheRunHasEnded) {
  resizeTo(900, 600);
  const auto runToEnd = [&] {
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
    window.playback().goToEnd();
    waitFor(80);
  };
  Canvas& canvas = window.views().board->canvas();
  const auto isInSight = [&] {
    const auto box = findExtent(window.views().board->drawing(), {});
    const QRectF pane = canvas.viewport()->rect();
    return box && pane.contains(canvas.toPixel().map(box->low)) &&
           pane.contains(canvas.toPixel().map(box->high));
  };
  runToEnd();
  EXPECT_TRUE(isInSight());
  resizeTo(1390, 880);
  EXPECT_TRUE(isInSight());
  canvas.zoomCentred(1.5);
  const double zoomed = canvas.scale();
  runToEnd();
  EXPECT_EQ(canvas.scale(), zoomed);
}

// Nor is an end of it cut by a ruler.
TEST_F(LayoutTest, WhereTheRunHasEndedNoEndIsCut) {
  constexpr double kHalfPart = 8;  // px
  for (const int width : {900, 940, 980, 1024, 1060, 1100}) {
    resizeTo(width, 700);
    window.playback().goToStart();
    window.views().board->fit();
    window.run().setSpeed(0);
    window.actions().get(Command::run)->trigger();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
    window.playback().goToEnd();
    waitFor(80);
    const Canvas& canvas = window.views().board->canvas();
    const auto box = findExtent(window.views().board->drawing(), {});
    ASSERT_TRUE(box);
    const QRectF pane = QRectF(canvas.viewport()->rect())
                            .adjusted(kRulerWidth, 0, 0, -kRulerWidth)
                            .marginsRemoved({kHalfPart, kHalfPart, kHalfPart, kHalfPart});
    EXPECT_TRUE(pane.contains(canvas.toPixel().map(box->low))) << "at " << width;
    EXPECT_TRUE(pane.contains(canvas.toPixel().map(box->high))) << "at " << width;
    window.run().reset();
    waitFor(50);
  }
}

// A segment that is chosen is bold.
TEST_F(LayoutTest, TheWordOfAChosenSegmentIsWholeInANarrowPanel) {
  constexpr int kEdges = 6;  // px, border and padding
  resizeTo(900, 600);
  window.selection().select({ElementKind::joint, "O3"});
  window.views().propertiesDock->raise();
  waitFor(100);
  int looked = 0;
  for (const auto* button : window.views().propertiesDock->findChildren<QPushButton*>()) {
    if (!button->property("segment").toBool() || !button->isVisible()) continue;
    QFont bold = button->font();
    bold.setBold(true);
    EXPECT_LE(QFontMetrics(bold).horizontalAdvance(button->text()) + kEdges, button->width())
        << qPrintable(button->text());
    ++looked;
  }
  EXPECT_GE(looked, 3);
}

TEST_F(LayoutTest, WordsEndInDotsWhereTheirRoomEnds) {
  auto* bar = window.findChild<MessageBar*>();
  const QString message = "Finished: Space plays it again, N goes to the next event";
  bar->showMessage(message);
  EXPECT_EQ(bar->shownMessage(), message);
  auto* cases = static_cast<CaseChoice*>(window.views().cases);
  resizeTo(900, 600);
  EXPECT_TRUE(bar->shownMessage().endsWith(QChar(0x2026))) << qPrintable(bar->shownMessage());
  EXPECT_TRUE(cases->shownText().endsWith(QChar(0x2026))) << qPrintable(cases->shownText());
  EXPECT_TRUE(cases->toolTip().contains(cases->currentText()));
}

TEST_F(LayoutTest, ThePageOfKeysFitsTheUsualWindow) {
  QTest::keyClick(&window, Qt::Key_F1, Qt::ControlModifier);
  waitFor(100);
  auto* page = window.findChild<QDialog*>("helpPage");
  ASSERT_NE(page, nullptr);
  auto* scroll = page->findChild<QScrollArea*>();
  EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0);
  EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
  QStringList words;
  for (const auto* label : page->findChildren<QLabel*>()) words += label->text();
  for (const ActionSpec& spec : Actions::table())
    EXPECT_TRUE(!*spec.keys || words.contains(QKeySequence(spec.keys).toString(QKeySequence::NativeText)))
        << spec.text;
  QTest::keyClick(page, Qt::Key_Escape);
  waitFor(50);
  resizeTo(900, 600);
  QTest::keyClick(&window, Qt::Key_F1, Qt::ControlModifier);
  waitFor(100);
  page = window.findChild<QDialog*>("helpPage");
  ASSERT_NE(page, nullptr);
  EXPECT_EQ(page->findChild<QScrollArea*>()->horizontalScrollBar()->maximum(), 0);
}

}  // namespace
}  // namespace clank
