// SPDX-License-Identifier: GPL-3.0-or-later
// The tooltip shows the whole of a text that is too long for its field or drop-down list. A field without the
// focus shows the beginning and ends in dots: a number that lacks digits would look like another number.
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
