// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a PMKS+ drawing, whatever text they come from, and how they become a mechanism.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/drawn_links.h"
#include "core/io/imported_mechanism.h"
#include "core/support/result.h"

namespace clank {

struct PmksUnits {
  double length = 0.01, mass = 1, force = 1;  // m, kg, N
  const char* name = "cm";
};
// "in", "cm", "m".
const PmksUnits* findPmksUnits(std::string_view name);

enum PmksJointBit : unsigned { kPmksSlides = 1, kPmksInput = 2, kPmksGrounded = 4, kPmksTraced = 16 };

struct PmksJoint {
  std::string id, name;
  unsigned flags = 0;
  Spot at;
  double angle = 0;  // rad, of a slide on the ground
  // Of a slide in a moving link: that link, and two joints on it that its slot is parallel to.
  std::string carrier, slotFrom, slotTo;
  bool has(PmksJointBit bit) const { return (flags & bit) != 0; }
};

struct PmksLink {
  std::string id, name;
  bool piston = false;
  double mass = 0, inertia = 0;  // kg, kg m2
  Spot center;
  std::vector<std::string> joints;
};

struct PmksForce {
  std::string id, name, link;
  Spot at;
  double fx = 0, fy = 0;  // N, as drawn
  bool local = false;     // it turns with the link
};

// Takes the parts in the order joints, links, forces. Each add fails with the reason, named as where.
class PmksBuilder {
 public:
  void setUnits(const PmksUnits& units);
  void setSpeed(double rpm) { rpm_ = rpm; }  // counter-clockwise
  void setGravity(bool on);
  void note(std::string text);

  Result<void> addJoint(PmksJoint joint, const std::string& where);
  Result<void> addLink(PmksLink link, const std::string& where);
  Result<void> addForce(const PmksForce& force, const std::string& where);
  Result<ImportedMechanism> finish();

  const PmksUnits& units() const { return units_; }
  const PmksJoint* findJoint(const std::string& id) const;

 private:
  Mechanism& updMechanism() { return imported_.mechanism; }
  std::string takeId(std::string id);
  void makeBody(const PmksLink& link);
  const PmksJoint* findSlide(const std::string& joint) const;
  bool isOnBlock(const std::string& joint) const;
  Result<Slot> findSlot(const PmksJoint& slide) const;
  void addPin(const PmksJoint& at, const std::string& id, JointKind kind, const LinkPlace& a,
              const LinkPlace& b);
  Result<void> makeJoints(const PmksJoint& at);
  void makePins(const PmksJoint& at, const std::vector<LinkPlace>& places);
  void makeOwnSlide(const PmksJoint& at, const std::vector<LinkPlace>& places);
  Result<void> makeBlock(const PmksJoint& at, const PmksJoint& slide, const std::vector<LinkPlace>& places);
  void addTrace(const PmksJoint& at, const LinkPlace& place);
  void addSlideDrive(const PmksJoint& at, const std::string& joint);
  void addDrive(const PmksJoint& at, const std::string& joint);

  PmksUnits units_;
  double rpm_ = 0, slowest_ = 0;  // s, one turn of the input
  std::vector<PmksJoint> joints_;
  std::vector<PmksLink> links_;
  std::map<std::string, std::vector<LinkPlace>> places_;  // of the bodies at a joint
  std::map<std::string, LinkPlace> bodies_;               // by link
  std::set<std::string> taken_;                           // ids
  ImportedMechanism imported_;
};

// "%2C" as ",".
std::string decodePercent(std::string_view text);
std::vector<std::string> splitText(std::string_view text, char at);

// pmks_query.cpp: an older link of PMKS+, "j=...&l=...&f=...&s=...", from behind its question mark. Lists
// with a line for each part, the fields between commas, as plain numbers. Fails with list, line and reason.
Result<ImportedMechanism> importPmksQuery(std::string_view query);

}  // namespace clank
