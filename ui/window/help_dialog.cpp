// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialog.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <vector>

#include "core/support/version.h"
#include "ui/window/actions.h"

namespace clank {
namespace {

// A page of keys is longer than a small screen.
QScrollArea* makeScroll(QLayout* content) {
  auto* page = new QWidget;
  page->setObjectName("startBody");  // on the ground of the window
  page->setLayout(content);
  auto* scroll = new QScrollArea;
  scroll->setObjectName("startPage");
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(page);
  return scroll;
}

// Not modal: it may stay open beside a demonstration.
QDialog* makeDialog(QWidget* parent, const QString& title, QLayout* content) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(24, 24, 24, 16);
  layout->setSpacing(16);
  layout->addWidget(makeScroll(content));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  buttons->button(QDialogButtonBox::Close)->setIcon({});
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  layout->addWidget(buttons);
  const QSize most = parent->window()->size() * 0.92;
  dialog->resize(dialog->sizeHint().expandedTo(content->sizeHint() + QSize(84, 110)).boundedTo(most));
  return dialog;
}

}  // namespace

void showCheatSheet(QWidget* parent) {
  struct Line {
    QString keys, words;
  };
  std::vector<Line> lines;
  for (const auto& spec : Actions::table())
    if (*spec.keys)
      lines.push_back({QKeySequence(spec.keys).toString(QKeySequence::NativeText), Actions::tr(spec.tip)});
  lines.push_back(
      {QDialog::tr("Arrows, Enter on the board"), QDialog::tr("Move the mouse by the grid, click")});
  lines.push_back(
      {QDialog::tr("Wheel, middle button on the board"), QDialog::tr("Zoom at the mouse, move the sheet")});
  lines.push_back({QDialog::tr("Alt on the board"), QDialog::tr("Draw without snapping")});
  lines.push_back({QDialog::tr("Drag in the timeline or a plot"), QDialog::tr("Move the time cursor")});
  lines.push_back({QDialog::tr("Wheel in a plot, Shift+wheel"), QDialog::tr("Zoom time, zoom values")});
  lines.push_back(
      {QDialog::tr("Ctrl+drag in a plot"), QDialog::tr("Move the view; double click shows everything")});
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(24);
  grid->setVerticalSpacing(6);
  const auto half = static_cast<int>(lines.size() + 1) / 2;  // two columns: it fits a small screen
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    auto* keys = new QLabel(lines[static_cast<std::size_t>(i)].keys);
    keys->setObjectName("heading");
    grid->addWidget(keys, i % half, i / half * 2);
    grid->addWidget(new QLabel(lines[static_cast<std::size_t>(i)].words), i % half, i / half * 2 + 1);
  }
  makeDialog(parent, QDialog::tr("Keys"), grid)->show();
}

void showAbout(QWidget* parent) {
  auto* content = new QVBoxLayout;
  auto* text =
      new QLabel(QDialog::tr("<h2>Clank %1</h2>"
                             "<p>Draw planar linkages and see how they really move.</p>"
                             "<p>Free software under the GNU General Public License, version 3 or later.<br>"
                             "Built on Qt, VTK, QCustomPlot, Eigen and Boost.</p>")
                     .arg(programVersion()));
  text->setTextFormat(Qt::RichText);
  content->addWidget(text);
  makeDialog(parent, QDialog::tr("About Clank"), content)->show();
}

}  // namespace clank
