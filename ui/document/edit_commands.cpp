// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edit_commands.h"

#include "ui/document/mechanism_document.h"

namespace clank {

EditCommand::EditCommand(MechanismDocument& document, MechanismChange change, const QString& text,
                         int mergeId)
    : QUndoCommand(text), document_(document), change_(std::move(change)), mergeId_(mergeId) {}

void EditCommand::undo() {
  change_.revert(document_.drawn_);
  change_.isOnlyOf("plots") ? document_.refreshPlots() : document_.refresh();
}

void EditCommand::redo() {
  change_.apply(document_.drawn_);
  change_.isOnlyOf("plots") ? document_.refreshPlots() : document_.refresh();
}

// Called when the later command has been carried out. A drag back to where it began leaves no step at all.
bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto& later = static_cast<const EditCommand&>(*other);
  const Mechanism& after = document_.drawn();
  Mechanism before = after;
  later.change_.revert(before);
  change_.revert(before);
  change_ = MechanismChange::between(before, after);
  setObsolete(change_.isEmpty());
  return true;
}

}  // namespace clank
