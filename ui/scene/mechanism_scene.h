// SPDX-License-Identifier: GPL-3.0-or-later
// One mechanism as a few actors, however many parts it has. Geometry is made once by build(); a new pose only
// moves it. What has changed is seen from the next commit() on.
#pragma once

#include <vtkActor.h>
#include <vtkSmartPointer.h>

#include <array>
#include <functional>
#include <list>
#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/shared_mechanism.h"
#include "ui/look/bending_look.h"
#include "ui/look/palette.h"
#include "ui/scene/actor_list.h"
#include "ui/scene/bent_outline.h"
#include "ui/scene/contact_colors.h"
#include "ui/scene/force_lines.h"
#include "ui/scene/ghost_look.h"
#include "ui/scene/joint_marks.h"
#include "ui/scene/part_layout.h"
#include "ui/scene/part_shapes.h"
#include "ui/scene/shape_batch.h"

class vtkRenderer;

namespace clank {

class FlatDrawing;

class MechanismScene {
 public:
  // Parts go to the first renderer, pins and other marks to the one above it.
  MechanismScene(vtkRenderer* renderer, vtkRenderer* top) : renderer_(renderer), top_(top) {}

  // Shows another mechanism; poses must follow. addBetween is called when the moment has come to add what
  // lies above the ground and below the parts: drawing order is depth order for everything that blends. It is
  // not called when the actors around it could stay: before it adds other actors than last time, clear().
  void build(const SharedMechanism& shared, const MechanismLayout& layout, const Palette& palette,
             const std::function<void()>& addBetween);
  void clear() { actors_.clear(); }
  // Modes of the bodies from the next place() or placeGhost() on; of bodies that do not bend none.
  void bend(const std::vector<std::vector<double>>& modes) { modes_ = modes; }
  // How they are drawn, likewise.
  void setBendingLook(const BendingLook& look) { bendingLook_ = look; }
  // states: one a joint; contacts: one a contact pair.
  void place(const std::vector<Placement>& poses, const std::vector<JointState>& states,
             const std::vector<JointState>& contacts);
  // Pale mechanisms of other runs, from the next build() on.
  void setGhosts(std::vector<GhostLook> looks) {
    ghostLooks_ = std::move(looks);
    hasOtherGhosts_ = true;
  }
  void setGhostMechanism(std::size_t ghost, const Mechanism& resolved) {
    if (ghostLooks_[ghost].mechanism == resolved) return;
    ghostLooks_[ghost].mechanism = resolved;
    hasOtherGhosts_ = true;
  }
  bool hasOtherGhosts() const { return hasOtherGhosts_; }  // than the last build() knew
  void placeGhost(std::size_t ghost, const std::vector<Placement>& poses);
  void hideGhost(std::size_t ghost);
  void setImpactJoint(int joint);  // -1: none
  void setLitPart(int body);       // that something else speaks of; -1: none
  // How many times larger than it is the play of loose joints is drawn, from the next place() on.
  void setPlayFactor(double factor) { playFactor_ = factor; }
  void setLineWidth(double pixels);
  // To be called before a frame.
  void commit();

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
    vtkSmartPointer<vtkPolyData> edge{};
    double disc = 0;  // m, radius of a disc, which has a mark
  };
  struct Part {
    std::vector<PartShape> shapes;    // body axes
    std::optional<BentOutline> bent;  // of the first shape
    bool isBent = false;              // also where it has no shape
    std::vector<ShapeBatch::Id> ids;  // of the shapes, in every batch of shapes
    ShapeBatch::Id stress = 0;        // of a link that bends, on its plate
  };
  struct Ghost {
    ShapeBatch fills, edges;
    std::vector<Part> parts;  // where they are others than those that are shown
  };
  std::vector<Part> makeParts(const Mechanism& resolved, const MechanismLayout& layout) const;
  void addEdges();
  std::vector<Part> findOwnParts(const Mechanism& ghost, const Mechanism& resolved) const;
  const std::vector<Part>& partsOf(const Ghost& ghost) const {
    return ghost.parts.empty() ? parts_ : ghost.parts;
  }
  Outline makeOutline(const Body& body, const PartLayout& part) const;
  vtkSmartPointer<vtkPolyData> makePlateOf(const PartShape& shape) const;
  vtkSmartPointer<vtkPolyData> makeShadow(const PartShape& shape) const;
  void addGhost(Ghost& ghost, const GhostLook& look, const Mechanism& resolved);
  void addParts();
  void addMarks(bool above);
  void show(ShapeBatch& batch, vtkRenderer* renderer, ActorList::Look look);
  ShapeBatch& batchOf(const JointMark& mark) {
    return markBatches_[(mark.above ? 2U : 0U) + (mark.moves() ? 1U : 0U)];
  }
  const std::vector<double>& modesOf(std::size_t body) const;
  void bendPart(std::size_t index);
  static void setVisible(const Ghost& ghost, bool on);
  void bendGhost(std::size_t index, Ghost& ghost);
  void showStress(std::size_t index);
  void placePart(std::size_t index);
  Placement placeOfMark(const JointMark& mark) const;
  Vec2 findJournal(std::size_t joint, const std::vector<Placement>& poses) const;
  void showStretched();
  void drawForces(FlatDrawing& drawing) const;
  void drawRope(const RopeLayout& rope, FlatDrawing& drawing) const;
  double ghostThickness() const { return 0.02 * layout_.unit; }
  QColor usualEdge() const;
  void showStates();
  void colourParts();
  void lightPart();

  vtkRenderer *renderer_, *top_;
  MechanismLayout layout_;
  Palette palette_;
  ShapeDetail detail_;
  ActorList actors_;  // of both renderers
  std::vector<Part> parts_;
  // Plates before shadows: the shadow of a part falls onto those below it.
  ShapeBatch plates_, edges_, litEdges_, stress_, shadows_;
  std::list<Ghost> ghosts_;
  bool hasOtherGhosts_ = false;
  std::vector<JointMark> marks_;
  std::array<ShapeBatch, 4> markBatches_;  // below and above the parts; of each those that stay and that move
  ContactColors contactColors_;
  vtkSmartPointer<vtkActor> stretched_;  // ropes, belts and what acts
  ForceLines forces_;
  std::vector<Placement> poses_;            // last placed
  std::vector<std::vector<double>> modes_;  // of each body
  BendingLook bendingLook_;
  std::vector<JointState> states_, contacts_, shownStates_;
  std::vector<GhostLook> ghostLooks_{GhostLook{}};
  int impactJoint_ = -1, litPart_ = -1;
  double lineWidth_ = 1.4, playFactor_ = 1;
};

}  // namespace clank
