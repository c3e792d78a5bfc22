// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTableWidget>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "core/io/file_migration.h"
#include "tests/support/scaled_mechanism.h"
#include "tests/ui/chain.h"
#include "ui/document/element_edits.h"
#include "ui/document/properties.h"
#include "ui/look/compliant_event.h"
#include "ui/panels/body_mass.h"
#include "ui/panels/event_table.h"
#include "ui/panels/item_list.h"
#include "ui/panels/needed_fields.h"
#include "ui/panels/number_words.h"
#include "ui/panels/pair_row.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/published_panel.h"
#include "ui/panels/quantity_edit.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/receipt_words.h"
#include "ui/panels/run_times.h"
#include "ui/panels/section_picture.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/panels/word_choice.h"

namespace clank {
namespace {

Receipt makeReceipt() {
  Receipt r;
  r.t = 0.25;
  r.kind = EventKind::merge;
  r.element = "O2";
  r.law = "merge";
  r.guard = {1, "limit", 0.5235987755982988, "rad", {}, false};
  r.mobile = true;
  r.bodyA = "link1";
  r.bodyB = "link2";
  r.normalX = 1;
  r.impulse = 0.3309;
  r.normalVelocityBefore = -1.462;
  r.energyBefore = 0.4864;
  r.energyAfter = 0.2445;
  r.phaseBefore = "free";
  r.phaseAfter = "locked";
  r.mobilityBefore = 2;
  r.mobilityAfter = 1;
  r.jointImpulses = {{"O1", 0.131, 0.057, 0}, {"O2", -0.119, -0.001, 0.02}};
  return r;
}

// t, phase of O2, mobility, energy residual; locks at 0.25.
Trajectory makeRun() {
  Trajectory run(
      {{"t", "s"}, {"O2.phase", "1"}, {"mobility", "1"}, {"energy.residual", "J"}, {"energy.kinetic", "J"}});
  for (const double t : {0.0, 0.1, 0.2, 0.25}) run.sample(std::array{t, 0.0, 2.0, 1e-13, 0.5});
  run.event(makeReceipt());
  for (const double t : {0.25, 0.4, 0.5}) run.sample(std::array{t, 1.0, 1.0, 3e-13, 0.4});
  return run;
}

TEST(ReceiptWords, SayEverythingInWordsAndNumbers) {
  const Receipt r = makeReceipt();
  EXPECT_EQ(makeSummary(r), "mobile merge at O2, link1 with link2");
  QString all;
  for (const auto& line : makeLines(r)) all += line.label + "=" + line.text + "\n";
  const QChar minus(0x2212), arrow(0x2192);
  EXPECT_TRUE(all.contains(QString("; 0.02\u202fN_m_s").replace('_', QChar(QChar::Nbsp))))
      << "no line breaks in a unit";
  all.replace(QChar(QChar::Nbsp), ' ');
  for (const QString& expected :
       {QString("normal speed=") + minus + "1.462 " + arrow + " 0\u202fm/s",
        QString("impulse P=0.3309\u202fN s"), QString("in O1=0.131, 0.057\u202fN s"),
        QString("in O2=") + minus + "0.119, " + minus + "0.001\u202fN s; 0.02\u202fN m s",
        QString("energy=0.4864 ") + arrow + " 0.2445\u202fJ (" + minus + "0.2419)",
        QString("mobility=2 %1 1").arg(arrow), QString("phase=free %1 locked").arg(arrow),
        QString("law=merge, plastic, e = 0"),
        QString("waited for (guard)=limit of 30%1, rising (change 1)").arg(QChar(0xB0)),
        QString("momentum=impulse balance satisfied")})
    EXPECT_TRUE(all.contains(expected)) << qPrintable(expected) << " in\n" << qPrintable(all);
}

// What is pushed along one axis has rounding along the other: 4e-17 N s are none.
TEST(ReceiptWords, RoundingIsToldAsZero) {
  Receipt r = makeReceipt();
  r.jointImpulses = {{"O1", 0.6361, 3.895e-17, 0}, {"O2", 0, -1e-15, 0}};
  QString all;
  for (const auto& line : makeLines(r)) all += line.label + "=" + line.text + "\n";
  EXPECT_TRUE(all.contains(QString("in O1=0.6361, 0\u202fN_s").replace('_', QChar(QChar::Nbsp))))
      << qPrintable(all);
  EXPECT_TRUE(all.contains(QString("in O2=0, ") + QChar(0x2212) + "10"))
      << "a vector that is small itself stays";
  r.energyBefore = 8034;
  r.energyAfter = 8034 + 1.455e-11;
  all.clear();
  for (const auto& line : makeLines(r)) all += line.text + "\n";
  EXPECT_TRUE(all.contains("(0)")) << qPrintable(all);
}

// What the tolerance of a run leaves of a speed is none, in whichever view; and a joint that meets a limit
// rising has the sign of its coordinate in each of them.
TEST(ReceiptWords, SpeedsBelowTheToleranceOfTheRunAreZeroInReceiptAndTable) {
  Trajectory run({{"t", "s"}, {"mobility", "1"}});
  run.sample(std::array{0.0, 1.0});
  Receipt r = makeReceipt();
  r.noise = {1e-7, 1e-7};
  r.normalVelocityAfter = -3.296e-9;
  r.jumps = {{"link1", {1, 2, 3}, {5e-8, -5e-8, 5e-8}}};
  run.event(r);
  r.normalX = r.normalY = 0;  // a moment
  r.normalVelocityBefore = -8.536;
  r.guard = {1, "limit", 1, "rad", "", false};
  run.event(r);
  EventModel table;
  table.setTrajectory(&run);
  const auto cell = [&](int row, const QString& head) {
    for (int c = 0; c < table.columnCount({}); ++c)
      if (table.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString() == head)
        return table.data(table.index(row, c, {}), Qt::DisplayRole).toString();
    return QString();
  };
  for (int row = 0; row < 2; ++row) {
    EXPECT_EQ(cell(row, "speed after"), row == 0 ? "0\u202fm/s" : "0\u202frad/s");
    QString all;
    for (const auto& line : makeLines(run.events()[static_cast<std::size_t>(row)]))
      all += line.label + "=" + line.text + "\n";
    EXPECT_TRUE(all.contains(" 0\u202fm/s") || row == 1) << qPrintable(all);
    EXPECT_TRUE(all.contains("3 " + QString(QChar(0x2192)) + " 0\u202frad/s")) << qPrintable(all);
    EXPECT_FALSE(all.contains(QString::fromUtf8("10\u207b"))) << qPrintable(all);
  }
  EXPECT_EQ(cell(1, "speed before"), "8.536\u202frad/s");
}

TEST(ReceiptWords, PureMomentAndSwitchAreNamedAsSuch) {
  Receipt r = makeReceipt();
  r.normalX = 0;
  r.momentumConserved = false;
  QString all;
  for (const auto& line : makeLines(r)) all += line.label + "=" + line.text + "\n";
  EXPECT_TRUE(all.contains("rad/s"));
  EXPECT_TRUE(all.contains("impulse M=0.3309\u202fN m s")) << "as in scene and plots: " << qPrintable(all);
  EXPECT_TRUE(all.contains("not conserved"));
}

TEST(ReceiptWords, EventWithoutImpulseListsNone) {
  Receipt r = makeReceipt();
  r.kind = EventKind::contactEnd;
  r.impulse = 0;
  r.jointImpulses = {{"O1", 0, 0, 0}};
  for (const auto& line : makeLines(r)) {
    EXPECT_NE(line.label, "impulse P");
    EXPECT_NE(line.label, "in O1");
  }
  EXPECT_TRUE(makeSummary(r).contains("contact end at O2")) << qPrintable(makeSummary(r));
}

// Of a pin that comes to rest by its friction there is no impact to classify, and no impulse to balance.
TEST(ReceiptWords, AStickingPinIsNoImpact) {
  Receipt r = makeReceipt();
  r.kind = EventKind::stick;
  r.law = "friction";
  r.impulse = 0;
  r.jointImpulses.clear();
  EXPECT_EQ(makeSummary(r), "stick at O2, link1 with link2");
  for (const auto& line : makeLines(r)) {
    EXPECT_NE(line.label, "momentum");
    if (line.label != "law") continue;
    EXPECT_EQ(line.text, "friction in the joint");
  }
}

TEST(ReceiptPanel, ShowsTheReceiptAndNothingBefore) {
  ReceiptPanel panel;
  const auto texts = [&] {
    QString all;
    for (const auto* label : panel.findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + "\n";
    return all;
  };
  EXPECT_FALSE(texts().contains("0.3309"));
  const Receipt r = makeReceipt();
  panel.setReceipt(&r);
  EXPECT_TRUE(texts().contains("0.3309\u202fN s"));
  EXPECT_TRUE(texts().contains("t = 0.25 s"));
  panel.setSide(EventSide::before);
  QString shown;
  for (const auto* label : panel.findChildren<QLabel*>())
    shown += QTextDocumentFragment::fromHtml(label->text()).toPlainText() + "\n";
  EXPECT_TRUE(shown.contains("0\u202fm/s")) << "a unit is as near to its number on either side";
  panel.setReceipt(nullptr);
  EXPECT_FALSE(texts().contains("0.3309"));
}

// Beside a number that needs the room a long name goes on in a second line; only an endless word is cut.
TEST(ReceiptPanel, LongNamesOfPartsAreReadWhole) {
  Receipt r = makeReceipt();
  r.jointImpulses = {{"Pin between coupler and ram", 0.25, 0.5, 0}, {std::string(80, 'w'), 0.125, 0.5, 0}};
  ReceiptPanel panel;
  panel.resize(340, 600);
  panel.setReceipt(&r);
  panel.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel, test::kPatience));
  for (int turns = 0; turns < 5; ++turns) QCoreApplication::processEvents();
  const QLabel *whole = nullptr, *cut = nullptr;
  for (const auto* label : panel.findChildren<QLabel*>()) {
    if (label->toolTip() == "in Pin between coupler and ram") whole = label;
    if (label->toolTip().contains("www")) cut = label;
  }
  ASSERT_TRUE(whole && cut);
  EXPECT_EQ(QString(whole->text()).replace('\n', ' '), whole->toolTip());
  EXPECT_GE(whole->height(), whole->sizeHint().height());
  EXPECT_GE(whole->width(), whole->sizeHint().width());
  EXPECT_LE(whole->width(), 150);
  EXPECT_TRUE(cut->text().simplified().startsWith("in w") && cut->text().endsWith("w"))
      << qPrintable(cut->text());
  EXPECT_LE(cut->width(), 150);
}

// A blow through ten thousand contacts and joints: what has most to do with it, and how many more there are.
TEST(ReceiptPanel, TellsTheLargestOfManyImpulsesInAFewLines) {
  Receipt r = makeReceipt();
  r.jointImpulses.clear();
  for (int i = 0; i < 10000; ++i) {
    const double size = i == 7000 ? 3 : 0.25;
    r.jointImpulses.push_back({"j" + std::to_string(i), size, 0, 0});
    r.contactImpulses.push_back({"c" + std::to_string(i), 0, size});
    r.notUnique.push_back("c" + std::to_string(i));
  }
  const auto lines = makeLines(r);
  EXPECT_LE(lines.size(), 80U);
  QString all;
  for (const auto& line : lines) all += line.label + "=" + line.text + "\n";
  for (const char* part :
       {"in j0=", "in j7000=", "at c0=", "at c7000=3\u202fN s", "in 9976 more=none larger than",
        "at 9976 more=none larger than 0.25\u202fN s", "9976 more\n"})
    EXPECT_TRUE(all.contains(part)) << part << " in\n" << qPrintable(all);
  ReceiptPanel panel;
  panel.setReceipt(&r);
  EXPECT_LE(panel.findChildren<QLabel*>().size(), 200);
}

// A drawing with ten thousand open points: none is missing in the end, and no turn makes them all.
TEST(ProblemPanel, ListsManyProblemsInTurns) {
  ProblemPanel panel;
  Problems problems;
  for (int i = 0; i < 1800; ++i)
    problems.push_back({"b" + std::to_string(i) + ": no mass", "", Severity::error});
  panel.setProblems("Problems", problems);
  auto* list = panel.findChild<QListWidget*>();
  EXPECT_EQ(panel.count(), 1800);
  EXPECT_LE(list->count(), 500);
  for (int turns = 0; turns < 100 && list->count() < 1800; ++turns) QCoreApplication::processEvents();
  EXPECT_EQ(list->count(), 1800);
  const auto* last = list->item(1799);
  panel.setProblems("Problems in another", problems);
  ASSERT_EQ(list->count(), 1800) << "as when a run begins: the rows stay";
  EXPECT_EQ(list->item(1799), last);
  problems.resize(3);
  panel.setProblems("Problems", problems);
  for (int turns = 0; turns < 5; ++turns) QCoreApplication::processEvents();
  EXPECT_EQ(list->count(), 3);
}

TEST(QuantityEdit, SaysNothingWhileItIsTakenAway) {
  auto* edit = new QuantityEdit;
  edit->setQuantity("1", "m", 1.0);
  edit->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(edit, test::kPatience));
  edit->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(edit, test::kPatience));
  edit->field()->setFocus();
  QTest::keyClicks(edit->field(), "23");
  int said = 0;
  QObject::connect(edit, &QuantityEdit::edited, edit, [&said] { ++said; });
  delete edit;
  EXPECT_EQ(said, 0);
}

// A value that comes from elsewhere takes nothing out of somebody's hands; Esc lets it in.
// Two fields of one row, taken away while one of them is being typed into: the field reports that it is
// finished when the row around it is gone, and arranging the row would end the program.
TEST(PairRow, IsTakenAwayWhileAFieldIsTypedInto) {
  QWidget window;
  auto* layout = new QVBoxLayout(&window);
  std::array<QWidget*, 2> places{};
  for (QWidget*& place : places) {
    place = new QWidget;
    auto* field = new QLineEdit;
    (new QVBoxLayout(place))->addWidget(field);
    place->setFocusProxy(field);
  }
  auto* row = new PairRow(places);
  layout->addWidget(row);
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  auto* field = places[0]->findChild<QLineEdit*>();
  field->setFocus();
  ASSERT_TRUE(field->hasFocus());
  QTest::keyClicks(field, "12 mm");
  const QPointer<QLineEdit> watched(field);
  delete row;
  EXPECT_FALSE(watched);
}

TEST(QuantityEdit, WhatIsBeingTypedStays) {
  QuantityEdit edit;
  edit.setQuantity("1", "m", 1.0);
  edit.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&edit, test::kPatience));
  edit.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&edit, test::kPatience));
  QSignalSpy edited(&edit, &QuantityEdit::edited);
  edit.field()->setFocus();
  edit.field()->selectAll();
  QTest::keyClicks(edit.field(), "23");
  edit.setQuantity("2", "m", 2.0);
  EXPECT_EQ(edit.field()->text(), "23");
  QTest::keyClick(edit.field(), Qt::Key_Escape);
  EXPECT_EQ(edit.field()->text(), "2000") << "mm";
  Q_EMIT edit.field()->editingFinished();
  EXPECT_EQ(edited.count(), 0);
  QTest::keyClicks(edit.field(), "23");
  QTest::keyClick(edit.field(), Qt::Key_Return);
  ASSERT_EQ(edited.count(), 1);
  EXPECT_EQ(edited[0][0], "23 mm");
  edit.setQuantity("0.003", "m", 0.003);
  EXPECT_EQ(edit.field()->text(), "3") << "Enter has finished it";
}

// What is wrong has no value: the one that it had before would be read as its own.
TEST(QuantityEdit, AMistakeHasNoValue) {
  for (const bool beside : {false, true}) {
    QuantityEdit edit;
    if (beside) edit.showValueBeside();
    const auto tells = [&](const char* words) {
      const auto labels = edit.findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return !label->isHidden() && label->text().contains(words);
      });
    };
    edit.resize(400, 60);
    edit.setQuantity("2*L", "m", 0.6);
    EXPECT_TRUE(tells("= 600"));
    edit.setQuantity("2*Ln", "m", 0.6);
    edit.setRemark({"unknown name", true});
    EXPECT_FALSE(tells("= 600")) << "of the text before, beside: " << beside;
    edit.setQuantity("2*L", "m", 0.6);
    edit.setRemark({});
    EXPECT_TRUE(tells("= 600"));
  }
}

TEST(QuantityEdit, TellsNoValueTwice) {
  QuantityEdit edit;
  const auto texts = [&] {
    QStringList all;
    for (const auto* label : edit.findChildren<QLabel*>())
      if (!label->isHidden()) all << label->text();
    return all.join('|');
  };
  for (const bool beside : {false, true}) {
    if (beside) edit.showValueBeside();
    edit.setQuantity("0.5 s", "s", 0.5);
    EXPECT_EQ(texts(), "s");
    edit.setQuantity("0.5 ms", "s", 0.0005);
    EXPECT_EQ(texts(), "");
    edit.setQuantity("120 mm", "m", 0.12);
    EXPECT_EQ(texts(), "mm");
    EXPECT_EQ(edit.findChild<QLineEdit*>()->text(), "120");
    edit.setQuantity("60 deg", "rad", std::numbers::pi / 3);
    EXPECT_EQ(texts(), QString::fromUtf8("\u00b0"));
    edit.setQuantity("12 cm", "m", 0.12);
    EXPECT_TRUE(texts().contains("= 120\u202fmm")) << "in the unit of the document it is news";
  }
}

TEST(ItemListTest, ButtonsThatCannotBeUsedSayWhy) {
  ItemList list("Items", "item", {"one"});
  list.setNames("items");
  const auto tip = [&](const char* what) {
    const auto* button = list.findChild<QToolButton*>(QString(what) + ":items");
    return button->isEnabled() ? QString() : button->toolTip();
  };
  list.setRows({});
  for (const char* what : {"remove", "up", "down"}) EXPECT_TRUE(tip(what).endsWith("\nThere is none yet"));
  list.setRows({{ItemList::Cell{"a", {}, {}, {}}}, {ItemList::Cell{"b", {}, {}, {}}}});
  for (const char* what : {"remove", "up", "down"}) EXPECT_TRUE(tip(what).endsWith("\nChoose a row first"));
  list.choose(0);
  EXPECT_EQ(tip("remove"), "");
  EXPECT_TRUE(tip("up").endsWith("\nIt is the first"));
  EXPECT_EQ(tip("down"), "");
  list.choose(1);
  EXPECT_TRUE(tip("down").endsWith("\nIt is the last"));
}

// A stop without a pin exchanges a moment, all others an impulse: wherever it is told.
TEST(UnitsOfEvents, ReceiptAndTableTellTheSame) {
  const auto run = test::run(test::readScaled(test::kEveryKind, false));
  const auto& events = run.trajectory.events();
  EventModel table;
  table.setTrajectory(&run.trajectory);
  ASSERT_GT(events.size(), 20U);
  int told = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Receipt& receipt = events[i];
    if (isOfCompliantContact(receipt) || receipt.impulse == 0) continue;
    // Pins that stop without a point, and the drive of one.
    const bool ofMoment = receipt.element == "A" || receipt.element == "H" || receipt.element == "motor";
    const QString impulse = ofMoment ? "\u202fN m s" : "\u202fN s",
                  speed = ofMoment ? "\u202frad/s" : "\u202fm/s";
    QString inTable, inReceipt, speeds;
    for (int c = 0; c < table.columnCount(); ++c) {
      const QString head = table.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
      if (head == "impulse") inTable = table.index(static_cast<int>(i), c).data().toString();
    }
    for (const ReceiptLine& line : makeLines(receipt)) {
      if (line.label == (ofMoment ? "impulse M" : "impulse P")) inReceipt = line.text;
      if (line.label == "normal speed" || line.label == "relative speed") speeds = line.text;
    }
    EXPECT_TRUE(inTable.endsWith(impulse)) << receipt.element << ": " << qPrintable(inTable);
    EXPECT_TRUE(inReceipt.endsWith(impulse)) << receipt.element << ": " << qPrintable(inReceipt);
    EXPECT_TRUE(speeds.endsWith(speed)) << receipt.element << ": " << qPrintable(speeds);
    ++told;
  }
  EXPECT_GT(told, 15);
}

// The relative speed of two links is that of the second less that of the first, from whichever side the limit
// is met.
TEST(UnitsOfEvents, ARelativeSpeedHasTheSignOfItsJoint) {
  for (const double side : {1.0, -1.0}) {
    SCOPED_TRACE(side);
    Mechanism chain = test::makeChain(0.5);
    chain.bodies[1].velocity.omega = 5 * side;
    PhaseChange& lock = chain.joints[1].metamorphic->changes.front();
    auto& limit = std::get<Limit>(lock.guard);
    limit.value = side;
    limit.direction = side > 0 ? Direction::rising : Direction::falling;
    const auto done = test::run(resolve(chain).value());
    ASSERT_FALSE(done.trajectory.events().empty());
    const Receipt& receipt = done.trajectory.events().front();
    ASSERT_EQ(receipt.jumps.size(), 2U);
    const double relative = receipt.jumps[1].before[2] - receipt.jumps[0].before[2];
    ASSERT_GT(relative * side, 1);
    const auto lines = makeLines(receipt);
    EXPECT_EQ(lines.front().label, "relative speed");
    EXPECT_EQ(lines.front().text, writeChange(relative, 0, "rad/s"));
  }
}

// A stop that was pressed on when another was hit pushes with a moment of its own.
TEST(UnitsOfEvents, APushOfAStopHasTheUnitOfAMoment) {
  Receipt receipt = makeReceipt();
  receipt.contactImpulses = {{"wall", 3, 4, 0, 0, 0}, {"stop", 0, 0, -0.25, 0, 0}};
  QStringList told;
  for (const ReceiptLine& line : makeLines(receipt))
    if (line.label.startsWith("at ")) told << line.label + ": " + line.text;
  EXPECT_EQ(told, (QStringList{"at wall: 5\u202fN s", "at stop: 0.25\u202fN m s"}));
}

// A parameter that sets a length moves the drawing to where the joints close: the fields tell that, and what
// is typed is where the body goes.
TEST(PropertyPanel, PosesAreThoseOfTheDrawing) {
  MechanismDocument document;
  Selection selection{document};
  ASSERT_TRUE(document.load(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
  PropertyPanel panel{document, selection};
  selection.select({ElementKind::body, "rocker"});
  const auto read = [&](const char* key) {
    test::waitFor(20);
    return panel.findChild<QLineEdit*>(QString("property:/bodies/2/pose/") + key)->text().toDouble();
  };
  const auto expectDrawn = [&] {
    test::waitFor(20);
    const auto& closed = document.closedPoses();
    ASSERT_TRUE(closed);
    EXPECT_NEAR(read("angle"), (*closed)[2].angle / std::numbers::pi * 180, 1e-4) << "six digits";
    EXPECT_NEAR(read("x"), 1000 * (*closed)[2].x, 1e-3);
  };
  expectDrawn();
  const double before = read("angle");
  document.edit("longer",
                [&](Mechanism& m) { setParameterText(m, document.caseId(), "crank_length", "130 mm"); });
  expectDrawn();
  EXPECT_GT(std::abs(read("angle") - before), 1);
  auto* field = panel.findChild<QLineEdit*>("property:/bodies/2/pose/angle");
  field->setText("95 deg");
  Q_EMIT field->editingFinished();
  test::waitFor(20);
  EXPECT_EQ(field->text(), "95") << "within reach it is where it was typed";
  EXPECT_NEAR((*document.closedPoses())[2].angle, 95 * std::numbers::pi / 180, 1e-8);
  field->setText("10 deg");
  Q_EMIT field->editingFinished();
  expectDrawn();
  EXPECT_GT(read("angle"), 11) << "out of reach: as far as it goes";
}

// Those of a large drawing are found elsewhere and come later.
TEST(PropertyPanel, PosesThatComeLaterAreShown) {
  MechanismDocument document;
  Selection selection{document};
  Mechanism drawn = test::makeChain(0.5);
  ContactPair ground;
  ground.id = "ground";
  ground.b = drawn.bodies[0].id;
  std::vector<Point> line;
  for (int i = 0; i < 20000; ++i) line.push_back({100 - 0.001 * i, -50.0});
  ground.surface = PolylineSurface{line};
  drawn.contacts = {ground};
  moveSurfacesOut(drawn);
  document.take(makeContent(drawn, {}, {}, {}));
  PropertyPanel panel{document, selection};
  selection.select({ElementKind::body, drawn.bodies[0].id});
  document.edit("width", [](Mechanism& m) { m.bodies[0].width = 0.07; });
  test::waitFor(20);
  ASSERT_TRUE(document.awaitsPoses());
  document.takePoses({{0.125, 0.25, 0.5}, {0, 0, 0}});
  ASSERT_FALSE(document.awaitsPoses());
  test::waitFor(20);
  EXPECT_EQ(panel.findChild<QLineEdit*>("property:/bodies/0/pose/x")->text(), "125");
  EXPECT_EQ(panel.findChild<QLineEdit*>("property:/bodies/0/pose/y")->text(), "250");
}

// Given by an expression it keeps its text, and says where the body stands if that is somewhere else.
TEST(PropertyPanel, APoseOfParametersTellsWhereTheBodyStands) {
  MechanismDocument document;
  Selection selection{document};
  ASSERT_TRUE(document.load(CLANK_SOURCE_DIR "/resources/examples/linkages/four-bar.clank"));
  PropertyPanel panel{document, selection};
  selection.select({ElementKind::body, "rocker"});
  test::waitFor(20);
  const auto tells = [&](const QString& words) {
    test::waitFor(20);
    const auto labels = panel.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return !label->isHidden() && label->text().contains(words);
    });
  };
  auto* field = panel.findChild<QLineEdit*>("property:/bodies/2/pose/angle");
  field->setText("crank_length / (1 m) * (1 rad) + 95 deg");
  Q_EMIT field->editingFinished();
  EXPECT_FALSE(tells("stands at"));
  EXPECT_TRUE(field->text().startsWith("crank_length")) << qPrintable(field->text());
  const double typed = (*document.closedPoses())[2].angle;
  EXPECT_NEAR(typed, document.shown().bodies[2].pose.angle.value, 1e-8) << "and the drawing is there";
  document.edit("longer",
                [&](Mechanism& m) { setParameterText(m, document.caseId(), "crank_length", "130 mm"); });
  const double stands = (*document.closedPoses())[2].angle / std::numbers::pi * 180;
  ASSERT_GT(std::abs(stands - document.shown().bodies[2].pose.angle.value / std::numbers::pi * 180), 0.01);
  EXPECT_TRUE(tells("stands at " + writeNumber(stands, 6)));
  EXPECT_TRUE(field->text().startsWith("crank_length"));
}

TEST(ConfigurationTrack, FollowsThePhases) {
  const Trajectory run = makeRun();
  ConfigurationTrack track;
  track.start(test::makeChain(0.5), run);
  const auto& segments = track.getSegments();
  ASSERT_EQ(segments.size(), 2U);
  EXPECT_EQ(segments[0].words, "all free");
  EXPECT_EQ(segments[0].state, JointState::free);
  EXPECT_EQ(segments[0].mostMobility, 2);
  EXPECT_EQ(segments[0].to, 0.25);
  EXPECT_EQ(segments[1].words, "O2 locked");
  EXPECT_EQ(segments[1].state, JointState::locked);
  EXPECT_EQ(segments[1].number, 2);
  EXPECT_EQ(segments[1].to, 0.5);
}

TEST(ConfigurationTrack, GrowingIsTheSameAsAllAtOnce) {
  const Trajectory whole = makeRun();
  Trajectory growing(whole.channels());
  ConfigurationTrack track;
  track.start(test::makeChain(0.5), growing);
  for (std::size_t i = 0; i < whole.sampleCount(); ++i) {
    if (i == whole.sampleAfterEvent(0)) {
      growing.event(whole.events()[0]);
      track.advance();  // the event has come, the sample after it has not
    }
    growing.sample(whole.row(i));
    track.advance();
  }
  ASSERT_EQ(track.getSegments().size(), 2U);
  EXPECT_EQ(track.getSegments()[1].from, 0.25);
}

class TimelineTest : public testing::Test {
 protected:
  TimelineTest() {
    timeline.resize(800, 80);
    timeline.setLook(Palette::light());
    timeline.setTrajectory(test::makeChain(0.5), &run, 0.5);
    timeline.show();
  }
  Trajectory run = makeRun();
  Timeline timeline;
};

TEST_F(TimelineTest, ClickOnAMarkPicksTheEventElsewhereTheTime) {
  QSignalSpy events(&timeline, &Timeline::eventPicked);
  QSignalSpy times(&timeline, &Timeline::timePicked);
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.getEventPosition(0));
  EXPECT_EQ(events.count(), 1);
  EXPECT_EQ(times.count(), 0);
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, QPoint(static_cast<int>(timeline.toPixel(0.4)), 20));
  ASSERT_EQ(times.count(), 1);
  EXPECT_NEAR(times[0][0].toDouble(), 0.4, 0.002);
}

TEST_F(TimelineTest, DraggingScrubs) {
  QSignalSpy times(&timeline, &Timeline::timePicked);
  QTest::mousePress(&timeline, Qt::LeftButton, {}, QPoint(static_cast<int>(timeline.toPixel(0.1)), 20));
  for (const double t : {0.2, 0.3, 0.9}) {
    const QPoint at(static_cast<int>(timeline.toPixel(t)), 20);
    QMouseEvent move(QEvent::MouseMove, at, timeline.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&timeline, &move);
  }
  ASSERT_EQ(times.count(), 4);
  EXPECT_NEAR(times[2][0].toDouble(), 0.3, 0.002);
  EXPECT_EQ(times[3][0].toDouble(), 0.5) << "not beyond the end";
}

TEST_F(TimelineTest, RibbonShowsThePhasesInTheirColours) {
  const QImage image = timeline.grab().toImage();
  const auto near = [&](double t, const QColor& colour) {
    const QColor c = image.pixelColor(static_cast<int>(timeline.toPixel(t)), 13);
    return std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
               std::abs(c.blue() - colour.blue()) <
           90;
  };
  EXPECT_TRUE(near(0.1, Palette::light().free));
  EXPECT_TRUE(near(0.4, Palette::light().locked));
}

TEST(EventTable, TakesTheWholeWidth) {
  const Trajectory run = makeRun();
  EventTable table;
  table.setTrajectory(&run);
  table.resize(1280, 200);
  table.show();
  QTest::qWait(20);
  EXPECT_NEAR(table.header()->length(), table.viewport()->width(), 8);
}

// The cursor is on the event, wherever the keys of the table were before.
TEST(EventTable, TheOnlyRowIsMarkedThoughItWasTheCurrentOne) {
  const Trajectory run = makeRun();
  EventTable table;
  table.setTrajectory(&run);
  const QModelIndex row = table.model()->index(0, 0);
  table.selectionModel()->setCurrentIndex(row, QItemSelectionModel::NoUpdate);
  table.select(0);
  EXPECT_TRUE(table.selectionModel()->isSelected(row));
  table.clearSelection();
  table.select(0);
  EXPECT_TRUE(table.selectionModel()->isSelected(row)) << "once more after a time before it";
}

TEST(EventTable, ClickingARowPicksItsEvent) {
  const Trajectory run = makeRun();
  EventTable table;
  table.resize(800, 200);
  table.setTrajectory(&run);
  table.show();
  ASSERT_EQ(table.model()->rowCount(), 1);
  EXPECT_EQ(table.model()->index(0, 2).data().toString(), "0.25");
  EXPECT_EQ(table.model()->index(0, 0).data().toString(), "merge");
  EXPECT_EQ(table.model()->index(0, 3).data().toString(), "0.3309\u202fN s");
  EXPECT_TRUE(table.model()->index(0, 4).data().toString().endsWith("\u202fm/s"));
  Trajectory turning = makeRun();
  Receipt moment = makeReceipt();
  moment.normalX = moment.normalY = 0;  // a pin that locks
  turning.event(moment);
  table.setTrajectory(&turning);
  EXPECT_EQ(table.model()->index(1, 3).data().toString(), "0.3309\u202fN m s");
  EXPECT_TRUE(table.model()->index(1, 4).data().toString().endsWith("\u202frad/s"));
  table.setTrajectory(&run);
  QSignalSpy picked(&table, &EventTable::eventPicked);
  QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                    table.visualRect(table.model()->index(0, 2)).center());
  EXPECT_EQ(picked.count(), 1);
}

class EditingPanels : public testing::Test {
 protected:
  void SetUp() override {
    Mechanism m = test::makeChain(1);
    Parameter p;
    p.id = "L1";
    p.value.text = "250 mm";
    p.unit = "mm";
    p.min.emplace().text = "100 mm";
    p.max.emplace().text = "300 mm";
    m.parameters = {p};
    m.bodies[0].length.emplace().text = "4*L1";
    document.create();
    document.edit("draw", [&](Mechanism& drawn) { drawn = m; });
    document.undoStack().clear();
    properties.resize(340, 900);
    parameters.resize(340, 700);
    properties.show();
    parameters.show();
    settle();
  }
  // A contact of the link with a line below, and it is selected.
  void drawStop() {
    document.edit("draw", [](Mechanism& m) {
      ContactPair contact;
      contact.id = "stop";
      contact.b = "link1";
      contact.surface = LineSurface{{-1.0, -3.0}, {1.0, -3.0}};
      m.contacts = {contact};
    });
    selection.select({ElementKind::contact, "stop"});
  }
  static void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  template <class W = QLineEdit>
  W* find(const QWidget& panel, const QString& name) {
    settle();
    auto* field = panel.findChild<W*>(name);
    EXPECT_TRUE(field) << name.toStdString();
    return field;
  }
  void type(const QWidget& panel, const QString& name, const QString& text) {
    auto* field = find(panel, name);
    ASSERT_TRUE(field);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    settle();
  }
  QString notesOf(const QWidget& panel, const QString& name) {
    QString all;
    for (const auto* label : find(panel, name)->parentWidget()->findChildren<QLabel*>())
      if (!label->isHidden()) all += label->text() + "|";
    return all;
  }

  MechanismDocument document;
  Selection selection{document};
  PropertyPanel properties{document, selection};
  ParameterPanel parameters{document, selection};
};

// As high as it is beside board and scene at 1400 x 900.
TEST_F(EditingPanels, WhatIsEditedMostIsInSightWithoutScrolling) {
  properties.resize(356, 368);
  const auto isInSight = [&](const QString& name) {
    auto* field = find<QWidget>(properties, name);
    const QRect place(field->mapTo(properties.viewport(), QPoint()), field->size());
    return properties.viewport()->rect().contains(place);
  };
  selection.select({ElementKind::body, "link1"});
  for (const char* key : {"id", "name", "length", "section", "density"})
    EXPECT_TRUE(isInSight(QString("property:/bodies/0/") + key)) << key;
  EXPECT_TRUE(isInSight("material"));
  selection.select({ElementKind::joint, "O2"});
  for (const char* key : {"guard", "value", "direction"})
    EXPECT_TRUE(isInSight(QString("property:/joints/1/metamorphic/changes/0/") + key)) << key;
  EXPECT_TRUE(isInSight("phaseAction"));
}

TEST_F(EditingPanels, AQuantityTakesUnitsAndExpressionsAndShowsItsValue) {
  selection.select({ElementKind::body, "link1"});
  EXPECT_EQ(find(properties, "property:/bodies/0/length")->text(), "4*L1");
  EXPECT_TRUE(notesOf(properties, "property:/bodies/0/length").contains("= 1000\u202fmm"));
  type(properties, "property:/bodies/0/length", "120 mm");
  EXPECT_EQ(document.resolved().bodies[0].length->value, 0.12);
  EXPECT_EQ(document.drawn().bodies[0].length->text, "120 mm");
  type(properties, "property:/bodies/0/pose/angle", "45 deg");
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].pose.angle.value, std::numbers::pi / 4);
  type(properties, "property:/bodies/0/length", "2 parrots");
  EXPECT_TRUE(notesOf(properties, "property:/bodies/0/length").contains("parrots"))
      << "in words, at the field";
  EXPECT_EQ(document.resolved().bodies[0].length->value, 0.12) << "the last good one";
  type(properties, "property:/bodies/0/length", "4*L1");
  EXPECT_TRUE(notesOf(properties, "property:/bodies/0/length").contains("= 1000\u202fmm"));
  EXPECT_EQ(document.undoStack().count(), 4);
}

// 80 of no unit is 80 m, in a field of millimetres: that is said where it was typed.
TEST_F(EditingPanels, AParameterWithoutUnitSaysWhatItCountsIn) {
  const auto add = [](const char* id, double value, const char* unit) {
    return [=](Mechanism& m) {
      Parameter parameter;
      parameter.id = id;
      parameter.value = value;
      parameter.unit = unit;
      m.parameters.push_back(parameter);
    };
  };
  document.edit("bare", add("bare", 80, ""));
  document.edit("measured", add("measured", 0.08, "mm"));
  selection.select({ElementKind::body, "link1"});
  const QString length = "property:/bodies/0/length";
  const auto isSaid = [&](const QString& typed) {
    type(properties, length, typed);
    return notesOf(properties, length).contains("bare has no unit: it counts in m");
  };
  EXPECT_TRUE(isSaid("bare"));
  EXPECT_TRUE(isSaid("2*bare"));
  EXPECT_FALSE(isSaid("measured"));
  EXPECT_FALSE(isSaid("bare*measured")) << "a factor";
  EXPECT_FALSE(isSaid("bare*2 mm"));
  EXPECT_FALSE(isSaid("70"));
}

TEST_F(EditingPanels, APlainNumberIsInTheUnitBesideIt) {
  selection.select({ElementKind::body, "link1"});
  const QString length = "property:/bodies/0/length", angle = "property:/bodies/0/pose/angle";
  type(properties, length, "0.12 m");
  type(properties, length, "80");
  EXPECT_EQ(document.drawn().bodies[0].length->text, "80 mm");
  EXPECT_EQ(find(properties, length)->text(), "80") << "mm stands beside it, as beside every other";
  type(properties, length, "8 cm");
  EXPECT_EQ(find(properties, length)->text(), "8 cm");
  type(properties, length, "80");
  document.edit("turn", [](Mechanism& m) {
    m.bodies[0].pose.angle = 0.8621700546672265;
    m.bodies[1].pose.x = 0.08 * std::cos(0.8621700546672265);  // the joint between them is closed
    m.bodies[1].pose.y = 0.08 * std::sin(0.8621700546672265);
  });
  EXPECT_EQ(find(properties, angle)->text(), "49.3987");
  type(properties, angle, "30");
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].pose.angle.value, std::numbers::pi / 6);
  type(properties, "property:/bodies/0/density", "2700");
  EXPECT_EQ(document.resolved().bodies[0].density->value, 2700) << "everything else is SI";
}

TEST_F(EditingPanels, AnIdIsRenamedEverywhereOrRefused) {
  selection.select({ElementKind::body, "link1"});
  type(properties, "property:/bodies/0/id", "link2");
  EXPECT_EQ(document.drawn().bodies[0].id, "link1");
  EXPECT_TRUE(notesOf(properties, "property:/bodies/0/id").contains("taken"));
  type(properties, "property:/bodies/0/id", "crank");
  EXPECT_EQ(document.drawn().joints[0].b, "crank");
  EXPECT_EQ(selection.elements().front().id, "crank");
}

TEST_F(EditingPanels, TheStateOfAJointIsOneChoice) {
  selection.select({ElementKind::joint, "O1"});
  settle();
  auto* states = find<SegmentedChoice>(properties, "states:/joints/0");
  ASSERT_TRUE(states);
  EXPECT_EQ(states->chosen(), 0) << "ideal";
  QTest::mouseClick(states->findChildren<QPushButton*>()[1], Qt::LeftButton);
  settle();
  ASSERT_TRUE(document.drawn().joints[0].metamorphic);
  EXPECT_TRUE(document.isResolved());
  auto* phases = find<QTableWidget>(properties, "/joints/0/metamorphic/phases");
  ASSERT_TRUE(phases);
  phases->selectRow(1);
  settle();
  type(properties, "property:/joints/0/metamorphic/phases/1/id", "held");
  EXPECT_EQ(document.drawn().joints[0].metamorphic->changes[0].to, "held") << "phase changes follow";
  type(properties, "property:/joints/0/metamorphic/changes/0/value", "180 deg");
  EXPECT_DOUBLE_EQ(std::get<Limit>(document.resolved().joints[0].metamorphic->changes[0].guard).value.value,
                   std::numbers::pi);
  QTest::mouseClick(find<QToolButton>(properties, "add:/joints/0/metamorphic/changes"), Qt::LeftButton);
  settle();
  EXPECT_EQ(document.drawn().joints[0].metamorphic->changes.size(), 2U);
  QTest::mouseClick(find<QToolButton>(properties, "remove:/joints/0/metamorphic/changes"), Qt::LeftButton);
  settle();
  EXPECT_EQ(document.drawn().joints[0].metamorphic->changes.size(), 1U);
  QTest::mouseClick(find<SegmentedChoice>(properties, "states:/joints/0")->findChildren<QPushButton*>()[0],
                    Qt::LeftButton);
  settle();
  EXPECT_FALSE(document.drawn().joints[0].metamorphic);
  while (document.undoStack().canUndo()) document.undoStack().undo();
  EXPECT_FALSE(document.isModified());
}

TEST_F(EditingPanels, TheKindOfAJointKeepsItsEnds) {
  selection.select({ElementKind::joint, "O2"});
  settle();
  auto* kinds = find<QComboBox>(properties, "property:/joints/1/type");
  ASSERT_TRUE(kinds);
  kinds->setFocus();
  QTest::keyClick(kinds, Qt::Key_Down);
  settle();
  EXPECT_TRUE(std::holds_alternative<Prismatic>(document.drawn().joints[1].kind));
  EXPECT_EQ(document.drawn().joints[1].atA.x.value, 1.0);
  type(properties, "property:/joints/1/axis", "30 deg");
  EXPECT_NEAR(std::get<Prismatic>(document.shown().joints[1].kind).axis.value, 0.5236, 1e-4);
}

TEST(BodyMass, ANegativeLengthHasNoMass) {
  Mechanism m;
  m.bodies.emplace_back();
  m.bodies[0].length = -0.1;
  m.bodies[0].section = 1e-4;
  m.bodies[0].density = 7850.0;
  EXPECT_TRUE(describeMass(m, "/bodies/0").startsWith("no mass")) << qPrintable(describeMass(m, "/bodies/0"));
}

TEST_F(EditingPanels, MassComesFromARodOrIsTyped) {
  selection.select({ElementKind::body, "link1"});
  const double mass = calcMassProperties(document.resolved().bodies[0]).mass;
  auto* choice = find<SegmentedChoice>(properties, "mass:/bodies/0");
  ASSERT_TRUE(choice);
  QTest::mouseClick(choice->findChildren<QPushButton*>()[1], Qt::LeftButton);
  settle();
  ASSERT_TRUE(document.drawn().bodies[0].mass);
  EXPECT_DOUBLE_EQ(calcMassProperties(document.resolved().bodies[0]).mass, mass) << "the same as before";
  EXPECT_TRUE(document.isResolved());
  QTest::mouseClick(find<SegmentedChoice>(properties, "mass:/bodies/0")->findChildren<QPushButton*>()[0],
                    Qt::LeftButton);
  settle();
  EXPECT_NEAR(calcMassProperties(document.resolved().bodies[0]).mass, mass, 1e-12);
  auto* materials = find<QComboBox>(properties, "material");
  ASSERT_TRUE(materials);
  EXPECT_EQ(materials->currentText(), "steel");
  materials->setFocus();
  QTest::keyClick(materials, Qt::Key_Down);
  settle();
  EXPECT_EQ(document.resolved().bodies[0].density->value, 2700);
}

TEST_F(EditingPanels, WhatAPartIsMadeOfIsToldAndChosen) {
  selection.select({ElementKind::body, "link1"});
  auto* material = find<QComboBox>(properties, "property:/bodies/0/material");
  ASSERT_TRUE(material);
  EXPECT_EQ(material->placeholderText(), "steel") << "what counts where none is chosen";
  material->setFocus();
  material->setCurrentIndex(material->findData("steel"));
  QTest::keyClick(material, Qt::Key_Down);
  settle();
  EXPECT_EQ(materialOf(document.drawn().bodies[0]), "rubber");
  material = find<QComboBox>(properties, "property:/bodies/0/material");
  EXPECT_EQ(material->currentText(), "rubber");
}

TEST_F(EditingPanels, EveryFieldOfTheTableHasARow) {
  for (const ElementId& element : listElements(document.drawn())) {
    selection.select(element);
    settle();
    const auto all =
        listProperties(document.drawn(), document.shown(), findPointer(document.drawn(), element));
    for (const Property& p : all)
      if (p.parts.empty() && p.present && !isMassKey(p.key) && p.kind != Property::Kind::list &&
          isNeeded(p, all)) {
        EXPECT_TRUE(properties.findChild<QWidget*>("property:" + QString::fromStdString(p.pointer)))
            << p.pointer;
      }
  }
  selection.clear();
  settle();
  EXPECT_TRUE(properties.findChild<QWidget*>("property:/description")) << "nothing selected: the mechanism";
}

// A yes or a no is a switch; what a parameter decides is told as that.
TEST_F(EditingPanels, ASwitchIsYesNoOrAnExpression) {
  drawStop();
  const auto* active = find<SegmentedChoice>(properties, "property:/contacts/0/active");
  ASSERT_TRUE(active);
  EXPECT_EQ(active->chosen(), 1);
  const auto click = [&](int segment) {
    QTest::mouseClick(active->findChildren<QPushButton*>()[segment], Qt::LeftButton);
    settle();
  };
  click(0);
  EXPECT_EQ(document.resolved().contacts[0].active.value, 0);
  EXPECT_EQ(document.drawn().contacts[0].active.text, "");
  click(2);
  EXPECT_EQ(document.drawn().contacts[0].active.value, 0) << "as it was, until one is typed";
  type(properties, "property:/contacts/0/active/expression", "L1 > 10 mm");
  EXPECT_EQ(document.drawn().contacts[0].active.text, "L1 > 10 mm");
  EXPECT_EQ(active->chosen(), 2);
  EXPECT_TRUE(notesOf(properties, "property:/contacts/0/active/expression").contains("= yes"));
  type(properties, "property:/contacts/0/active/expression", "no_such");
  EXPECT_TRUE(notesOf(properties, "property:/contacts/0/active/expression").contains("no_such"));
  click(1);
  EXPECT_EQ(document.resolved().contacts[0].active.value, 1);
  EXPECT_FALSE(find(properties, "property:/contacts/0/active/expression")->isVisible());
}

// A contact that takes the whole outline has no point, and one without a bounce no restitution.
TEST_F(EditingPanels, OnlyTheFieldsThatCountAreShown) {
  drawStop();
  settle();
  const auto isShown = [&](const QWidget& panel, const char* name) {
    settle();
    return panel.findChild<QWidget*>(QString("property:") + name) != nullptr;
  };
  EXPECT_TRUE(isShown(properties, "/contacts/0/at_b/0"));
  EXPECT_TRUE(isShown(properties, "/contacts/0/restitution"));
  document.edit("outline", [](Mechanism& m) { m.contacts[0].outlineB = true; });
  EXPECT_FALSE(isShown(properties, "/contacts/0/at_b/0"));
  EXPECT_FALSE(isShown(properties, "/contacts/0/radius_b"));
  EXPECT_TRUE(find<QPushButton>(properties, "add:/contacts/0/bodies"));
  document.edit("law", [](Mechanism& m) { m.contacts[0].law = ContactLaw::constraint; });
  EXPECT_FALSE(isShown(properties, "/contacts/0/restitution"));
  EXPECT_FALSE(isShown(properties, "/contacts/0/tangential_restitution"));
  EXPECT_TRUE(isShown(properties, "/contacts/0/friction"));

  EXPECT_FALSE(isShown(parameters, "/simulation/time_step"));
  EXPECT_FALSE(isShown(parameters, "/simulation/baumgarte_alpha"));
  EXPECT_TRUE(isShown(parameters, "/simulation/relative_tolerance"));
  document.edit("steps", [](Mechanism& m) { m.simulation.integrator = IntegratorKind::moreauJean; });
  EXPECT_TRUE(isShown(parameters, "/simulation/time_step"));
  EXPECT_FALSE(isShown(parameters, "/simulation/relative_tolerance"));
  EXPECT_FALSE(isShown(parameters, "/simulation/drift_control"));
}

// No word is longer than its panel is wide, also of a contact with its long explanations.
TEST_F(EditingPanels, NothingIsWiderThanThePanel) {
  document.edit("draw", [](Mechanism& m) {
    m.parameters.clear();
    m.bodies[0].length = Quantity(1.0);
    ContactPair contact;
    contact.id = "stop";
    contact.b = "link1";
    contact.outlineB = true;
    contact.surface = LineSurface{{-1.0, -3.0}, {1.0, -3.0}};
    m.contacts = {contact};
    for (Joint& joint : m.joints) joint.friction.emplace();
  });
  settle();
  EXPECT_LE(parameters.widget()->minimumSizeHint().width(), parameters.viewport()->width());
  auto* add = find<QPushButton>(parameters, "addParameter");
  EXPECT_TRUE(parameters.viewport()->rect().contains(
      QRect(add->mapTo(parameters.viewport(), QPoint()), add->size())));
  for (const ElementId& element : listElements(document.drawn())) {
    selection.select(element);
    settle();
    EXPECT_LE(properties.widget()->minimumSizeHint().width(), properties.viewport()->width()) << element.id;
  }
}

// They stand once: behind the fold of the Parameters panel, and the times at the timeline.
TEST_F(EditingPanels, NothingSelectedShowsNoSettingsOfTheSolver) {
  properties.show();
  settle();
  EXPECT_TRUE(properties.findChild<QLineEdit*>("property:/name"));
  for (QWidget* field : properties.findChildren<QWidget*>())
    EXPECT_FALSE(field->objectName().startsWith("property:/simulation")) << qPrintable(field->objectName());
}

// "80 mm" says itself; its reason is whole under the field, also where the row is narrow.
TEST_F(EditingPanels, AParameterIsNotToldAgainInAnotherUnitAndItsMistakeIsWhole) {
  document.edit("parameter", [](Mechanism& m) {
    Parameter r;
    r.id = "r";
    r.unit = "mm";
    r.value = Quantity(0.08);
    r.value.text = "80 mm";
    r.min = Quantity(0.0);
    r.max = Quantity(0.002);
    r.max->text = "2 mm";
    m.parameters = {r};
  });
  selection.select({ElementKind::parameter, "r"});
  settle();
  auto* value = find<QLineEdit>(properties, "property:/parameters/0/value");
  ASSERT_EQ(value->text(), "80 mm");
  for (QLabel* label : value->parentWidget()->findChildren<QLabel*>())
    EXPECT_FALSE(label->isVisible() && label->text().startsWith('=')) << qPrintable(label->text());
  const QLabel* reason = nullptr;
  for (const QLabel* label : value->parentWidget()->findChildren<QLabel*>())
    if (label->isVisible() && label->wordWrap()) reason = label;
  ASSERT_TRUE(reason);
  EXPECT_GE(reason->height(), reason->heightForWidth(reason->width())) << qPrintable(reason->text());
  EXPECT_GE(reason->y(), value->geometry().bottom());
}

// What is joined to the far end of a bar stays there when its length is typed, as on the board.
TEST_F(EditingPanels, ALengthThatIsTypedTakesTheJointAlong) {
  document.edit("parameter", [](Mechanism& m) {
    Parameter r;
    r.id = "r";
    r.unit = "mm";
    r.value = Quantity(0.8);
    r.value.text = "800 mm";
    m.parameters.push_back(r);
  });
  selection.select({ElementKind::body, "link1"});
  ASSERT_EQ(document.shown().joints[1].atA.x.value, document.shown().bodies[0].length->value);
  type(properties, "property:/bodies/0/length", "r");
  EXPECT_DOUBLE_EQ(document.shown().bodies[0].length->value, 0.8);
  EXPECT_DOUBLE_EQ(document.shown().joints[1].atA.x.value, 0.8);
  EXPECT_EQ(document.drawn().joints[1].atA.x.text, "r") << "it follows the parameter from now on";
  type(properties, "property:/bodies/0/length", "parrots");
  EXPECT_EQ(document.drawn().joints[1].atA.x.text, "r") << "a mistake is one mistake";
}

// The value of an expression stands beside it only where the expression is whole.
TEST(QuantityEdit, AnExpressionIsNotCutByItsValue) {
  QuantityEdit edit;
  edit.showValueBeside();
  edit.setQuantity("2*pi/speed/500", "s", 0.0006);
  edit.show();
  for (const int width : {400, 160}) {
    edit.resize(width, 80);
    test::waitFor(10);
    const QLineEdit& field = *edit.field();
    EXPECT_GE(field.width(), field.fontMetrics().horizontalAdvance(field.text()) + 12) << width;
    int told = 0;
    for (const QLabel* label : edit.findChildren<QLabel*>())
      told += label->isVisible() && label->text().contains("0.0006");
    EXPECT_EQ(told, 1) << width;
  }
}

// A wall that nothing meets yet is unfinished, not wrong.
TEST_F(EditingPanels, WhatIsUnfinishedIsNotBlamed) {
  document.edit("wall", [](Mechanism& m) {
    ContactPair wall;
    wall.id = "wall";
    wall.surface = LineSurface{};
    std::get<LineSurface>(wall.surface).to.x = Quantity(0.1);
    m.contacts = {wall};
  });
  selection.select({ElementKind::contact, "wall"});
  settle();
  auto* field = find<QComboBox>(properties, "property:/contacts/0/b");
  EXPECT_FALSE(field->property("wrong").toBool());
  EXPECT_FALSE(field->parentWidget()->findChild<QLabel*>("fieldError"));
  bool isTold = false;
  for (const QLabel* label : field->parentWidget()->findChildren<QLabel*>())
    isTold |= label->isVisible() && label->text().contains("nothing meets it yet");
  EXPECT_TRUE(isTold);
}

// A drop of words that explains an error has the room that it needs.
TEST_F(EditingPanels, TheReasonUnderAChoiceIsNotCut) {
  document.edit("steps", [](Mechanism& m) {
    ContactPair contact;
    contact.id = "stop";
    contact.b = m.bodies[0].id;
    contact.surface = LineSurface{{-1.0, -3.0}, {1.0, -3.0}};
    contact.law = ContactLaw::hertz;
    contact.compliance.emplace().stiffness = Quantity(1e8);
    m.contacts = {contact};
    m.simulation.integrator = IntegratorKind::moreauJean;
  });
  settle();
  auto* choice = find<QComboBox>(parameters, "property:/simulation/integrator");
  QLabel* reason = choice->parentWidget()->findChild<QLabel*>("fieldError");
  ASSERT_TRUE(reason && reason->isVisible());
  EXPECT_GE(reason->height(), reason->heightForWidth(reason->width()));
}

// Words beside a switch keep their height when a message below them comes and goes.
TEST_F(EditingPanels, TheWordsBesideASwitchAreNotCut) {
  drawStop();
  const auto isCut = [&] {
    auto* box = find<QCheckBox>(properties, "property:/contacts/0/outline_b");
    if (!box) return true;
    const auto* words = box->parentWidget()->findChild<QLabel*>("dim");
    return words->height() < words->heightForWidth(words->width());
  };
  EXPECT_FALSE(isCut());
  for (const char* typed : {"0.7n", "0.6"}) {
    type(properties, "property:/contacts/0/restitution", typed);
    EXPECT_FALSE(isCut()) << typed;
  }
}

// A surface without one is not without material behind it.
TEST_F(EditingPanels, AnAbsentThicknessIsToldByTheShapeOfTheSurface) {
  document.edit("draw surface", [](Mechanism& m) {
    ContactPair wall;
    wall.id = "wall";
    wall.a = kFrame;
    wall.b = m.bodies[0].id;
    wall.surface = LineSurface{};
    m.contacts.push_back(wall);
  });
  selection.select({ElementKind::contact, "wall"});
  settle();
  EXPECT_EQ(find<QLineEdit>(properties, "property:/contacts/0/thickness")->placeholderText(), "by its shape");
}

// f1 = 1.8751^2/(2 pi) sqrt(EI/(m L^4)), sag m g L^4/(8 EI), of a round bar.
TEST_F(EditingPanels, ABarIsMadeFlexibleAndRigidAgain) {
  document.edit("bar", [](Mechanism& m) {
    Body& bar = m.bodies[0];
    bar.mass = bar.inertia = std::nullopt;
    bar.center = {};
    bar.length = Quantity(0.5);
    bar.section = Quantity(78.5e-6);
    bar.density = Quantity(7850);
    m.gravity = {0.0, -9.81};
  });
  selection.select({ElementKind::body, document.drawn().bodies[0].id});
  settle();
  const auto choose = [&](int index) {
    auto* choice = find<SegmentedChoice>(properties, "bending:/bodies/0");
    choice->findChildren<QPushButton*>().at(index)->click();
    settle();
  };
  choose(1);
  const Body& bar = document.resolved().bodies[0];
  ASSERT_TRUE(bar.flexible);
  EXPECT_DOUBLE_EQ(std::get<RoundSection>(bar.flexible->section.kind).diameter.value, 0.01);
  EXPECT_TRUE(document.problems().empty());
  // What is left empty is that of the material, and is told.
  const auto taken = [&](const char* key) {
    return find<QLineEdit>(properties, ("property:/bodies/0/flexible/material/" + std::string(key)).c_str())
        ->placeholderText();
  };
  const MaterialProperties steel = findMaterial(bar.flexible->material);
  EXPECT_TRUE(taken("young").startsWith(writeNumber(steel.young))) << qPrintable(taken("young"));
  EXPECT_TRUE(taken("density").startsWith(writeNumber(steel.density))) << qPrintable(taken("density"));
  EXPECT_TRUE(taken("yield").startsWith(writeNumber(steel.yield))) << qPrintable(taken("yield"));
  const double d = 0.01, E = findMaterial(bar.flexible->material).young,
               rho = findMaterial(bar.flexible->material).density;
  const double f1 = 3.5160152685 / (2 * std::numbers::pi) * std::sqrt(E * d * d / 16 / rho) / 0.25;
  const double sag = rho * 9.81 * std::pow(0.5, 4) / (8 * E * d * d / 16);
  const QString words = find<QLabel>(properties, "bendingWords")->text();
  EXPECT_TRUE(words.contains(toPrefixed(f1, "Hz"))) << qPrintable(words);
  EXPECT_TRUE(words.contains(toPrefixed(sag, "m"))) << qPrintable(words);
  EXPECT_EQ(find<SectionPicture>(properties, "sectionPicture")->words(),
            "A = 78.54\u202fmm\u00b2, I = 490.9\u202fmm\u2074");
  choose(0);
  EXPECT_FALSE(document.resolved().bodies[0].flexible);
  EXPECT_NEAR(document.resolved().bodies[0].section->value, std::numbers::pi * d * d / 4, 1e-12);
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].density->value, rho);
  document.undoStack().undo();
  EXPECT_TRUE(document.drawn().bodies[0].flexible);
}

// What is drawn has the area and the second moment that the link bends with.
TEST(SectionPicture, DrawsTheSectionThatBends) {
  IBeamSection beam;
  beam.height = 0.1;
  beam.width = 0.05;
  beam.web = 0.005;
  beam.flange = 0.008;
  RectangleSection flat;
  flat.height = 0.004;
  flat.width = 0.02;
  RoundSection round;
  round.diameter = 0.01;
  TubeSection tube;
  tube.diameter = 0.03;
  tube.wall = 0.002;
  for (const SectionKind& kind :
       {SectionKind(beam), SectionKind(flat), SectionKind(round), SectionKind(tube)}) {
    BeamSection section;
    section.kind = kind;
    constexpr double kFine = 1e6;  // curves become polygons of whole units
    double area = 0, second = 0;
    for (const QPolygonF& ring :
         makeSectionPath(section).toSubpathPolygons(QTransform::fromScale(kFine, kFine))) {
      double a = 0, i = 0;
      for (qsizetype k = 0; k + 1 < ring.size(); ++k) {
        const QPointF p = ring[k] / kFine, q = ring[k + 1] / kFine;
        const double cross = p.x() * q.y() - q.x() * p.y();
        a += cross / 2;
        i += cross * (p.y() * p.y() + p.y() * q.y() + q.y() * q.y()) / 12;
      }
      const double sign = area == 0 ? 1 : -1;  // the second one is a hole
      area += sign * std::abs(a);
      second += sign * std::abs(i);
    }
    const SectionProperties is = calcSection(section);
    EXPECT_NEAR(area, is.area, 1e-3 * is.area);
    EXPECT_NEAR(second, is.secondMoment, 1e-3 * is.secondMoment);
  }
  BeamSection typed;
  typed.kind = TypedSection{1e-4, 1e-9, 0.01};
  EXPECT_TRUE(makeSectionPath(typed).isEmpty());
}

// Beside their sliders values have the room of the longest, and all the same.
TEST_F(EditingPanels, AParameterWithALongUnitIsWholeBesideItsSlider) {
  document.edit("parameters", [](Mechanism& m) {
    m.parameters.clear();
    for (const auto& [id, text, unit] :
         {std::tuple{"drag", "0.15 N m s/rad", "N m s/rad"}, {"L", "80 mm", "mm"}}) {
      Parameter& p = m.parameters.emplace_back();
      p.id = id;
      p.unit = unit;
      p.value = Quantity(0.15);
      p.value.text = text;
      p.min = Quantity(0.0);
      p.max = Quantity(1.0);
    }
  });
  settle();
  const auto* drag = find<QLineEdit>(parameters, "parameter:drag");
  ASSERT_EQ(drag->text(), "0.15 N m s/rad");
  EXPECT_GE(drag->width(), drag->fontMetrics().horizontalAdvance(drag->text()) + 20);
  EXPECT_EQ(find<QLineEdit>(parameters, "parameter:L")->width(), drag->width());
}

TEST_F(EditingPanels, APlainNumberForAParameterIsInItsUnit) {
  selection.select({ElementKind::parameter, "L1"});
  type(properties, "property:/parameters/0/value", "80");
  EXPECT_EQ(document.drawn().parameters[0].value.text, "80 mm");
  EXPECT_NEAR(document.resolved().parameters[0].value.value, 0.08, 1e-12);
  type(properties, "property:/parameters/0/max", "200");
  EXPECT_NEAR(document.resolved().parameters[0].max->value, 0.2, 1e-12);
  document.edit("another", [](Mechanism& m) {
    m.parameters.emplace_back().id = "r";
    m.parameters[1].value = 80.0;
    m.parameters[1].max = Quantity(120.0);
  });
  selection.select({ElementKind::parameter, "r"});
  type(properties, "property:/parameters/1/unit", "mm");
  EXPECT_NEAR(document.resolved().parameters[1].value.value, 0.08, 1e-12) << "typed before its unit";
  EXPECT_NEAR(document.resolved().parameters[1].max->value, 0.12, 1e-12);
  selection.select({ElementKind::parameter, "L1"});
  type(properties, "property:/parameters/0/unit", "cm");
  type(properties, "property:/parameters/0/value", "0.1 m + 4 mm");
  EXPECT_EQ(document.drawn().parameters[0].value.text, "0.1 m + 4 mm");
  EXPECT_TRUE(notesOf(parameters, "parameter:L1").contains("= 10.4\u202fcm"))
      << qPrintable(notesOf(parameters, "parameter:L1"));
}

TEST_F(EditingPanels, FrictionIsNamedForItsJoint) {
  document.edit("rub", [](Mechanism& m) { m.joints[0].friction.emplace(); });
  selection.select({ElementKind::joint, document.drawn().joints[0].id});
  settle();
  std::set<QString> words;
  for (const auto* label : properties.findChildren<QLabel*>()) words.insert(label->text());
  for (const char* word : {"constant moment", "pin radius", "coefficient", "viscous", "static moment"})
    EXPECT_TRUE(words.contains(word)) << word;
  EXPECT_FALSE(words.contains("guide length"));
}

TEST_F(EditingPanels, ASliderIsOneStepInTheUnitOfTheParameter) {
  auto* slider = find<QSlider>(parameters, "slider:L1");
  ASSERT_TRUE(slider);
  EXPECT_EQ(slider->value(), 150);
  slider->setSliderDown(true);
  for (int step = 151; step <= 160; ++step) slider->setValue(step);
  slider->setSliderDown(false);
  EXPECT_EQ(document.drawn().parameters[0].value.text, "260 mm");
  EXPECT_DOUBLE_EQ(document.resolved().bodies[0].length->value, 1.04);
  EXPECT_EQ(document.undoStack().count(), 1);
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Right);
  QTest::keyClick(slider, Qt::Key_Right);
  EXPECT_EQ(document.drawn().parameters[0].value.text, "262 mm");
  EXPECT_EQ(document.undoStack().count(), 2);
  document.undoStack().undo();
  document.undoStack().undo();
  settle();
  EXPECT_EQ(find<QSlider>(parameters, "slider:L1")->value(), 150) << "follows undo";
  type(parameters, "parameter:L1", "200");
  EXPECT_EQ(document.drawn().parameters[0].value.text, "200 mm") << "a plain number is in its unit";
}

// Of a new parameter nothing is asked but its value: the limits of its slider come from that.
TEST_F(EditingPanels, LimitsOfANewParameterFollowTheValueTyped) {
  QTest::mouseClick(find<QPushButton>(parameters, "addParameter"), Qt::LeftButton);
  type(parameters, "parameter:p1", "80");
  EXPECT_EQ(document.resolved().parameters[1].max->value, 160);
  EXPECT_TRUE(document.problems().empty());
  auto* slider = find<QSlider>(parameters, "slider:p1");
  slider->setFocus();
  QTest::keyClick(slider, Qt::Key_Right);
  settle();
  EXPECT_EQ(document.resolved().parameters[1].max->value, 160) << "a slider keeps its ends";
  document.undoStack().undo();
  type(properties, "property:/parameters/1/unit", "mm");
  type(properties, "property:/parameters/1/value", "-20 mm");
  EXPECT_DOUBLE_EQ(document.resolved().parameters[1].min->value, -0.04);
  EXPECT_EQ(document.resolved().parameters[1].max->value, 0);
  type(properties, "property:/parameters/1/max", "5");
  type(properties, "property:/parameters/1/value", "10");
  EXPECT_EQ(document.drawn().parameters[1].max->text, "5 mm") << "what is chosen stays";
  document.edit("case", [](Mechanism& m) {
    m.parameters[1].min = Quantity(0.0);
    m.parameters[1].max = Quantity(2.0);
    m.cases.emplace_back().id = "one";
    m.cases[0].set["p1"] = "1";
  });
  document.setCase("one");
  type(parameters, "parameter:p1", "80");
  EXPECT_EQ(document.drawn().cases[0].set.at("p1"), "80 mm");
  EXPECT_EQ(document.drawn().parameters[1].max->text, "160 mm") << "typed for a case";
}

// Fields beneath each other are equally wide, whatever their units.
TEST_F(EditingPanels, FieldsEndInOneLine) {
  document.edit("plain", [](Mechanism& m) { m.bodies[0].length = Quantity(1.0); });
  selection.select({ElementKind::body, "link1"});
  settle();
  const auto endOf = [&](const char* key) {
    auto* field = find(properties, QString("property:/bodies/0/") + key);
    return field->mapTo(properties.widget(), QPoint(field->width(), 0)).x();
  };
  for (const char* key : {"section", "density", "width"}) EXPECT_EQ(endOf(key), endOf("length")) << key;
}

// The unit beside two fields is not taken from the right one, whose number was cut.
TEST_F(EditingPanels, TwoFieldsBesideEachOtherAreEquallyWide) {
  const auto widthOf = [&](const char* name) { return find(properties, name)->width(); };
  selection.clear();
  settle();
  EXPECT_NEAR(widthOf("property:/gravity/0"), widthOf("property:/gravity/1"), 1);
  selection.select({ElementKind::body, "link1"});
  settle();
  EXPECT_NEAR(widthOf("property:/bodies/0/pose/x"), widthOf("property:/bodies/0/pose/y"), 1);
  selection.select({ElementKind::joint, "O1"});
  settle();
  EXPECT_NEAR(widthOf("property:/joints/0/at_b/0"), widthOf("property:/joints/0/at_b/1"), 1);
}

// Of two beside each other the unit of the right one stands for both; where that says itself, the left one
// has its own.
TEST(QuantityEdit, NoneOfTwoIsWithoutAUnit) {
  QWidget place;
  QuantityEdit x(&place), y(&place);
  x.shareUnit(&y);
  const auto unitOf = [](QuantityEdit& edit) {
    for (const QLabel* label : edit.findChildren<QLabel*>())
      if (!label->isHidden()) return label->text();
    return QString();
  };
  x.setQuantity("0.1", "m", 0.1);
  y.setQuantity("0.05", "m", 0.05);
  EXPECT_EQ(unitOf(x), "");
  EXPECT_EQ(unitOf(y), "mm");
  y.setQuantity("5 cm", "m", 0.05);
  EXPECT_EQ(unitOf(x), "");
  EXPECT_EQ(unitOf(y), "mm") << "beneath stands what 5 cm are";
  x.setQuantity("9.81*cos(0.1)", "m/s2", 9.761);
  y.setQuantity("0", "m/s2", 0);
  EXPECT_EQ(unitOf(x), "= 9.761") << "there is no room for the unit twice";
}

TEST(WordChoice, WhereThereIsLittleRoomTheExplanationGoesFirst) {
  WordChoice choice;
  choice.addItem("Kelvin and Voigt: spring and damper");
  const int name = choice.fontMetrics().horizontalAdvance("Kelvin and Voigt");
  choice.resize(name + 60, choice.sizeHint().height());
  EXPECT_EQ(choice.shownText(), "Kelvin and Voigt");
  choice.resize(4 * name, choice.sizeHint().height());
  EXPECT_EQ(choice.shownText(), "Kelvin and Voigt: spring and damper");
  choice.resize(name / 2 + 40, choice.sizeHint().height());
  EXPECT_TRUE(choice.shownText().endsWith(QChar(0x2026))) << qPrintable(choice.shownText());
}

// A pose that was dragged has no more digits than a field shows; what was typed keeps its own.
TEST(QuantityEdit, ComputedNumbersAreRounded) {
  QuantityEdit edit;
  edit.setQuantity("0.8621700546672265", "rad", 0.8621700546672265);
  EXPECT_EQ(edit.field()->text(), "49.3987");
  edit.setQuantity("1.4999999999999999e-5", "m", 1.5e-5);
  EXPECT_EQ(edit.field()->text(), "0.015");
  edit.setQuantity("0.12345678", "m", 0.12345678);
  EXPECT_EQ(edit.field()->text(), "123.45678");
  edit.setQuantity("0.0001", "m2", 1e-4);
  EXPECT_EQ(edit.field()->text(), "100") << "mm2";
}

// Powers are raised as in print, and typed as they are read.
TEST_F(EditingPanels, PowersAreRaisedInFields) {
  selection.select({ElementKind::body, "link1"});
  type(properties, "property:/bodies/0/section", "2 cm2");
  EXPECT_EQ(document.drawn().bodies[0].section->text, "2 cm2");
  EXPECT_EQ(find(properties, "property:/bodies/0/section")->text(), QString::fromUtf8("2 cm\u00b2"));
  type(properties, "property:/bodies/0/section", QString::fromUtf8("3 cm\u00b2"));
  EXPECT_EQ(document.drawn().bodies[0].section->text, "3 cm2");
  EXPECT_NEAR(document.resolved().bodies[0].section->value, 3e-4, 1e-12);
}

// As where the window begins with the question of what to do with work that was left.
TEST(RunTimesPanel, HasItsFieldsBeforeAnythingIsOpened) {
  MechanismDocument document;
  RunTimes times(document);
  times.show();
  QTest::qWait(20);
  for (const char* key : {"duration", "output_interval"})
    EXPECT_TRUE(times.findChild<QWidget*>(QString("property:/simulation/") + key)) << key;
}

// Esc takes back what has been typed since the field was finished, and goes on to the window where nothing
// was.
TEST_F(EditingPanels, EscapeTakesTypingBack) {
  RunTimes times(document);
  times.show();
  document.edit("other", [](Mechanism& m) { m.simulation.duration = 1.5; });
  settle();
  auto* field = find(times, "property:/simulation/duration");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "9");
  QFocusEvent back(QEvent::FocusIn, Qt::PopupFocusReason);  // from its menu: what was typed stays typed
  QApplication::sendEvent(field, &back);
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_EQ(field->text(), "1.5");
  field->selectAll();
  QTest::keyClicks(field, "2");
  QTest::keyClick(field, Qt::Key_Return);
  settle();
  QTest::keyClicks(field, "5");
  QTest::keyClick(field, Qt::Key_Escape);
  EXPECT_EQ(field->text(), "2");
  field->clearFocus();
  settle();
  EXPECT_EQ(document.drawn().simulation.duration.value, 2);
  QKeyEvent none(QEvent::ShortcutOverride, Qt::Key_Escape, Qt::NoModifier);
  none.ignore();
  QApplication::sendEvent(field, &none);
  EXPECT_FALSE(none.isAccepted());
}

// What is wrong with a time is read whole, beside the timeline.
TEST_F(EditingPanels, TheReasonUnderADurationIsNotCut) {
  RunTimes times(document);
  QSignalSpy asked(&times, &RunTimes::heightChanged);
  times.show();
  settle();
  const int before = times.minimumHeight();
  document.edit("long", [](Mechanism& m) { m.simulation.duration.text = "2 parrots and a long way to go"; });
  settle();
  QLabel* reason =
      find(times, "property:/simulation/duration")->parentWidget()->findChild<QLabel*>("fieldError");
  ASSERT_TRUE(reason && reason->isVisible());
  EXPECT_GT(asked.count(), 0);
  EXPECT_GT(times.minimumHeight(), before);
  times.resize(times.width(), times.minimumHeight());
  settle();
  EXPECT_GE(reason->height(), reason->heightForWidth(reason->width()));
  EXPECT_LE(reason->mapTo(&times, QPoint(0, reason->height())).y(), times.height());
}

// A label of many words does not become four lines beside its field.
TEST_F(EditingPanels, LongLabelsStandAboveTheirFields) {
  parameters.resize(260, 700);
  find<QToolButton>(parameters, "solverFold")->setChecked(true);
  settle();
  for (const char* key : {"integrator", "drift_control"}) {
    auto* field = find<QComboBox>(parameters, QString("property:/simulation/") + key);
    for (auto* label : parameters.findChildren<QLabel*>())
      if (label->buddy() && label->buddy()->isAncestorOf(field)) {
        EXPECT_LT(label->height(), 2 * label->fontMetrics().height()) << key;
        EXPECT_LE(label->sizeHint().width(), label->width()) << key;
      }
  }
}

TEST_F(EditingPanels, ParametersComeAndGo) {
  QTest::mouseClick(find<QPushButton>(parameters, "addParameter"), Qt::LeftButton);
  settle();
  ASSERT_EQ(document.drawn().parameters.size(), 2U);
  EXPECT_EQ(selection.elements().front().kind, ElementKind::parameter);
  type(properties, "property:/parameters/1/id", "stiffness");
  EXPECT_EQ(document.drawn().parameters[1].id, "stiffness");
  QTest::mouseClick(find<QToolButton>(parameters, "removeParameter:L1"), Qt::LeftButton);
  settle();
  EXPECT_EQ(document.drawn().parameters.size(), 1U);
  EXPECT_FALSE(document.isResolved()) << "link1 needs it";
  RunTimes times(document);
  times.show();
  document.edit("other", [](Mechanism& m) { m.simulation.duration = 1.5; });
  settle();
  type(times, "property:/simulation/duration", "2 s");
  EXPECT_EQ(document.drawn().simulation.duration.text, "2 s");
}

TEST(PublishedPanel, RowsFollowTheWidth) {
  PublishedComparison row;
  row.published.what = "time of the impact";
  row.published.note =
      "Close, not equal: the converged solution stops a little before the published one, and a run at "
      "the usual tolerance drifts to it and to speeds like the published ones.";
  PublishedPanel panel;
  panel.resize(420, 300);
  panel.setRows({row});
  panel.show();
  QTest::qWait(20);
  const int narrow = panel.rowHeight(0);
  panel.resize(1600, 300);
  QTest::qWait(20);
  EXPECT_LT(panel.rowHeight(0), narrow / 2);
}

TEST(PublishedPanel, ShowsOursBesideThem) {
  PublishedComparison row;
  row.published.what = "omega of link 1";
  row.theirs = 2.8917;
  row.published.unit = "rad/s";
  row.published.note = "loose tolerances";
  row.ours = 2.88973492;
  PublishedPanel panel;
  panel.setRows({row});
  EXPECT_EQ(panel.rowCount(), 0) << "nobody looks";
  panel.show();
  EXPECT_EQ(panel.item(0, 1)->text(), "2.8917\u202frad/s");
  EXPECT_EQ(panel.item(0, 2)->text(), "2.889735\u202frad/s");
  EXPECT_EQ(panel.item(0, 3)->text(), QString(QChar(0x2212)) + "0.00197");
  EXPECT_EQ(panel.item(0, 4)->text(), "loose tolerances");
}

TEST(StatusLine, LampIsGreenWhileTheLedgerCloses) {
  Trajectory run = makeRun();
  StatusLine status;
  status.setTrajectory(&run, 2);
  EXPECT_TRUE(status.isClosed());
  run.sample(std::array{0.6, 1.0, 1.0, 1e-4, 0.4});
  status.advance();
  EXPECT_FALSE(status.isClosed());
  QString all;
  for (const auto* label : status.findChildren<QLabel*>()) all += label->text() + "\n";
  EXPECT_TRUE(all.contains("t = 0.6 s")) << qPrintable(all);
}

TEST(StatusLine, ARunThatIsPausedIsNotRunning) {
  StatusLine status;
  const auto says = [&](const QString& words) {
    const auto labels = status.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](auto* label) { return label->text() == words; });
  };
  status.setProgress(0.77);
  EXPECT_TRUE(says("running, 77 %"));
  status.setProgress(0.77, true);
  EXPECT_TRUE(says("paused, 77 %"));
}

// 7e-6 J of 1200 J are rounding, of 1 J they are not.
TEST(StatusLine, TheLampComparesWithTheEnergy) {
  for (const double energy : {1200.0, 1.0}) {
    Trajectory run({{"t", "s"}, {"energy.kinetic", "J"}, {"energy.residual", "J"}});
    run.sample(std::array{0.0, energy, 0.0});
    run.sample(std::array{1.0, energy, 7e-6});
    StatusLine status;
    status.setTrajectory(&run, 1);
    EXPECT_EQ(status.isClosed(), energy > 1) << energy;
  }
}

TEST(ProblemPanel, IsAsHighAsItsLinesAlsoWhenItIsShownBeforeTheWindow) {
  QWidget window;
  auto* layout = new QVBoxLayout(&window);
  auto* middle = new QWidget;
  auto* list = new ProblemPanel;
  layout->addWidget(middle, 1);
  layout->addWidget(list);
  const std::string words =
      "the loop frame - A0 - crank - A - coupler - B - rocker - B0 - frame cannot close: 150 mm are missing; "
      "crank is 900 mm long, all other links of the loop together only 750 mm";
  list->setProblems("The run failed", {{words, "/joints/3", Severity::error}});
  window.resize(900, 500);
  window.show();
  QTest::qWait(20);
  EXPECT_LT(list->height(), 120);
  list->setProblems("Problems",
                    {{words, "/joints/3", Severity::error}, {words, "/joints/2", Severity::error}});
  QTest::qWait(20);
  EXPECT_LT(list->height(), 140);
  EXPECT_GT(middle->height(), 300);
  EXPECT_FALSE(list->findChild<QListWidget*>()->item(0)->text().contains("/joints"));
  list->setProblems("x.clank cannot be opened", {{words, "/joints/3", Severity::error}}, true);
  EXPECT_TRUE(list->findChild<QListWidget*>()->item(0)->text().contains("/joints/3"));
}

// A file may have ten thousand: each with a picture of its own took ten seconds.
TEST(ProblemPanel, DrawsItsSignsOnce) {
  ProblemPanel list;
  list.setProblems("Problems", {{"one", "", Severity::error}, {"two", "", Severity::error}});
  const auto* lines = list.findChild<QListWidget*>();
  EXPECT_EQ(lines->item(0)->icon().cacheKey(), lines->item(1)->icon().cacheKey());
}

TEST(ProblemPanel, HidesWhenThereIsNothingToSay) {
  ProblemPanel list;
  list.setProblems("bad.clank cannot be opened", {{"mass is missing", "/bodies/0", Severity::error},
                                                  {"unknown key", "/x", Severity::warning}});
  EXPECT_FALSE(list.isHidden());
  EXPECT_EQ(list.count(), 2);
  list.setProblems({}, {});
  EXPECT_TRUE(list.isHidden());
}

TEST(NumberWords, ReadLikePrint) {
  EXPECT_EQ(writeNumber(-0.00197), QString(QChar(0x2212)) + "0.00197");
  EXPECT_EQ(writeNumber(-0.0), "0");
  EXPECT_EQ(toMagnitude(3.2e-13), QString::fromUtf8("3\u00d710\u207b\u00b9\u00b3"));
  EXPECT_EQ(toMagnitude(1e-9), QString::fromUtf8("10\u207b\u2079"));
  EXPECT_EQ(toMagnitude(0), "0");
}

}  // namespace
}  // namespace clank
