// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong or doubtful, in the window and out of the way; gone when there is nothing to say.
#pragma once

#include <QTimer>

#include "core/support/result.h"
#include "ui/look/palette.h"
#include "ui/panels/head_bar.h"

class QGridLayout;
class QLabel;
class QListWidget;
class QToolButton;

namespace clank {

class ProblemPanel : public HeadBar {
  Q_OBJECT
 public:
  explicit ProblemPanel(QWidget* parent = nullptr);
  // heading: "song.clank cannot be opened". No problems: hides. The place of a problem in its file helps who
  // mends a file by hand.
  void setProblems(const QString& heading, const Problems& problems, bool showsPlaces = false);
  // On: without an error among them problems do not come forward; heldBack() counts them. show() does all the
  // same. Off: what was held back comes.
  void setErrorsAlone(bool on);
  // px, of all of it; where not even two rows fit below the heading, one stands beside it, and the rest is
  // scrolled.
  void setMostHeight(int most);
  void setLook(const Palette& palette);
  int count() const;  // of problems; rows follow in turns

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void picked(const QString& where);   // JSON pointer of a problem
  void pointed(const QString& where);  // the mouse is on a row; empty: on none
  void heldBack(int count);
  void learnMoreAsked(const QString& page);  // "lock.md#stop": of a row, by its link or by F1 on it

 private:
  void showOrHold(bool isAsked);
  void fill();
  void addRows();
  void updHeight();
  bool learnsByKey(QEvent* event);
  void setFlat(bool flat);
  void showHeading();
  int calcRowsHeight(int width, int enough) const;  // px

  QGridLayout* grid_;
  QLabel *icon_, *heading_;
  QString sentence_;  // of the heading
  QToolButton* close_;
  QListWidget* list_;
  Palette palette_ = Palette::light();
  Problems problems_;
  bool showsPlaces_ = false, errorsAlone_ = false, isHeldBack_ = false, isFlat_ = false;
  int most_ = 220;  // px
  QTimer filling_;  // of the list
};

}  // namespace clank
