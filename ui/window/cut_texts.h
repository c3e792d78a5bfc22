// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is longer than its field, or than the box of a choice, is read whole in the tooltip. A field in
// which nobody writes shows the beginning and that it goes on: a number without its first or last digits is
// another.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace clank {

// What a field or a choice shows, where that is cut; else empty.
QString findCutText(const QWidget& widget);

// Of a window, of its dialogs and menus, above what else their tooltips say.
class CutTexts : public QObject {
 public:
  explicit CutTexts(QWidget& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static bool paintCut(QWidget& field, QEvent* event);

  QWidget& window_;
};

}  // namespace clank
