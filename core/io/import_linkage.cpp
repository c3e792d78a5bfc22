// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_linkage.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <sstream>

#include "core/io/drawn_links.h"
#include "core/io/number_text.h"
#include "core/io/xml_lines.h"

namespace clank {

namespace {

using Tree = boost::property_tree::ptree;

// What an inch of the program's display is in units of the file and in millimetres.
constexpr double kUnitsPerInch = 96;
constexpr double kMillimetresPerInch = 25.4;
constexpr double kOldMillimetresPerInch = 24.5;  // of its early versions
constexpr double kWhole = 1e-4;                  // mm: files have six digits behind the point
constexpr unsigned kDrawingLayer = 1;
constexpr std::size_t kDeepestNesting = 100;  // of tags; Linkage writes three

struct Connector {
  int id = 0;
  std::string name;
  Spot at;
  bool anchor = false, input = false, draws = false, slides = false;
  double rpm = 0;
  std::vector<int> limits;  // connectors between which it slides
  bool isTold = false;      // a note says why it is left out
};

// Its length goes to and fro between that as drawn and one that differs by the throw, with a constant speed:
// twice the throw a cycle. A negative number of cycles draws it in.
struct Actuator {
  std::optional<double> reach;  // m, the throw; half the length when absent
  double cycles = 15;           // per minute
};

struct Link {
  int id = 0;
  std::string name;
  std::vector<int> connectors;
  std::optional<Actuator> actuator{};
};

// Ids of ours have no minus.
std::string makeId(const char* kind, int id) {
  return id < 0 ? fmt::format("{}_{}", kind, -id) : fmt::format("{}{}", kind, id);
}

class LinkageReader {
 public:
  explicit LinkageReader(std::string_view xml) : xml_(xml) {}

  Result<ImportedMechanism> read(const Tree& root) {
    readUnit(root);
    readScale(root);
    if (auto read = readChildren(root, {"connector"}, &LinkageReader::addConnector); !read)
      return tl::unexpected(read.error());
    findFreeLinkId(root);
    if (auto read = readChildren(root, {"Link", "link", "element"}, &LinkageReader::addLink); !read)
      return tl::unexpected(read.error());
    if (root.count("ratios") > 0) note("gears and chains are left out");
    if (links_.empty()) return failure("the file has no links with two connectors");
    for (const Link& link : links_)
      if (!link.actuator) makeBody(link);
    findFreeActuators();
    for (const auto& [id, connector] : connectors_) makeJoints(connector);
    for (const Link& link : links_)
      if (link.actuator) makeActuator(link);
    setDuration();
    note("Linkage knows no masses: links are rods of steel, 1 cm2 thick");
    return std::move(imported_);
  }

 private:
  Mechanism& updMechanism() { return imported_.mechanism; }

  // What is wrong is told with the line of the child.
  Result<void> readChildren(const Tree& root, std::initializer_list<std::string_view> tags,
                            Result<void> (LinkageReader::*add)(const Tree&)) {
    std::size_t index = 0;
    for (const auto& [tag, node] : root) {
      if (std::ranges::find(tags, tag) != tags.end())
        if (auto added = (this->*add)(node); !added)
          return failure(added.error().front().what, fmt::format("line {}", findXmlLine(xml_, index)));
      if (tag != "<xmlattr>" && tag != "<xmlcomment>") ++index;
    }
    return {};
  }
  void note(std::string text) {
    auto& notes = imported_.notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(std::move(text));
  }

  void readUnit(const Tree& root) {
    const std::string units = root.get("program.<xmlattr>.units", "Millimeters");
    const bool inches = units == "Inches" || units == "Inch";
    const bool old = !inches && isOfEarlyVersion(root);
    unit_ = (old ? kOldMillimetresPerInch : kMillimetresPerInch) / kUnitsPerInch / 1000;
    note(inches ? "lengths as Linkage shows them in inches: 96 units of the file each"
         : old
             ? "lengths in millimetres, 24.5 for 96 units of the file, as early versions of Linkage show "
               "them: "
               "most coordinates are whole millimetres so, but not with 25.4"
             : "lengths in millimetres, 25.4 for 96 units of the file; early versions of Linkage show 24.5");
  }

  // The file does not tell the version that has written it. People draw in whole millimetres, which the file
  // has as multiples of 96/25.4, or of 96/24.5 when an early version has counted.
  static bool isOfEarlyVersion(const Tree& root) {
    std::size_t all = 0, whole = 0, wholeInOld = 0;
    const auto isWhole = [](double millimetres) {
      return std::abs(millimetres - std::round(millimetres)) < kWhole;
    };
    for (const auto& [tag, node] : root) {
      if (tag != "connector") continue;
      for (const char* key : {"<xmlattr>.x", "<xmlattr>.y"}) {
        const auto at = readNumber(node.get(key, "0"));
        if (!at || *at == std::round(*at)) continue;  // on the screen's own grid
        ++all;
        whole += isWhole(*at * kMillimetresPerInch / kUnitsPerInch) ? 1 : 0;
        wholeInOld += isWhole(*at * kOldMillimetresPerInch / kUnitsPerInch) ? 1 : 0;
      }
    }
    return wholeInOld > whole && 2 * wholeInOld > all;
  }

  void findFreeLinkId(const Tree& root) {
    for (const auto& [tag, node] : root)
      if (tag != "connector")
        if (const auto id = readId(node, "link")) freeLinkId_ = std::max(freeLinkId_, *id + 1);
  }

  void readScale(const Tree& root) {
    const std::string text = root.get("program.<xmlattr>.scalefactor", "1");
    if (readNumber(text).value_or(1) != 1)
      note(
          fmt::format("the scale factor {} of the drawing is left out: lengths are those of the file", text));
  }

  static Result<double> readNumberOf(const Tree& node, const std::string& part, const char* key) {
    const std::string text = node.get(fmt::format("<xmlattr>.{}", key), "0");
    const auto number = readNumber(text);
    if (!number) return failure(fmt::format("{}: {} '{}' is no number", part, key, text));
    return *number;
  }
  static bool isTrue(const Tree& node, const char* key) {
    return node.get(fmt::format("<xmlattr>.{}", key), "") == "true";
  }
  static Result<int> readId(const Tree& node, const char* what) {
    const std::string text = node.get("<xmlattr>.id", "");
    const auto number = readNumber(text);
    if (!number || *number != std::floor(*number) || std::abs(*number) > 1e6)
      return failure(fmt::format("a {} has the id '{}'; it must be a whole number", what, text));
    return static_cast<int>(*number);
  }
  static bool isDrawing(const Tree& node) {
    const auto layer = readNumber(node.get("<xmlattr>.layer", "0"));
    return isTrue(node, "measurementelement") || (layer && *layer == kDrawingLayer);
  }

  Result<void> addConnector(const Tree& node) {
    const auto id = readId(node, "connector");
    if (!id) return tl::unexpected(id.error());
    const std::string part = fmt::format("connector {}", *id);
    const auto x = readNumberOf(node, part, "x"), y = readNumberOf(node, part, "y"),
               rpm = readNumberOf(node, part, "rpm"), bend = readNumberOf(node, part, "slideradius");
    for (const auto* number : {&x, &y, &rpm, &bend})
      if (!*number) return tl::unexpected(number->error());
    Connector connector{*id,
                        node.get("<xmlattr>.name", ""),
                        {*x * unit_, *y * unit_},
                        isTrue(node, "anchor"),
                        isTrue(node, "input"),
                        isTrue(node, "draw"),
                        isTrue(node, "slider"),
                        *rpm,
                        {},
                        isDrawing(node)};
    if (!node.get("<xmlattr>.fastenlink", "").empty() || !node.get("<xmlattr>.fastenconnector", "").empty())
      note(fmt::format("{} is fastened to another part: left out, it is free", part));
    if (connector.input && isTrue(node, "alwaysmanual"))
      note(fmt::format("input {} is turned by hand in Linkage: it turns with its speed", *id));
    if (isDrawing(node)) drawings_.insert(*id);
    if (*bend != 0) {
      note(fmt::format("{} slides along an arc: left out, it is free", part));
      connector.slides = false;
    }
    for (const auto& [tag, child] : node) {
      if (tag != "slidelimit") continue;
      const auto limit = readId(child, "slide limit");
      if (!limit) return tl::unexpected(limit.error());
      connector.limits.push_back(*limit);
    }
    if (!connectors_.emplace(*id, connector).second)
      return failure(fmt::format("there are two connectors {}", *id));
    return {};
  }

  Result<void> addLink(const Tree& node) {
    const auto id = readId(node, "link");
    if (!id) return tl::unexpected(id.error());
    Link link{*id, node.get("<xmlattr>.name", ""), {}};
    if (!linkIds_.insert(*id).second) {
      link.id = freeLinkId_++;
      note(fmt::format("there are two links {}: one becomes link {}", *id, link.id));
    }
    bool anchored = true, drawn = isDrawing(node);
    for (const auto& [tag, child] : node) {
      if (tag != "connector") continue;
      const auto connector = readId(child, "connector of a link");
      if (!connector) return tl::unexpected(connector.error());
      const auto found = connectors_.find(*connector);
      if (found == connectors_.end())
        return failure(fmt::format("link {}: there is no connector {}", *id, *connector));
      link.connectors.push_back(*connector);
      anchored = anchored && found->second.anchor;
      drawn = drawn || drawings_.contains(*connector);
    }
    const std::string part = link.name.empty() ? fmt::format("link {}", link.id) : link.name;
    const bool isKept = !drawn && !isTrue(node, "gear") && link.connectors.size() >= 2 && !anchored;
    if (!isKept && (link.connectors.size() != 1 || drawn || isTrue(node, "gear")))
      for (const int connector : link.connectors) connectors_.at(connector).isTold = true;
    if (drawn) {
      note("drawing elements and measurements are left out");
    } else if (isTrue(node, "gear")) {
      note(fmt::format("{}: gears are left out", part));
    } else if (link.connectors.size() >= 2 && anchored) {
      note(fmt::format("{} lies between anchors and is part of the frame: left out", part));
    } else if (link.connectors.size() >= 2 && isOnePlace(link)) {
      note(fmt::format("{} has its connectors at one place: left out", part));
    } else if (link.connectors.size() >= 2) {
      if (isTrue(node, "actuator")) {
        auto actuator = readActuator(node, part);
        if (!actuator) return tl::unexpected(actuator.error());
        if (link.connectors.size() == 2)
          link.actuator = *actuator;
        else
          note(fmt::format("{} is an actuator of more than two connectors: it stays as long as drawn", part));
      }
      if (!node.get("<xmlattr>.fastenlink", "").empty())
        note(fmt::format("{} is fastened to another link: left out, it is free", part));
      links_.push_back(link);
    }
    return {};
  }

  Result<Actuator> readActuator(const Tree& node, const std::string& part) {
    Actuator actuator;
    if (!node.get("<xmlattr>.throw", "").empty()) {
      const auto reach = readNumberOf(node, part, "throw");
      if (!reach) return tl::unexpected(reach.error());
      actuator.reach = *reach * unit_;
    }
    if (!node.get("<xmlattr>.cpm", "").empty()) {
      const auto cycles = readNumberOf(node, part, "cpm");
      if (!cycles) return tl::unexpected(cycles.error());
      actuator.cycles = *cycles;
    }
    if (isTrue(node, "alwaysmanual"))
      note(fmt::format("{} is moved by hand in Linkage: it moves with its speed", part));
    return actuator;
  }

  // What the end of an actuator is on: another link, or the frame.
  std::optional<LinkPlace> findEnd(int connector) const {
    if (connectors_.at(connector).anchor) return LinkPlace{kFrame, {}, 0};
    const auto found = places_.find(connector);
    if (found == places_.end() || found->second.empty()) return std::nullopt;
    return found->second.front();
  }
  // A cylinder has no mass: it leads from part to part. One with an end in the air stays a bar.
  void findFreeActuators() {
    for (Link& link : links_) {
      if (!link.actuator) continue;
      const auto from = findEnd(link.connectors[0]), to = findEnd(link.connectors[1]);
      if (from && to && from->body != to->body) {
        for (const int id : link.connectors) connectors_.at(id).isTold = true;
        continue;
      }
      note(fmt::format("{} is an actuator whose ends are on no two parts: it stays as long as drawn",
                       link.name.empty() ? fmt::format("link {}", link.id) : link.name));
      link.actuator.reset();
      makeBody(link);
    }
  }

  void makeActuator(const Link& link) {
    const Connector &from = connectors_.at(link.connectors[0]), &to = connectors_.at(link.connectors[1]);
    const LinkPlace a = *findEnd(from.id), b = *findEnd(to.id);
    Joint joint = makeDrawnJoint(makeId("actuator", link.id), Telescope{}, a, b, from.at);
    joint.name = link.name;
    joint.atB = toMillimetres(b.toLocal(to.at));
    updMechanism().joints.push_back(joint);
    const double length = std::hypot(to.at.x - from.at.x, to.at.y - from.at.y);
    const double reach = std::abs(link.actuator->reach.value_or(length / 2)), cycles = link.actuator->cycles;
    Drive drive;
    drive.id = makeId("input", link.id) + "_length";
    drive.joint = joint.id;
    drive.kind = ConstantSpeed{};  // which holds it
    if (reach > 0 && cycles != 0) {
      Reverse motion;
      motion.to = toMillimetres(length + std::copysign(reach, cycles));
      motion.speed = toMillimetresPerSecond(2 * reach * std::abs(cycles) / 60);
      drive.kind = motion;
      slowest_ = std::max(slowest_, 60 / std::abs(cycles));
    }
    updMechanism().drives.push_back(drive);
    note("actuators have no mass");
  }
  static Quantity toMillimetresPerSecond(double speed) {
    Quantity quantity(speed);
    quantity.text = toShortestText(1000 * speed) + " mm/s";
    return quantity;
  }

  bool isOnePlace(const Link& link) const {
    const Spot first = connectors_.at(link.connectors[0]).at;
    return std::ranges::all_of(link.connectors, [&](int id) {
      const Spot other = connectors_.at(id).at;
      return other.x == first.x && other.y == first.y;
    });
  }

  void makeBody(const Link& link) {
    std::vector<Spot> spots;
    for (const int id : link.connectors) spots.push_back(connectors_.at(id).at);
    DrawnLink drawn = makeDrawnLink(makeId("link", link.id), link.name, std::move(spots));
    updMechanism().bodies.push_back(std::move(drawn.body));
    for (const int id : link.connectors) places_[id].push_back(drawn.place);
  }

  Joint& addJoint(std::string id, JointKind kind, const LinkPlace& a, const LinkPlace& b,
                  const Connector& at) {
    Joint joint = makeDrawnJoint(std::move(id), std::move(kind), a, b, at.at);
    joint.name = at.name;
    updMechanism().joints.push_back(std::move(joint));
    return updMechanism().joints.back();
  }

  void makeJoints(const Connector& at) {
    const std::vector<LinkPlace>& places = places_[at.id];
    const LinkPlace ground{kFrame, {}, 0};
    // One over which a link slides is at no body of its own.
    if (at.anchor && at.slides) makeSlot(at, ground);
    if (places.empty()) return noteUnused(at);
    for (std::size_t i = at.anchor ? 0 : 1; i < places.size(); ++i) {
      const std::string id =
          makeId("pin", at.id) + (i < 2 && !(at.anchor && i == 1) ? "" : fmt::format("_{}", i + 1));
      addJoint(id, Revolute{}, at.anchor ? ground : places[0], places[i], at);
      if (at.anchor && at.input) addDrive(at, id, i);
    }
    if (at.input && !at.anchor) note(fmt::format("input {} is no anchor: it does not drive", at.id));
    if (at.slides && !at.anchor) makeSlot(at, places[0]);
    if (!at.draws) return;
    Trace trace;
    trace.id = makeId("trace", at.id);
    trace.name = at.name;
    trace.b = places[0].body;
    trace.atB = toMillimetres(places[0].toLocal(at.at));
    updMechanism().traces.push_back(trace);
  }

  // A connector alone, on no link with two: nothing there moves.
  void noteUnused(const Connector& at) {
    if (at.isTold || (at.anchor && at.slides) || isEndOfSlide(at.id)) return;
    note(fmt::format("connector {} is on no link with two connectors: left out", at.id));
  }
  bool isEndOfSlide(int id) const {
    return std::ranges::any_of(connectors_, [&](const auto& other) {
      return std::ranges::find(other.second.limits, id) != other.second.limits.end();
    });
  }

  void addDrive(const Connector& at, const std::string& joint, std::size_t index) {
    Drive drive;
    drive.id = makeId("input", at.id) + (index == 0 ? "" : fmt::format("_{}", index + 1));
    drive.joint = joint;
    ConstantSpeed motion;
    motion.speed.value = -at.rpm * 2 * std::numbers::pi / 60;
    motion.speed.text = toShortestText(-at.rpm) + " rpm";
    drive.kind = motion;
    updMechanism().drives.push_back(drive);
    if (at.rpm != 0) slowest_ = std::max(slowest_, 60 / std::abs(at.rpm));
  }

  // The body both limits belong to, or the frame.
  std::optional<LinkPlace> findGuide(const Connector& from, const Connector& to, const LinkPlace& slider) {
    for (const LinkPlace& a : places_[from.id])
      for (const LinkPlace& b : places_[to.id])
        if (a.body == b.body && a.body != slider.body) return a;
    if (from.anchor && to.anchor && slider.body != kFrame) return LinkPlace{kFrame, {}, 0};
    return std::nullopt;
  }

  void makeSlot(const Connector& at, const LinkPlace& slider) {
    const auto known = [&](int id) { return connectors_.contains(id); };
    if (at.limits.size() < 2 || !std::all_of(at.limits.begin(), at.limits.end(), known))
      return note(fmt::format("slider {} has no two ends: left out, it is free", at.id));
    const Connector &from = connectors_.at(at.limits[0]), &to = connectors_.at(at.limits[1]);
    const auto guide = findGuide(from, to, slider);
    if (!guide)
      return note(fmt::format("slider {}: its ends are on no common link: left out, it is free", at.id));
    const Spot along = to.at - from.at;
    addJoint(makeId("slot", at.id), Slot{std::atan2(along.y, along.x) - guide->angle}, *guide, slider, at);
    note("the ends of slides are no stops");
  }

  void setDuration() {
    if (slowest_ > 0) updMechanism().simulation.duration = slowest_;
  }

  double unit_ = 1;  // m
  std::string_view xml_;
  std::map<int, Connector> connectors_;
  std::set<int> drawings_;  // connectors that are no part of the mechanism
  std::vector<Link> links_;
  std::set<int> linkIds_;
  int freeLinkId_ = 0;                            // above those of the file
  std::map<int, std::vector<LinkPlace>> places_;  // of the bodies at a connector
  double slowest_ = 0;                            // s, one turn of the slowest input
  ImportedMechanism imported_;
};

}  // namespace

Result<ImportedMechanism> importLinkage(std::string_view xml) {
  if (const auto at = findTooDeep(xml, kDeepestNesting))
    return failure(fmt::format("tags nest deeper than {}: this is no file of Linkage", kDeepestNesting),
                   fmt::format("line {}", countXmlLines(xml, *at)));
  Tree tree;
  try {
    std::istringstream in{std::string(xml)};
    boost::property_tree::read_xml(in, tree, boost::property_tree::xml_parser::trim_whitespace);
  } catch (const boost::property_tree::xml_parser_error& error) {
    return failure("this is no XML: " + error.message(), fmt::format("line {}", error.line()));
  }
  const auto root = tree.get_child_optional("linkage2");
  if (!root) return failure("this is no file of Linkage: it does not begin with <linkage2>", "line 1");
  return LinkageReader(xml).read(*root);
}

}  // namespace clank
