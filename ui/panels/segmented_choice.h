// SPDX-License-Identifier: GPL-3.0-or-later
// One choice out of few, all of them in sight.
#pragma once

#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace clank {

class SegmentedChoice : public QWidget {
  Q_OBJECT
 public:
  explicit SegmentedChoice(const QStringList& words, QWidget* parent = nullptr);
  void setChosen(int index);
  int chosen() const;
  // Gives a segment a look of its own in the style sheet: [tone="..."].
  void mark(int index, const QString& tone);
  // A sign in place of its words, where the room is small: they are its tooltip then.
  void shorten(int index, const QString& sign);
  // A segment that cannot be chosen, and why.
  void disable(int index, const QString& why);
  void enable(int index);

 Q_SIGNALS:
  void chosenByHand(int index);  // another than before

 private:
  QButtonGroup* buttons_;
  int chosen_ = -1;
};

}  // namespace clank
