// SPDX-License-Identifier: GPL-3.0-or-later
// Studies in the real window: chosen with the mouse, run, stopped, gone on with, looked at, and wrong ones.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "tests/ui/chain.h"
#include "ui/document/study_edits.h"
#include "ui/panels/parameter_panel.h"
#include "ui/panels/study_panel.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/study_canvas.h"
#include "ui/plots/study_figure.h"
#include "ui/window/main_window.h"
#include "ui/window/optimise_dialog.h"

namespace clank {
namespace {

using test::waitUntil;
using State = StudyRunner::State;

class StudyWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(
        window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/papers/song-2020-three-bar.clank"));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    window.actions().get(Command::studies)->trigger();
    settle();
  }
  static void settle() {
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  template <class Widget = QWidget>
  Widget* find(const QString& name) {
    return panel().findChild<Widget*>(name);
  }
  StudyPanel& panel() { return *window.views().studies; }
  StudyRunner& runner() { return window.studies().runner(); }
  const Study* study() { return findById(window.document().drawn().studies, panel().chosen()); }
  void press(const char* name) {
    auto* button = find<QAbstractButton>(name);
    ASSERT_TRUE(button) << name;
    ASSERT_TRUE(button->isVisible() && button->isEnabled()) << name;
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
  }
  void drop(const char* parameter) {
    QMimeData data;
    data.setData(kParameterMime, parameter);
    const QPoint at = panel().rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&panel(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&panel(), &event);
    settle();
  }
  // Into a field of what is chosen.
  void type(const QString& key, const QString& text) {
    auto* field = find<QLineEdit>("property:" + find<QComboBox>("studies")->currentData().toString() + key);
    ASSERT_TRUE(field) << qPrintable(key);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    settle();
  }
  bool says(const QString& words) {
    const auto labels = panel().findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
      return label->isVisible() && label->text().contains(words);
    });
  }
  void runToTheEnd() {
    window.actions().get(Command::runStudy)->trigger();
    ASSERT_GE(waitUntil([&] { return runner().state() == State::finished; }), 0);
    settle();
  }
  // Two parameters dropped and a quantity, 3 x 3 runs.
  void makeMap() {
    press("addStudy");
    drop("e");
    drop("L3");
    type("/parameters/0/count", "3");
    type("/parameters/1/count", "3");
    addStudyQuantity(window.document(), panel().chosen(), "end(energy.impact_loss)", "J", "lost");
    settle();
  }

  MainWindow window;
};

TEST_F(StudyWindowTest, DroppedParametersBecomeAMapThatIsUndone) {
  makeMap();
  ASSERT_EQ(study()->parameters.size(), 2U);
  EXPECT_EQ(study()->parameters[0].parameter, "e");
  EXPECT_EQ(study()->parameters[1].from->value, 50);  // of the slider, in mm
  EXPECT_EQ(study()->parameters[1].to->value, 500);
  runToTheEnd();
  EXPECT_EQ(runner().table().count(), 9U);
  StudyFigure& figure = *window.views().studyFigure;
  EXPECT_TRUE(figure.isVisible());
  EXPECT_EQ(figure.choice().kind, FigureKind::map);
  EXPECT_GE(waitUntil([&] { return figure.canvas().drawing().cells.size() == 9; }), 0);
  EXPECT_EQ(runner().table().quantities()[0].values.size(), 9U);
  for (int i = 0; i < 6; ++i) window.document().undoStack().undo();
  settle();
  EXPECT_EQ(window.document().drawn().studies.size(), 3U);
}

TEST_F(StudyWindowTest, ResultsOfAnotherDrawingLiePaleAndSaySo) {
  makeMap();
  runToTheEnd();
  const auto* veil = window.views().studyFigure->findChild<QWidget*>("veil");
  ASSERT_TRUE(veil);
  const auto edit = [&](auto change) {
    window.document().edit("change", change);
    settle();
  };
  edit([](Mechanism& m) { m.plots.clear(); });
  EXPECT_FALSE(veil->isVisible() || says("as it was before")) << "the runs are the same";
  edit([](Mechanism& m) { m.gravity.y = -1.6; });
  EXPECT_TRUE(veil->isVisible() && says("as it was before"));
  window.document().undoStack().undo();
  settle();
  EXPECT_FALSE(veil->isVisible() || says("as it was before"));
  edit([](Mechanism& m) { m.gravity.y = -1.6; });
  runToTheEnd();
  EXPECT_FALSE(veil->isVisible() || says("as it was before")) << "computed anew";
}

TEST_F(StudyWindowTest, AClickOnACellKeepsThatRun) {
  makeMap();
  runToTheEnd();
  StudyCanvas& canvas = window.views().studyFigure->canvas();
  const std::size_t row = 4;
  ASSERT_GE(waitUntil([&] { return canvas.findPlace(row).has_value(); }), 0);
  QTest::mouseClick(canvas.findChild<QWidget*>(), Qt::LeftButton, {}, canvas.findPlace(row)->toPoint());
  ASSERT_GE(waitUntil([&] { return window.shelf().runs().size() == 1; }), 0);
  const KeptRun& kept = window.shelf().runs()[0];
  const StudyTable& table = runner().table();
  for (const auto& [id, factor, column] : {std::tuple{"e", 1.0, 0}, {"L3", 1e-3, 1}}) {
    const Parameter* parameter = findById(kept.mechanism.parameters, id);
    EXPECT_DOUBLE_EQ(parameter->value.value,
                     factor * table.parameters()[static_cast<std::size_t>(column)].values[row]);
  }
  // It ends with what stands in the table.
  const auto loss = kept.trajectory->findChannel("energy.impact_loss");
  ASSERT_TRUE(loss);
  EXPECT_EQ(kept.trajectory->row(kept.trajectory->sampleCount() - 1)[*loss],
            table.quantities()[0].values[row]);
}

TEST_F(StudyWindowTest, StoppedItKeepsWhatItHasAndGoesOn) {
  makeMap();
  type("/parameters/0/count", "60");
  type("/parameters/1/count", "60");
  press("runStudy");
  ASSERT_GE(waitUntil([&] { return runner().table().count() > 20; }), 0);
  EXPECT_TRUE(says("a second"));
  press("stopStudy");
  ASSERT_GE(waitUntil([&] { return runner().state() == State::stopped; }), 0);
  const auto kept = runner().table().count();
  EXPECT_GT(kept, 20U);
  EXPECT_LT(kept, 3600U);
  QTemporaryDir folder;
  const QString path = folder.filePath("part.csv");
  ASSERT_TRUE(window.studies().exportTable(path));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(static_cast<std::uint64_t>(file.readAll().count('\n')), kept + 1);
  ASSERT_TRUE(window.studies().exportDatabase(folder.filePath("part.sqlite")));
  press("runStudy");
  ASSERT_GE(waitUntil([&] { return runner().table().count() > kept; }), 0);
  EXPECT_GE(runner().done(), kept);
  press("stopStudy");
  ASSERT_GE(waitUntil([&] { return !runner().isBusy(); }), 0);
}

TEST_F(StudyWindowTest, WhatIsWrongIsSaidAtItsFieldAndTheMechanismRuns) {
  makeMap();
  type("/parameters/0/to", "-1");
  EXPECT_TRUE(says("the range of 'e' is empty"));
  EXPECT_FALSE(find<QPushButton>("runStudy")->isEnabled());
  EXPECT_TRUE(find<QPushButton>("runStudy")->toolTip().contains("the range of 'e' is empty"));
  EXPECT_TRUE(window.actions().get(Command::run)->isEnabled());
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  const auto samples = window.run().trajectory().sampleCount();
  type("/parameters/0/to", "0.9");
  EXPECT_EQ(window.run().trajectory().sampleCount(), samples);  // an edit of a study is none of the mechanism
  type("/quantities/0/value", "peak(O2.reaction)");
  press("runStudy");
  ASSERT_GE(waitUntil([&] { return runner().state() == State::failed; }), 0);
  settle();
  auto* field = find<QLineEdit>("property:/studies/3/quantities/0/value");
  ASSERT_TRUE(field);
  EXPECT_TRUE(field->property("wrong").toBool());
  EXPECT_TRUE(says("O2.reaction"));
  type("/quantities/0/unit", "N");  // in place of the joule of what it was
  type("/quantities/0/value", "peak(O2.reaction_x)");
  EXPECT_FALSE(find<QLineEdit>("property:/studies/3/quantities/0/value")->property("wrong").toBool());
  runToTheEnd();
}

TEST_F(StudyWindowTest, ADistributionWithoutSpreadIsRefused) {
  press("addStudy");
  const std::string id = panel().chosen();
  window.document().edit("random",
                         [&](Mechanism& m) { findById(m.studies, id)->sampling = Sampling::random; });
  settle();
  drop("L2");
  EXPECT_EQ(study()->parameters[0].distribution.value, Distribution::normal);
  EXPECT_EQ(study()->parameters[0].mean->value, 125);
  type("/parameters/0/deviation", "0");
  EXPECT_TRUE(says("without spread"));
}

TEST_F(StudyWindowTest, WhatTakesYearsIsAskedAbout) {
  makeMap();
  type("/parameters/0/count", "1e6");
  type("/parameters/1/count", "1e6");
  press("runStudy");
  ASSERT_GE(waitUntil([&] { return runner().state() == State::asking; }), 0);
  settle();
  EXPECT_TRUE(says("1e+12 runs"));
  EXPECT_TRUE(says("years"));
  EXPECT_TRUE(find<QPushButton>("runStudy")->isVisible());
  press("refuseStudy");
  ASSERT_GE(waitUntil([&] { return !runner().isBusy(); }), 0);
  EXPECT_EQ(runner().table().count(), 0U);
}

TEST_F(StudyWindowTest, AQuantityIsPickedFromAPlot) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  press("addStudy");
  press("pickQuantity");
  Q_EMIT window.views().plots->signalsPicked({"link1.omega"}, {});
  ASSERT_GE(waitUntil([&] {
              auto* menu = window.findChild<QMenu*>("quantityMenu");
              return menu && menu->isVisible();
            }),
            0);
  auto* menu = window.findChild<QMenu*>("quantityMenu");
  menu->actions().front()->trigger();
  menu->close();
  settle();
  ASSERT_EQ(study()->quantities.size(), 1U);
  EXPECT_EQ(study()->quantities[0].value, "peak(link1.omega)");
  EXPECT_EQ(study()->quantities[0].unit, "rad/s");
}

TEST_F(StudyWindowTest, AnOptimisationIsMadeInThePanelAndUndone) {
  const Mechanism before = window.document().drawn();
  find<QAction>("addOptimisation")->trigger();
  settle();
  const std::string id = panel().chosen(StudyPanel::Kind::optimisation);
  ASSERT_FALSE(id.empty());
  const auto sought = [&] { return findById(window.document().drawn().optimisations, id); };
  EXPECT_TRUE(says("no parameter is searched") || !find<QPushButton>("runStudy")->isEnabled());
  drop("L3");
  ASSERT_EQ(sought()->parameters.size(), 1U);
  EXPECT_EQ(sought()->parameters[0].from.value, 50);  // of the slider, in mm
  press("pickQuantity");
  Q_EMIT window.views().plots->signalsPicked({"link1.omega"}, {});
  ASSERT_GE(waitUntil([&] {
              auto* menu = window.findChild<QMenu*>("quantityMenu");
              return menu && menu->isVisible();
            }),
            0);
  auto* menu = window.findChild<QMenu*>("quantityMenu");
  menu->actions().front()->trigger();
  menu->close();
  settle();
  ASSERT_EQ(sought()->quantities.size(), 1U);
  EXPECT_EQ(sought()->objective, sought()->quantities[0].id);
  type("/parameters/0/to", "20");
  EXPECT_TRUE(says("the range of 'L3' is empty"));
  EXPECT_FALSE(find<QPushButton>("runStudy")->isEnabled());
  type("/parameters/0/to", "160");
  type("/global_runs", "5000");  // it is still under way when it is looked at
  type("/objective", "peak_omega");
  press("runStudy");
  EXPECT_TRUE(find<QLineEdit>("property:/optimisations/0/objective")->property("wrong").toBool());
  type("/objective", QString::fromStdString(sought()->quantities[0].id));
  press("runStudy");
  auto* dialog = window.findChild<OptimiseDialog*>();
  EXPECT_TRUE(dialog->isSearching()) << qPrintable(dialog->findChild<QLabel*>("optimiseHeadline")->text());
  ASSERT_GE(waitUntil([&] { return window.document().drawn().parameters != before.parameters; }), 0);
  dialog->done(0);
  ASSERT_GE(waitUntil([&] { return !dialog->isSearching(); }), 0);
  while (window.document().undoStack().canUndo()) window.document().undoStack().undo();
  settle();
  EXPECT_EQ(window.document().drawn(), before);
  EXPECT_TRUE(panel().chosen(StudyPanel::Kind::optimisation).empty());
}

TEST_F(StudyWindowTest, OneThatCannotBeReadIsToldAndStaysInTheFile) {
  QFile example(window.document().path());
  ASSERT_TRUE(example.open(QIODevice::ReadOnly));
  QByteArray text = example.readAll();
  const qsizetype at = text.indexOf("\"count\": 10,");
  ASSERT_GE(at, 0);
  text.replace(at, 12, "\"count\": [10],");
  QTemporaryDir folder;
  const QString path = folder.filePath("a.clank"), saved = folder.filePath("b.clank");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
  file.close();
  ASSERT_TRUE(window.open(path));
  settle();
  EXPECT_TRUE(says("It cannot be read: expected a number"));
  EXPECT_FALSE(find<QPushButton>("runStudy")->isEnabled());
  EXPECT_FALSE(find<QPushButton>("varyParameter")->isEnabled());
  EXPECT_TRUE(window.actions().get(Command::run)->isEnabled());
  drop("e");
  EXPECT_FALSE(window.document().isModified());
  ASSERT_TRUE(window.document().save(saved));
  QFile again(saved);
  ASSERT_TRUE(again.open(QIODevice::ReadOnly));
  EXPECT_TRUE(QString(again.readAll()).remove(' ').remove('\n').contains("\"count\":[10]"));
  press("removeStudy");
  EXPECT_EQ(window.document().drawn().studies.size(), 2U);
  EXPECT_TRUE(find<QPushButton>("runStudy")->isEnabled());
}

TEST_F(StudyWindowTest, WhatCannotBePressedSaysWhy) {
  ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/linkages/pantograph.clank"));
  settle();
  for (const char* name : {"studies", "copyStudy", "removeStudy", "runStudy", "pickQuantity"}) {
    auto* control = find(name);
    ASSERT_TRUE(control) << name;
    EXPECT_FALSE(control->isEnabled()) << name;
    EXPECT_TRUE(control->toolTip().contains("There is no study yet")) << name;
  }
  press("addStudy");
  for (const char* name : {"studies", "copyStudy", "removeStudy", "pickQuantity"}) {
    EXPECT_TRUE(find(name)->isEnabled()) << name;
    EXPECT_FALSE(find(name)->toolTip().contains("There is no study yet")) << name;
  }
  EXPECT_TRUE(find("runStudy")->toolTip().contains("no parameter differs from run to run"));
}

// Cards have the same rows, and a screen reader does not see which card a field stands in.
TEST_F(StudyWindowTest, EveryFieldSaysWhoseItIs) {
  std::map<QString, QString> seen;
  int inCards = 0;
  for (QWidget* field : panel().findChildren<QWidget*>()) {
    if (!field->objectName().startsWith("property:")) continue;
    const QString name = field->accessibleName();
    EXPECT_TRUE(seen.try_emplace(name, field->objectName()).second)
        << qPrintable(name) << ": " << qPrintable(seen[name]) << " and " << qPrintable(field->objectName());
    inCards += field->objectName().count('/') > 2;
  }
  EXPECT_GT(inCards, 6);
}

TEST_F(StudyWindowTest, StudiesAreSavedAndOpened) {
  makeMap();
  const Study made = *study();
  QTemporaryDir folder;
  ASSERT_TRUE(window.document().save(folder.filePath("a.clank")));
  ASSERT_TRUE(window.open(folder.filePath("a.clank")));
  settle();
  EXPECT_EQ(window.document().drawn().studies.back(), made);
}

TEST(StudyEdits, ADistributionFollowsFromARangeAndBack) {
  MechanismDocument document;
  document.create();
  document.edit("begin", [](Mechanism& m) {
    Parameter length;
    length.id = "l";
    length.unit = "mm";
    length.value.text = "100 mm";
    m.parameters = {length};
  });
  const std::string id = addStudy(document);
  ASSERT_TRUE(addStudyParameter(document, id, "l"));
  EXPECT_FALSE(addStudyParameter(document, id, "l"));
  const auto change = [&](const std::string& pointer, const std::function<void(Study&)>& how) {
    document.edit("change", [&](Mechanism& m) {
      how(m.studies[0]);
      completeStudy(m, pointer);
    });
    return document.drawn().studies[0].parameters[0];
  };
  change("/studies/0/sampling", [](Study& s) { s.sampling = Sampling::random; });
  StudyParameter p = change("/studies/0/parameters/0/distribution",
                            [](Study& s) { s.parameters[0].distribution = Distribution::normal; });
  EXPECT_DOUBLE_EQ(p.mean->value, 100);  // of 90..110 mm
  EXPECT_NEAR(p.deviation->value, 20.0 / 6, 1e-9);
  p = change("/studies/0/sampling", [](Study& s) { s.sampling = Sampling::grid; });
  EXPECT_EQ(p.distribution.value, Distribution::none);
  EXPECT_NEAR(p.from->value, 90, 1e-9);
  EXPECT_NEAR(p.to->value, 110, 1e-9);
}

}  // namespace
}  // namespace clank
