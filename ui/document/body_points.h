// SPDX-License-Identifier: GPL-3.0-or-later
// The places of elements that are fixed in a body.
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
}  // namespace clank
