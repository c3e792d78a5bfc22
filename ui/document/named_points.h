// SPDX-License-Identifier: GPL-3.0-or-later
// Named points of bodies in a drawing (core/model/named_point.h): a name is given, changed, taken away, and
// what is put on the point shares it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/model/mechanism.h"
#include "core/model/named_point.h"
#include "ui/document/body_points.h"
#include "ui/document/plane_motion.h"

namespace clank {

// Places of a body so close are one: as the board has them in one pin.
inline constexpr double kOnePlace = 1e-7;  // m

// Does a place of a body say that it is one of its points?
bool isShared(const Point& place, const Body& body);
// Every place in a body that an element has, as visitPlacesOf(); of those that share a named point of the
// body the point, once: who moves what is visited moves all.
void visitPointsOf(Mechanism& mechanism, const std::string& body, const PointVisit& visit);
// The named point at a place; null: there is none. shown: with its values.
const NamedPoint* findPointAt(const Body& shown, PlanePoint at);

// Why a point of a body cannot be called so, in words; empty: it can. own: what it is called now.
std::string explainPointId(const Body& body, std::string_view id, std::string_view own = {});

// Gives a place of a body a name, and all that sits there shares it, corners of a plate as well. The point
// takes over the expression that one of them has; one that another expression put there keeps that, as it
// may be elsewhere in another case.
void namePoint(Mechanism& m, const Mechanism& shown, const std::string& body, PlanePoint at,
               const std::string& id);
// What refers to the point follows.
void renamePoint(Mechanism& m, const std::string& body, const std::string& from, const std::string& to);
// What refers to the point says instead what the point said, so nothing moves, in no case.
void removePoint(Mechanism& m, const std::string& body, const std::string& id);
void removePoints(Mechanism& m, const std::string& body);

// A change after which all that it has put on a named point shares that. shown: with values, before it.
void changeSharing(Mechanism& m, const Mechanism& shown, const std::function<void(Mechanism&)>& change);

// Of the mirror image of a body the y of its points change their sign: expressions that read them keep their
// value.
void negateReferences(Mechanism& m, const std::string& body);

// The name of a point as a JSON pointer: "/bodies/0/points/2/id".
bool isPointName(std::string_view pointer);
// Why it cannot be typed there; empty: it can.
std::string explainTypedName(const Mechanism& m, std::string_view pointer, std::string_view typed);
// False: it is no name of a point there, or it cannot be that.
bool typePointName(Mechanism& m, std::string_view pointer, std::string_view typed);
// "/bodies/0/points/2". False: that is no point.
bool removePointAt(Mechanism& m, std::string_view pointer);

}  // namespace clank
