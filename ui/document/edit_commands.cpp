// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edit_commands.h"

#include <utility>

namespace clank {

EditCommand::EditCommand(Mechanism& drawn, Changed changed, MechanismChange change, const QString& text,
                         int mergeId)
    : QUndoCommand(text),
      drawn_(drawn),
      changed_(std::move(changed)),
      change_(std::move(change)),
      mergeId_(mergeId) {}

void EditCommand::undo() {
  change_.revert(drawn_);
  changed_(change_);
}

void EditCommand::redo() {
  change_.apply(drawn_);
  changed_(change_);
}

// Called when the later command has been carried out. A drag back to where it began leaves no step at all.
bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto& later = static_cast<const EditCommand&>(*other);
  Mechanism before = drawn_;
  later.change_.revert(before);
  change_.revert(before);
  change_ = MechanismChange::between(before, drawn_);
  setObsolete(change_.isEmpty());
  return true;
}

}  // namespace clank
