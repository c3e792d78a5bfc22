// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "core/io/number_text.h"
#include "core/io/pmks_drawing.h"

namespace clank {
namespace {

constexpr double kUsualTurns = 10;  // rpm, of links without settings
constexpr std::size_t kInputField = 7, kInputBehindFriction = 8;

using Line = std::vector<std::string>;

// "Null" stands where a part has no such number.
Result<double> readPlain(const Line& line, std::size_t index, const std::string& part, const char* what) {
  const std::string text = index < line.size() ? line[index] : "";
  if (text.empty()) return failure(fmt::format("{} has no {}", part, what));
  if (text == "Null") return 0.0;
  if (const auto number = readNumber(text)) return *number;
  return failure(fmt::format("{}: {} '{}' is no number", part, what, text));
}

bool isYes(const Line& line, std::size_t index) {
  return index < line.size() && (line[index] == "t" || line[index] == "true");
}

class PmksQueryReader {
 public:
  Result<ImportedMechanism> read(std::string_view query) {
    for (const std::string& part : splitText(query, '&')) {
      const auto equals = part.find('=');
      if (equals != std::string::npos)
        lists_[part.substr(0, equals)] = decodePercent(std::string_view(part).substr(equals + 1));
    }
    if (auto set = readSettings(); !set) return tl::unexpected(set.error());
    for (const auto& [list, add] :
         {std::pair{"j", &PmksQueryReader::addJoint}, std::pair{"l", &PmksQueryReader::addLink},
          std::pair{"f", &PmksQueryReader::addForce}})
      if (auto added = readLines(list, add); !added) return tl::unexpected(added.error());
    for (const auto& [list, text] : lists_)
      if (list != "j" && list != "l" && list != "f" && list != "s" && !text.empty())
        builder_.note(fmt::format("what the link has as '{}' is left out", list));
    return builder_.finish();
  }

 private:
  using Add = Result<void> (PmksQueryReader::*)(const Line&, const std::string&);

  Result<void> readLines(const char* list, Add add) {
    std::size_t index = 0;
    for (std::string text : splitText(lists_[list], '\n')) {
      ++index;
      if (!text.empty() && text.back() == '\r') text.pop_back();
      if (text.empty()) continue;
      if (auto added = (this->*add)(splitText(text, ','), fmt::format("{}, line {}", list, index)); !added)
        return added;
    }
    return {};
  }

  // Speed in rpm, clockwise, gravity, unit.
  Result<void> readSettings() {
    const Line line = splitText(lists_["s"], ',');
    const bool none = lists_["s"].empty();
    const auto turns = none ? Result<double>(kUsualTurns) : readPlain(line, 0, "the settings", "speed");
    if (!turns) return failure(turns.error().front().what, "s");
    const std::string name = line.size() > 3 ? line[3] : "cm";
    const PmksUnits* units = findPmksUnits(name);
    if (!units) return failure(fmt::format("'{}' is no unit of PMKS+", name), "s");
    builder_.setUnits(*units);
    builder_.setSpeed(isYes(line, 1) ? -*turns : *turns);
    builder_.setGravity(isYes(line, 2));
    return {};
  }

  // Id, x, y, links, R or P, on the ground, angle (rad), in newer ones the coefficient of friction, input.
  Result<void> addJoint(const Line& line, const std::string& where) {
    PmksJoint joint;
    joint.id = joint.name = line[0];
    const std::string part = fmt::format("joint '{}'", joint.id);
    const auto x = readPlain(line, 1, part, "x"), y = readPlain(line, 2, part, "y"),
               angle = readPlain(line, 6, part, "angle");
    for (const auto* number : {&x, &y, &angle})
      if (!*number) return failure(number->error().front().what, where);
    const std::string& type = line[4];  // there is a seventh field
    if (type != "R" && type != "P")
      return failure(fmt::format("{}: '{}' is no kind of joint", part, type), where);
    std::size_t count = line.size();
    if (line.back().empty()) --count;
    const bool hasFriction = count > kInputBehindFriction;
    if (hasFriction && line[kInputField] != "0")
      builder_.note("coefficients of friction at joints are left out");
    joint.at = {*x * builder_.units().length, *y * builder_.units().length};
    joint.angle = *angle;
    joint.flags = (type == "P" ? kPmksSlides : 0U) | (isYes(line, 5) ? kPmksGrounded : 0U) |
                  (isYes(line, hasFriction ? kInputBehindFriction : kInputField) ? kPmksInput : 0U);
    return builder_.addJoint(std::move(joint), where);
  }

  // Id, in older ones R or P (a block), mass, moment of inertia, centre, joints; the outline that is drawn.
  Result<void> addLink(const Line& line, const std::string& where) {
    PmksLink link;
    link.id = link.name = line[0];
    const std::string part = fmt::format("link '{}'", link.id);
    const bool hasKind = line.size() > 1 && (line[1] == "R" || line[1] == "P");
    const std::size_t first = hasKind ? 2 : 1;
    link.piston = hasKind && line[1] == "P";
    const auto mass = readPlain(line, first, part, "mass"),
               inertia = readPlain(line, first + 1, part, "moment of inertia"),
               x = readPlain(line, first + 2, part, "x of its centre"),
               y = readPlain(line, first + 3, part, "y of its centre");
    for (const auto* number : {&mass, &inertia, &x, &y})
      if (!*number) return failure(number->error().front().what, where);
    const PmksUnits& units = builder_.units();
    link.mass = *mass * units.mass;
    link.inertia = *inertia * units.mass * units.length * units.length;
    link.center = {*x * units.length, *y * units.length};
    if (line.size() > first + 4)
      for (const std::string& joint : splitText(line[first + 4], '|'))
        if (!joint.empty()) link.joints.push_back(joint);
    return builder_.addLink(std::move(link), where);
  }

  // Id, link, start, end, in the world's axes or the link's, outward, the size along the arrow or, in newer
  // ones, both components.
  Result<void> addForce(const Line& line, const std::string& where) {
    PmksForce force;
    force.id = force.name = line[0];
    if (line.size() > 1) force.link = line[1];
    const std::string part = fmt::format("force '{}'", force.id);
    std::array<double, 6> numbers{};
    constexpr std::array<const char*, 6> kWhat{"x of its start", "y of its start", "x of its end",
                                               "y of its end",   "magnitude",      "y component"};
    const bool hasComponents = line.size() > 9 && !line[9].empty();
    for (std::size_t i = 0; i < (hasComponents ? 6U : 5U); ++i) {
      const auto number = readPlain(line, i < 4 ? i + 2 : i + 4, part, kWhat[i]);
      if (!number) return failure(number.error().front().what, where);
      numbers[i] = *number;
    }
    const PmksUnits& units = builder_.units();
    force.at = {numbers[0] * units.length, numbers[1] * units.length};
    force.local = !isYes(line, 6);
    const double alongX = numbers[2] - numbers[0], alongY = numbers[3] - numbers[1];
    const double length = std::hypot(alongX, alongY), sign = isYes(line, 7) ? 1 : -1;
    if (!hasComponents && length == 0) return failure(fmt::format("{} has no direction", part), where);
    force.fx = sign * units.force * (hasComponents ? numbers[4] : numbers[4] * alongX / length);
    force.fy = sign * units.force * (hasComponents ? numbers[5] : numbers[4] * alongY / length);
    if (hasComponents && sign * (force.fx * alongX + force.fy * alongY) < 0)
      builder_.note(fmt::format("{} has components against its arrow: the components count", part));
    return builder_.addForce(force, where);
  }

  std::map<std::string, std::string> lists_;
  PmksBuilder builder_;
};

}  // namespace

Result<ImportedMechanism> importPmksQuery(std::string_view query) {
  return PmksQueryReader().read(query);
}

}  // namespace clank
