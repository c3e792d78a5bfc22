// SPDX-License-Identifier: GPL-3.0-or-later
// A status bar whose messages end in dots where the room ends; Qt cuts them within a letter. Keys that would
// be typed into a field are not told.
#pragma once

#include <QStatusBar>

namespace clank {

class MessageBar : public QStatusBar {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);
  QString shownMessage() const;
  // A state with the keys that go on from there, and without them for those who are in a field. time: ms; 0:
  // until another message comes.
  void tellKeys(const QString& withKeys, const QString& without, int time);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRect messageRoom() const;  // left of the permanent widgets

  QString withKeys_, without_;
};

}  // namespace clank
