// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/shelf_bar.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>

#include "ui/look/icon.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kColours = 6;  // then they come round
constexpr int kDot = 12;     // px
constexpr std::size_t kMostButtons = 5;
constexpr int kGap = 10, kAround = 66, kButton = 24;  // px, of a name: dot, button and gaps
constexpr int kLeastName = 24, kNameThatTells = 110, kMostName = 190, kLeastDifference = 160,
              kLeastWidth = 300;  // px

QIcon makeDot(const QColor& colour, bool filled) {
  QPixmap picture(2 * kDot, 2 * kDot);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 4));
  painter.setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
  painter.drawEllipse(3, 3, 2 * kDot - 6, 2 * kDot - 6);
  return QIcon(picture);
}

}  // namespace

constexpr qsizetype kFewLetters = 3;

ShelfBar::ShelfBar(QWidget* parent)
    : HeadBar(parent), heading_(makeHeading(tr("Shelf"))), row_(new QGridLayout), difference_(new QLabel) {
  setObjectName("card");
  setAccessibleName(tr("Shelf of kept runs"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 5, 12, 5);
  layout->setSpacing(10);
  layout->addWidget(heading_);
  row_->setSpacing(6);
  layout->addLayout(row_);
  layout->addStretch(1);
  difference_->setObjectName("dim");
  difference_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  difference_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  layout->addWidget(difference_, 2);
  setMinimumWidth(kLeastWidth);
  hide();
}

void ShelfBar::setItems(std::vector<Item> items) {
  if (items == items_) return;
  items_ = std::move(items);
  fill();
  setVisible(!items_.empty());
}

void ShelfBar::setDifference(const QString& text) {
  difference_->setText(text);
  difference_->setToolTip(text);
}

void ShelfBar::setLook(const Palette& palette) {
  palette_ = palette;
  fill();
}

void ShelfBar::fill() {
  clearLayout(row_);
  chips_.clear();
  columns_ = static_cast<int>(items_.size());
  for (std::size_t i = 0; i < items_.size(); ++i) addItem(i);
  fit();
}

void ShelfBar::resizeEvent(QResizeEvent* event) {
  HeadBar::resizeEvent(event);
  fit();
}

// Names that say nothing any more in one row get two; only of many runs, which have no buttons beside them.
int ShelfBar::countRows(int room) const {
  constexpr int kSmall = 600;  // px: in a small window the scene needs the height
  const int each = room / static_cast<int>(chips_.size()) - (kAround - kButton);
  return chips_.size() > kMostButtons && room > kSmall && each < kNameThatTells ? 2 : 1;
}

// Long names give way first, then what the runs differ in.
void ShelfBar::fit() {
  if (chips_.empty()) return;
  const int count = static_cast<int>(chips_.size());
  const int room = width() - heading_->sizeHint().width() - 4 * kGap;
  const int around = chips_.size() > kMostButtons ? kAround - kButton : kAround;
  const int columns = (count + countRows(room) - 1) / countRows(room);
  const int each = std::clamp(room / columns - around, kLeastName, kMostName);
  place(columns);
  int used = 0;
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    const QFontMetrics metrics = chips_[i]->fontMetrics();
    const QString name = metrics.elidedText(items_[i].name, Qt::ElideMiddle, each);
    const bool tells = name == items_[i].name || name.size() > kFewLetters;
    chips_[i]->setText(tells ? name : QString());  // the colour alone; the tip has the name
    if (static_cast<int>(i) < columns) used += metrics.horizontalAdvance(chips_[i]->text()) + around;
  }
  difference_->setVisible(room - used > kLeastDifference);
}

void ShelfBar::place(int columns) {
  if (columns_ == columns) return;
  columns_ = columns;
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    const int at = static_cast<int>(i);
    row_->removeWidget(chips_[i]);
    row_->addWidget(chips_[i], at / columns, 2 * (at % columns));
  }
}

void ShelfBar::addItem(std::size_t i) {
  const Item& item = items_[i];
  auto* chip = new QToolButton;
  chip->setObjectName("shelfItem");
  chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip->setCheckable(true);
  chip->setChecked(item.shown);
  chip->setIcon(makeDot(palette_.curve(item.colour), item.shown));
  chip->setIconSize({kDot, kDot});
  chip->setToolTip(item.tip.isEmpty() ? item.name : item.name + "\n" + item.tip);
  chip->setAccessibleName(item.name);
  chip->setAccessibleDescription(item.tip);
  chip->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(chip, &QToolButton::toggled, this, [this, i](bool shown) { Q_EMIT shownChanged(i, shown); });
  connect(chip, &QToolButton::customContextMenuRequested, this,
          [this, chip, i](const QPoint& at) { showMenu(i, chip->mapToGlobal(at)); });
  row_->addWidget(chip, 0, 2 * static_cast<int>(i));
  chips_.push_back(chip);
  if (items_.size() > kMostButtons) return;  // the menu does it, too
  auto* remove = new QToolButton;
  remove->setObjectName("shelfRemove");
  remove->setAutoRaise(true);
  remove->setIcon(makeIcon("close", palette_.dim));
  remove->setIconSize({kDot, kDot});
  remove->setToolTip(tr("Take %1 off the shelf").arg(item.name));
  remove->setAccessibleName(remove->toolTip());
  connect(remove, &QToolButton::clicked, this, [this, i] { Q_EMIT removed(i); });
  row_->addWidget(remove, 0, 2 * static_cast<int>(i) + 1);
}

void ShelfBar::showMenu(std::size_t i, const QPoint& globalPosition) {
  QMenu menu(this);
  menu.addAction(tr("Rename..."), this, [this, i] { askName(i); });
  auto* colours = menu.addMenu(tr("Colour"));
  for (int colour = 0; colour < kColours; ++colour)
    colours->addAction(makeDot(palette_.curve(colour), true), tr("Colour %1").arg(colour + 1), this,
                       [this, i, colour] { Q_EMIT colourChosen(i, colour); });
  menu.addSeparator();
  menu.addAction(tr("Take off the shelf"), this, [this, i] { Q_EMIT removed(i); });
  menu.addAction(tr("Clear the shelf"), this, &ShelfBar::cleared);
  menu.exec(globalPosition);
}

void ShelfBar::askName(std::size_t i) {
  bool ok = false;
  const QString name =
      QInputDialog::getText(this, tr("Rename the run"), tr("Name"), QLineEdit::Normal, items_[i].name, &ok);
  if (ok) Q_EMIT renamed(i, name);
}

}  // namespace clank

#include "moc_shelf_bar.cpp"
