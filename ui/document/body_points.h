// SPDX-License-Identifier: GPL-3.0-or-later
// The points of a mechanism that are fixed in a body, and what a length that is typed does to them.
#pragma once

#include <functional>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

using PointVisit = std::function<void(Point&)>;

// Calls visit(body, place) for every place of an element that is fixed in a body.
using PlaceVisit = std::function<void(const std::string& body, Point& place)>;
void visitPlaces(Joint& joint, const PlaceVisit& visit);
void visitPlaces(ContactPair& contact, const PlaceVisit& visit);
void visitPlaces(ForceElement& force, const PlaceVisit& visit);
void visitPlaces(Trace& trace, const PlaceVisit& visit);

// Every such place in one body, in an order that depends on the elements alone.
void visitPlacesOf(Mechanism& mechanism, const std::string& body, const PointVisit& visit);
// The same, but of those that share a named point of the body the point, once: who moves what is visited
// moves all.
void visitPointsOf(Mechanism& mechanism, const std::string& body, const PointVisit& visit);

// The length of a body as a JSON pointer: "/bodies/0/length".
bool isLength(const std::string& pointer);
// The length of a bar, as typed: what is joined to its far end stays there. caseId: the case in force.
void typeLength(Mechanism& mechanism, const std::string& caseId, const std::string& pointer,
                const std::string& text);

}  // namespace clank
