// SPDX-License-Identifier: GPL-3.0-or-later
// A picture behind the drawing, by mouse and keys.
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTimer>

#include "core/io/mechanism_file.h"
#include "core/io/picture_file.h"
#include "tests/ui/drawing_window.h"
#include "ui/board/picture_layer.h"

namespace clank {
namespace {

using test::waitFor;

class PictureTest : public test::DrawingWindow {
 protected:
  // Twice as wide as it is high, and all of one colour.
  QString writePicture(const QString& name) {
    QImage image(400, 200, QImage::Format_RGB32);
    image.fill(Qt::red);
    const QString path = folder.filePath(name);
    EXPECT_TRUE(image.save(path));
    return path;
  }
  void importPicture() {
    ASSERT_TRUE(window.imports().import(writePicture("scan.png")));
    board().canvas().showBox({-0.2, -0.1}, {0.2, 0.1});
    waitFor(20);
  }
  // Two points that are 100 mm apart on the sheet, and their distance in the picture.
  void scaleTo(const QString& distance) {
    click(-0.05, 0);
    click(0.05, 0);
    for (auto* field : sheet()->findChildren<QLineEdit*>())
      if (field->isVisible()) field->selectAll();
    type(distance);
    press(Qt::Key_Return);
    waitFor(20);
  }
  const Picture& picture() { return drawn().pictures.at(0); }
  QColor colourAt(double x, double y) {
    waitFor(30);
    return sheet()->grab().toImage().pixelColor(pixel(x, y));
  }

  QTemporaryDir folder;
};

TEST_F(PictureTest, TwoPointsAndTheirDistanceGiveItItsScale) {
  importPicture();
  EXPECT_EQ(board().toolKind(), ToolKind::picture) << "the tool for its scale is in hand";
  EXPECT_DOUBLE_EQ(picture().width.value, 0.3);
  scaleTo("50 mm");
  EXPECT_NEAR(picture().width.value, 0.15, 1e-3) << "half as large, but for pixels";
  EXPECT_NEAR(picture().at.x.value, -0.05 + 0.5 * 0.05, 1e-3) << "the first point stays";
  window.document().undoStack().undo();
  EXPECT_DOUBLE_EQ(picture().width.value, 0.3);
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().pictures.empty());
}

TEST_F(PictureTest, ItIsSeenUnderTheDrawingAndDimmed) {
  importPicture();
  press(Qt::Key_Escape);
  window.selection().clear();
  const QColor dimmed = colourAt(0.033, 0.027);
  EXPECT_GT(dimmed.red() - dimmed.blue(), 60);
  EXPECT_GT(dimmed.blue(), 60) << "not all of it";
  window.document().edit("hide", [](Mechanism& m) { m.pictures[0].hidden = true; });
  const QColor hidden = colourAt(0.033, 0.027);
  EXPECT_LT(hidden.red() - hidden.blue(), 30);
}

TEST_F(PictureTest, ItIsDraggedTurnedLockedAndRemovedLikeAPart) {
  importPicture();
  press(Qt::Key_Escape);
  drag({0.02, 0.01}, {0.07, 0.03});
  EXPECT_NEAR(picture().at.x.value, 0.05, 1e-3);
  EXPECT_NEAR(picture().at.y.value, 0.02, 1e-3);
  press(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_NEAR(picture().angle.value, 15 * test::kDegree, 1e-12);
  window.document().edit("lock", [](Mechanism& m) { m.pictures[0].locked = true; });
  window.selection().clear();
  const Picture before = picture();
  drag({0.02, 0.01}, {0.07, 0.03});
  EXPECT_TRUE(picture() == before);
  EXPECT_TRUE(window.selection().isEmpty());
  window.selection().select({ElementKind::picture, "picture1"});
  setProperty("/pictures/0/angle", "0 deg");
  EXPECT_EQ(picture().angle.value, 0);
  press(Qt::Key_V);
  board().setFocus();
  press(Qt::Key_Delete);
  EXPECT_TRUE(drawn().pictures.empty());
}

// A line that rises by a tenth becomes level.
TEST_F(PictureTest, TwoPointsMakeItLevel) {
  importPicture();
  auto* options = window.findChild<QComboBox*>("toolOptions");
  ASSERT_TRUE(options && options->isVisible());
  options->setCurrentIndex(1);
  Q_EMIT options->activated(1);
  click(-0.1, 0);
  click(0.1, 0.02);
  EXPECT_NEAR(picture().angle.value, -std::atan(0.1), 5e-3);
}

TEST_F(PictureTest, ARunKnowsNothingOfIt) {
  drawPendulumAndWall();
  press(Qt::Key_Escape);
  runToEnd();
  const std::size_t samples = window.run().trajectory().sampleCount();
  ASSERT_GT(samples, 10U);
  ASSERT_TRUE(window.imports().import(writePicture("scan.png")));
  EXPECT_EQ(window.run().trajectory().sampleCount(), samples) << "the run stays";
  EXPECT_TRUE(window.document().resolved().pictures.empty());
}

TEST_F(PictureTest, ItsFileIsNamedFromWhereTheDrawingIs) {
  importPicture();
  ASSERT_TRUE(QDir(folder.path()).mkdir("drawings"));
  ASSERT_TRUE(window.document().save(folder.filePath("drawings/a.clank")));
  EXPECT_EQ(picture().file, "../scan.png");
  EXPECT_FALSE(window.document().isModified());
  ASSERT_TRUE(window.document().save(folder.filePath("a.clank")));
  EXPECT_EQ(picture().file, "scan.png");
  const auto read = loadMechanism(folder.filePath("a.clank").toStdString());
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->mechanism.pictures == drawn().pictures);
}

TEST_F(PictureTest, OneThatIsGoneIsAMessageAndNoError) {
  drawPendulumAndWall();
  press(Qt::Key_Escape);
  importPicture();
  ASSERT_TRUE(window.document().save(folder.filePath("a.clank")));
  ASSERT_TRUE(QFile::remove(folder.filePath("scan.png")));
  ASSERT_TRUE(window.open(folder.filePath("a.clank")));
  const Problems& problems = window.document().problems();
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].where, "/pictures/0/file");
  EXPECT_EQ(problems[0].severity, Severity::warning);
  runToEnd();
  EXPECT_GT(window.run().trajectory().sampleCount(), 10U);
}

TEST_F(PictureTest, WhatIsNoPictureIsRefused) {
  QFile file(folder.filePath("text.png"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("this is a text");
  file.close();
  QTimer::singleShot(200, &window, [this] {
    if (auto* box = window.findChild<QDialog*>("notImported")) box->accept();
  });
  EXPECT_FALSE(window.imports().import(file.fileName()));
  EXPECT_TRUE(drawn().pictures.empty());
  EXPECT_TRUE(ImportCommands::takes("a.JPG"));
}

}  // namespace
}  // namespace clank
