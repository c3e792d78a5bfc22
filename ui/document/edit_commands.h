// SPDX-License-Identifier: GPL-3.0-or-later
// The command on the undo stack: whatever one step of the user changed, as values before and after.
#pragma once

#include <QUndoCommand>

#include "ui/document/mechanism_change.h"

namespace clank {

class MechanismDocument;

class EditCommand : public QUndoCommand {
 public:
  // Commands with the same merge id (not -1) that follow each other become one.
  EditCommand(MechanismDocument& document, MechanismChange change, const QString& text, int mergeId);
  void undo() override;
  void redo() override;
  int id() const override { return mergeId_; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  MechanismDocument& document_;
  MechanismChange change_;
  int mergeId_;
};

}  // namespace clank
