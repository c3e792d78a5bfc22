// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/typed_length.h"

#include <cmath>
#include <optional>
#include <vector>

#include "ui/document/closed_poses.h"
#include "ui/document/named_points.h"
#include "ui/document/properties.h"

namespace clank {
namespace {

constexpr double kSameEnd = 1e-9;  // m

// Of "/bodies/3/length" the body.
std::optional<std::size_t> findBodyOfLength(const std::string& pointer) {
  const std::string begin = "/bodies/", end = "/length";
  if (!pointer.starts_with(begin) || !pointer.ends_with(end)) return {};
  const std::string number = pointer.substr(begin.size(), pointer.size() - begin.size() - end.size());
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoul(number);
}

}  // namespace

bool isLength(const std::string& pointer) {
  return findBodyOfLength(pointer).has_value();
}

void typeLength(Mechanism& m, const std::string& caseId, const std::string& pointer,
                const std::string& text) {
  Problems problems;
  Mechanism before = resolve(m, caseId, {}, problems);
  const auto body = findBodyOfLength(pointer);
  if (!setPropertyText(m, pointer, text) || !body || *body >= before.bodies.size()) return;
  Problems after;
  static_cast<void>(resolve(m, caseId, {}, after));
  const auto& length = before.bodies[*body].length;
  if (stopRun(problems) || stopRun(after) || !length || !m.bodies[*body].length) return;
  std::vector<bool> isEnd;
  visitPointsOf(before, before.bodies[*body].id, [&](Point& p) {
    isEnd.push_back(std::abs(p.x.value - length->value) < kSameEnd && std::abs(p.y.value) < kSameEnd);
  });
  std::size_t visited = 0;
  visitPointsOf(m, m.bodies[*body].id, [&](Point& p) {
    if (isEnd[visited++]) p.x = *m.bodies[*body].length;
  });
  closeJoints(m, caseId);
}

}  // namespace clank
