// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/in_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/law_traits.h"
#include "core/model/loops.h"
#include "core/model/shown_text.h"
#include "core/model/touches.h"
#include "core/model/words.h"
#include "core/support/closed_set.h"
#include "core/support/overloaded.h"

namespace clank {

namespace {

template <class Part>
std::string toName(const Part& part) {
  return part.name.empty() || part.name == part.id ? part.id : fmt::format("{} ({})", part.name, part.id);
}

std::string spellOut(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

// The word of the file for the alternative in force.
template <class... Kinds>
std::string toKindWord(const std::variant<Kinds...>& kind) {
  return spellOut(Words<std::variant<Kinds...>>::names[kind.index()]);
}
// After whom it is called.
std::string toLawName(const Choice<ContactLaw>& law) {
  constexpr std::array kNames{"Newton",
                              "Poisson",
                              "energetic",
                              "constraint",
                              "Hertz",
                              "Kelvin and Voigt",
                              "Hunt and Crossley",
                              "Herbert and McWhannell",
                              "Lee and Wang",
                              "Lankarani and Nikravesh",
                              "Gonthier, approximate",
                              "Gonthier",
                              "Zhiying and Qishao",
                              "Flores",
                              "Hu and Guo",
                              "IMPACT"};
  static_assert(hasAsManyNames<ContactLaw, kNames.size()>());
  return kNames[static_cast<std::size_t>(law.value)];
}

std::string count(std::size_t number, const std::string& one, const std::string& many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

// Numbers in the units of the mechanism.
class Teller {
 public:
  explicit Teller(const Mechanism& mechanism) : choice_(mechanism.units) {}
  std::string tell(double value, std::string_view si) const { return writeShownText(value, si, choice_); }
  std::string tellNumber(double value) const { return writeShownNumber(value, choice_); }
  std::string tellCoordinate(const JointKind& kind, double value) const {
    return tell(value, isAngle(kind) ? "rad" : "m");
  }
  std::string tellRate(const JointKind& kind, double value) const {
    return tell(value, isAngle(kind) ? "rad/s" : "m/s");
  }

 private:
  static bool isAngle(const JointKind& kind) { return findCoordinateKind(kind) == CoordinateKind::angle; }

  const UnitChoice& choice_;
};

const Joint* findJoint(const Mechanism& mechanism, const std::string& id) {
  const auto found = std::find_if(mechanism.joints.begin(), mechanism.joints.end(),
                                  [&](const Joint& joint) { return joint.id == id; });
  return found == mechanism.joints.end() ? nullptr : &*found;
}

// "3 revolute, 1 prismatic joint"
std::string listKinds(const Mechanism& mechanism) {
  constexpr std::size_t kinds = std::variant_size_v<JointKind>;
  std::array<std::size_t, kinds> counts{};
  for (const Joint& joint : mechanism.joints) ++counts[joint.kind.index()];
  std::vector<std::string> words;
  for (std::size_t i = 0; i < kinds; ++i)
    if (counts[i] > 0) words.push_back(fmt::format("{} {}", counts[i], spellOut(Words<JointKind>::names[i])));
  return fmt::format("{}", fmt::join(words, ", "));
}

WordedPart describeStructure(const Mechanism& mechanism, const std::optional<MobilityCount>& mobility) {
  WordedPart part{"What it is", {}};
  const auto flexible = static_cast<std::size_t>(std::count_if(
      mechanism.bodies.begin(), mechanism.bodies.end(), [](const Body& body) { return body.flexible; }));
  std::string links = count(mechanism.bodies.size(), "moving link", "moving links");
  if (flexible > 0) links += fmt::format(" ({} of them can bend)", flexible);
  const std::size_t joints = mechanism.joints.size();
  part.sentences.push_back(joints == 0 ? fmt::format("{} without joints.", links)
                                       : fmt::format("{} and {}: {}.", links,
                                                     count(joints, "joint", "joints"), listKinds(mechanism)));
  for (const Loop& loop : findLoops(mechanism))
    part.sentences.push_back("Closed loop: " + describeLoop(mechanism, loop) + ".");
  for (const FourBar& bar : findFourBars(mechanism))
    part.sentences.push_back(
        fmt::format("The four-bar of {} is a {}.", fmt::join(bar.loop.bodies, ", "), toWords(bar.type)));
  if (mobility) {
    part.sentences.push_back(
        fmt::format("Mobility {} by the rank of its constraints at the start, {} by Gruebler's count{}.",
                    mobility->byRank, mobility->gruebler,
                    mobility->byRank == mobility->gruebler ? "" : " (some constraints repeat others)"));
  }
  const Teller teller(mechanism);
  const double gx = mechanism.gravity.x.value, gy = mechanism.gravity.y.value;
  part.sentences.push_back(gx == 0 && gy == 0
                               ? std::string("No gravity.")
                               : fmt::format("Gravity {}{}.", teller.tell(std::hypot(gx, gy), "m/s2"),
                                             gx == 0 && gy < 0 ? ", downwards" : ""));
  return part;
}

std::string describeMotion(const Drive& drive, const JointKind& kind, const Teller& teller) {
  const auto describeStroke = [&](const auto& m, const char* law) {
    return fmt::format("by {} from {} on, within {} ({})", teller.tellCoordinate(kind, m.rise.value),
                       teller.tell(m.begin.value, "s"), teller.tell(m.duration.value, "s"), law);
  };
  return std::visit(
      Overloaded{
          [&](const ConstantSpeed& m) {
            return fmt::format("at a constant {}", teller.tellRate(kind, m.speed.value));
          },
          [&](const Polynomial345& m) { return describeStroke(m, "polynomial 3-4-5"); },
          [&](const Cycloidal& m) { return describeStroke(m, "cycloidal"); },
          [](const TableMotion& m) { return fmt::format("through {} points of a table", m.times.size()); },
          [](const ExpressionMotion& m) { return fmt::format("as {}", m.coordinate.text); },
          [&](const Reverse& m) {
            const double cycles = m.cycles.value;
            return fmt::format("to {} and back with {}{}", teller.tellCoordinate(kind, m.to.value),
                               teller.tellRate(kind, m.speed.value),
                               cycles == 0   ? ", again and again"
                               : cycles == 1 ? ", once"
                                             : fmt::format(", {:.0f} times", cycles));
          }},
      drive.kind);
}

std::string describeForce(const ForceElement& force) {
  const auto between = [](const auto& kind) { return fmt::format("between {} and {}", kind.a, kind.b); };
  const std::string where =
      std::visit(Overloaded{[](const Load& kind) { return fmt::format("on {}", kind.b); },
                            [](const Hand& kind) { return fmt::format("that pulls {}", kind.b); }, between},
                 force.kind);
  return fmt::format("{}: {} {}.", toName(force), toKindWord(force.kind), where);
}

std::string describeGuard(const ChangeGuard& guard, const JointKind& kind, const Teller& teller) {
  const auto way = [](const Choice<Direction>& direction) {
    return direction.value == Direction::rising ? "rising" : "falling";
  };
  return std::visit(
      Overloaded{
          [&](const Limit& g) {
            return fmt::format("its coordinate reaches {} ({})", teller.tellCoordinate(kind, g.value.value),
                               way(g.direction));
          },
          [&](const ForceGuard& g) {
            return fmt::format("its {}force exceeds {}", g.part.value == ForcePart::axial ? "axial " : "",
                               teller.tell(g.above.value, "N"));
          },
          [&](const MomentGuard& g) {
            return fmt::format("its moment exceeds {}", teller.tell(g.above.value, "N m"));
          },
          [&](const ImpulseGuard& g) {
            return fmt::format("an impact sends {} or more through it{}", teller.tell(g.above.value, "N s"),
                               g.part.value == ForcePart::axial ? " along its axis" : "");
          },
          [&](const AngularImpulseGuard& g) {
            return fmt::format("an impact sends an angular impulse of {} or more through it",
                               teller.tell(g.above.value, "N m s"));
          },
          [&](const SpeedGuard& g) {
            return fmt::format("its speed passes {} ({})", teller.tellRate(kind, g.value.value),
                               way(g.direction));
          },
          [&](const TimeGuard& g) {
            return fmt::format("{} have passed since {}", teller.tell(g.at.value, "s"),
                               g.since.value == TimeOrigin::start ? "the start" : "the phase began");
          },
          [&](const ExpressionGuard& g) {
            return fmt::format("{} passes zero ({})", g.expression.text, way(g.direction));
          }},
      guard);
}

WordedPart describeDrives(const Mechanism& mechanism) {
  WordedPart part{"What moves it", {}};
  for (const Drive& drive : mechanism.drives) {
    const Joint* joint = findJoint(mechanism, drive.joint);
    if (joint == nullptr || drive.active.value == 0) continue;
    const Teller teller(mechanism);
    const std::string until =
        drive.until ? fmt::format(", until {}", describeGuard(drive.until->guard, joint->kind, teller)) : "";
    part.sentences.push_back(fmt::format("Drive {} moves joint {} {}{}.", toName(drive), toName(*joint),
                                         describeMotion(drive, joint->kind, teller), until));
  }
  for (const ForceElement& force : mechanism.forces)
    if (force.active.value != 0) part.sentences.push_back(describeForce(force));
  if (part.sentences.empty()) part.sentences.emplace_back("Nothing but gravity and its start velocities.");
  return part;
}

std::string describeTransition(const PhaseChange& change, const Teller& teller) {
  switch (change.law.value) {
    case TransitionLaw::ignore:
      return "a kinematic switch";
    case TransitionLaw::restitution:
      return fmt::format("with bounces, e = {}", teller.tellNumber(change.restitution.value));
    case TransitionLaw::restitutionThenLock:
      return fmt::format("after one bounce, e = {}", teller.tellNumber(change.restitution.value));
    case TransitionLaw::merge:
      return "and what the new phase does not allow comes to an end at once";
  }
  return {};
}

std::string describePhase(const Phase& phase) {
  return fmt::format("{} ({}{})", phase.id, toKindWord(phase.kind), phase.locked ? ", locked" : "");
}

void describePhases(const Joint& joint, const Teller& teller, std::vector<std::string>& sentences) {
  if (!joint.metamorphic) return;
  std::vector<std::string> phases;
  for (const Phase& phase : joint.metamorphic->phases) phases.push_back(describePhase(phase));
  if (!phases.empty())
    sentences.push_back(
        fmt::format("Joint {} is metamorphic. Its phases: {}.", toName(joint), fmt::join(phases, ", ")));
  for (const PhaseChange& change : joint.metamorphic->changes)
    sentences.push_back(fmt::format("Joint {} goes from {} to {} when {}, {}.", toName(joint), change.from,
                                    change.to, describeGuard(change.guard, joint.kind, teller),
                                    describeTransition(change, teller)));
}

void describePlay(const Joint& joint, const Teller& teller, std::vector<std::string>& sentences) {
  if (!joint.clearance || joint.clearance->fit.value == Fit::ideal) return;
  sentences.push_back(
      fmt::format("Joint {} has a clearance of {}: its parts knock and rub ({}).", toName(joint),
                  teller.tell(joint.clearance->bearing.value - joint.clearance->journal.value, "m"),
                  toLawName(joint.clearance->law)));
}

std::string describeContact(const Mechanism& mechanism, const ContactPair& pair, const Teller& teller) {
  const DrawnSurface* surface = findSurface(mechanism, pair);
  std::string text =
      fmt::format("Contact {}: {} can hit {}", toName(pair), pair.b, surface ? toName(*surface) : pair.a);
  for (const std::string& body : pair.bodies) text += fmt::format(" and {}", body);
  text += fmt::format(", law {}", toLawName(pair.law));
  if (traitsOf(pair.law.value).bounces)
    text += fmt::format(", e = {}", teller.tellNumber(pair.restitution.value));
  if (pair.friction.value != 0) text += fmt::format(", friction {}", teller.tellNumber(pair.friction.value));
  return text + ".";
}

std::string describeSolid(const Body& body) {
  const std::string what = body.touches.value == Touches::everything
                               ? "everything"
                               : fmt::format("{}", fmt::join(touchedOf(body), ", "));
  return fmt::format("Body {} is solid ({}): it touches {}.", toName(body), materialOf(body), what);
}

bool losesEnergy(const JointFriction& friction) {
  return friction.constant.value != 0 || friction.coefficient.value != 0 || friction.viscous.value != 0;
}

WordedPart describeEvents(const Mechanism& mechanism) {
  const Teller teller(mechanism);
  WordedPart part{"What can happen", {}};
  for (const Joint& joint : mechanism.joints) {
    describePhases(joint, teller, part.sentences);
    describePlay(joint, teller, part.sentences);
    if (joint.friction && losesEnergy(*joint.friction))
      part.sentences.push_back(fmt::format("Joint {} rubs.", toName(joint)));
  }
  for (const ContactPair& pair : mechanism.contacts)
    if (pair.active.value != 0 && !pair.b.empty())
      part.sentences.push_back(describeContact(mechanism, pair, teller));
  for (const Body& body : mechanism.bodies)
    if (body.touches.value != Touches::nothing) part.sentences.push_back(describeSolid(body));
  for (const ForceElement& force : mechanism.forces)
    if (std::holds_alternative<Rope>(force.kind) && force.active.value != 0)
      part.sentences.push_back(fmt::format("Rope {} can go slack and jerk.", toName(force)));
  if (part.sentences.empty())
    part.sentences.emplace_back("No events: no joint changes, nothing can be hit, nothing rubs.");
  return part;
}

}  // namespace

std::vector<WordedPart> describeInWords(const Mechanism& resolved,
                                        const std::optional<MobilityCount>& mobility) {
  return {describeStructure(resolved, mobility), describeDrives(resolved), describeEvents(resolved)};
}

std::string toText(const std::vector<WordedPart>& parts) {
  std::string text;
  for (const WordedPart& part : parts) {
    text += part.title + "\n";
    for (const std::string& sentence : part.sentences) text += "  " + sentence + "\n";
  }
  return text;
}

}  // namespace clank
