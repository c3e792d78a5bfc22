// SPDX-License-Identifier: GPL-3.0-or-later
// A page of the manual as it is read: in the colours of the window, pictures as wide as there is room, with
// the words that were searched for marked.
#pragma once

#include <QTextBrowser>
#include <QTimer>

#include "core/manual/manual.h"

namespace clank {

class ManualText : public QTextBrowser {
  Q_OBJECT
 public:
  explicit ManualText(QWidget* parent = nullptr);
  void setManual(const Manual* manual);
  // "lock.md#stop"; "index.md" is the list of all pages. Becomes a step of the history.
  void show(const QString& target);
  void markWords(const QStringList& words);  // empty: none
  QString pageId() const;                    // of the page that is shown; "index"

  QVariant loadResource(int type, const QUrl& name) override;

 Q_SIGNALS:
  void exampleAsked(const QString& file);  // "linkages/four-bar.clank"

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void follow(const QUrl& link);
  void render();  // the same page once more, at the same place
  QString writePage(const QString& id) const;
  QString writeIndex() const;
  QString makeStyle() const;
  QString fitPictures(QString html) const;
  QString findPicture(const QString& name) const;  // its file
  QSize fitWidth(const QSize& picture) const;      // px, as large as there is room
  void showMarks();

  const Manual* manual_ = nullptr;
  QStringList words_;
  QTimer rendering_;       // after a change of width
  int renderedWidth_ = 0;  // px
};

}  // namespace clank
