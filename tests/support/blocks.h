// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that touch with their outlines, built in tests.
#pragma once

#include <initializer_list>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {

// A solid box (m, kg) about its origin.
inline Body makeSolidBlock(std::string id, double width, double height, Pose pose, double mass = 1) {
  Body body = makeBody(std::move(id), mass, mass * (width * width + height * height) / 12, std::move(pose));
  const double w = width / 2, h = height / 2;
  body.outline = {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
  return body;
}

// A solid disc about its origin.
inline Body makeSolidDisc(std::string id, double radius, Pose pose, double mass = 1) {
  Body body = makeBody(std::move(id), mass, mass * radius * radius / 2, std::move(pose));
  body.radius = radius;
  return body;
}

// A uniform bar from its origin along x, with round ends.
inline Body makeRoundBar(std::string id, double length, double width, Pose pose) {
  Body body;
  body.id = std::move(id);
  body.pose = std::move(pose);
  body.length = length;
  body.section = 1e-4;
  body.density = 7800;
  body.width = width;
  return body;
}

// The outlines of all bodies against a surface of the frame, and against each other.
inline ContactPair makeTouch(Surface surface, std::initializer_list<const char*> bodies,
                             double restitution = 0, double friction = 0) {
  ContactPair touch = makeContact("touch", *bodies.begin(), std::move(surface), restitution, friction);
  touch.outlineB = true;
  touch.bodies.assign(bodies.begin() + 1, bodies.end());
  return touch;
}

// The outline of b against that of a.
inline ContactPair makeMeeting(std::string a, std::string b, double restitution = 0, double friction = 0) {
  ContactPair touch = makeContact("meet", std::move(b), OutlineSurface{}, restitution, friction);
  touch.a = std::move(a);
  touch.outlineB = true;
  return touch;
}

}  // namespace clank::test
