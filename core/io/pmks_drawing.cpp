// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/pmks_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr double kPound = 0.45359237;            // kg
constexpr double kPoundForce = 4.4482216152605;  // N
constexpr std::array<PmksUnits, 3> kPmksSystems{
    {{0.0254, kPound, kPoundForce, "in"}, {0.01, 1, 1, "cm"}, {1, 1, 1, "m"}}};

// Ids of ours are letters, digits and _.
std::string makePmksId(const char* kind, const std::string& id) {
  std::string made = kind;
  for (const char c : id) made += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return made;
}

}  // namespace

const PmksUnits* findPmksUnits(std::string_view name) {
  const auto found =
      std::ranges::find_if(kPmksSystems, [&](const PmksUnits& units) { return units.name == name; });
  return found == kPmksSystems.end() ? nullptr : &*found;
}

std::vector<std::string> splitText(std::string_view text, char at) {
  std::vector<std::string> fields(1);
  for (const char c : text)
    if (c == at)
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

std::string decodePercent(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() && std::isxdigit(static_cast<unsigned char>(text[i + 1])) &&
        std::isxdigit(static_cast<unsigned char>(text[i + 2]))) {
      code = static_cast<unsigned>(std::stoul(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
      decoded += static_cast<char>(code);
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

void PmksBuilder::note(std::string text) {
  auto& notes = imported_.notes;
  if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(std::move(text));
}

void PmksBuilder::setUnits(const PmksUnits& units) {
  units_ = units;
  note(fmt::format("lengths in {0}, masses in {1}, moments of inertia in {1} {0}2, as PMKS+ shows them",
                   units_.name, units_.mass == 1 ? "kg" : "lb"));
}

void PmksBuilder::setGravity(bool on) {
  if (on) return;
  updMechanism().gravity = {0.0, 0.0};
  note("without gravity, as in PMKS+");
}

Result<void> PmksBuilder::addJoint(PmksJoint joint, const std::string& where) {
  if (findJoint(joint.id)) return failure(fmt::format("there are two joints '{}'", joint.id), where);
  joints_.push_back(std::move(joint));
  return {};
}

Result<void> PmksBuilder::addLink(PmksLink link, const std::string& where) {
  for (const std::string& joint : link.joints)
    if (!findJoint(joint))
      return failure(fmt::format("link '{}': there is no joint '{}'", link.name, joint), where);
  if (!link.piston && link.joints.size() < 2)
    return failure(fmt::format("link '{}' has less than two joints", link.name), where);
  if (!link.piston) makeBody(link);
  links_.push_back(std::move(link));
  return {};
}

Result<void> PmksBuilder::addForce(const PmksForce& force, const std::string& where) {
  const auto body = bodies_.find(force.link);
  if (body == bodies_.end())
    return failure(fmt::format("force '{}': there is no link '{}'", force.name, force.link), where);
  double fx = force.fx, fy = force.fy;
  Load load;
  load.b = body->second.body;
  load.atB = toMillimetres(body->second.toLocal(force.at));
  if (force.local) {
    const double c = std::cos(body->second.angle), s = std::sin(body->second.angle);
    load.axes = LoadAxes::body;
    std::tie(fx, fy) = std::pair(c * fx + s * fy, -s * fx + c * fy);
  }
  load.fx.text = toShortestText(fx);
  load.fy.text = toShortestText(fy);
  ForceElement element;
  element.id = takeId(makePmksId("force", force.id));
  element.name = force.name;
  element.kind = load;
  updMechanism().forces.push_back(element);
  return {};
}

Result<ImportedMechanism> PmksBuilder::finish() {
  if (links_.empty()) return failure("the mechanism has no links");
  for (const PmksJoint& joint : joints_)
    if (auto made = makeJoints(joint); !made) return tl::unexpected(made.error());
  if (slowest_ > 0) updMechanism().simulation.duration = slowest_;
  return std::move(imported_);
}

// No two parts have one id, even where two of PMKS+ differ only in signs that ours cannot have.
std::string PmksBuilder::takeId(std::string id) {
  while (!taken_.insert(id).second) id += '_';
  return id;
}

const PmksJoint* PmksBuilder::findJoint(const std::string& id) const {
  const auto found =
      std::find_if(joints_.begin(), joints_.end(), [&](const PmksJoint& joint) { return joint.id == id; });
  return found == joints_.end() ? nullptr : &*found;
}

void PmksBuilder::makeBody(const PmksLink& link) {
  std::vector<Spot> spots;
  for (const std::string& joint : link.joints) spots.push_back(findJoint(joint)->at);
  DrawnLink drawn = makeDrawnLink(takeId(makePmksId("link", link.id)), link.name, std::move(spots));
  if (link.mass > 0 && link.inertia > 0) {
    for (auto* of : {&drawn.body.length, &drawn.body.section, &drawn.body.density}) of->reset();
    drawn.body.mass = link.mass;
    drawn.body.inertia = link.inertia;
    drawn.body.center = toMillimetres(drawn.place.toLocal(link.center));
  } else {
    note(fmt::format("link '{}' has no mass in PMKS+: it is a rod of steel, 1 cm2 thick", link.name));
  }
  for (const std::string& joint : link.joints) places_[joint].push_back(drawn.place);
  if (!bodies_.emplace(link.id, drawn.place).second)
    note(fmt::format("there are two links '{}': forces and slots are those of the first", link.id));
  updMechanism().bodies.push_back(std::move(drawn.body));
}

// The slide that a piston has at a joint.
const PmksJoint* PmksBuilder::findSlide(const std::string& joint) const {
  for (const PmksLink& link : links_) {
    if (!link.piston || std::find(link.joints.begin(), link.joints.end(), joint) == link.joints.end())
      continue;
    for (const std::string& other : link.joints)
      if (const PmksJoint* slide = findJoint(other); slide->has(kPmksSlides) && other != joint) return slide;
  }
  return nullptr;
}

bool PmksBuilder::isOnBlock(const std::string& joint) const {
  return std::ranges::any_of(links_, [&](const PmksLink& link) {
    return link.piston && std::ranges::find(link.joints, joint) != link.joints.end();
  });
}

// The slot of a moving link, in the axes of its body.
Result<Slot> PmksBuilder::findSlot(const PmksJoint& slide) const {
  const auto link = std::find_if(links_.begin(), links_.end(), [&](const PmksLink& candidate) {
    return candidate.id == slide.carrier && !candidate.piston;
  });
  if (link == links_.end())
    return failure(fmt::format("slider '{}': there is no link '{}'", slide.name, slide.carrier));
  for (const std::string& joint : {slide.slotFrom, slide.slotTo})
    if (std::find(link->joints.begin(), link->joints.end(), joint) == link->joints.end())
      return failure(fmt::format("slider '{}': '{}' is no joint of the link '{}' that it slides in",
                                 slide.name, joint, link->name));
  const Spot from = findJoint(slide.slotFrom)->at, to = findJoint(slide.slotTo)->at;
  if (std::hypot(to.x - from.x, to.y - from.y) == 0)
    return failure(fmt::format("slider '{}': its slot has no direction", slide.name));
  return Slot{std::atan2(to.y - from.y, to.x - from.x) - bodies_.at(link->id).angle};
}

void PmksBuilder::addPin(const PmksJoint& at, const std::string& id, JointKind kind, const LinkPlace& a,
                         const LinkPlace& b) {
  Joint joint = makeDrawnJoint(id, std::move(kind), a, b, at.at);
  joint.name = at.name;
  updMechanism().joints.push_back(std::move(joint));
}

Result<void> PmksBuilder::makeJoints(const PmksJoint& at) {
  const auto& places = places_[at.id];
  if (at.has(kPmksSlides)) {
    if (!places.empty() && !isOnBlock(at.id))
      makeOwnSlide(at, places);
    else if (!isOnBlock(at.id))
      note(fmt::format("slider '{}' has no block: left out", at.name));
    return {};
  }
  if (places.empty()) {
    note(fmt::format("joint '{}' is on no link: left out", at.name));
    return {};
  }
  makePins(at, places);
  if (const PmksJoint* slide = findSlide(at.id))
    if (auto made = makeBlock(at, *slide, places); !made) return made;
  if (at.has(kPmksTraced) && !at.has(kPmksGrounded)) addTrace(at, places[0]);
  return {};
}

// An input that is not on the ground turns the second link against the first.
void PmksBuilder::makePins(const PmksJoint& at, const std::vector<LinkPlace>& places) {
  const bool grounded = at.has(kPmksGrounded) && !at.has(kPmksSlides);
  const LinkPlace ground{kFrame, {}, 0};
  bool drives = false;
  for (std::size_t i = grounded ? 0 : 1; i < places.size(); ++i) {
    const std::string id =
        takeId(makePmksId("pin", at.id) + (i > 1 || (grounded && i == 1) ? fmt::format("_{}", i + 1) : ""));
    addPin(at, id, Revolute{}, grounded ? ground : places[0], places[i]);
    if (!at.has(kPmksInput) || at.has(kPmksSlides) || drives) continue;
    addDrive(at, id);
    drives = true;
    if (!grounded)
      note(fmt::format("input '{}' turns '{}' against '{}'", at.name, places[1].body, places[0].body));
  }
  if (at.has(kPmksInput) && !at.has(kPmksSlides) && !drives)
    note(fmt::format("input '{}' joins no two links: it does not drive", at.name));
}

// A joint of a link that slides itself, without a block.
void PmksBuilder::makeOwnSlide(const PmksJoint& at, const std::vector<LinkPlace>& places) {
  makePins(at, places);
  if (!at.has(kPmksGrounded))
    return note(fmt::format("joint '{}' slides on nothing: left out, it is free there", at.name));
  const std::string id = takeId(makePmksId("slide", at.id));
  addPin(at, id, Slot{at.angle}, LinkPlace{kFrame, {}, 0}, places[0]);
  if (at.has(kPmksInput)) addSlideDrive(at, id);
  if (at.has(kPmksTraced)) addTrace(at, places[0]);
}

Result<void> PmksBuilder::makeBlock(const PmksJoint& at, const PmksJoint& slide,
                                    const std::vector<LinkPlace>& places) {
  const std::string slideId = takeId(makePmksId("slide", at.id));
  const std::size_t before = updMechanism().joints.size();
  if (slide.has(kPmksGrounded)) {
    addPin(at, slideId, Slot{slide.angle}, LinkPlace{kFrame, {}, 0}, places[0]);
  } else if (slide.carrier.empty()) {  // of versions without such slots
    note(fmt::format("joint '{}' slides on nothing: left out, it is free there", at.name));
  } else {
    const auto slot = findSlot(slide);
    if (!slot) return tl::unexpected(slot.error());
    const LinkPlace& carrier = bodies_.at(slide.carrier);
    const auto block = std::find_if(places.begin(), places.end(),
                                    [&](const LinkPlace& place) { return place.body != carrier.body; });
    if (block == places.end())
      return failure(fmt::format("slider '{}' slides in the link that it is pinned to", slide.name));
    addPin(at, slideId, *slot, carrier, *block);
  }
  note("blocks of sliders are points without mass");
  if (slide.has(kPmksInput) && updMechanism().joints.size() > before) addSlideDrive(at, slideId);
  return {};
}

void PmksBuilder::addTrace(const PmksJoint& at, const LinkPlace& place) {
  Trace trace;
  trace.id = takeId(makePmksId("trace", at.id));
  trace.name = at.name;
  trace.b = place.body;
  trace.atB = toMillimetres(place.toLocal(at.at));
  updMechanism().traces.push_back(trace);
}

// Its speed is a length of the drawing in a second.
void PmksBuilder::addSlideDrive(const PmksJoint& at, const std::string& joint) {
  Drive drive;
  drive.id = takeId(makePmksId("input", at.id));
  drive.joint = joint;
  ConstantSpeed motion;
  motion.speed.value = rpm_ * units_.length;
  motion.speed.text = fmt::format("{} {}/s", toShortestText(rpm_), units_.name);
  drive.kind = motion;
  updMechanism().drives.push_back(drive);
  note(fmt::format(
      "the input of slider '{}' moves with {} {}/s; where PMKS+ turns it back at the end of its way "
      "the run ends",
      at.name, toShortestText(rpm_), units_.name));
}

void PmksBuilder::addDrive(const PmksJoint& at, const std::string& joint) {
  Drive drive;
  drive.id = takeId(makePmksId("input", at.id));
  drive.joint = joint;
  ConstantSpeed motion;
  motion.speed.value = rpm_ * 2 * std::numbers::pi / 60;
  motion.speed.text = toShortestText(rpm_) + " rpm";
  drive.kind = motion;
  updMechanism().drives.push_back(drive);
  if (rpm_ != 0) slowest_ = std::max(slowest_, 60 / std::abs(rpm_));
}

}  // namespace clank
