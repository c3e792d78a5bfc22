// SPDX-License-Identifier: GPL-3.0-or-later
// What the drawing tools do to a mechanism. Pure: they work on the copy inside MechanismDocument::edit(). The
// drawing says where everything stands just now.
#pragma once

#include <string>
#include <vector>

#include "ui/board/curve_draft.h"
#include "ui/board/drawing.h"

namespace clank {

// Where a new part begins or ends: a place, and the point of a body it is put on, if any.
struct Place {
  QPointF world;
  std::optional<BodyPoint> on;
  bool isExact = false;  // it lies on a line or in a middle: no digit of it is rounded
};

// A bar of steel, 10 mm x 10 mm, with a pin at each end that is put on something. Returns its id.
std::string addBar(Mechanism& m, const Drawing& d, const Place& from, const Place& to);
// A plate of steel, 5 mm thick, with its corners at three or more places.
std::string addPlate(Mechanism& m, const Drawing& d, const std::vector<Place>& corners);
// A disc of steel, 10 mm thick, with a pin in its middle where that is put on a body.
std::string addDisc(Mechanism& m, const Drawing& d, const Place& middle, const Quantity& radius);
// A solid rectangle of steel between two corners (world), 10 mm thick.
std::string addBlock(Mechanism& m, QPointF corner, QPointF opposite);
// A block on a straight guide of the frame; a pin where it is put on a body.
std::string addSlider(Mechanism& m, const Drawing& d, const Place& at, double angle);
std::string addAnchor(Mechanism& m, const Drawing& d, const BodyPoint& point);
// Two points of bodies that lie at one place are held together there, by a pin or rigidly. The frame is a.
std::string addJunction(Mechanism& m, const Drawing& d, const BodyPoint& a, const BodyPoint& b,
                        const JointKind& kind);
// A pin (of b) in a slot of a that points along an angle in the axes of a.
std::string addSlot(Mechanism& m, const BodyPoint& slot, double angle, const BodyPoint& pin,
                    const Drawing& d);
// A pin on a curve of a body, or of the frame.
std::string addTrack(Mechanism& m, const Drawing& d, int carrier, const PlacedCurve& placed,
                     const BodyPoint& pin);
// A closed curve of a body or the frame as a surface for a point of another, or the disc about that point.
std::string addCam(Mechanism& m, const Drawing& d, int carrier, const PlacedCurve& placed,
                   const BodyPoint& follower);
// A belt around pulleys about points of two bodies, each as wide as a disc about that point, or else kPulley
// of the distance.
inline constexpr double kPulley = 0.2;
double findPulley(const Drawing& d, const BodyPoint& at, double distance);
std::string addBelt(Mechanism& m, const Drawing& d, const BodyPoint& a, const BodyPoint& b, bool crossed);
// A cylinder between points of two bodies, or one of a body and one of the frame.
std::string addCylinder(Mechanism& m, const Drawing& d, const Place& from, const Place& to);
std::string addSpring(Mechanism& m, const Drawing& d, const Place& from, const Place& to, double stiffness,
                      double damping);
// A rope as long as the way over its places: ends, and between them rings.
std::string addRope(Mechanism& m, const Drawing& d, const std::vector<Place>& places);
std::string addTorsionSpring(Mechanism& m, const Drawing& d, std::size_t joint);
std::string addMotor(Mechanism& m, std::size_t joint);
std::string addLoad(Mechanism& m, const Drawing& d, const BodyPoint& point, QPointF force);
std::string addTorque(Mechanism& m, int body, const Drawing& d);
// A point of a body leaves its path.
std::string addTrace(Mechanism& m, const BodyPoint& point, const Drawing& d);
// A pin between a link and the one that carries the slot runs in it from now on.
void turnIntoSlot(Mechanism& m, std::size_t joint, const std::string& carrier, double angle);
// A pin becomes rigid, and free again.
void toggleWeld(Mechanism& m, std::size_t joint);

// Another length of a bar; whatever sat on its far end stays there.
void setBarLength(Mechanism& m, const Drawing& d, const std::string& body, const Quantity& length);
// What a link ends in, m: half the width of a bar at its ends, the radius of a disc at its centre; else 0.
double findEndRadius(const Drawing& d, const BodyPoint& point);
// The parameter that alone says how long a bar is, where it is a number in the case and no expression. Empty:
// none.
std::string findLengthParameter(const Mechanism& m, const std::string& caseId, const std::string& body);
// Everything that lies in a handle goes to another place; bars change length and direction, plates their
// shape. Of a bar that is as long as a parameter says the parameter changes.
void moveHandle(Mechanism& m, const Drawing& d, const Handle& handle, QPointF to,
                const std::string& caseId = {});

// The joint becomes metamorphic with a table that runs; one that is so already stays.
void makeMetamorphic(Mechanism& m, const Mechanism& shown, const std::string& joint);
// A limit in the direction away from where it is: the joint locks there, or has an end stop if it is driven.
void addLimit(Mechanism& m, const std::string& joint, double value, double now);
void removeLimits(Mechanism& m, const std::string& joint);
void setLimit(Mechanism& m, const std::string& joint, std::size_t change, const Quantity& value);
// A limit that is met from the first phase is met from the side on which the joint is drawn.
void aimLimit(Mechanism& m, const std::string& joint, std::size_t change, double value, double now);
std::string addSurface(Mechanism& m, const std::string& body, const SurfaceKind& kind);
// A point of a body, or a circle about it, that meets a surface.
std::string addContact(Mechanism& m, const std::string& surface, const std::string& body, QPointF at,
                       const Quantity& radius);

}  // namespace clank
