// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/receipt_panel.h"

#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/look/scale.h"
#include "ui/panels/receipt_words.h"

namespace clank {

ReceiptPanel::ReceiptPanel(QWidget* parent)
    : QScrollArea(parent), body_(new QWidget), headline_(new QLabel(body_)), summary_(new QLabel(body_)) {
  setAccessibleName(tr("Receipt of the event at the cursor"));
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  body_->setObjectName("panelBody");
  headline_->setObjectName("receiptHeadline");
  summary_->setObjectName("dim");
  summary_->setWordWrap(true);
  auto* layout = new QVBoxLayout(body_);
  layout->setContentsMargins(16, 8, 16, 16);
  layout->setSpacing(4);
  layout->addWidget(headline_);
  layout->addWidget(summary_);
  lines_ = new QFormLayout;
  lines_->setContentsMargins(0, 8, 0, 0);
  lines_->setHorizontalSpacing(16);
  lines_->setVerticalSpacing(6);
  lines_->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
  layout->addLayout(lines_);
  layout->addStretch();
  setWidget(body_);
  setReceipt(nullptr);
}

void ReceiptPanel::clearLines() {
  while (lines_->rowCount() > 0) lines_->removeRow(0);
}

void ReceiptPanel::setReceipt(const Receipt* receipt) {
  if (receipt && shows_ && receipt->t == shown_.t && receipt->kind == shown_.kind &&
      receipt->element == shown_.element && receipt->impulse == shown_.impulse)
    return;  // the cursor moves sixty times a second; the lines stay
  if (!receipt && !shows_ && !headline_->text().isEmpty()) return;
  shows_ = receipt != nullptr;
  styleHeadline();
  clearLines();
  headline_->setText(receipt ? makeHeadline(*receipt) : tr("No event yet"));
  summary_->setText(receipt ? makeSummary(*receipt)
                            : tr("Run, or move the cursor behind an event, to see what it cost."));
  if (!receipt) return;
  shown_ = *receipt;
  for (const auto& line : makeLines(*receipt)) {
    auto* label = new QLabel(line.label);
    label->setObjectName("dim");
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* text = new QLabel(line.text);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAccessibleName(line.label);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    lines_->addRow(label, text);
  }
}

void ReceiptPanel::setLook(const Palette& palette) {
  palette_ = palette;
  styleHeadline();
}

void ReceiptPanel::styleHeadline() {
  const QColor colour = shows_ ? palette_.impact : palette_.ink;
  headline_->setStyleSheet(QString("color: %1; font-size: %2px; font-weight: bold")
                               .arg(colour.name())
                               .arg(qRound(14 * lookScale())));
}

}  // namespace clank
