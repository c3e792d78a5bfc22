// SPDX-License-Identifier: GPL-3.0-or-later
// The table of phases and phase changes in the property panel, with mouse and keys; what its edits do.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>
#include <numbers>

#include "core/model/words.h"
#include "tests/support/runs.h"
#include "tests/ui/chain.h"
#include "ui/document/phase_edits.h"
#include "ui/panels/phase_words.h"
#include "ui/panels/property_panel.h"
#include "ui/panels/segmented_choice.h"

namespace clank {
namespace {

constexpr const char* kPhases = "/joints/1/metamorphic/phases";
constexpr const char* kChanges = "/joints/1/metamorphic/changes";

class PhaseTableTest : public testing::Test {
 protected:
  void SetUp() override {
    document.create();
    document.edit("draw", [](Mechanism& m) { m = test::makeChain(1); });
    document.undoStack().clear();
    panel.resize(364, 1400);
    panel.show();
    selection.select({ElementKind::joint, "O2"});
    settle();
  }
  static void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  template <class W>
  W* find(const QString& name) {
    settle();
    auto* widget = panel.findChild<W*>(name);
    EXPECT_TRUE(widget) << qPrintable(name);
    return widget;
  }
  QTableWidget* table(const char* name) { return find<QTableWidget>(name); }
  void clickRow(const char* name, int row) {
    QTableWidget* list = table(name);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(row, 0)).center());
    settle();
  }
  void press(const char* name, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    table(name)->setFocus();
    QTest::keyClick(table(name), key, modifiers);
    settle();
  }
  void click(const QString& name) {
    QTest::mouseClick(find<QToolButton>(name), Qt::LeftButton);
    settle();
  }
  void type(const QString& name, const QString& text) {
    auto* field = find<QLineEdit>("property:" + name);
    ASSERT_TRUE(field);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    settle();
  }
  void pick(const QString& name, const QString& word) {
    auto* box = find<QComboBox>(name);
    ASSERT_TRUE(box);
    const int index = box->findData(word);
    ASSERT_GE(index, 0) << qPrintable(word);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
    settle();
  }
  QString shownNotes() {
    QString all;
    for (const auto* label : panel.findChildren<QLabel*>())
      if (label->isVisible()) all += label->text() + "\n";
    return all;
  }
  const Metamorphic& now() { return *document.drawn().joints[1].metamorphic; }

  MechanismDocument document;
  Selection selection{document};
  PropertyPanel panel{document, selection};
};

TEST_F(PhaseTableTest, ShowsPhasesAndChangesInWords) {
  QTableWidget* phases = table(kPhases);
  ASSERT_EQ(phases->rowCount(), 2);
  EXPECT_EQ(phases->item(0, 0)->text(), "free");
  EXPECT_FALSE(phases->item(1, 0)->icon().isNull());
  EXPECT_EQ(phases->item(1, 1)->text(), "revolute, locked");
  QTableWidget* changes = table(kChanges);
  ASSERT_EQ(changes->rowCount(), 1);
  EXPECT_TRUE(changes->item(0, 1)->text().startsWith("limit 57.296"))
      << qPrintable(changes->item(0, 1)->text());
  EXPECT_EQ(changes->item(0, 2)->text(), "merge");
}

// What is waited for may be a long expression: it is cut, and read whole in its tooltip.
TEST_F(PhaseTableTest, ThePicturesOfAChangeAreWhole) {
  pick(QString("property:") + kChanges + "/0/guard", "expression");
  type(QString(kChanges) + "/0/expression", "link2.angle - link1.angle - 0.25 * (link1.omega + link2.omega)");
  for (const int width : {364, 300}) {
    panel.resize(width, 1400);
    QTableWidget* changes = table(kChanges);
    const QHeaderView* header = changes->horizontalHeader();
    EXPECT_GE(header->sectionSize(0), header->sectionSizeHint(0)) << width;
    EXPECT_GT(header->sectionSize(0), changes->iconSize().width() + 8) << width;
    EXPECT_EQ(header->length(), changes->viewport()->width()) << width;
    EXPECT_EQ(changes->item(0, 1)->toolTip(), changes->item(0, 1)->text());
  }
}

TEST_F(PhaseTableTest, APinIsGivenClearanceAndTakenBack) {
  const auto buttons = [&] {
    return find<SegmentedChoice>("states:/joints/1")->findChildren<QPushButton*>();
  };
  ASSERT_EQ(buttons().size(), 3);
  EXPECT_TRUE(buttons()[1]->isChecked());
  buttons()[2]->click();
  QCoreApplication::processEvents();
  const Joint& joint = document.drawn().joints[1];
  ASSERT_TRUE(joint.clearance);
  EXPECT_FALSE(joint.metamorphic);
  EXPECT_TRUE(buttons()[2]->isChecked());
  buttons()[0]->click();
  QCoreApplication::processEvents();
  EXPECT_FALSE(document.drawn().joints[1].clearance);
  document.undoStack().undo();
  EXPECT_TRUE(document.drawn().joints[1].clearance);
}

TEST_F(PhaseTableTest, AddsRemovesAndReordersByKeysAndUndoes) {
  std::vector<Mechanism> states{document.drawn()};
  const auto note = [&] { states.push_back(document.drawn()); };
  press(kPhases, Qt::Key_Insert);
  ASSERT_EQ(now().phases.size(), 3U);
  note();
  EXPECT_EQ(table(kPhases)->currentRow(), 2) << "the new one is chosen";
  press(kPhases, Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(now().phases[1].id, "phase3");
  EXPECT_EQ(table(kPhases)->currentRow(), 1) << "the choice goes along";
  note();
  press(kChanges, Qt::Key_Insert);
  ASSERT_EQ(now().changes.size(), 2U);
  EXPECT_EQ(now().changes[1].from, "locked");
  note();
  press(kChanges, Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(now().changes[0].from, "locked");
  note();
  press(kChanges, Qt::Key_Delete);
  EXPECT_EQ(now().changes.size(), 1U);
  note();
  clickRow(kPhases, 1);
  press(kPhases, Qt::Key_Delete);
  EXPECT_EQ(now().phases.size(), 2U);
  note();
  for (std::size_t i = states.size() - 1; i-- > 0;) {
    document.undoStack().undo();
    EXPECT_EQ(document.drawn(), states[i]) << i;
  }
  EXPECT_FALSE(document.undoStack().canUndo());
  for (std::size_t i = 1; i < states.size(); ++i) {
    document.undoStack().redo();
    EXPECT_EQ(document.drawn(), states[i]) << i;
  }
}

TEST_F(PhaseTableTest, TheSameByButtons) {
  click(QString("add:") + kChanges);
  ASSERT_EQ(now().changes.size(), 2U);
  click(QString("up:") + kChanges);
  EXPECT_EQ(now().changes[0].from, "locked");
  click(QString("down:") + kChanges);
  EXPECT_EQ(now().changes[0].from, "free");
  click(QString("remove:") + kChanges);
  EXPECT_EQ(now().changes.size(), 1U);
}

TEST_F(PhaseTableTest, ValuesTakeUnitsAndExpressionsAndTellWhatIsWrong) {
  const QString value = QString(kChanges) + "/0/value";
  type(value, "45 deg");
  EXPECT_EQ(std::get<Limit>(now().changes[0].guard).value.text, "45 deg");
  EXPECT_TRUE(table(kChanges)->item(0, 1)->text().startsWith(QString("limit 45") + QChar(0xB0)));
  type(value, "2*parrots");
  EXPECT_TRUE(shownNotes().contains("parrots")) << qPrintable(shownNotes());
  EXPECT_EQ(table(kChanges)->item(0, 1)->foreground().color(), Palette::light().impact)
      << "marked in the table";
  type(value, "pi/3*(1 rad)");
  EXPECT_DOUBLE_EQ(std::get<Limit>(document.resolved().joints[1].metamorphic->changes[0].guard).value.value,
                   std::numbers::pi / 3);
}

TEST_F(PhaseTableTest, EveryGuardAndLaw) {
  const auto& names = Words<ChangeGuard>::names;
  for (std::size_t i = names.size(); i-- > 0;) {  // limit is the last, whose stop the laws below are of
    pick(QString("property:") + kChanges + "/0/guard", names[i]);
    EXPECT_EQ(describeGuard(document.shown().joints[1], now().changes[0]).isEmpty(), false);
    EXPECT_EQ(now().changes[0].guard.index(), i) << names[i];
  }
  EXPECT_FALSE(panel.findChild<QLineEdit*>(QString("property:") + kChanges + "/0/restitution"))
      << "a plastic merge has none";
  pick(QString("property:") + kChanges + "/0/law", "restitution");
  type(QString(kChanges) + "/0/restitution", "0.5");
  EXPECT_EQ(table(kChanges)->item(0, 2)->text(), "e = 0.5");
  pick(QString("property:") + kChanges + "/0/law", "ignore");
  EXPECT_TRUE(shownNotes().contains("Momentum is not conserved")) << qPrintable(shownNotes());
  EXPECT_EQ(table(kChanges)->item(0, 2)->foreground().color(), Palette::light().impact);
  pick(QString("property:") + kChanges + "/0/law", "merge");
  EXPECT_FALSE(shownNotes().contains("Momentum is not conserved"));
}

TEST_F(PhaseTableTest, ActionsLeadToPhasesThatAreSo) {
  pick("phaseAction", "merge");
  EXPECT_EQ(now().changes[0].to, "merged");
  EXPECT_TRUE(std::holds_alternative<Merged>(now().phases[2].kind));
  pick("phaseAction", "release");
  EXPECT_TRUE(std::holds_alternative<Released>(now().phases[3].kind));
  pick("phaseAction", "prismatic");
  EXPECT_TRUE(std::holds_alternative<Prismatic>(now().phases[4].kind));
  EXPECT_EQ(findAction(document.drawn().joints[1], now().changes[0]), "prismatic");
  pick("phaseAction", "lock");
  EXPECT_EQ(now().changes[0].to, "locked") << "the one that is there";
  EXPECT_EQ(now().phases.size(), 5U);
  pick("phaseAction", "push");
  EXPECT_EQ(now().changes[0].latched.value, 0);
  EXPECT_EQ(findAction(document.drawn().joints[1], now().changes[0]), "push");
  pick("phaseAction", "lock");
  EXPECT_EQ(now().changes[0].latched.value, 1);
}

TEST_F(PhaseTableTest, RemovingAPhaseTakesItsChangesAlongAndTheLastOneStays) {
  clickRow(kPhases, 1);
  press(kPhases, Qt::Key_Delete);
  EXPECT_EQ(now().phases.size(), 1U);
  EXPECT_TRUE(now().changes.empty());
  press(kPhases, Qt::Key_Delete);
  EXPECT_EQ(now().phases.size(), 1U);
  press(kChanges, Qt::Key_Insert);
  EXPECT_EQ(now().phases.size(), 2U) << "a first table again";
  EXPECT_EQ(now().changes.size(), 1U);
}

// A horizontal rod on a pin, under gravity: it falls to its first limit and locks there.
TEST(FirstTable, RunsAsItIs) {
  Mechanism m = test::makeChain(1);
  m.bodies.resize(1);
  m.joints.resize(1);
  m.gravity = {0.0, -9.81};
  m.joints[0].metamorphic = makeFirstTable(m, m.joints[0]);
  const auto& limit = std::get<Limit>(m.joints[0].metamorphic->changes[0].guard);
  EXPECT_EQ(limit.value.text, "-60 deg");
  EXPECT_EQ(limit.direction.value, Direction::falling);
  const auto resolved = resolve(m);
  ASSERT_TRUE(resolved);
  EXPECT_TRUE(validate(*resolved).empty());
  const auto run = test::run(*resolved);
  const Trajectory& trajectory = run.trajectory;
  EXPECT_EQ(run.summary.end, RunSummary::End::finished);
  ASSERT_EQ(trajectory.events().size(), 1U);
  EXPECT_EQ(trajectory.events()[0].kind, EventKind::merge);
  EXPECT_NEAR(trajectory.row(trajectory.sampleCount() - 1)[*trajectory.findChannel("O1.angle")],
              -std::numbers::pi / 3, 1e-9);
}

TEST(FirstTable, EveryKindOfJointGetsOneWithoutErrors) {
  SplinePath arc;
  arc.points = {{-0.2, 0.0}, {0.0, 0.1}, {0.3, 0.0}};
  PointOnCurve open, closed;
  open.curve.kind = arc;
  closed.curve.kind = CirclePath{0.2};
  Prismatic steep;
  steep.axis = -std::numbers::pi / 2;
  for (const JointKind& kind : std::vector<JointKind>{Revolute{}, steep, Weld{}, Slot{}, Distance{0.5},
                                                      Gear{0.1, 0.2}, Rack{0.0, 0.1}, open, closed}) {
    Mechanism m = test::makeChain(1);
    m.gravity = {0.0, -9.81};
    m.joints[1].kind = kind;
    m.joints[1].metamorphic = makeFirstTable(m, m.joints[1]);
    for (const Problem& problem : validate(m))
      if (problem.where.find("metamorphic") != std::string::npos) {
        EXPECT_NE(problem.severity, Severity::error) << kind.index() << ": " << problem.what;
      }
    EXPECT_EQ(m.joints[1].metamorphic->phases.size(), 2U);
  }
}

}  // namespace
}  // namespace clank
