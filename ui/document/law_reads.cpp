// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/law_reads.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

#include "ui/document/coordinate_mirror.h"
#include "ui/document/element.h"

namespace clank {
namespace {

std::string wrap(const std::string& sum) {
  return "(" + sum + ")";
}
std::string rewriteAngle(bool flips, double about, double turn, const std::string& read) {
  const std::string text = flips ? "-" + read : read;
  return wrap(withConstant(text, flips ? about + turn : -turn, "rad"));
}

bool isOfName(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Puts another text in the place of each "id.member".
std::string rewriteReads(const std::string& text, const LawReads& reads) {
  std::string result;
  std::size_t i = 0;
  while (i < text.size()) {
    std::size_t end = i;
    while (end < text.size() && isOfName(text[end])) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string name = text.substr(i, end - i);
    std::size_t last = end + 1;
    while (end < text.size() && text[end] == '.' && last < text.size() && isOfName(text[last])) ++last;
    const auto other =
        last > end + 1 ? reads.rewrite(name, text.substr(end + 1, last - end - 1)) : std::nullopt;
    const std::string read = text.substr(i, last - i);
    if (other && *other == "(-" + read + ")" && result.ends_with("(-") &&
        text[std::min(last, text.size() - 1)] == ')') {
      result.erase(result.size() - 2);  // minus minus
      result += read;
      i = last + 1;
      continue;
    }
    result += other ? *other : name;
    i = other ? last : end;
  }
  return result;
}

// Of an element, wherever they stand in it.
class LawRewrite {
 public:
  explicit LawRewrite(const LawReads& reads) : reads_(reads) {}
  void operator()(const Field&, Law& law) { law.text = rewriteReads(law.text, reads_); }
  void operator()(const Field& field, const OptionalRef& member) {
    if (member) enter(field, *member);
  }
  void operator()(const Field& field, const ListRef& list) {
    for (std::size_t i = 0; i < list.size(); ++i) enter(field, list[i]);
  }
  void operator()(const Field&, const RecordRef& record) { visitFields(record, *this); }
  void operator()(const Field&, const VariantRef& variant) { visitFields(variant.alternative(), *this); }
  void sharedList(const Field&, const SharedListRef&) {}
  template <class T>
  void operator()(const Field&, const T&) {}

 private:
  void enter(const Field& field, const ValueRef& value) {
    value.visit([&](auto& member) { (*this)(field, member); });
  }
  const LawReads& reads_;
};

}  // namespace

std::optional<std::string> LawReads::rewrite(const std::string& id, const std::string& member) const {
  if (ids_.count(id) == 0) return std::nullopt;
  if (findById(values_.bodies, id)) return rewriteBody(id, member);
  if (const Joint* joint = findById(values_.joints, id)) return rewriteJoint(*joint, member);
  return std::nullopt;
}

std::string LawReads::rewriteBody(const std::string& id, const std::string& member) const {
  const bool flips = copy_.mirrored;
  const std::string read = id + "." + member;
  if (member == "omega") return flips ? wrap("-" + read) : read;
  if (member == "angle") return rewriteAngle(flips, std::numbers::pi, copy_.motion.angle, read);
  const bool isSpeed = member.starts_with('v'), isX = member.ends_with('x');
  if (member != "x" && member != "y" && member != "vx" && member != "vy") return read;
  // x' of (x, y) mirrored at the upright line and moved.
  const PlaneMotion& m = back_.motion;
  const double c = std::cos(m.angle), s = std::sin(m.angle), side = flips ? -1 : 1;
  const double a = makeTidy(isX ? side * c : side * s), b = makeTidy(isX ? -s : c);
  const double x0 = m.about.x, y0 = m.about.y;
  const double constant = isX ? x0 - side * c * x0 + s * y0 + m.dx : y0 - side * s * x0 - c * y0 + m.dy;
  const std::string v = isSpeed ? "v" : "";
  std::string sum;
  if (a != 0) sum = scaledText(a, id + "." + v + "x");
  if (b != 0) sum += (sum.empty() ? "" : " + ") + scaledText(b, id + "." + v + "y");
  return wrap(withConstant(sum, isSpeed ? 0 : constant, "m"));
}

std::string LawReads::rewriteJoint(const Joint& joint, const std::string& member) const {
  const std::string read = joint.id + "." + member;
  const CoordinateMirror mirror = copy_.mirrored ? findCoordinateMirror(joint) : CoordinateMirror{};
  const auto turned = turns_.find(joint.id);
  if (member == "omega" || member == "speed") return mirror.flips ? wrap("-" + read) : read;
  const double turn = turned == turns_.end() ? 0 : turned->second;
  if (member == "angle") return rewriteAngle(mirror.flips, mirror.about, turn, read);
  if (member == "travel" && mirror.flips) return wrap(withConstant("-" + read, mirror.about, "m"));
  return read;
}

void rewriteLaws(const RecordRef& element, const LawReads& reads) {
  visitFields(element, LawRewrite(reads));
}

}  // namespace clank
