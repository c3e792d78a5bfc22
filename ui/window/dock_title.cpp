// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_title.h"

#include <QMainWindow>
#include <QPainter>
#include <algorithm>

namespace clank {

constexpr int kGripHeight = 10;  // px

DockTitle* DockTitle::install(QDockWidget* dock) {
  auto* title = new DockTitle(dock);
  dock->setTitleBarWidget(title);
  QObject::connect(dock, &QDockWidget::topLevelChanged, title, [dock, title](bool floating) {
    dock->setTitleBarWidget(floating ? nullptr : title);
    title->setVisible(!floating);
  });
  QObject::connect(dock, &QDockWidget::visibilityChanged, title, [title] { title->updateGeometry(); });
  return title;
}

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), dock_(dock) {
  setToolTip(tr("Drag to move the panel"));
  setCursor(Qt::OpenHandCursor);
}

void DockTitle::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

bool DockTitle::hasTab() const {
  auto* window = qobject_cast<QMainWindow*>(dock_->parentWidget());
  if (!window) return false;
  const auto others = window->tabifiedDockWidgets(dock_);
  return std::any_of(others.begin(), others.end(),
                     [](const QDockWidget* other) { return !other->isHidden(); });
}

QSize DockTitle::sizeHint() const {
  return {120, hasTab() ? 0 : kGripHeight};
}

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.line);
  painter.setRenderHint(QPainter::Antialiasing);
  // Dots: a bar would promise what the edge above it does, which changes sizes.
  constexpr int kDots = 6;
  constexpr double kApart = 5, kRadius = 1.2;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < kDots; ++i)
      painter.drawEllipse(
          QPointF(width() / 2.0 + (i - (kDots - 1) / 2.0) * kApart, height() / 2.0 + (row - 0.5) * kApart),
          kRadius, kRadius);
}

}  // namespace clank
