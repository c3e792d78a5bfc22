// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in a window of its own, which stays open beside the work.
#pragma once

#include <QWidget>

#include "core/manual/manual.h"
#include "ui/look/palette.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QToolButton;

namespace clank {

class ManualText;
class PageList;

class ManualWindow : public QWidget {
  Q_OBJECT
 public:
  ManualWindow(Manual manual, QWidget* parent);
  void show(const QString& target);  // "lock.md#stop": the page at that heading
  void search(const QString& words);
  void setLook(const Palette& palette);
  const Manual& manual() const { return manual_; }
  ManualText& text() { return *text_; }
  PageList& pages() { return *pages_; }

 Q_SIGNALS:
  void exampleAsked(const QString& file);  // "linkages/four-bar.clank"

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* makeButton(const QString& name, const QKeySequence& keys, const char* icon);
  void showFound(const QString& words);
  void followPage();
  void print();

  Manual manual_;
  ManualText* text_;
  PageList* pages_;
  QLineEdit* field_;
  QToolButton *back_, *forward_, *index_, *print_;
};

}  // namespace clank
