// SPDX-License-Identifier: GPL-3.0-or-later
// A drop-down of words that also fits where there is little room for them.
#pragma once

#include <QComboBox>

namespace clank {

class WordChoice : public QComboBox {
  Q_OBJECT
 public:
  using QComboBox::QComboBox;
  // The chosen word; without its explanation ("Hertz: elastic"), or with dots, where the room ends.
  QString shownText() const;
  void showPopup() override;  // its list is as wide as its words

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace clank
