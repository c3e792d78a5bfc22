// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing board: the sheet, the mechanism on it, and the tool in hand.
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "ui/board/analysis.h"
#include "ui/board/board_field.h"
#include "ui/board/board_labels.h"
#include "ui/board/board_painter.h"
#include "ui/board/board_view.h"
#include "ui/board/branch_ghosts.h"
#include "ui/board/canvas.h"
#include "ui/board/picture_layer.h"
#include "ui/board/tool.h"
#include "ui/board/tool_options.h"
#include "ui/look/hand_mark.h"

class QMenu;

namespace clank {

class JointCard;
class SurfaceTool;
enum class JointMarking;

class Board : public QWidget, private BoardAccess {
  Q_OBJECT
 public:
  Board(MechanismDocument& document, Selection& selection, QWidget* parent = nullptr);
  ~Board() override;

  void setTool(ToolKind kind);
  ToolKind toolKind() const { return kind_; }
  void drawTarget(const std::string& optimisation);  // with the tool for it, until another tool is taken
  bool hasBegun() const;                             // something is being drawn
  bool takeBack();                       // the last click of what is being drawn; false: nothing is
  void repeatTool() { setTool(last_); }  // the last one that was not select
  void setLook(const Palette& palette);
  void fit();
  // The same, with room for what a mechanism of several degrees of freedom may do before anybody knows.
  void fitForRun();
  // Where the parts go in a run, asked when it is fitted; nothing: no run is known.
  void setMotion(std::function<std::optional<Drawing::Box>()> motion) { motion_ = std::move(motion); }
  // What is shown of the drawing at rest.
  void setVelocitiesShown(bool shown);
  void setAccelerationsShown(bool shown);
  void setCentresShown(bool shown);
  void setNamesShown(bool shown);  // of all joints
  // Joints whose names are shown, as plots or messages speak of them.
  void setSpokenOf(const std::vector<std::string>& joints);
  void setPointed(const std::string& part);  // lit and named; empty: none
  const std::string& pointed() const { return view_.pointed; }
  const std::vector<BoardLabels::Drawn>& labels() const { return labels_; }  // as last painted
  const Analysis& analysis() const { return analysis_; }
  Canvas& canvas() { return *canvas_; }
  const Drawing& drawing() const override { return drawing_; }

  // A moment of a run in place of the start, until something is drawn or dragged; states: one a joint, and
  // one a contact pair; modes (m) of the bodies that bend, as RowLayout reads them.
  void showMoment(const std::vector<BodyPose>& poses, const std::vector<JointState>& states,
                  const std::vector<JointState>& contacts,
                  const std::vector<std::vector<double>>& modes = {});
  void setBendingLook(const BendingLook& look);
  void showStart();
  bool isMoment() const { return isMoment_; }

  // A hand on a run that is on: takes asks whether there is one (BoardAccess::takeHold).
  using TakesHold = std::function<bool(const std::string& body, QPointF at, QPointF world)>;
  void setTakesHold(TakesHold takes) { takesHold_ = std::move(takes); }
  // Hands that pull at the moment that is shown.
  void setHands(std::vector<HandMark> hands);
  const std::vector<HandMark>& hands() const { return hands_; }
  // The mechanism in the hand of the user, by another view: a point of a body (m, its axes) led over the
  // sheet (m, world), as with the tool that selects.
  void grasp(const std::string& body, QPointF at, QPointF world);
  void drag(QPointF world);
  void drop(QPointF world);

  bool isDragging() const { return tool_->isDragging(); }  // the mechanism is in the hand of the user
  bool isSelected(const ElementId& element) const { return selection_.contains(element); }

 Q_SIGNALS:
  void dragged(const std::vector<clank::BodyPose>& poses);  // by hand; nothing is drawn yet
  void handLed(QPointF world);                              // on a run that is on
  void handLetGo();
  void analysed(const QString& mobility);     // of the drawing, in words; empty: not known
  void partPointed(const std::string& part);  // by the mouse; empty: none
  void toolChanged(clank::ToolKind kind);
  void hintChanged(const QString& text);
  void propertiesAsked();  // of what is selected
  void copyAsked();        // likewise
  void mirrorCopyAsked();
  // Something has been done that can be meant in another way: act does that.
  void choiceOffered(const QString& sentence, const QString& keep, const QString& other,
                     const std::function<void()>& act);
  void editingBegan();  // the board goes back from a moment of a run to the drawing

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  MechanismDocument& document() override { return document_; }
  Selection& selection() override { return selection_; }
  const BoardView& view() const override { return view_; }
  Kinematics* kinematics() override;
  void showPoses(const std::vector<BodyPose>& poses) override;
  bool edit(const QString& text, const std::function<void(Mechanism&)>& change, int mergeId) override;
  bool takeHold(const BodyPoint& point, QPointF world) override;
  void leadHand(QPointF world) override { Q_EMIT handLed(world); }
  void letGo() override { Q_EMIT handLetGo(); }
  std::string targetOf() const override { return targetOf_; }
  void say(const QString& text) override;
  void refuse(const QString& text) override;
  void offerChoice(QPointF pixel, const QStringList& texts, std::function<void(int)> done) override;
  void tellStretched(const std::string& body, const std::string& parameter,
                     const std::string& before) override;
  void ask(QPointF pixel, const QString& label, const QString& text,
           std::function<QString(const QString&)> done) override;

  void bindCanvas();
  void leaveBegun();
  void beginTool();
  bool isOnLabel(const std::string& key, QPointF pixel) const;
  std::shared_ptr<const DrawnParts> findParts();
  void showDrawing();
  bool isLarge() const;
  void showSoon();
  void showAwaited();
  void showPosition();
  void showPictures();
  void bendDrawing();
  void paintBendingNotes(QPainter& painter);
  void paint(QPainter& painter);
  void paintWelcome(QPainter& painter);
  void forgetSnap();
  void addSnapReason(BoardLabels& labels) const;
  void addCursorHint(BoardLabels& labels) const;
  bool isMouseThere() const;  // still where the tool last saw it
  ToolMouse read(const CanvasMouse& mouse) const;
  ToolMouse readAt(QPointF world) const;
  void press(const CanvasMouse& mouse);
  void pressAtStart(const CanvasMouse& mouse);
  void moveMouse(const CanvasMouse& mouse);
  void followMouse(const CanvasMouse& mouse);
  void lookAgain();  // at what the mouse is on: something else is begun or drawn by now
  void doubleClick(const CanvasMouse& mouse);
  void updHover(const CanvasMouse& mouse);
  void tellHover();
  void showMenu(const CanvasMouse& mouse, QPoint global);
  void addSheetActions(QMenu& menu, const CanvasMouse& mouse);
  void addPictureActions(QMenu& menu, const std::string& id);
  void addTargetActions(QMenu& menu, const ElementId& element);
  void addGearActions(QMenu& menu, const std::string& id, QPointF pixel);
  void addJointActions(QMenu& menu, const std::string& id, QPointF pixel);
  void addMarkingActions(QMenu& menu, const Joint& joint);
  void addBodyActions(QMenu& menu, const std::string& id, const CanvasMouse& mouse);
  void addContactActions(QMenu& menu, const std::string& id, QPointF pixel);
  void addPointAction(QMenu& menu, QPointF world);
  void addNameActions(QMenu& menu, const CanvasMouse& mouse);
  void addNameAction(QMenu& menu, const BodyPoint& place, bool isAlone, QPointF pixel);
  void askPointName(QPointF pixel, const BodyPoint& place);
  void addSolidAction(QMenu& menu, const std::string& id);
  void addPlaceActions(QMenu& menu, const CanvasMouse& mouse);
  void beginSurface(const std::function<void(SurfaceTool&)>& begin);
  void closeField();  // and the card
  void askState(QPointF pixel, const std::string& joint);
  void markJoint(const std::string& joint, JointMarking marking);
  void askNumber(QPointF pixel, const std::string& pointer, const QString& name);
  void askLength(const DimensionLabel& label);
  void askRods(QPointF pixel, const std::string& body);
  void askLimit(QPointF pixel, const std::string& joint, std::optional<std::size_t> change);
  void askTeeth(QPointF pixel, const std::string& joint);
  bool escape();
  bool leaveTool(QEvent& event);

  MechanismDocument& document_;
  Selection& selection_;
  Canvas* canvas_;
  BoardField* field_;
  ToolOptions* options_;
  JointCard* card_ = nullptr;
  std::string cardJoint_;
  Drawing drawing_;
  std::vector<std::optional<BentShape>> shapes_;  // of the document, once they are asked for
  std::vector<std::vector<double>> modes_;        // of the moment
  BoardView view_;
  PictureLayer pictures_;
  std::vector<DimensionLabel> dimensions_;
  std::vector<BoardLabels::Drawn> labels_;
  LabelLayout::Memory labelPlaces_;
  void analyse();  // where that was left for later
  void updateAnalysis();
  bool chooseBranch(QPointF pixel);  // of a change point, by its name; false: there is none
  void fitWithTurn(int mobility);    // of that many degrees of freedom at most, before a run

  TakesHold takesHold_;
  std::vector<HandMark> hands_;
  std::optional<Kinematics> kinematics_;
  Analysis analysis_;
  BranchGhosts ghosts_;
  std::function<std::optional<Drawing::Box>()> motion_;
  std::shared_ptr<const DrawnParts> parts_;  // of the document
  int partsRevision_ = -1;
  SharedMechanism shown_;  // of the document, as last drawn
  bool isAnalysed_ = true;
  bool isAwaited_ = false;                 // it has not yet been drawn since it was opened
  bool isMoment_ = false, fitted_ = true;  // since a file was loaded
  ToolKind kind_ = ToolKind::select, last_ = ToolKind::bar;
  std::unique_ptr<Tool> tool_, left_;
  std::string targetOf_;
  std::vector<std::string> ids_;  // of the parts that the tool in hand knows
  bool isEditing_ = false;        // it changes the document itself
  ToolMouse mouse_;
  bool mouseInside_ = false;
  std::string told_;                  // part under the mouse that was last announced
  bool said_ = false;                 // something in place of the hint
  std::set<ToolKind> used_;           // tools that have drawn something
  std::optional<QPointF> clickedAt_;  // px: no hint at the cursor until the mouse moves from there
  QString refused_;                   // at the cursor, until then
};

}  // namespace clank
