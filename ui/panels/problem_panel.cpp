// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_panel.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/manual/learn_more.h"
#include "ui/look/icon.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/problem_rows.h"

namespace clank {

constexpr std::size_t kRowsAtOnce = 500;
constexpr int kRow = 20, kAir = 4;  // px, height of a line at least, and between them
constexpr int kEdge = 8;            // px, above and below
constexpr int kRoundParent = 16;    // px, margins of what it stands in at most

ProblemPanel::ProblemPanel(QWidget* parent)
    : HeadBar(parent),
      grid_(new QGridLayout(this)),
      icon_(new QLabel(this)),
      heading_(new QLabel(this)),
      close_(new QToolButton(this)),
      list_(new QListWidget(this)) {
  setObjectName("problems");
  heading_->setObjectName("heading");
  close_->setAutoRaise(true);
  close_->setAccessibleName(tr("Hide the problems"));
  close_->setToolTip(tr("Hide the problems"));
  list_->setAccessibleName(tr("Problems"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setWordWrap(true);
  list_->setIconSize({16, 16});
  list_->setSelectionMode(QAbstractItemView::NoSelection);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setSpacing(1);
  list_->setResizeMode(QListView::Adjust);
  grid_->setHorizontalSpacing(8);
  grid_->setVerticalSpacing(kAir);
  isFlat_ = true;
  setFlat(false);
  list_->setLayoutMode(QListView::Batched);
  filling_.setSingleShot(true);
  filling_.setInterval(0);
  connect(&filling_, &QTimer::timeout, this, &ProblemPanel::addRows);
  connect(close_, &QToolButton::clicked, this, &ProblemPanel::hide);
  connect(list_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { Q_EMIT picked(item->data(kPlaceRole).toString()); });
  connect(list_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { Q_EMIT picked(item->data(kPlaceRole).toString()); });
  auto* rows = new ProblemRows(list_);
  list_->setItemDelegate(rows);
  connect(rows, &ProblemRows::learnMoreAsked, this, &ProblemPanel::learnMoreAsked);
  list_->installEventFilter(this);
  list_->setMouseTracking(true);
  connect(list_, &QListWidget::itemEntered, this,
          [this](QListWidgetItem* item) { Q_EMIT pointed(item->data(kPlaceRole).toString()); });
  connect(list_, &QListWidget::viewportEntered, this, [this] { Q_EMIT pointed({}); });
  list_->viewport()->installEventFilter(this);  // its width tells how its lines wrap
  hide();
}

void ProblemPanel::setProblems(const QString& heading, const Problems& problems, bool showsPlaces) {
  sentence_ = heading;
  // What is listed stays where it was scrolled to; ten thousand rows would take seconds beside a run.
  const bool isSame = problems == problems_ && showsPlaces == showsPlaces_;
  showsPlaces_ = showsPlaces;
  problems_ = problems;
  showHeading();
  Q_EMIT roomChanging();
  showOrHold(true);
  if (!isSame) fill();
  Q_EMIT roomChanged();
}

void ProblemPanel::setErrorsAlone(bool on) {
  if (std::exchange(errorsAlone_, on) != on) showOrHold(!isHidden() || isHeldBack_);
}

// isAsked: else it was closed by hand.
void ProblemPanel::showOrHold(bool isAsked) {
  const bool hasError = std::any_of(problems_.begin(), problems_.end(),
                                    [](const Problem& p) { return p.severity == Severity::error; });
  const bool isShown = isAsked && !problems_.empty();
  isHeldBack_ = isShown && errorsAlone_ && !hasError;
  setVisible(isShown && !isHeldBack_);
  Q_EMIT heldBack(isHeldBack_ ? count() : 0);
}

void ProblemPanel::fill() {
  if (list_->underMouse()) Q_EMIT pointed({});  // its row goes
  list_->clear();
  addRows();
  updHeight();
}

// There may be ten thousand lines: the first ones are there at once, the others in turns of their own.
void ProblemPanel::addRows() {
  // Drawn once: there may be ten thousand lines.
  const QIcon ofError = makeIcon("problem", palette_.impact), ofDoubt = makeIcon("problem", palette_.locked);
  const auto told = static_cast<std::size_t>(list_->count());
  const std::size_t end = std::min(problems_.size(), told + kRowsAtOnce);
  for (std::size_t i = told; i < end; ++i) {
    const Problem& problem = problems_[i];
    QString text = tellMessage(problem.what);
    if (showsPlaces_ && !problem.where.empty())
      text += QString("   (%1)").arg(QString::fromStdString(problem.where));
    auto* item = new QListWidgetItem(problem.severity == Severity::error ? ofError : ofDoubt, text, list_);
    item->setToolTip(problem.where.empty() ? text
                                           : tr("%1 in the file").arg(QString::fromStdString(problem.where)));
    item->setData(kPlaceRole, QString::fromStdString(problem.where));
    const QString page = QString::fromStdString(findLearnMore(problem));
    item->setData(kPageRole, page);
    if (!page.isEmpty()) item->setData(Qt::AccessibleDescriptionRole, tr("F1: learn more"));
  }
  end < problems_.size() ? filling_.start() : filling_.stop();
}

// As high as its lines, long ones wrapped, up to its share of the window.
void ProblemPanel::updHeight() {
  list_->ensurePolished();
  const QMargins frame = contentsMargins();
  const int head = frame.top() + frame.bottom() + 2 * kEdge + kAir +
                   std::max(heading_->sizeHint().height(), close_->sizeHint().height());
  const int row = kRow + kAir + 2;
  setFlat(most_ - head < 2 * row);
  if (isFlat_) return list_->setFixedHeight(kRow + kAir);
  // Before it is seen it has no width of its own yet, and a narrower one would want a window that is higher.
  const QMargins margins = layout()->contentsMargins();
  const int given = isHidden() && parentWidget()
                        ? parentWidget()->width() - margins.left() - margins.right() - kRoundParent
                        : list_->viewport()->width();
  list_->setFixedHeight(calcRowsHeight(std::max(120, given - 36), most_ - head));
}

int ProblemPanel::calcRowsHeight(int width, int enough) const {
  int height = 6;
  for (int i = 0; i < list_->count() && height < enough; ++i) {
    const bool hasLink = !list_->item(i)->data(kPageRole).toString().isEmpty();
    const int room = width - (hasLink ? ProblemRows::linkWidth(list_->fontMetrics()) : 0);
    const QRect text =
        list_->fontMetrics().boundingRect(0, 0, room, 4000, Qt::TextWordWrap, list_->item(i)->text());
    height += std::max(kRow, text.height()) + kAir;
  }
  return std::min(height, enough);
}

void ProblemPanel::setFlat(bool flat) {
  if (std::exchange(isFlat_, flat) == flat) return;
  for (QWidget* inside : {static_cast<QWidget*>(icon_), static_cast<QWidget*>(heading_),
                          static_cast<QWidget*>(list_), static_cast<QWidget*>(close_)})
    grid_->removeWidget(inside);
  grid_->addWidget(icon_, 0, 0);
  grid_->addWidget(heading_, 0, 1);
  flat ? grid_->addWidget(list_, 0, 2) : grid_->addWidget(list_, 1, 0, 1, 4);
  grid_->addWidget(close_, 0, 3);
  grid_->setColumnStretch(1, flat ? 0 : 1);
  grid_->setColumnStretch(2, flat ? 1 : 0);
  list_->setWordWrap(!flat);
  showHeading();
  grid_->setContentsMargins(16, flat ? 1 : kEdge, 8, flat ? 1 : kEdge);
}

// Beside a row there is no room for words.
void ProblemPanel::showHeading() {
  heading_->setText(isFlat_ ? QString::number(problems_.size()) : sentence_);
  heading_->setToolTip(isFlat_ ? sentence_ : QString());
  heading_->setAccessibleName(sentence_);
}

void ProblemPanel::setMostHeight(int most) {
  if (std::exchange(most_, most) != most) updHeight();
}

// F1 on a row is about it, and not about the whole window.
bool ProblemPanel::learnsByKey(QEvent* event) {
  const bool isOver = event->type() == QEvent::ShortcutOverride;
  if (!isOver && event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  const QString page = list_->currentItem() ? list_->currentItem()->data(kPageRole).toString() : QString();
  if (key->key() != Qt::Key_F1 || key->modifiers() != Qt::NoModifier || page.isEmpty()) return false;
  event->accept();
  if (!isOver) Q_EMIT learnMoreAsked(page);
  return true;
}

bool ProblemPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == list_ && learnsByKey(event)) return true;
  if (watched == list_->viewport() && event->type() == QEvent::Resize) updHeight();
  if (watched == list_->viewport() && event->type() == QEvent::Leave) Q_EMIT pointed({});
  return HeadBar::eventFilter(watched, event);
}

void ProblemPanel::setLook(const Palette& palette) {
  palette_ = palette;
  icon_->setPixmap(makeIcon("problem", palette.impact).pixmap(20, 20));
  close_->setIcon(makeIcon("close", palette.dim));
  fill();
}

int ProblemPanel::count() const {
  return static_cast<int>(problems_.size());
}

}  // namespace clank

#include "moc_problem_panel.cpp"
