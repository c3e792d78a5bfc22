// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/receipt_panel.h"

#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "core/manual/learn_more.h"
#include "ui/look/icon.h"
#include "ui/look/scale.h"
#include "ui/panels/receipt_words.h"

namespace clank {
namespace {

constexpr std::array kSpacings{6, 4, 2, 1};  // px between lines, as many as there is room for

// "a → b" with a in bold, and as close to its unit as in plain text; what has no two sides as it is.
QString markBefore(const QString& text) {
  const auto arrow = text.indexOf(QChar(0x2192));
  if (arrow < 0) return text;
  return QString("<span style='white-space: pre-wrap'><b>%1</b>%2</span>")
      .arg(text.left(arrow).toHtmlEscaped(), text.mid(arrow).toHtmlEscaped());
}

// In lines no wider than that (px). Each word as far as it fits: an id of many letters has no place to break.
// A label that breaks its lines by itself is given the height of one by the layout.
QString breakLines(const QString& text, const QFontMetrics& letters, int width) {
  QStringList lines;
  for (const QString& word : text.split(' ')) {
    const QString fits = letters.elidedText(word, Qt::ElideMiddle, width);
    const QString longer = lines.isEmpty() ? fits : lines.last() + ' ' + fits;
    if (lines.isEmpty() || letters.horizontalAdvance(longer) > width)
      lines << fits;
    else
      lines.last() = longer;
  }
  return lines.join('\n');
}

}  // namespace

ReceiptPanel::ReceiptPanel(QWidget* parent)
    : QScrollArea(parent),
      body_(new QWidget),
      headline_(new QLabel(body_)),
      summary_(new QLabel(body_)),
      more_(new QToolButton(body_)) {
  setAccessibleName(tr("Receipt of the event at the cursor"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  body_->setObjectName("panelBody");
  headline_->setObjectName("receiptHeadline");
  summary_->setObjectName("dim");
  summary_->setWordWrap(true);
  auto* layout = new QVBoxLayout(body_);
  layout->setContentsMargins(16, 8, 16, 8);
  layout->setSpacing(4);
  more_->setAutoRaise(true);
  more_->setAccessibleName(tr("Learn more about this event"));
  more_->setToolTip(tr("Learn more about events of this kind"));
  connect(more_, &QToolButton::clicked, this, [this] {
    Q_EMIT learnMoreAsked(shows_ ? QString::fromStdString(findLearnMore(shown_.kind)) : "receipt.md");
  });
  auto* head = new QHBoxLayout;
  head->setContentsMargins({});
  head->addWidget(headline_, 1);
  head->addWidget(more_);
  layout->addLayout(head);
  layout->addWidget(summary_);
  lines_ = new QFormLayout;
  lines_->setContentsMargins(0, 8, 0, 0);
  lines_->setHorizontalSpacing(16);
  lines_->setVerticalSpacing(kSpacings.front());
  lines_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addLayout(lines_);
  layout->addStretch();
  setWidget(body_);
  write();
}

// The row of a number, made when a receipt first has so many.
void ReceiptPanel::addLine() {
  auto* label = new QLabel;
  label->setObjectName("dim");
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  auto* text = new QLabel;
  text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text->setWordWrap(true);
  text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  lines_->addRow(label, text);
}

// While a slider moves, one receipt follows another: the rows stay and change their words.
void ReceiptPanel::showLines(const std::vector<ReceiptLine>& lines) {
  const int wanted = static_cast<int>(lines.size());
  while (lines_->rowCount() < wanted) addLine();
  for (int row = 0; row < lines_->rowCount(); ++row) {
    if (lines_->isRowVisible(row) != (row < wanted)) lines_->setRowVisible(row, row < wanted);
    if (row >= wanted) continue;
    const auto& line = lines[static_cast<std::size_t>(row)];
    auto* text = static_cast<QLabel*>(lines_->itemAt(row, QFormLayout::FieldRole)->widget());
    auto* label = static_cast<QLabel*>(lines_->itemAt(row, QFormLayout::LabelRole)->widget());
    label->setToolTip(line.label);  // whole
    text->setText(side_ == EventSide::before ? markBefore(line.text) : line.text);
    text->setAccessibleName(line.label);
  }
  fitLines();
}

// Names of parts may be long: the numbers beside them need the room more, so they go on in a second line.
void ReceiptPanel::fitLabels() {
  constexpr double kMost = 0.3;  // of the width
  const QFontMetrics letters = summary_->fontMetrics();
  const int most = std::max(letters.horizontalAdvance(tr("approach, parting")),
                            static_cast<int>(kMost * viewport()->width()));
  const auto labelAt = [this](int row) {
    return static_cast<QLabel*>(lines_->itemAt(row, QFormLayout::LabelRole)->widget());
  };
  int wanted = 0;
  for (int row = 0; row < lines_->rowCount(); ++row)
    if (lines_->isRowVisible(row))
      wanted = std::max(wanted, letters.horizontalAdvance(labelAt(row)->toolTip()) + 2);
  const int width = std::min(wanted, most);
  for (int row = 0; row < lines_->rowCount(); ++row) {
    labelAt(row)->setFixedWidth(width);
    labelAt(row)->setText(breakLines(labelAt(row)->toolTip(), letters, width));
  }
}

// Lines move together before one of them is out of sight; where that does not help they keep their distance.
void ReceiptPanel::fitLines() {
  fitLabels();
  const auto fits = [this](int spacing) {
    lines_->setVerticalSpacing(qRound(spacing * lookScale(this)));
    body_->layout()->activate();
    return body_->layout()->totalHeightForWidth(viewport()->width()) <= viewport()->height();
  };
  if (std::none_of(kSpacings.begin(), kSpacings.end(), fits)) fits(kSpacings.front());
}

void ReceiptPanel::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  fitLines();
}

void ReceiptPanel::setReceipt(const Receipt* receipt, bool isOver, const ContactStory& story) {
  if (receipt && shows_ && receipt->t == shown_.t && receipt->kind == shown_.kind &&
      receipt->element == shown_.element && receipt->impulse == shown_.impulse &&
      story.contacts == shownStory_.contacts)
    return;  // the cursor moves sixty times a second; the lines stay
  if (!receipt && !shows_ && isOver == isOver_) return;
  shows_ = receipt != nullptr;
  isOver_ = isOver;
  if (receipt) shown_ = *receipt;
  shownStory_ = story;
  write();
}

// A panel that lies behind another is disabled (ui/window/views.cpp): it is written when it comes to the
// front.
void ReceiptPanel::write() {
  isStale_ = !isEnabled();
  if (isStale_) return;
  styleHeadline();
  if (shows_) {
    const QString before = side_ == EventSide::before ? tr(", just before") : QString();
    headline_->setText(makeHeadline(shown_) + before);
    summary_->setText(makeSummary(shown_));
    return showLines(makeLines(shown_, shownStory_));
  }
  headline_->setText(isOver_ ? tr("No event in this run") : tr("No event yet"));
  summary_->setText(isOver_ ? tr("Nothing locked, let go or was hit.")
                            : tr("Run, or move the cursor behind an event, to see what it cost."));
  showLines({});
}

void ReceiptPanel::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() == QEvent::EnabledChange && isStale_) write();
}

void ReceiptPanel::setSide(EventSide side) {
  if (side == side_) return;
  side_ = side;
  if (shows_) write();
}

void ReceiptPanel::setLook(const Palette& palette) {
  palette_ = palette;
  more_->setIcon(makeIcon("help", palette.dim));
  styleHeadline();
}

// To style a label takes longer than to write it.
void ReceiptPanel::styleHeadline() {
  const QColor colour = shows_ ? palette_.impact : palette_.ink;
  const QString sheet = QString("color: %1; font-size: %2px; font-weight: bold")
                            .arg(colour.name())
                            .arg(qRound(14 * lookScale(this)));
  if (headline_->styleSheet() != sheet) headline_->setStyleSheet(sheet);
}

}  // namespace clank

#include "moc_receipt_panel.cpp"
