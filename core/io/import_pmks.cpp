// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_pmks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "core/io/drawn_links.h"
#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
constexpr std::size_t kCheckDigits = 62;         // the first of them
constexpr int kLongestNumber = 8;                // of a number: 64^8 thousandths
constexpr double kPound = 0.45359237;            // kg
constexpr double kPoundForce = 4.4482216152605;  // N
constexpr std::size_t kSettings = 4;             // fields before the joints

// Bits of flags.
enum SettingBit : unsigned { kClockwise = 1, kGravity = 2 };
enum JointBit : unsigned { kSlides = 1, kInput = 2, kGrounded = 4, kWelded = 8, kTraced = 16 };
enum ForceBit : unsigned { kLocal = 1, kOutward = 2 };

struct Units {
  double length = 0.01, mass = 1, force = 1;  // m, kg, N
  const char* name = "cm";
};

struct PmksJoint {
  std::string id, name;
  unsigned flags = 0;
  Spot at;
  double angle = 0;  // rad, of a slide on the ground
  // Of a slide in a moving link: that link, and two joints on it that its slot is parallel to.
  std::string carrier, slotFrom, slotTo;
  bool has(JointBit bit) const { return (flags & bit) != 0; }
};

struct PmksLink {
  std::string id, name;
  bool piston = false;
  double mass = 0, inertia = 0;  // kg, kg m2
  Spot center;
  std::vector<std::string> joints;
};

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> fields(1);
  for (const char c : text)
    if (c == at)
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

std::optional<long> readDigits(std::string_view digits) {
  if (digits.empty() || digits.size() > kLongestNumber) return std::nullopt;
  long value = 0;
  for (const char c : digits) {
    const auto digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = 64 * value + static_cast<long>(digit);
  }
  return value;
}

std::optional<double> readThousandths(std::string_view text) {
  const auto value = readDigits(text);
  if (!value) return std::nullopt;
  return (text[0] == '0' ? -1e-3 : 1e-3) * static_cast<double>(*value) + 0.0;
}

// "%2C" as ",".
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

// Between the question mark of a shared link and the end.
std::string findContent(std::string_view text) {
  const auto mark = text.find('?');
  if (mark != std::string_view::npos) text.remove_prefix(mark + 1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return decodePercent(text);
}

// Ids of ours are letters, digits and _.
std::string makeId(const char* kind, const std::string& id) {
  std::string made = kind;
  for (const char c : id) made += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return made;
}

// The fields of a part, taken one by one.
class Fields {
 public:
  Fields(std::string part, std::vector<std::string> fields)
      : part_(std::move(part)), fields_(std::move(fields)) {}
  bool isEnd() const { return next_ == fields_.size(); }
  std::size_t count() const { return fields_.size(); }
  const std::string& take() {
    static const std::string kNone;
    return isEnd() ? kNone : fields_[next_++];
  }
  double number(const char* what) {
    const std::string& text = take();
    const auto value = readThousandths(text);
    if (!value && problem_.empty())
      problem_ = text.empty() ? fmt::format("{} has no {}", part_, what)
                              : fmt::format("{}: {} '{}' is no number of PMKS+", part_, what, text);
    return value.value_or(0);
  }
  const std::string& problem() const { return problem_; }

 private:
  std::string part_, problem_;
  std::vector<std::string> fields_;
  std::size_t next_ = 0;
};

class PmksReader {
 public:
  Result<ImportedMechanism> read(const std::vector<std::string>& fields) {
    if (fields.size() < kSettings + 2) return failure("this is no mechanism of PMKS+: fields are missing");
    if (!readUnits(fields[3]))
      return failure(fmt::format("'{}' are no units of PMKS+", fields[3]), "field 4");
    if (!readSettings(fields[0], fields[2]))
      return failure(fmt::format("'{}' and '{}' are no settings of PMKS+", fields[0], fields[2]),
                     "fields 1 and 3");
    std::size_t next = kSettings;
    for (auto add : {&PmksReader::addJoint, &PmksReader::addLink, &PmksReader::addForce}) {
      for (; next < fields.size() && !fields[next].empty(); ++next)
        if (auto added = (this->*add)(fields[next], next + 1); !added) return tl::unexpected(added.error());
      ++next;  // the empty field behind a list
    }
    if (links_.empty()) return failure("the mechanism has no links");
    for (const PmksJoint& joint : joints_)
      if (auto made = makeJoints(joint); !made) return tl::unexpected(made.error());
    if (slowest_ > 0) updMechanism().simulation.duration = slowest_;
    return std::move(imported_);
  }

 private:
  Mechanism& updMechanism() { return imported_.mechanism; }
  void note(std::string text) {
    auto& notes = imported_.notes;
    if (std::find(notes.begin(), notes.end(), text) == notes.end()) notes.push_back(std::move(text));
  }

  // Length, angle, force and the system of units, a digit each; the last one is not always written.
  bool readUnits(const std::string& digits) {
    constexpr std::array<Units, 3> kSystems{
        {{0.0254, kPound, kPoundForce, "in"}, {0.01, 1, 1, "cm"}, {1, 1, 1, "m"}}};
    const std::size_t length = digits.empty() ? 1 : kDigits.find(digits[0]);
    if (length >= kSystems.size()) return false;
    units_ = kSystems[length];
    if (digits.size() > 2) units_.force = digits[2] == '0' ? kPoundForce : 1;
    note(fmt::format("lengths in {0}, masses in {1}, moments of inertia in {1} {0}2, as PMKS+ shows them",
                     units_.name, units_.mass == 1 ? "kg" : "lb"));
    return true;
  }

  bool readSettings(const std::string& flags, const std::string& integers) {
    const std::string turns = split(integers, ',')[0];
    const auto set = readDigits(flags), speed = readDigits(turns);
    if (!set || !speed) return false;
    const auto bits = static_cast<unsigned>(*set);
    const double sign = turns[0] == '0' ? -1 : 1;
    rpm_ = sign * ((bits & kClockwise) ? -1 : 1) * static_cast<double>(*speed);
    if (bits & kGravity) return true;
    updMechanism().gravity = {0.0, 0.0};
    note("without gravity, as in PMKS+");
    return true;
  }

  Result<void> addJoint(const std::string& text, std::size_t place) {
    if (text.size() < 2) return failure("a joint is empty", fmt::format("field {}", place));
    PmksJoint joint;
    const auto bits = readDigits(std::string_view(text).substr(0, 1));
    if (!bits) return failure(fmt::format("joint '{}' has no flags", text), fmt::format("field {}", place));
    joint.flags = static_cast<unsigned>(*bits);
    Fields fields("", split(std::string_view(text).substr(1), ','));
    joint.id = fields.take();
    fields = Fields(fmt::format("joint '{}'", joint.id), split(std::string_view(text).substr(1), ','));
    fields.take();
    joint.name = fields.count() > 4 ? fields.take() : joint.id;  // older texts have no names
    joint.at.x = fields.number("x") * units_.length;
    joint.at.y = fields.number("y") * units_.length;
    joint.angle = fields.number("angle");
    if (!fields.problem().empty()) return failure(fields.problem(), fmt::format("field {}", place));
    if (joint.has(kSlides) && !joint.has(kGrounded))
      for (std::string* part : {&joint.carrier, &joint.slotFrom, &joint.slotTo}) *part = fields.take();
    if (findJoint(joint.id))
      return failure(fmt::format("there are two joints '{}'", joint.id), fmt::format("field {}", place));
    joints_.push_back(std::move(joint));
    return {};
  }

  Result<void> addLink(const std::string& text, std::size_t place) {
    const std::string where = fmt::format("field {}", place);
    if (text.size() < 3) return failure("a link is empty", where);
    if (text[0] != 'Y') return {};  // a piece of a welded link, which has all its joints
    PmksLink link;
    link.piston = text[1] != 'R';
    const auto all = split(std::string_view(text).substr(2), ',');
    Fields fields(fmt::format("link '{}'", all[0]), all);
    link.id = fields.take();
    link.name = fields.take();
    link.mass = fields.number("mass") * units_.mass;
    link.inertia = fields.number("moment of inertia") * units_.mass * units_.length * units_.length;
    link.center.x = fields.number("x of its centre") * units_.length;
    link.center.y = fields.number("y of its centre") * units_.length;
    if (!fields.problem().empty()) return failure(fields.problem(), where);
    fields.take();  // colour
    while (!fields.isEnd()) {
      const std::string joint = fields.take();
      if (joint.empty()) break;  // behind it the pieces of a welded one
      if (!findJoint(joint))
        return failure(fmt::format("link '{}': there is no joint '{}'", link.name, joint), where);
      link.joints.push_back(joint);
    }
    if (!link.piston && link.joints.size() < 2)
      return failure(fmt::format("link '{}' has less than two joints", link.name), where);
    if (!link.piston) makeBody(link);
    links_.push_back(std::move(link));
    return {};
  }

  // No two parts have one id, even where two of PMKS+ differ only in signs that ours cannot have.
  std::string takeId(std::string id) {
    while (!taken_.insert(id).second) id += '_';
    return id;
  }

  const PmksJoint* findJoint(const std::string& id) const {
    const auto found =
        std::find_if(joints_.begin(), joints_.end(), [&](const PmksJoint& joint) { return joint.id == id; });
    return found == joints_.end() ? nullptr : &*found;
  }

  void makeBody(const PmksLink& link) {
    std::vector<Spot> spots;
    for (const std::string& joint : link.joints) spots.push_back(findJoint(joint)->at);
    DrawnLink drawn = makeDrawnLink(takeId(makeId("link", link.id)), link.name, std::move(spots));
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

  Result<void> addForce(const std::string& text, std::size_t place) {
    const std::string where = fmt::format("field {}", place);
    const auto all = split(std::string_view(text).substr(1), ',');
    Fields fields(fmt::format("force '{}'", all[0]), all);
    const std::string id = fields.take(), link = fields.take();
    const std::string name = fields.count() > 7 ? fields.take() : id;
    Spot from, to;
    from.x = fields.number("x of its start") * units_.length;
    from.y = fields.number("y of its start") * units_.length;
    to.x = fields.number("x of its end") * units_.length;
    to.y = fields.number("y of its end") * units_.length;
    const double size = fields.number("magnitude") * units_.force;
    if (!fields.problem().empty()) return failure(fields.problem(), where);
    const auto body = bodies_.find(link);
    if (body == bodies_.end())
      return failure(fmt::format("force '{}': there is no link '{}'", name, link), where);
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length == 0) return failure(fmt::format("force '{}' has no direction", name), where);
    const auto flags = readDigits(std::string_view(text).substr(0, 1));
    if (!flags) return failure(fmt::format("force '{}' has no flags", name), where);
    const double sign = (*flags & kOutward) ? 1 : -1;
    double fx = sign * size * (to.x - from.x) / length, fy = sign * size * (to.y - from.y) / length;
    Load load;
    load.b = body->second.body;
    load.atB = toMillimetres(body->second.toLocal(from));
    if (*flags & kLocal) {
      const double c = std::cos(body->second.angle), s = std::sin(body->second.angle);
      load.axes = LoadAxes::body;
      std::tie(fx, fy) = std::pair(c * fx + s * fy, -s * fx + c * fy);
    }
    load.fx.text = toShortestText(fx);
    load.fy.text = toShortestText(fy);
    ForceElement element;
    element.id = takeId(makeId("force", id));
    element.name = name;
    element.kind = load;
    updMechanism().forces.push_back(element);
    return {};
  }

  // The slide that a piston has at a joint.
  const PmksJoint* findSlide(const std::string& joint) const {
    for (const PmksLink& link : links_) {
      if (!link.piston || std::find(link.joints.begin(), link.joints.end(), joint) == link.joints.end())
        continue;
      for (const std::string& other : link.joints)
        if (const PmksJoint* slide = findJoint(other); slide->has(kSlides) && other != joint) return slide;
    }
    return nullptr;
  }

  bool isOnBlock(const std::string& joint) const {
    return std::ranges::any_of(links_, [&](const PmksLink& link) {
      return link.piston && std::ranges::find(link.joints, joint) != link.joints.end();
    });
  }

  // The slot of a moving link, in the axes of its body.
  Result<Slot> findSlot(const PmksJoint& slide) const {
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

  Result<void> makeJoints(const PmksJoint& at) {
    const auto& places = places_[at.id];
    if (at.has(kSlides)) {
      if (!isOnBlock(at.id)) note(fmt::format("slider '{}' has no block: left out", at.name));
      return {};
    }
    if (places.empty()) {
      note(fmt::format("joint '{}' is on no link: left out", at.name));
      return {};
    }
    const LinkPlace ground{kFrame, {}, 0};
    const bool grounded = at.has(kGrounded);
    const auto add = [&](const std::string& id, JointKind kind, const LinkPlace& a, const LinkPlace& b) {
      Joint joint = makeDrawnJoint(id, std::move(kind), a, b, at.at);
      joint.name = at.name;
      updMechanism().joints.push_back(std::move(joint));
    };
    for (std::size_t i = grounded ? 0 : 1; i < places.size(); ++i) {
      const std::string id =
          takeId(makeId("pin", at.id) + (i > 1 || (grounded && i == 1) ? fmt::format("_{}", i + 1) : ""));
      add(id, Revolute{}, grounded ? ground : places[0], places[i]);
      if (grounded && at.has(kInput) && i == 0) addDrive(at, id);
    }
    if (const PmksJoint* slide = findSlide(at.id)) {
      const std::string slideId = takeId(makeId("slide", at.id));
      const std::size_t before = updMechanism().joints.size();
      if (slide->has(kGrounded)) {
        add(slideId, Slot{slide->angle}, ground, places[0]);
      } else if (slide->carrier.empty()) {  // of versions without such slots
        note(fmt::format("joint '{}' slides on nothing: left out, it is free there", at.name));
      } else {
        const auto slot = findSlot(*slide);
        if (!slot) return tl::unexpected(slot.error());
        const LinkPlace& carrier = bodies_.at(slide->carrier);
        const auto block = std::find_if(places.begin(), places.end(),
                                        [&](const LinkPlace& place) { return place.body != carrier.body; });
        if (block == places.end())
          return failure(fmt::format("slider '{}' slides in the link that it is pinned to", slide->name));
        add(slideId, *slot, carrier, *block);
      }
      note("blocks of sliders are points without mass");
      if (slide->has(kInput) && updMechanism().joints.size() > before) addSlideDrive(at, slideId);
    }
    if (at.has(kInput) && !grounded)
      note(fmt::format("input '{}' is no grounded pin: it does not drive", at.name));
    if (at.has(kTraced) && !grounded) addTrace(at, places[0]);
    return {};
  }

  void addTrace(const PmksJoint& at, const LinkPlace& place) {
    Trace trace;
    trace.id = takeId(makeId("trace", at.id));
    trace.name = at.name;
    trace.b = place.body;
    trace.atB = toMillimetres(place.toLocal(at.at));
    updMechanism().traces.push_back(trace);
  }

  // Its speed is a length of the drawing in a second.
  void addSlideDrive(const PmksJoint& at, const std::string& joint) {
    Drive drive;
    drive.id = takeId(makeId("input", at.id));
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

  void addDrive(const PmksJoint& at, const std::string& joint) {
    Drive drive;
    drive.id = takeId(makeId("input", at.id));
    drive.joint = joint;
    ConstantSpeed motion;
    motion.speed.value = rpm_ * 2 * std::numbers::pi / 60;
    motion.speed.text = toShortestText(rpm_) + " rpm";
    drive.kind = motion;
    updMechanism().drives.push_back(drive);
    if (rpm_ != 0) slowest_ = std::max(slowest_, 60 / std::abs(rpm_));
  }

  Units units_;
  double rpm_ = 0, slowest_ = 0;  // s, one turn of the input
  std::vector<PmksJoint> joints_;
  std::vector<PmksLink> links_;
  std::map<std::string, std::vector<LinkPlace>> places_;  // of the bodies at a joint
  std::map<std::string, LinkPlace> bodies_;               // by link
  std::set<std::string> taken_;                           // ids
  ImportedMechanism imported_;
};

}  // namespace

Result<ImportedMechanism> importPmks(std::string_view text) {
  std::string content = findContent(text);
  if (content.find('.') == std::string::npos)
    return failure("this is no mechanism of PMKS+: it has no fields");
  const char check = content.back();
  content.pop_back();
  if (kDigits[content.size() % kCheckDigits] != check)
    return failure(fmt::format("the text is cut or changed: its {} characters do not fit its last one, '{}'",
                               content.size() + 1, check));
  return PmksReader().read(split(content, '.'));
}

}  // namespace clank
