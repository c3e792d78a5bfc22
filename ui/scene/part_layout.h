// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to draw of a mechanism, in numbers: which points a part joins, how wide it is, which layer it
// lies in.
#pragma once

#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/slider_faces.h"
#include "ui/look/gear_teeth.h"
#include "ui/scene/contact_layout.h"
#include "ui/scene/plane.h"

namespace clank {

inline constexpr double kMostLifted = 200;  // shapes that lie each a little over the last one

struct PartLayout {
  std::vector<Vec2> points;     // body axes: joint points, ends of a rod, or the centre of mass
  double width = 0;             // m, as drawn
  double z = 0;                 // m, underside; later bodies lie higher
  double radius = 0;            // m, of a disc about the origin; 0: it is none
  bool slider = false;          // all its points coincide with a prismatic joint: the block is the part
  std::optional<Vec2> freeEnd;  // body axes, of the last body of an open chain
};

// A joint's sides as indices into bodies; -1 is the frame.
struct JointLayout {
  int a = -1, b = -1;
  Vec2 atA, atB;
  bool prismatic = false;           // a block on a guide
  bool loose = false;               // a journal in a bearing with play
  bool guide = false;               // a has a straight guide: prismatic, slot, rack
  bool inLink = false;              // which is a slot in a link
  double axisInA = 0, axisInB = 0;  // rad, with a guide: direction of the axis in the axes of a and of b
  Vec2 guideCenter;                 // middle of the guide, axes of a
  double guideHalf = 0;             // m, half its length
  SliderFaces faces;                // prismatic
  double radiusA = 0, radiusB = 0;  // m, gear and rack: pitch circles about atA and atB
  PairTeeth teeth;                  // of gears
  std::vector<Vec2> curve;          // point on curve: axes of a
};

struct RopeLayout {
  struct End {
    int body = -1;
    Vec2 at;  // axes of the body
  };
  std::vector<End> points;  // ends, and between them rings
  double length = 0;        // m
  struct Pulleys {
    double radiusA = 0, radiusB = 0;  // m
    bool crossed = false;
  };
  std::optional<Pulleys> pulleys{};  // of a belt, around its two points
};

// The ends of a linear spring, a damper, or both side by side.
struct SpringLayout {
  RopeLayout::End a, b;
};

struct MechanismLayout {
  std::vector<Placement> start;  // of each body
  std::vector<PartLayout> parts;
  std::vector<JointLayout> joints;
  std::vector<RopeLayout> ropes;
  std::vector<SpringLayout> springs;
  ContactLayout contacts;
  double size = 1;       // m, extent of the mechanism at the start
  double unit = 0.04;    // m, typical drawn width: pins, symbols and arrows are sized by it
  double thickness = 0;  // m, of a part
  double top = 0;        // m, upper side of the highest part

  // Place of a point of side a or b of a joint, given the places of all bodies.
  Vec2 worldA(std::size_t joint, const std::vector<Placement>& poses) const;
  Vec2 worldB(std::size_t joint, const std::vector<Placement>& poses) const;
  Vec2 worldOf(const RopeLayout::End& point, const std::vector<Placement>& poses) const {
    return point.body < 0 ? point.at : poses[static_cast<std::size_t>(point.body)].toWorld(point.at);
  }
  // A rope or belt as it hangs or runs around its pulleys, in the world.
  std::vector<Vec2> lineOf(const RopeLayout& rope, const std::vector<Placement>& poses) const;
  double angleOfBody(int body, const std::vector<Placement>& poses) const;  // 0 for the frame
  // Smallest box around all parts at these places.
  Box boxOf(const std::vector<Placement>& poses) const;
  // boxOf the start, and a good part of what open chains can reach from the frame: where it probably moves.
  Box likelyRange() const;

  double calcBlockReach(const JointLayout& joint) const;
  void layOutGuide(const Mechanism& resolved, std::size_t index);
  // Guides go on to where their blocks are at these places, within some lengths of the mechanism. Has one
  // been made longer?
  bool widenGuides(const std::vector<Placement>& poses);
};

// before: size of a layout that this one replaces, 0 for none. Symbols keep their size while a slider or a
// hand changes the mechanism a little.
MechanismLayout layOut(const Mechanism& resolved, double before = 0);

}  // namespace clank
