// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism of Linkage while it becomes one of ours: what its parts are made of, and the pieces of the
// import that share this.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/io/drawn_links.h"
#include "core/io/imported_mechanism.h"
#include "core/io/linkage_file.h"

namespace clank {

// What a link of the file becomes.
enum class LinkageRole {
  nothing,    // a drawing, connectors alone or at one place
  frame,      // it lies between anchors
  body,       // a bar or a plate
  wheel,      // a disc about its connector
  telescope,  // an actuator between two parts
  cylinder    // an actuator of two bodies, of which one slides in the other
};

struct LinkageModel {
  explicit LinkageModel(const LinkageFile& in) : file(in) {}

  const LinkageFile& file;
  ImportedMechanism imported;
  std::map<int, LinkageRole> roles;
  std::map<int, LinkPlace> bodies;               // of a link; of a cylinder: the tube
  std::map<int, LinkPlace> rods;                 // of a cylinder
  std::map<int, std::vector<LinkPlace>> places;  // of the bodies at a connector; of fastened ones the first
  std::set<int> told;                            // connectors that have a note or a joint already
  double slowest = 0;                            // s, one turn or cycle of the slowest input

  Mechanism& updMechanism() { return imported.mechanism; }
  const LinkageConnector& connector(int id) const { return file.connectors.at(id); }
  LinkageRole role(const LinkageLink& link) const { return roles.at(link.id); }
  void note(std::string text);

  // Are two bodies fastened to each other, directly or through others, or the same?
  bool areOne(const std::string& a, const std::string& b) const;
  void makeOne(const std::string& a, const std::string& b);
  // The bodies at a connector, and the frame at an anchor.
  std::vector<LinkPlace> listPlaces(const LinkageConnector& at) const;

 private:
  std::map<std::string, std::string> fastenedTo_;
  std::string findFirst(std::string body) const;
};

inline LinkPlace makeFramePlace() {
  return {kFrame, {}, 0};
}
// Ids of ours have no minus.
std::string makeLinkageId(const char* kind, int id);

// linkage_roles.cpp: what each link is, with notes about what is nothing.
void findRoles(LinkageModel& model);

// linkage_gears.cpp: the disc of a wheel, as large as the largest pitch circle it has; the pairs of gears and
// the chains.
void makeWheel(LinkageModel& model, const LinkageLink& link);
void makeRatios(LinkageModel& model);

// linkage_slides.cpp: the slot or track of a connector that slides, with stops at its ends. slider: what
// moves along it there.
void makeSlide(LinkageModel& model, const LinkageConnector& at, const LinkPlace& slider);

// linkage_actuators.cpp: a cylinder's two bodies, and what drives an actuator. Those without bodies need the
// places of all others.
void makeCylinder(LinkageModel& model, const LinkageLink& link);
void makeTelescope(LinkageModel& model, const LinkageLink& link);

}  // namespace clank
