// SPDX-License-Identifier: GPL-3.0-or-later
// What a file of the program Linkage (.linkage2) says, in our units.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/drawn_links.h"
#include "core/support/result.h"

namespace clank {

// What an element is fastened to: it moves with a link, or stands with an anchor.
struct LinkageFastening {
  std::optional<int> link, connector;
};

struct LinkageConnector {
  int id = 0;
  std::string name;
  Spot at;
  bool anchor = false, input = false, draws = false, slides = false, byHand = false;
  bool drawn = false;       // part of a drawing or a measurement, not of the mechanism
  double rpm = 0;           // clockwise
  double bend = 0;          // m, radius of the arc that it slides along; 0: a line
  std::vector<int> limits;  // connectors between which it slides
  LinkageFastening fastening;
};

// Its length goes to and fro between that as drawn and one that differs by the throw, with a constant speed:
// twice the throw a cycle. A negative number of cycles draws it in.
struct LinkageActuator {
  std::optional<double> reach;  // m, the throw; half the length when absent
  double cycles = 15;           // per minute
};

struct LinkageLink {
  int id = 0;
  std::string name;
  std::vector<int> connectors;  // all are known, each is named once
  std::vector<int> carried;     // connectors that are fastened to it
  bool gear = false, drawn = false, byHand = false;
  std::optional<LinkageActuator> actuator;
  LinkageFastening fastening;

  std::string title() const;  // for notes
};

// Two gears that mesh, or two wheels with a chain around.
struct LinkageRatio {
  bool chain = false;
  bool sizeIsRadius = false;  // of a chain: sizes are radii (m); else only their ratio counts
  struct Wheel {
    int link = 0;
    double size = 0;
  };
  std::vector<Wheel> wheels;
};

struct LinkageFile {
  double unit = 1;  // m
  std::map<int, LinkageConnector> connectors;
  std::vector<LinkageLink> links;  // no two have one id
  std::vector<LinkageRatio> ratios;
  std::vector<std::string> notes;  // in words: what is not as in the file

  const LinkageLink* findLink(int id) const;
};

// Fails with line and reason.
Result<LinkageFile> readLinkageFile(std::string_view xml);

}  // namespace clank
