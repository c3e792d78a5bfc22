// SPDX-License-Identifier: GPL-3.0-or-later
// The wheel scrolls what is under it. Only a field that was chosen before, by click or key, changes its
// value.
#pragma once

#include <QObject>

namespace clank {

class WheelGuard : public QObject {
 public:
  explicit WheelGuard(QWidget& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isOfWindow(const QWidget* field) const;

  QWidget& window_;
};

}  // namespace clank
