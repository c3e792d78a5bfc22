// SPDX-License-Identifier: GPL-3.0-or-later
// What a drawing tool is, and what the board lends it.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>

#include "core/kinematics/kinematics.h"
#include "ui/board/board_view.h"
#include "ui/board/drawing.h"
#include "ui/board/material_point.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/selection.h"

namespace clank {

enum class ToolKind {
  select,
  reshape,
  bar,
  plate,
  disc,
  block,
  slider,
  pin,
  anchor,
  weld,
  slot,
  gear,
  belt,
  curve,
  cylinder,
  spring,
  damper,
  rope,
  torsionSpring,
  motor,
  load,
  torque,
  surface,
  cam,
  trace,
  measure,
  picture,
  target
};

struct ToolMouse {
  QPointF world;  // m, where the mouse really is
  QPointF pixel;
  Snap snap;
  Qt::KeyboardModifiers modifiers;
};

class BoardLabels;

// What the board lends to its tools.
class BoardAccess {
 public:
  virtual MechanismDocument& document() = 0;
  virtual Selection& selection() = 0;
  virtual const Drawing& drawing() const = 0;
  virtual const BoardView& view() const = 0;
  virtual Kinematics* kinematics() = 0;  // at the poses of drawing(); null when the drawing cannot be closed
  virtual void showPoses(const std::vector<BodyPose>& poses) = 0;  // without changing the document
  // One command: change, and the poses that close the joints afterwards. Returns false when nothing changed.
  virtual bool edit(const QString& text, const std::function<void(Mechanism&)>& change, int mergeId = -1) = 0;
  // While a run is on: a hand takes hold of a point of a body, leads it (m, world) and lets go. False: none
  // is.
  virtual bool takeHold(const BodyPoint& point, QPointF world) = 0;
  virtual void leadHand(QPointF world) = 0;
  virtual void letGo() = 0;
  virtual std::string targetOf() const = 0;      // optimisation that a target is drawn for; empty: any
  virtual void say(const QString& text) = 0;     // in place of the hint, until the next move
  virtual void refuse(const QString& text) = 0;  // say, and at the cursor too
  // A choice at a place of the sheet, by mouse or keyboard; done is called with its index, or not at all.
  virtual void offerChoice(QPointF pixel, const QStringList& texts, std::function<void(int)> done) = 0;
  // A field over the sheet, labelled with what is asked for; done is called with its text and returns what is
  // wrong with it, or nothing.
  virtual void ask(QPointF pixel, const QString& label, const QString& text,
                   std::function<QString(const QString&)> done) = 0;
  // A bar was reshaped that is as long as a parameter says: the parameter has changed from that text.
  virtual void tellStretched(const std::string& body, const std::string& parameter,
                             const std::string& before) = 0;

 protected:
  ~BoardAccess() = default;
};

class Tool {
 public:
  explicit Tool(BoardAccess& board) : board_(board) {}
  virtual ~Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;

  virtual QString hint() const = 0;  // what it wants next
  // What a click here would do, in words at the cursor; empty: nothing that is not seen.
  virtual QString cursorHint(const ToolMouse&) const { return {}; }
  // The bodies that a click here is about: they are lit.
  virtual std::vector<int> bodiesMeant(const ToolMouse& mouse) const;
  virtual void press(const ToolMouse& mouse) = 0;
  virtual void move(const ToolMouse&) {}
  virtual void grasp(const BodyPoint&, const ToolMouse&) {}  // in another view; then as after press()
  virtual void release(const ToolMouse&) {}
  virtual void doubleClick(const ToolMouse& mouse) { press(mouse); }
  // Gives up what is begun; false: there was nothing.
  virtual bool escape() { return false; }
  virtual bool hasBegun() const { return lineFrom().has_value(); }
  // Undo while something is being drawn: its last click goes; false: there was none.
  virtual bool takeBack() { return hasBegun() && escape(); }
  // Another tool is taken, or Esc pressed: what is complete stays; false: nothing is complete.
  virtual bool keep() { return false; }
  // Kinds of what it draws, to choose from above the sheet; empty: there is only one.
  virtual QStringList options() const { return {}; }
  virtual void choose(int) {}
  // A digit typed while a length is being drawn, or whatever else numbers say about.
  virtual bool takesDigits() const { return lineFrom().has_value(); }
  virtual bool type(const QString&) { return false; }
  virtual void paint(QPainter&, const ToolMouse&) {}
  virtual void addLabels(BoardLabels&, const ToolMouse&) {}                 // texts that others make room for
  virtual std::optional<QPointF> lineFrom() const { return std::nullopt; }  // for round angles
  virtual bool isDragging() const { return false; }  // poses that are not those of the document
  virtual bool snaps() const { return true; }
  virtual std::vector<int> changing() const { return {}; }  // bodies that do not attract while they change
  virtual Qt::CursorShape cursor() const { return Qt::CrossCursor; }

 protected:
  BoardAccess& board_;
};

std::unique_ptr<Tool> makeTool(ToolKind kind, BoardAccess& board);

}  // namespace clank
