// SPDX-License-Identifier: GPL-3.0-or-later
// What the Edit menu does to the drawing: undo and redo, the clipboard, turning, mirroring, aligning,
// deleting.
#pragma once

#include <QObject>
#include <functional>

#include "ui/document/plane_motion.h"
#include "ui/document/selection.h"
#include "ui/window/actions.h"

namespace clank {

class DrawingCommands : public QObject {
  Q_OBJECT
 public:
  DrawingCommands(MechanismDocument& document, Selection& selection, const Actions& actions, QObject* parent);

  // Undo takes back what is being drawn first: whether something is, and its last click.
  void setBegun(std::function<bool()> hasBegun, std::function<bool()> takeBack);
  void updUndo();  // something is being drawn, or no longer

 Q_SIGNALS:
  void said(const QString& message);

 private:
  void bindHistory(const Actions& actions);
  void copy();
  void cut();
  void paste();
  void duplicate();
  void repeat();
  void mirrorCopy();
  PlanePoint findMirrorLine() const;
  void letGoOfCopies();
  // Parts from a dialog, put beside what is drawn.
  template <class Dialog>
  void makeParts(const QString& text);
  PlanePoint findFreePlace() const;
  void remove();
  PlanePoint findPivot() const;  // of turning and mirroring
  void turn(double angle);
  void mirror();
  void align(bool inRow);
  void insert(const QString& text, Mechanism elements);
  QString name() const;  // of what is selected, for the names of steps
  void updEnabled(const Actions& actions);

  MechanismDocument& document_;
  Selection& selection_;
  const Actions& actions_;
  std::function<bool()> hasBegun_, takeBack_;
};

}  // namespace clank
