// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_pane.h"

#include <QPainter>
#include <QVBoxLayout>

#include "ui/panels/word_choice.h"
#include "ui/scene/scene_view.h"

namespace clank {
namespace {

constexpr int kSwatch = 14;      // px
constexpr int kLeastPane = 120;  // px: its headline is whole

QIcon makeSwatch(const QColor& colour) {
  QPixmap picture(2 * kSwatch, 2 * kSwatch);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawEllipse(2, 2, 2 * kSwatch - 4, 2 * kSwatch - 4);
  return QIcon(picture);
}

}  // namespace

RunPane::RunPane(const QString& name, QWidget* parent)
    : QWidget(parent), choice_(new WordChoice), scene_(new SceneView) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(choice_);
  layout->addWidget(scene_, 1);
  scene_->setMinimumWidth(kLeastPane);
  choice_->setMinimumContentsLength(1);
  choice_->setAccessibleName(name);
  choice_->setToolTip(name);
  choice_->setFocusPolicy(Qt::TabFocus);
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  for (QWidget* named : {static_cast<QWidget*>(scene_), scene_->focusProxy()})
    named->setAccessibleName(tr("%1: as it moves").arg(name));
  connect(choice_, &QComboBox::activated, this, &RunPane::chosen);
}

void RunPane::setItems(const std::vector<Item>& items, int chosen) {
  choice_->clear();
  for (const Item& item : items) choice_->addItem(makeSwatch(item.colour), item.name);
  choice_->setCurrentIndex(chosen);
}

}  // namespace clank

#include "moc_run_pane.cpp"
