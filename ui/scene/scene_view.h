// SPDX-License-Identifier: GPL-3.0-or-later
// How it moves: the mechanism as shaped parts in a VTK scene. Knows the mechanism and rows of channel values;
// nothing of documents, runs or plots.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <span>
#include <vector>

#include "core/model/body_pose.h"
#include "core/model/shared_mechanism.h"
#include "core/record/channel.h"
#include "core/record/receipt.h"
#include "core/record/touch.h"
#include "core/support/result.h"
#include "ui/look/bending_look.h"
#include "ui/look/hand_mark.h"
#include "ui/look/palette.h"
#include "ui/scene/arrow_look.h"
#include "ui/scene/ghost_look.h"
#include "ui/scene/play_figure.h"

namespace clank {

class SceneView : public QWidget {
  Q_OBJECT
 public:
  explicit SceneView(QWidget* parent = nullptr);
  ~SceneView() override;

  // Parts for a resolved mechanism; channels say where in a row x, y, angle of each body and the phases
  // stand.
  void setMechanism(const SharedMechanism& resolved, const std::vector<Channel>& channels);
  void setLook(const Palette& palette);
  void fit();

  // Pose, joint states and forces; touches: Trajectory::touchesAt().
  void showRow(std::span<const double> row, std::span<const Touch> touches = {});
  // Pale mechanisms of other runs.
  void setGhosts(std::vector<GhostLook> looks);
  // Of one of them, from the next setMechanism() on.
  void setGhostMechanism(std::size_t ghost, const Mechanism& resolved);
  void showGhost(std::size_t ghost, std::span<const double> row);  // empty: none
  // Bodies in the hand of the user, before there is a row of it: joints as they were, no forces.
  void showPoses(const std::vector<BodyPose>& poses);
  void setHands(std::vector<HandMark> hands);  // that pull
  const std::vector<HandMark>& hands() const;
  // A left drag takes the part under it along, and does not pan.
  void setGraspable(bool on);
  void showReceipt(const Receipt* receipt);  // impact flash and impulse arrow; nullptr: none
  void setGhostName(const QString& text);    // below it: what the pale mechanism is
  QString ghostName() const;
  void setPointed(const std::string& part);  // lit and named; empty: none
  const std::string& pointed() const;
  void setHeadline(const QString& text);  // upper right corner: "t = 0.1673 s  O3 locks"
  QString headline() const;
  std::vector<BodyPose> poses() const;  // of the bodies as they are drawn
  // Paths of the traced points and the scale of arrows, which stays when the paths are cleared.
  void appendTrace(std::span<const double> row, std::span<const Touch> touches = {});
  void clearTrace();
  // Open on a loose joint by its id; on another, or on none (empty), it closes. False: there is no such
  // joint.
  bool openLoupe(const QString& joint);
  QString openedLoupe() const;  // its joint; empty: closed
  void setBendingLook(const BendingLook& look);
  void setArrowLook(const ArrowLook& look);  // of forces and velocities
  // The camera keeps the middle of a body where it is in the picture and, if asked, turns with it; an empty
  // id, or one that is not there: it stands still. What is moved by hand is moved against the body.
  void setFollowed(const QString& body, bool turning);
  QString followed() const;  // empty: none
  bool turnsWithFollowed() const;
  void setPlayExaggerated(bool on);  // the play of loose joints as large as their marks allow

  QImage grabImage();  // the scene alone, in device pixels
  // Of a view that is never shown: pictures of its own size, in px. drawImage() comes after beginOffscreen(),
  // which fails where there is no OpenGL.
  Problems beginOffscreen();
  QImage drawImage();
  // Colours and ways of drawing of another view of the same mechanism, and its place if a hand has chosen
  // that.
  void takeLook(const SceneView& other);
  // One camera for both from now on: who moves one, moves the other, and what is fitted is fitted for both.
  void shareCamera(SceneView& other);
  QPointF toPixel(double x,
                  double y) const;  // where a point of the world (m) stands in the view, device-independent

 Q_SIGNALS:
  void bodyClicked(const QString& id);
  void jointClicked(const QString& id);
  void partPointed(const std::string& id);  // body or joint under the mouse; empty: none
  void figureAsked(const QString& joint, clank::PlayFigure figure);  // in the loupe
  // A point of a body (m, its axes), led over the plane of the mechanism (m).
  void bodyGrasped(const QString& id, QPointF at, QPointF world);
  void bodyLed(QPointF world);
  void bodyDropped(QPointF world);
  void loupeChanged();
  void followedChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace clank
