// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of other origin over the plots, and what of a plot goes to the clipboard.
#include <gtest/gtest.h>

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>

#include "tests/ui/chain.h"
#include "ui/plots/plot_area.h"
#include "ui/window/main_window.h"
#include "ui/window/reference_binding.h"
#include "ui/window/reference_dialog.h"

namespace clank {
namespace {

using test::waitUntil;

// A block that a drive moves along the frame: x = 2 t, in a file beside a table.
constexpr const char* kBlock =
    R"({"format": "clank", "version": 1, "bodies": [{"id": "block", "mass": 1, "inertia": 1}],
    "joints": [{"id": "A", "type": "prismatic", "a": "frame", "b": "block", "axis": 0}],
    "drives": [{"id": "d", "joint": "A", "type": "constant_speed", "speed": 2}],
    "simulation": {"duration": 2, "output_interval": 0.5}, "references": [
    {"name": "by hand", "file": "r.csv", "channel": "block.x", "time_unit": "ms", "value_unit": "mm"}]})";

class ReferenceTest : public testing::Test {
 protected:
  void write(const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  void runBlock(const QByteArray& table) {
    write("block.clank", kBlock);
    if (!table.isEmpty()) write("r.csv", table);
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(folder.filePath("block.clank")));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
    show("block.x");
    window.run().setSpeed(0);
    window.run().run();
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  }
  void show(const std::string& channel) {
    PlotChoice choice;
    choice.channels = {channel};
    plot().setChoice(choice);
  }
  SignalPlot& plot() { return window.views().plots->getPlot(2); }

  QTemporaryDir folder;
  MainWindow window;
};

// Ours 1 m and 3 m, theirs 1.5 m and 2 m: the mean of the squares is (0.25 + 1) / 2.
TEST_F(ReferenceTest, LiesOverThePlotOfItsChannelWithItsDeviation) {
  runBlock("500;1500\n1500;2000\n3000;9000\n");
  ASSERT_EQ(plot().canvas().listReferences(), QStringList("by hand: RMS 790.6\u202fmm, most 1000\u202fmm"));
  EXPECT_TRUE(window.views().plots->getPlot(0).canvas().listReferences().isEmpty());
  show("block.vx");
  EXPECT_TRUE(plot().canvas().listReferences().isEmpty());
}

TEST_F(ReferenceTest, ABrokenTableIsNamedWithItsLine) {
  QString said;
  QObject::connect(window.statusBar(), &QStatusBar::messageChanged,
                   [&](const QString& text) { said += text + '\n'; });
  runBlock("500;1500\n1500;x\n");
  EXPECT_TRUE(said.contains("r.csv: column 2: 'x' is no number")) << said.toStdString();
  EXPECT_TRUE(plot().canvas().listReferences().isEmpty());
}

// From the plot itself: what the dialog reads is said, what it cannot read is refused with the line.
TEST_F(ReferenceTest, ATableIsLaidOverAPlotAndTakenOff) {
  runBlock("500;1500\n1500;2000\n");
  write("more.csv", "t [ms],x [mm]\n500,1000\n1500,2900\n");
  const auto samples = window.run().trajectory().sampleCount();
  ReferenceDialog dialog(&window, folder.filePath("more.csv"), {{"block.x", "m"}, {"block.vx", "m/s"}});
  const auto remark = [&] { return dialog.findChild<QLabel*>("referenceRemark")->text(); };
  EXPECT_TRUE(remark().startsWith("2 points in mm, from t = 0.5\u202fs to 1.5\u202fs"))
      << qPrintable(remark());
  dialog.findChild<QLineEdit*>("referenceValueColumn")->setText("7");
  EXPECT_FALSE(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
  dialog.findChild<QLineEdit*>("referenceValueColumn")->setText("x");
  EXPECT_TRUE(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
  auto* references = window.findChild<ReferenceBinding*>();
  ASSERT_TRUE(references);
  ASSERT_TRUE(references->add(dialog.reference()));
  EXPECT_EQ(window.document().drawn().references.back().file, "more.csv") << "beside the file of the drawing";
  EXPECT_EQ(window.run().trajectory().sampleCount(), samples) << "the run stays";
  EXPECT_EQ(plot().canvas().listReferences().back(), "more: RMS 70.71\u202fmm, most 100\u202fmm");
  Q_EMIT window.views().plots->referenceDropped("block.x", "more.csv");
  EXPECT_EQ(plot().canvas().listReferences().size(), 1);
  window.document().undoStack().undo();
  EXPECT_EQ(plot().canvas().listReferences().size(), 2);
  write("broken.csv", "1;2\n3;x\n");
  const ReferenceDialog refusal(&window, folder.filePath("broken.csv"), {{"block.x", "m"}});
  EXPECT_TRUE(refusal.findChild<QLabel*>("referenceRemark")->text().contains("'x' is no number"));
  window.document().undoStack().setClean();
}

TEST_F(ReferenceTest, APlotGoesToTheClipboardAsPictureAndAsTable) {
  runBlock({});
  window.views().plots->showChoice(plot().choice());
  const auto copyRows = [this] {
    window.actions().get(Command::copyPlotTable)->trigger();
    return QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
  };
  QStringList rows = copyRows();
  ASSERT_EQ(rows.size(), 1 + 5);
  EXPECT_EQ(rows[0], "t [s]\tblock.x [m]");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(rows[i + 1].section('\t', 0, 0).toDouble(), 0.5 * i);
    EXPECT_NEAR(rows[i + 1].section('\t', 1, 1).toDouble(), i, 1e-12);
  }
  plot().canvas().setView(0.7, 1.6);
  rows = copyRows();
  ASSERT_EQ(rows.size(), 1 + 2);
  EXPECT_TRUE(rows[1].startsWith("1\t")) << rows[1].toStdString();
  show("2 * block.x + t");
  rows = copyRows();
  EXPECT_EQ(rows[0], "t [s]\t2 * block.x + t");
  EXPECT_NEAR(rows[1].section('\t', 1, 1).toDouble(), 5, 1e-12);
  EXPECT_EQ(plot().canvas().countCurves(), 1U);
  window.actions().get(Command::copyPlot)->trigger();
  const QImage picture = QGuiApplication::clipboard()->image();
  EXPECT_GE(picture.width(), 1280);
}

}  // namespace
}  // namespace clank
