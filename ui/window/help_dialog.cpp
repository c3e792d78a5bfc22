// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialog.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "core/support/version.h"
#include "ui/look/scale.h"
#include "ui/window/key_list.h"

namespace clank {
namespace {

constexpr int kKeyColumn = 345, kMostColumns = 4;  // px
// A title takes the room of so many lines, and fewer than the second do not stand alone below it.
constexpr std::size_t kTitleLines = 2, kFewLines = 2;

// A page of keys is longer than a small screen.
QScrollArea* makeScroll(QLayout* content) {
  auto* page = new QWidget;
  page->setObjectName("startBody");  // on the ground of the window
  page->setLayout(content);
  auto* scroll = new QScrollArea;
  scroll->setObjectName("startPage");
  scroll->setAccessibleName(QDialog::tr("Text of this page"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(page);
  return scroll;
}

// Not modal: it may stay open beside a demonstration.
QDialog* makeDialog(QWidget* parent, const QString& title, QLayout* content) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("helpPage");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(24, 16, 24, 16);
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

// So many lines of a group from one on; the title stands above the first.
QLayout* makeGroup(const KeyGroup& group, std::size_t first, std::size_t count) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  auto* title = new QLabel(first == 0 ? group.title : QDialog::tr("%1, more").arg(group.title));
  title->setObjectName("groupTitle");
  grid->addWidget(title, 0, 0, 1, 2);
  int row = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto& [keys, words] = group.lines[i];
    auto* key = new QLabel(keys);
    key->setObjectName("heading");
    grid->addWidget(key, ++row, 0);
    grid->addWidget(new QLabel(words), row, 1);
  }
  return grid;
}

}  // namespace

void showCheatSheet(QWidget* parent) {
  const std::vector<KeyGroup> groups = listKeys();
  const int columns = std::clamp(parent->width() / qRound(kKeyColumn * lookScale(parent)), 1, kMostColumns);
  std::size_t lines = 0;
  for (const KeyGroup& group : groups) lines += group.lines.size() + kTitleLines;
  const std::size_t most = lines / static_cast<std::size_t>(columns) + kTitleLines + 1;
  auto* sheet = new QHBoxLayout;
  sheet->setContentsMargins(0, 0, 12, 0);
  sheet->setSpacing(16);
  QVBoxLayout* column = nullptr;
  std::size_t filled = 0;
  for (const KeyGroup& group : groups) {
    for (std::size_t first = 0; first < group.lines.size();) {
      const bool isLast = sheet->count() == columns;
      if (!column || (!isLast && filled + kTitleLines + kFewLines > most)) {
        column = new QVBoxLayout;
        column->setSpacing(16);
        sheet->addLayout(column, 1);
        filled = 0;
      }
      const std::size_t left = group.lines.size() - first;
      const std::size_t count =
          sheet->count() == columns ? left : std::min(left, most - filled - kTitleLines);
      column->addLayout(makeGroup(group, first, count));
      filled += count + kTitleLines;
      first += count;
    }
  }
  for (int i = 0; i < sheet->count(); ++i)
    static_cast<QVBoxLayout*>(sheet->itemAt(i)->layout())->addStretch();
  makeDialog(parent, QDialog::tr("Keys"), sheet)->show();
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
