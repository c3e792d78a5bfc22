// SPDX-License-Identifier: GPL-3.0-or-later
// The actors of one mechanism. Geometry is made once by build(); a new pose only moves it.
#pragma once

#include <vtkActor.h>
#include <vtkMatrix4x4.h>
#include <vtkSmartPointer.h>

#include <functional>
#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "ui/look/bending_look.h"
#include "ui/look/palette.h"
#include "ui/scene/actor_list.h"
#include "ui/scene/bent_outline.h"
#include "ui/scene/joint_marks.h"
#include "ui/scene/part_layout.h"
#include "ui/scene/part_shapes.h"

class vtkRenderer;

namespace clank {

class MechanismScene {
 public:
  // Parts go to the first renderer, pins and other marks to the one above it.
  MechanismScene(vtkRenderer* renderer, vtkRenderer* top) : renderer_(renderer), top_(top) {}

  // Shows another mechanism; poses must follow. addBetween is called when the moment has come to add what
  // lies above the ground and below the parts: drawing order is depth order for everything that blends. It is
  // not called when the actors around it could stay: before it adds other actors than last time, clear().
  void build(const Mechanism& resolved, const MechanismLayout& layout, const Palette& palette,
             const std::function<void()>& addBetween);
  void clear() { actors_.clear(); }
  // Modes of the bodies from the next place() or placeGhost() on; of bodies that do not bend none.
  void bend(const std::vector<std::vector<double>>& modes) { modes_ = modes; }
  // How they are drawn, likewise.
  void setBendingLook(const BendingLook& look) { bendingLook_ = look; }
  // states: one a joint; contacts: one a contact pair.
  void place(const std::vector<Placement>& poses, const std::vector<JointState>& states,
             const std::vector<JointState>& contacts);
  // Pale mechanisms of other runs, from the next build() on: one a colour, an invalid one that of the parts.
  void setGhosts(std::vector<QColor> colours) { ghostColours_ = std::move(colours); }
  std::size_t countGhosts() const { return ghostColours_.size(); }
  void placeGhost(std::size_t ghost, const std::vector<Placement>& poses);
  void hideGhost(std::size_t ghost);
  void setImpactJoint(int joint);  // -1: none
  void setLitPart(int body);       // that something else speaks of; -1: none
  // How many times larger than it is the play of loose joints is drawn, from the next place() on.
  void setPlayFactor(double factor) { playFactor_ = factor; }
  void setLineWidth(double pixels);

  // A straight line of sight given by where it passes z = 0 and how far it moves along x and y per unit of z.
  struct Sight {
    Vec2 at, slope;
  };
  int findBody(const Sight& sight, const std::vector<Placement>& poses) const;   // -1: none
  int findJoint(const Sight& sight, const std::vector<Placement>& poses) const;  // -1: none

 private:
  struct PartShape {
    Outline outline;
    double edgeRadius = 0;  // m
  };
  struct GhostPart {
    std::vector<vtkSmartPointer<vtkActor>> actors;
    vtkSmartPointer<vtkMatrix4x4> place;
  };
  struct Part {
    std::vector<PartShape> shapes;     // body axes
    std::optional<BentOutline> bent;   // of the first shape
    vtkSmartPointer<vtkActor> stress;  // of a link that bends, on its plate
    std::vector<vtkSmartPointer<vtkActor>> plates, edges, shadows;
    std::vector<GhostPart> ghosts;
    vtkSmartPointer<vtkMatrix4x4> place, shadowPlace;
  };
  vtkSmartPointer<vtkPolyData> makeRope(const RopeLayout& rope, const std::vector<Placement>& poses) const;
  Vec2 findJournal(std::size_t joint, const std::vector<Placement>& poses) const;
  void makePart(const Body& body, std::size_t index);
  void addGhost(Part& part, const QColor& colour);
  void addPart(Part& part);
  void addMarks(bool above);
  const std::vector<double>& modesOf(std::size_t body) const;
  void bendPart(std::size_t index);
  void bendGhost(std::size_t index, const GhostPart& ghost);
  void showStress(std::size_t index) const;
  Placement placeOfMark(const JointMark& mark, const std::vector<Placement>& poses) const;
  void showStates();
  void colourParts();
  void colourEdges();
  void colourContacts();

  vtkRenderer *renderer_, *top_;
  MechanismLayout layout_;
  Palette palette_;
  ActorList actors_;  // of both renderers
  std::vector<Part> parts_;
  std::vector<vtkSmartPointer<vtkActor>> ropes_;  // of the layout
  std::vector<JointMark> marks_;
  std::vector<std::vector<double>> modes_;  // of each body
  BendingLook bendingLook_;
  std::vector<JointState> states_, contacts_, shownStates_, shownContacts_;
  std::vector<QColor> ghostColours_{QColor()};
  int impactJoint_ = -1, litPart_ = -1;
  double lineWidth_ = 1.4, playFactor_ = 1;
};

}  // namespace clank
