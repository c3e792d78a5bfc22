// SPDX-License-Identifier: GPL-3.0-or-later
// The rule: a message belongs to the first line of the table whose place is where it is about, and whose
// words it says. Lines with words stand first, since they tell more; lines with a place alone catch what is
// left of a part. A place is the beginning of a JSON pointer, "*" one step of it. What has no line has no
// page.
#include "core/manual/learn_more.h"

#include <array>

namespace clank {
namespace {

struct Line {
  std::string_view place, words, target;
};

constexpr std::array kLines{
    Line{"", "energy ledger", "lamp.md#what-to-do"},
    Line{"", "have come from nowhere", "lamp.md#with-a-fixed-step"},
    Line{"", "jams", "run-fails.md#the-linkage-jams"},
    Line{"", "no step size meets", "run-fails.md#the-steps-become-too-small"},
    Line{"", "steps have shrunk", "run-fails.md#the-steps-become-too-small"},
    Line{"", "would not end in a useful time", "run-fails.md#the-steps-become-too-small"},
    Line{"", "is not a finite number", "run-fails.md#a-number-has-no-value"},
    Line{"", "events have happened", "run-fails.md#too-many-events"},
    Line{"", "events of contacts", "run-fails.md#too-many-events"},
    Line{"", "bounces of", "restitution.md#when-bouncing-ends"},
    Line{"", "releases above", "lock.md#a-blow-is-not-a-force"},
    Line{"", "have sunk", "contact-law.md#a-stiffness-that-is-too-small"},
    Line{"", "several motions are possible", "friction.md#when-the-answer-is-not-unique"},
    Line{"", "not unique", "mobility.md#who-carries-the-load"},
    Line{"", "share of many", "mobility.md#who-carries-the-load"},
    Line{"", "redundant", "mobility.md#who-carries-the-load"},
    Line{"", "repeats what", "mobility.md#who-carries-the-load"},
    Line{"", "singular position", "mobility.md#singular-positions"},
    Line{"", "cannot close", "run-fails.md#the-run-cannot-begin"},
    Line{"", "cannot be assembled", "run-fails.md#the-run-cannot-begin"},
    Line{"", "contradict each other", "run-fails.md#the-run-cannot-begin"},
    Line{"", "do not let it get there", "run-fails.md#the-run-cannot-begin"},
    Line{"", "slack strand", "gears.md#belts-and-chains"},
    Line{"/forces/*", "rope", "gears.md#ropes"},
    Line{"/joints/*/metamorphic/phases/*/clearance", "", "clearance.md"},
    Line{"/joints/*/metamorphic", "stop", "stop.md"},
    Line{"/joints/*/metamorphic", "", "lock.md"},
    Line{"/joints/*/clearance/friction_curve", "", "friction.md#laws-of-friction"},
    Line{"/joints/*/clearance/compliance", "", "contact-law.md"},
    Line{"/joints/*/clearance", "", "clearance.md"},
    Line{"/joints/*/friction", "", "friction.md#joints-that-rub"},
    Line{"/joints/*/curve", "", "cams.md#a-point-on-a-curve"},
    Line{"/joints/*", "gear", "gears.md"},
    Line{"/joints/*", "pulley", "gears.md#belts-and-chains"},
    Line{"/joints/*", "belt", "gears.md#belts-and-chains"},
    Line{"/bodies/*/flexible", "", "bend.md"},
    Line{"/bodies/*/velocity", "", "drive.md#start-with-a-speed"},
    Line{"/bodies/*", "mass", "forces.md#mass"},
    Line{"/drives/*/until", "", "drive.md#switch-a-drive-off"},
    Line{"/drives", "", "drive.md"},
    Line{"/forces", "", "forces.md"},
    Line{"/contacts/*/compliance", "", "contact-law.md"},
    Line{"/material_pairs/*/compliance", "", "contact-law.md"},
    Line{"/contacts/*/restitution", "", "restitution.md"},
    Line{"/contacts/*/friction_curve", "", "friction.md#laws-of-friction"},
    Line{"/contacts/*/friction", "", "friction.md"},
    Line{"/contacts", "compliant", "contact-law.md"},
    Line{"/contacts", "", "touch.md"},
    Line{"/surfaces", "", "touch.md"},
    Line{"/materials", "", "touch.md#materials"},
    Line{"/material_pairs", "", "touch.md#materials"},
    Line{"/parameters", "", "parameters.md"},
    Line{"/cases", "", "parameters.md#cases"},
    Line{"/references", "", "compare.md"},
    Line{"/published", "", "published.md"},
    Line{"/studies", "", "study.md"},
    Line{"/optimisations", "", "study.md#search-the-best-values"},
    Line{"/pictures", "", "import.md#draw-over-a-picture"},
    Line{"/plots", "", "plots.md"},
    Line{"/units", "", "parameters.md#units"},
    Line{"/simulation/capture_speed", "", "restitution.md#when-bouncing-ends"},
    Line{"/simulation", "", "run-fails.md#settings-of-a-run"},
};

constexpr std::string_view kReceipt = "receipt.md";

std::string_view takeStep(std::string_view& pointer) {
  if (!pointer.empty() && pointer.front() == '/') pointer.remove_prefix(1);
  const std::string_view step = pointer.substr(0, pointer.find('/'));
  pointer.remove_prefix(step.size());
  return step;
}

bool isIn(std::string_view where, std::string_view place) {
  while (!place.empty()) {
    if (where.empty()) return false;
    const std::string_view wanted = takeStep(place), found = takeStep(where);
    if (wanted != "*" && wanted != found) return false;
  }
  return true;
}

std::string_view findSection(EventKind kind) {
  switch (kind) {
    case EventKind::impact:
      return "#impact";
    case EventKind::lock:
    case EventKind::merge:
    case EventKind::release:
    case EventKind::kinematicSwitch:
      return "#a-joint-changes";
    case EventKind::contactBegin:
    case EventKind::contactEnd:
    case EventKind::contactOpen:
      return "#a-contact-begins-or-ends";
    case EventKind::stick:
    case EventKind::slip:
      return "#sticking-and-slipping";
    case EventKind::driveJump:
    case EventKind::driveOff:
      return "#a-drive-jumps-or-ends";
    case EventKind::taut:
    case EventKind::slack:
      return "#a-rope-becomes-taut-or-slack";
  }
  return "";
}

}  // namespace

std::string findLearnMore(const Problem& problem) {
  for (const Line& line : kLines)
    if (isIn(problem.where, line.place) && problem.what.find(line.words) != std::string::npos)
      return std::string(line.target);
  return {};
}

std::string findLearnMore(EventKind kind) {
  return std::string(kReceipt) + std::string(findSection(kind));
}

std::vector<std::string> listLearnMore() {
  std::vector<std::string> targets{kLampPage};
  for (const Line& line : kLines) targets.emplace_back(line.target);
  for (int kind = 0; kind <= static_cast<int>(EventKind::slack); ++kind)
    targets.push_back(findLearnMore(static_cast<EventKind>(kind)));
  return targets;
}

}  // namespace clank
