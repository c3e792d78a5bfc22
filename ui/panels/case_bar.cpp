// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/case_bar.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/document/case_edits.h"
#include "ui/panels/typing_taken_back.h"
#include "ui/panels/widget_look.h"

namespace clank {

CaseBar::CaseBar(MechanismDocument& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      none_(makeDim(tr("A case is a named set of parameter values. Add one to keep the values as they stand "
                       "and compare."))),
      name_(new QLineEdit),
      note_(new QLineEdit) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  head->addWidget(makeHeading(tr("Case")), 1);
  layout->addLayout(head);
  QPushButton* add =
      addButton(tr("Add"), "addCase", tr("Another case that holds every parameter as it stands now"));
  duplicate_ = addButton(tr("Copy"), "duplicateCase", tr("A copy of this case"));
  remove_ = addButton(tr("Delete"), "removeCase", tr("Delete this case"));
  for (QPushButton* button : {add, duplicate_, remove_}) head->addWidget(button);
  none_->setWordWrap(true);
  layout->addWidget(none_);
  name_->setObjectName("caseName");
  name_->setAccessibleName(tr("Name of the case"));
  note_->setObjectName("caseNote");
  note_->setAccessibleName(tr("Note on the case"));
  note_->setPlaceholderText(tr("what is special about it"));
  takeBackOnEscape(name_);
  takeBackOnEscape(note_);
  layout->addWidget(name_);
  layout->addWidget(note_);
  connect(add, &QPushButton::clicked, this, [this] {
    addCase(document_);
    focusName();
  });
  connect(duplicate_, &QPushButton::clicked, this, [this] {
    duplicateCase(document_);
    focusName();
  });
  connect(remove_, &QPushButton::clicked, this, [this] { removeCase(document_); });
  connect(name_, &QLineEdit::editingFinished, this, [this] {
    if (name_->isModified()) renameCase(document_, name_->text());
    refresh();
  });
  connect(note_, &QLineEdit::editingFinished, this, [this] {
    if (note_->isModified()) describeCase(document_, note_->text());
  });
  refresh();
}

CaseBar::~CaseBar() {
  leaveFields(this);
}

QPushButton* CaseBar::addButton(const QString& text, const char* name, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setAccessibleName(tip);
  button->setToolTip(tip);
  return button;
}

// What comes next is its name.
void CaseBar::focusName() {
  refresh();
  name_->setFocus();
  name_->selectAll();
}

void CaseBar::refresh() {
  const Case* inForce = findById(document_.drawn().cases, document_.caseId());
  for (QWidget* widget : std::initializer_list<QWidget*>{name_, note_, duplicate_, remove_})
    widget->setVisible(inForce);
  none_->setVisible(!inForce);
  if (!inForce) return;
  const QString name = QString::fromStdString(inForce->name.empty() ? inForce->id : inForce->name);
  const QString note = QString::fromStdString(inForce->note);
  if (name_->text() != name && !(name_->hasFocus() && name_->isModified())) name_->setText(name);
  if (note_->text() != note && !(note_->hasFocus() && note_->isModified())) note_->setText(note);
  note_->setToolTip(note);
  note_->setCursorPosition(note_->hasFocus() ? note_->cursorPosition() : 0);
  name_->setToolTip(
      tr("%1 on the command line and beside published numbers").arg(QString::fromStdString(inForce->id)));
}

}  // namespace clank

#include "moc_case_bar.cpp"
