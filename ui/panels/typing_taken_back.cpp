// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/typing_taken_back.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace clank {
namespace {

class Typing final : public QObject {
 public:
  explicit Typing(QLineEdit* field) : QObject(field), field_(field) {
    field->installEventFilter(this);
    connect(field, &QLineEdit::editingFinished, this, &Typing::keep);
    connect(field, &QLineEdit::textChanged, this, [this] {
      if (!field_->isModified()) keep();  // not by hand
    });
    keep();
  }

  bool eventFilter(QObject*, QEvent* event) override {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey) return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isTyped = field_->text() != kept_;
    if (!isTyped && (key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo))) {
      event->ignore();  // a command of the window: the field would only write what it had before
      return true;
    }
    if (key.key() != Qt::Key_Escape || !isTyped) return false;
    event->accept();  // no command of the window
    if (event->type() == QEvent::KeyPress) {
      field_->setText(QString(kept_));
      field_->selectAll();
    }
    return true;
  }

 private:
  void keep() { kept_ = field_->text(); }

  QLineEdit* field_;
  QString kept_;
};

}  // namespace

void takeBackOnEscape(QLineEdit* field) {
  new Typing(field);  // the field owns it
}

}  // namespace clank
