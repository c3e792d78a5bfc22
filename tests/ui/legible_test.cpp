// SPDX-License-Identifier: GPL-3.0-or-later
// Every label, button, heading and number of the window is read whole, at three sizes and with each kind of
// part chosen.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSlider>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QtMath>
#include <set>
#include <string>

#include "core/io/number_text.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/board_field.h"
#include "ui/document/element.h"
#include "ui/document/element_edits.h"
#include "ui/document/optimisation_edits.h"
#include "ui/document/properties.h"
#include "ui/document/study_edits.h"
#include "ui/look/scale.h"
#include "ui/panels/study_panel.h"
#include "ui/window/cut_texts.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;

QString toPlain(const QString& text) {
  return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

// What of its words a widget cuts; empty: nothing.
QString findCut(const QWidget& widget) {
  constexpr int kRounding = 1;  // px
  const auto isTooWide = [&](const QString& text, int room) {
    int wide = 0;
    for (const QString& line : text.split('\n'))
      wide = std::max(wide, widget.fontMetrics().horizontalAdvance(line));
    return wide > room + kRounding;
  };
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    const bool isCut = !label->wordWrap() && isTooWide(toPlain(label->text()), label->contentsRect().width());
    return isCut ? label->text() : QString();
  }
  if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
    const QString first = field->text().section(' ', 0, 0);
    return readNumber(first.toStdString()) ? findCutText(*field)
                                           : QString();  // of formulas the tooltip tells
  }
  if (const auto* button = qobject_cast<const QToolButton*>(&widget)) {
    const bool isShown = button->toolButtonStyle() != Qt::ToolButtonIconOnly || button->icon().isNull();
    return isShown && isTooWide(button->text().remove('&'), button->width()) ? button->text() : QString();
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return isTooWide(button->text().remove('&'), button->width()) ? button->text() : QString();
  if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
    if (header->orientation() != Qt::Horizontal || !header->model()) return {};
    for (int i = 0; i < header->count(); ++i) {
      const QString text = header->model()->headerData(i, Qt::Horizontal).toString();
      if (!header->isSectionHidden(i) && isTooWide(text, header->sectionSize(i))) return text;
    }
  }
  return {};
}

class LegibleTest : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1600, 1000);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(CLANK_SOURCE_DIR "/tests/physics/scenes/every-kind.clank"));
    window.document().edit("lengthen", [](Mechanism& m) {
      for (Body& body : m.bodies) body.name = "a rather long name of " + body.id;
      for (const ElementId& element : listElements(m))
        for (const Property& property : listProperties(m, m, findPointer(m, element))) lengthen(m, property);
    });
    waitFor(50);
  }
  // Nine digits for each number.
  static void lengthen(Mechanism& m, const Property& property) {
    for (const Property& part : property.parts) lengthen(m, part);
    const auto number = readNumber(property.text);
    if (property.kind == Property::Kind::quantity && number && *number != 0)
      setPropertyText(m, property.pointer, std::to_string(*number) + "4664");
  }
  // What is cut in all that is in sight now, with where it stands.
  void look(const QString& state) {
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->visibleRegion().isEmpty() || widget->hasFocus()) continue;
      const QString cut = findCut(*widget);
      if (cut.isEmpty()) continue;
      const QString what =
          QString("%1 '%2' of %3 px").arg(widget->metaObject()->className(), cut).arg(widget->width());
      if (said.insert(what.toStdString()).second)
        ADD_FAILURE() << qPrintable(what) << ", " << qPrintable(widget->objectName()) << " in "
                      << qPrintable(state);
    }
  }

  MainWindow window;
  std::set<std::string> said;
};

TEST_F(LegibleTest, NothingIsCutWhateverPartIsChosen) {
  window.views().propertiesDock->raise();
  const auto elements = listElements(window.document().drawn());
  ASSERT_GT(elements.size(), 20U);
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(900, 600)}) {
    window.resize(size);
    waitFor(80);
    for (const ElementId& element : elements) {
      window.selection().select(element);
      waitFor(20);
      look(QString("%1 at %2").arg(QString::fromStdString(element.id)).arg(size.width()));
    }
  }
}

TEST_F(LegibleTest, NothingIsCutInAnyPanel) {
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(900, 600)}) {
    window.resize(size);
    waitFor(80);
    for (QDockWidget* dock : window.views().docks()) {
      dock->show();
      dock->raise();
      waitFor(60);
      look(QString("%1 at %2").arg(dock->windowTitle()).arg(size.width()));
    }
  }
}

// The names of studies, of what they vary and of what they compute are as long as those of parts.
TEST_F(LegibleTest, NothingIsCutInAStudy) {
  MechanismDocument& document = window.document();
  document.edit("a parameter", [](Mechanism& m) {
    Parameter& parameter = m.parameters.emplace_back();
    parameter.id = "varied";
    parameter.name = "a rather long name of a parameter";
    parameter.unit = "mm";
    parameter.value = 150.594664e-3;
  });
  const std::string study = addStudy(document), sought = addOptimisation(document);
  addStudyParameter(document, study, "varied");
  addSearchedParameter(document, sought, "varied");
  document.edit("names", [](Mechanism& m) {
    for (Study& one : m.studies) one.name = "a rather long name of " + one.id;
    for (Optimisation& one : m.optimisations) one.name = "a rather long name of " + one.id;
  });
  waitFor(50);
  const auto* list = window.findChild<QComboBox*>("studies");
  ASSERT_TRUE(list);
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(900, 600)}) {
    window.resize(size);
    for (const auto kind : {StudyPanel::Kind::study, StudyPanel::Kind::optimisation}) {
      window.views().studies->choose(kind == StudyPanel::Kind::study ? study : sought, kind);
      for (QDockWidget* dock : {window.views().studiesDock, window.views().studyFigureDock}) {
        dock->show();
        dock->raise();
        waitFor(80);
        look(QString("%1 of %2 at %3").arg(dock->windowTitle(), list->currentText()).arg(size.width()));
      }
      window.views().studiesDock->raise();
      waitFor(80);
      if (kind == StudyPanel::Kind::optimisation) continue;  // which has a word before its name
      const QString cut = findCutText(*list);
      EXPECT_TRUE(cut.isEmpty()) << qPrintable(cut) << ", " << list->width() << " px at " << size.width();
    }
  }
}

TEST_F(LegibleTest, NothingIsCutInAPresentation) {
  for (const QSize size : {QSize(1600, 1000), QSize(1024, 700), QSize(900, 600)}) {
    window.resize(size);
    window.actions().get(Command::presentation)->trigger();
    waitFor(200);
    look(QString("presentation at %1").arg(size.width()));
    constexpr double kHandle = 18;  // px, at scale 1
    for (const auto* slider : window.findChildren<QSlider*>()) {
      if (!slider->isVisible()) continue;
      EXPECT_GE(slider->height(), qFloor(kHandle * lookScale(slider))) << qPrintable(slider->objectName());
    }
    window.actions().get(Command::presentation)->trigger();
    waitFor(100);
  }
}

// A field in which somebody writes grows with what is typed; the others begin with what they begin with.
TEST_F(LegibleTest, ADimensionOnTheBoardIsReadWhole) {
  auto* field = window.views().board->findChild<BoardField*>();
  ASSERT_TRUE(field);
  for (const char* text : {"150.594664 mm", "150.594664 mm + 0.000001 mm*sin(30 deg)"}) {
    field->ask({30, 60}, "length", text, {});
    EXPECT_EQ(findCutText(*field), "") << text;
    field->dismiss();
    field->ask({3000, 60}, "length", "1", {});
    field->setText(text);
    EXPECT_EQ(findCutText(*field), "") << text;
    EXPECT_LE(field->geometry().right(), field->parentWidget()->width());
    field->dismiss();
  }
}

}  // namespace
}  // namespace clank
