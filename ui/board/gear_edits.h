// SPDX-License-Identifier: GPL-3.0-or-later
// Gears and racks as they are drawn: what the discs that are clicked say about the pitch circles, and on
// which body both turn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/board/drawing.h"

namespace clank {

// Two wheels about points of two bodies. A ring is the greater one of an internal mesh.
struct GearPair {
  BodyPoint a, b;
  double radiusA = 0, radiusB = 0;  // m, pitch circles
  Mesh mesh = Mesh::external;
  double module = 0;  // m; 0: no teeth
  std::string carrier = kFrame;
};

// The radius about a point: of the gear that it is in another pair, or of a disc there.
struct WheelRadius {
  double radius = 0;  // m; 0: nothing tells it
  double module = 0;  // m, of the other pair
  bool isGear = false;
};
WheelRadius findWheel(const Drawing& d, const BodyPoint& at);

// The bodies that hold both points by pins, the frame among them, but none of the two: directly, or by a pin
// about the same axis on another part. Without the frame where that holds one of them alone.
std::vector<std::string> listCarriers(const Drawing& d, const BodyPoint& a, const BodyPoint& b);
// Does one of the two carry the centre of the other?
bool carriesOther(const Drawing& d, const BodyPoint& a, const BodyPoint& b);
// The axes about which an arm on the frame leads a wheel around; world.
std::vector<QPointF> listArmPivots(const Drawing& d, const BodyPoint& wheel);

// Radii that meet at the distance of the centres. fits: so say the discs; else they are a choice.
struct RadiiPlan {
  GearPair pair;
  bool fits = true;
  bool isScaled = false;  // both in the same ratio
};
// What the discs say. First what is best; of discs that do not meet all choices, last those radii as they
// are.
std::vector<RadiiPlan> planRadii(const Drawing& d, const BodyPoint& a, const BodyPoint& b);
// So many teeth of each, which give radii and module at a distance of the centres.
void giveTeeth(GearPair& pair, double distance, int teethA, int teethB);
// A wheel that stands still, concentric with an axis, around or inside a wheel.
GearPair planFixedWheel(const Drawing& d, const BodyPoint& wheel, QPointF axis, QPointF clicked);

// A disc that is one of the wheels gets the radius of its pitch circle; a ring is no longer solid.
std::string addGears(Mechanism& m, const Drawing& d, const GearPair& pair);

// A guided block or bar on which a gear rolls: along its guide, as far from the centre as the gear's disc
// says, or as it is away.
struct RackPair {
  BodyPoint rack, gear;
  double angle = 0;   // rad, world, of the pitch line
  double radius = 0;  // m, positive
};
// Is a body guided along a line, so that it cannot turn as a wheel does?
std::optional<double> findGuideAngle(const Drawing& d, int body);
std::string addRack(Mechanism& m, const Drawing& d, const RackPair& pair);

// Teeth of a pair that is there: the radii follow, at the distance of the centres as drawn.
void setTeeth(Mechanism& m, const Drawing& d, std::size_t joint, int teethA, int teethB);
// Radii in the same ratio that meet at the distance of the centres. Null: they do already.
std::optional<GearPair> planFit(const Drawing& d, std::size_t joint);
void fitRadii(Mechanism& m, const Drawing& d, std::size_t joint);

}  // namespace clank
