// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs come into the window.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDialog>
#include <QFile>
#include <QListWidget>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <cmath>

#include "core/io/dxf_reader.h"
#include "tests/ui/chain.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitUntil;

class ImportTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override { window.document().undoStack().setClean(); }
  QString write(const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName();
  }
  // Imports; what the box that it brings says.
  QString import(const QString& path, bool expected) {
    QString told;
    QTimer closer;
    const auto look = [&] {
      for (const char* name : {"imported", "notImported"})
        if (auto* box = window.findChild<QMessageBox*>(name)) {
          told = box->text() + " " + box->informativeText();
          box->accept();
        }
    };
    QObject::connect(&closer, &QTimer::timeout, &window, look);
    closer.start(20);
    EXPECT_EQ(window.imports().import(path), expected);
    waitUntil([&] { return !told.isEmpty(); });
    return told;
  }
  const Mechanism& drawn() { return window.document().drawn(); }

  QTemporaryDir folder;
  MainWindow window;
};

constexpr const char* kFourBar = R"(<linkage2><program units="Millimeters"/>
    <connector id="0" anchor="true" input="true" rpm="-30" x="0" y="0"/><connector id="1" x="0" y="96"/>
    <connector id="2" x="288" y="192"/><connector id="3" anchor="true" x="384" y="0"/>
    <Link id="0"><connector id="0"/><connector id="1"/></Link>
    <Link id="1"><connector id="1"/><connector id="2"/></Link>
    <Link id="2"><connector id="2"/><connector id="3"/></Link></linkage2>)";

TEST_F(ImportTest, AMechanismBecomesADrawingWithoutAFile) {
  const QString told = import(write("mine.linkage2", kFourBar), true);
  EXPECT_TRUE(told.contains("steel")) << qPrintable(told);
  EXPECT_EQ(drawn().bodies.size(), 3U);
  EXPECT_EQ(drawn().name, "mine");
  EXPECT_TRUE(window.document().path().isEmpty());
  EXPECT_TRUE(window.document().isModified());
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().bodies.empty());
}

TEST_F(ImportTest, WhatCannotBeReadChangesNothing) {
  const Mechanism before = drawn();
  EXPECT_TRUE(import(write("a.pmks", "00.1.U,0.101.6A,A,0,0,0..Q"), false).contains("cut or changed"));
  EXPECT_TRUE(import(write("b.linkage2", "<linkage2><"), false).contains("line 1"));
  EXPECT_TRUE(import(folder.filePath("none.pmks"), false).contains("none.pmks"));
  EXPECT_TRUE(drawn() == before);
  EXPECT_FALSE(window.document().isModified());
}

// A triangle onto a link: its corners are those of the drawing, in the axes of the link.
TEST_F(ImportTest, AShapeGoesOntoTheSelectedPart) {
  const QString path = write("plate.dxf",
                             "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nplate\n90\n3\n70\n1\n10\n0\n20\n0\n"
                             "10\n300\n20\n0\n10\n0\n20\n200\n0\nENDSEC\n0\nEOF\n");
  window.selection().clear();
  EXPECT_TRUE(import(path, false).contains("select one link"));
  window.selection().select({ElementKind::body, "link2"});
  EXPECT_TRUE(window.imports().import(path));
  const Body* link = findById(drawn().bodies, std::string("link2"));
  ASSERT_EQ(link->outline.size(), 3U);
  EXPECT_TRUE(ImportCommands::takes("a.DXF"));
  EXPECT_FALSE(ImportCommands::takes("a.clank"));
  window.document().undoStack().undo();
  EXPECT_TRUE(findById(drawn().bodies, std::string("link2"))->outline.empty());
}

// Two layers: the likely one is ticked. With both, the circle inside becomes a point, in the same step.
TEST_F(ImportTest, LayersAndHolesOfADrawingAreAsked) {
  const QString path = write("plate.dxf",
                             "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\nholes\n10\n100\n20\n50\n40\n8\n"
                             "0\nLWPOLYLINE\n8\nplate\n90\n3\n70\n1\n10\n0\n20\n0\n"
                             "10\n300\n20\n0\n10\n0\n20\n200\n0\nTEXT\n8\nplate\n0\nENDSEC\n0\nEOF\n");
  window.selection().select({ElementKind::body, "link2"});
  QStringList offered;
  QString ticked;
  bool accepts = false;
  const auto answer = [&] {
    auto* dialog = window.findChild<QDialog*>("dxfDialog");
    if (!dialog) return;
    auto* layers = dialog->findChild<QListWidget*>("dxfLayers");
    for (int i = 0; i < layers->count(); ++i) {
      offered << layers->item(i)->text();
      if (layers->item(i)->checkState() == Qt::Checked) ticked += layers->item(i)->text();
      layers->item(i)->setCheckState(Qt::Checked);
    }
    EXPECT_TRUE(dialog->findChild<QCheckBox*>("dxfHoles")->isChecked());
    accepts ? dialog->accept() : dialog->reject();
  };
  QTimer::singleShot(100, &window, answer);
  EXPECT_FALSE(window.imports().import(path)) << "left without an answer";
  EXPECT_EQ(offered, QStringList({"holes (1 circle)", "plate (1 closed outline)"}));
  EXPECT_EQ(ticked, "plate (1 closed outline)");
  EXPECT_FALSE(window.document().isModified());
  accepts = true;
  QTimer::singleShot(100, &window, answer);
  const QString told = import(path, true);
  EXPECT_TRUE(told.contains("left out: 1 TEXT")) << qPrintable(told);
  EXPECT_TRUE(told.contains("became a point: hole1 (100, 50)")) << qPrintable(told);
  const Body* link = findById(drawn().bodies, std::string("link2"));
  EXPECT_EQ(link->outline.size(), 3U);
  ASSERT_TRUE(link->points);
  EXPECT_EQ(link->points->back().id, "hole1");
  window.document().undoStack().undo();
  EXPECT_FALSE(findById(drawn().bodies, std::string("link2"))->points);
}

// Out of the window and in again: the bars are as long as they were.
TEST_F(ImportTest, ADrawingGoesOutTrueToSize) {
  import(write("four.linkage2", kFourBar), true);
  ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() > 0; }), 0);
  EXPECT_TRUE(window.actions().get(Command::exportDrawing)->isEnabled());
  const QString dxf = folder.filePath("four.dxf"), pdf = folder.filePath("four.pdf"),
                svg = folder.filePath("four.svg");
  for (const QString& path : {dxf, pdf, svg}) EXPECT_TRUE(window.exportDrawing(path)) << qPrintable(path);
  EXPECT_FALSE(window.exportDrawing(folder.filePath("nowhere/a.svg")));
  QFile file(dxf);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const auto geometry = readDxf(file.readAll().toStdString());
  ASSERT_TRUE(geometry);
  double longest = 0;
  for (const DxfChain& chain : geometry->chains)
    for (std::size_t i = 1; i < chain.vertices.size(); ++i) {
      const Corner way = chain.vertices[i].at - chain.vertices[i - 1].at;
      longest = std::max(longest, std::hypot(way.x, way.y));
    }
  const double coupler = std::hypot(288, 96) * 25.4e-3 / 96;  // m
  EXPECT_NEAR(longest, coupler, 1e-6);
  QFile page(pdf);
  ASSERT_TRUE(page.open(QIODevice::ReadOnly));
  EXPECT_TRUE(page.readAll().startsWith("%PDF"));
}

}  // namespace
}  // namespace clank
