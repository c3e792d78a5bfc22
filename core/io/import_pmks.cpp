// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_pmks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

#include "core/io/pmks_drawing.h"

namespace clank {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
constexpr std::size_t kCheckDigits = 62;  // the first of them
constexpr int kLongestDigits = 8;         // of a number: 64^8 thousandths
constexpr std::size_t kSettings = 4;      // fields before the joints

// Bits of flags.
enum PmksSettingBit : unsigned { kClockwise = 1, kGravity = 2 };
enum PmksForceBit : unsigned { kLocal = 1, kOutward = 2 };

std::optional<long> readDigits(std::string_view digits) {
  if (digits.empty() || digits.size() > kLongestDigits) return std::nullopt;
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

// Between the question mark of a shared link and the end.
std::string_view findContent(std::string_view text) {
  const auto mark = text.find('?');
  if (mark != std::string_view::npos) text.remove_prefix(mark + 1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
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
    return builder_.finish();
  }

 private:
  // Length, angle, force and the system of units, a digit each; the last one is not always written.
  bool readUnits(const std::string& digits) {
    constexpr std::array<const char*, 3> kNames{"in", "cm", "m"};
    const std::size_t length = digits.empty() ? 1 : kDigits.find(digits[0]);
    if (length >= kNames.size()) return false;
    PmksUnits units = *findPmksUnits(kNames[length]);
    if (digits.size() > 2) units.force = digits[2] == '0' ? findPmksUnits("in")->force : 1;
    builder_.setUnits(units);
    return true;
  }

  bool readSettings(const std::string& flags, const std::string& integers) {
    const std::string turns = splitText(integers, ',')[0];
    const auto set = readDigits(flags), speed = readDigits(turns);
    if (!set || !speed) return false;
    const auto bits = static_cast<unsigned>(*set);
    const double sign = turns[0] == '0' ? -1 : 1;
    builder_.setSpeed(sign * ((bits & kClockwise) ? -1 : 1) * static_cast<double>(*speed));
    builder_.setGravity((bits & kGravity) != 0);
    return true;
  }

  Result<void> addJoint(const std::string& text, std::size_t place) {
    const std::string where = fmt::format("field {}", place);
    if (text.size() < 2) return failure("a joint is empty", where);
    PmksJoint joint;
    const auto bits = readDigits(std::string_view(text).substr(0, 1));
    if (!bits) return failure(fmt::format("joint '{}' has no flags", text), where);
    joint.flags = static_cast<unsigned>(*bits);
    const auto all = splitText(std::string_view(text).substr(1), ',');
    Fields fields(fmt::format("joint '{}'", all[0]), all);
    joint.id = fields.take();
    joint.name = fields.count() > 4 ? fields.take() : joint.id;  // older texts have no names
    joint.at.x = fields.number("x") * builder_.units().length;
    joint.at.y = fields.number("y") * builder_.units().length;
    joint.angle = fields.number("angle");
    if (!fields.problem().empty()) return failure(fields.problem(), where);
    if (joint.has(kPmksSlides) && !joint.has(kPmksGrounded))
      for (std::string* part : {&joint.carrier, &joint.slotFrom, &joint.slotTo}) *part = fields.take();
    return builder_.addJoint(std::move(joint), where);
  }

  Result<void> addLink(const std::string& text, std::size_t place) {
    const std::string where = fmt::format("field {}", place);
    if (text.size() < 3) return failure("a link is empty", where);
    if (text[0] != 'Y') return {};  // a piece of a welded link, which has all its joints
    const PmksUnits& units = builder_.units();
    PmksLink link;
    link.piston = text[1] != 'R';
    const auto all = splitText(std::string_view(text).substr(2), ',');
    Fields fields(fmt::format("link '{}'", all[0]), all);
    link.id = fields.take();
    link.name = fields.take();
    link.mass = fields.number("mass") * units.mass;
    link.inertia = fields.number("moment of inertia") * units.mass * units.length * units.length;
    link.center.x = fields.number("x of its centre") * units.length;
    link.center.y = fields.number("y of its centre") * units.length;
    if (!fields.problem().empty()) return failure(fields.problem(), where);
    fields.take();  // colour
    while (!fields.isEnd()) {
      const std::string joint = fields.take();
      if (joint.empty()) break;  // behind it the pieces of a welded one
      link.joints.push_back(joint);
    }
    return builder_.addLink(std::move(link), where);
  }

  Result<void> addForce(const std::string& text, std::size_t place) {
    const std::string where = fmt::format("field {}", place);
    const PmksUnits& units = builder_.units();
    const auto all = splitText(std::string_view(text).substr(1), ',');
    Fields fields(fmt::format("force '{}'", all[0]), all);
    PmksForce force;
    force.id = fields.take();
    force.link = fields.take();
    force.name = fields.count() > 7 ? fields.take() : force.id;
    Spot to;
    force.at.x = fields.number("x of its start") * units.length;
    force.at.y = fields.number("y of its start") * units.length;
    to.x = fields.number("x of its end") * units.length;
    to.y = fields.number("y of its end") * units.length;
    const double size = fields.number("magnitude") * units.force;
    if (!fields.problem().empty()) return failure(fields.problem(), where);
    const Spot along = to - force.at;
    const double length = std::hypot(along.x, along.y);
    if (length == 0) return failure(fmt::format("force '{}' has no direction", force.name), where);
    const auto flags = readDigits(std::string_view(text).substr(0, 1));
    if (!flags) return failure(fmt::format("force '{}' has no flags", force.name), where);
    const double sign = (*flags & kOutward) ? 1 : -1;
    force.fx = sign * size * along.x / length;
    force.fy = sign * size * along.y / length;
    force.local = (*flags & kLocal) != 0;
    return builder_.addForce(force, where);
  }

  PmksBuilder builder_;
};

}  // namespace

Result<ImportedMechanism> importPmks(std::string_view text) {
  const std::string_view query = findContent(text);
  if (query.starts_with("j=")) return importPmksQuery(query);
  if (query.find("mech=") != std::string_view::npos)
    return failure(
        "this is a link of the older program PMKS (mech=), which is not read; PMKS+ shares others");
  std::string content = decodePercent(query);
  if (content.find('.') == std::string::npos)
    return failure("this is no mechanism of PMKS+: it has no fields");
  const char check = content.back();
  content.pop_back();
  if (kDigits[content.size() % kCheckDigits] != check)
    return failure(fmt::format("the text is cut or changed: its {} characters do not fit its last one, '{}'",
                               content.size() + 1, check));
  return PmksReader().read(splitText(content, '.'));
}

}  // namespace clank
