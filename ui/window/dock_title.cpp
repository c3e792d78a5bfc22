// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_title.h"

#include <QApplication>
#include <QEvent>
#include <QMainWindow>
#include <QPainter>
#include <QScreen>
#include <QTimer>
#include <algorithm>

namespace clank {

constexpr int kGrip = 8;  // px across

namespace {

// Nobody but the desktop keeps a floating panel within reach, and there may be none.
void keepOnScreen(QDockWidget& dock) {
  if (!dock.isFloating() || QApplication::mouseButtons() != Qt::NoButton) return;
  const QRect screen = dock.screen()->availableGeometry(), frame = dock.frameGeometry();
  const QPoint place(std::max(screen.left(), std::min(frame.left(), screen.right() - frame.width() + 1)),
                     std::max(screen.top(), std::min(frame.top(), screen.bottom() - frame.height() + 1)));
  if (place != frame.topLeft()) dock.move(place);
}

}  // namespace

DockTitle* DockTitle::install(QDockWidget* dock) {
  auto* title = new DockTitle(dock);
  dock->setTitleBarWidget(title);
  dock->installEventFilter(title);
  connect(dock, &QDockWidget::topLevelChanged, title, [dock, title](bool floating) {
    dock->setTitleBarWidget(floating ? nullptr : title);
    title->setVisible(!floating);
    title->stand();
  });
  connect(dock, &QDockWidget::dockLocationChanged, title, &DockTitle::stand);
  connect(dock, &QDockWidget::visibilityChanged, title, [title] { title->updateGeometry(); });
  return title;
}

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), dock_(dock) {
  setToolTip(tr("Drag to move the panel"));
  setCursor(Qt::OpenHandCursor);
}

// Between two panels one above the other lies nothing but the edge that changes their sizes.
void DockTitle::stand() {
  const auto* window = qobject_cast<QMainWindow*>(dock_->parentWidget());
  const Qt::DockWidgetArea area = window ? window->dockWidgetArea(dock_) : Qt::NoDockWidgetArea;
  const bool isBeside =
      !dock_->isFloating() && (area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea);
  dock_->setFeatures(dock_->features().setFlag(QDockWidget::DockWidgetVerticalTitleBar, isBeside));
  updateGeometry();
}

bool DockTitle::eventFilter(QObject* watched, QEvent* event) {
  const bool moves = event->type() == QEvent::Move || event->type() == QEvent::Resize ||
                     event->type() == QEvent::MouseButtonRelease;
  if (moves && dock_->isFloating()) QTimer::singleShot(0, dock_, [this] { keepOnScreen(*dock_); });
  return QWidget::eventFilter(watched, event);
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
  const int across = hasTab() ? 0 : kGrip;
  return stands() ? QSize(across, 40) : QSize(120, across);
}

bool DockTitle::stands() const {
  return dock_->features().testFlag(QDockWidget::DockWidgetVerticalTitleBar);
}

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.line);
  painter.setRenderHint(QPainter::Antialiasing);
  // Dots: a bar would promise what the edge of the panel does, which changes sizes.
  constexpr int kDots = 6;
  constexpr double kApart = 5, kRadius = 1.2;
  painter.translate(rect().toRectF().center());
  if (stands()) painter.rotate(90);
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < kDots; ++i)
      painter.drawEllipse(QPointF((i - (kDots - 1) / 2.0) * kApart, (row - 0.5) * kApart), kRadius, kRadius);
}

}  // namespace clank

#include "moc_dock_title.cpp"
