// SPDX-License-Identifier: GPL-3.0-or-later
// What lies under it is visibly past: a pale sheet over a whole widget. The mouse goes through.
#pragma once

#include <QWidget>

#include "ui/look/palette.h"

namespace clank {

class Veil final : public QWidget {
 public:
  explicit Veil(QWidget& over);  // hidden; as large as that from now on
  void setColours(const Palette& palette);
  void setWords(const QString& words);  // in its middle; empty: none

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  Palette palette_ = Palette::light();
  QString words_;
};

}  // namespace clank
