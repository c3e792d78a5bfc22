// SPDX-License-Identifier: GPL-3.0-or-later
// The command on the undo stack: whatever one step of the user changed, as values before and after.
#pragma once

#include <QUndoCommand>
#include <functional>

#include "ui/document/mechanism_change.h"

namespace clank {

class EditCommand : public QUndoCommand {
 public:
  using Changed = std::function<void(const MechanismChange&)>;
  // Commands with the same merge id (not -1) that follow each other become one. changed: called when drawn
  // has changed.
  EditCommand(Mechanism& drawn, Changed changed, MechanismChange change, const QString& text, int mergeId);
  void undo() override;
  void redo() override;
  int id() const override { return mergeId_; }
  bool mergeWith(const QUndoCommand* other) override;

 private:
  Mechanism& drawn_;
  Changed changed_;
  MechanismChange change_;
  int mergeId_;
};

}  // namespace clank
