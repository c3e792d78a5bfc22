// SPDX-License-Identifier: GPL-3.0-or-later
// What one event cost.
#pragma once

#include <QScrollArea>
#include <vector>

#include "core/record/receipt.h"
#include "ui/look/palette.h"
#include "ui/panels/receipt_words.h"

class QFormLayout;
class QLabel;
class QToolButton;

namespace clank {

// On which side of the event the cursor stands.
enum class EventSide { before, after };

class ReceiptPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit ReceiptPanel(QWidget* parent = nullptr);
  // nullptr: nothing has happened yet, or nothing at all in a run that is over.
  void setReceipt(const Receipt* receipt, bool isOver = false, const ContactStory& story = {});
  // What is true on that side stands out.
  void setSide(EventSide side);
  void setLook(const Palette& palette);
  QSize sizeHint() const override { return {300, 320}; }

 Q_SIGNALS:
  void learnMoreAsked(const QString& page);  // of the manual, about the kind of the event

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addLine();
  void showLines(const std::vector<ReceiptLine>& lines);
  void fitLabels();
  void fitLines();
  void styleHeadline();
  void write();

  QWidget* body_;
  QLabel *headline_, *summary_;
  QToolButton* more_;
  QFormLayout* lines_;
  Palette palette_ = Palette::light();
  bool shows_ = false, isOver_ = false;
  bool isStale_ = false;  // what is to be shown is not written: the panel lies behind another
  EventSide side_ = EventSide::after;
  Receipt shown_;
  ContactStory shownStory_;
};

}  // namespace clank
