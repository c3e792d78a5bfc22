// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/counted_turns.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_set>
#include <variant>

namespace clank {
namespace {

constexpr std::string_view kAngle = ".angle";

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

// Bodies and joints whose angle a text reads.
class AngleReaders {
 public:
  void read(std::string_view text) {
    for (std::size_t at = text.find(kAngle); at != std::string_view::npos; at = text.find(kAngle, at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && isOfName(text[begin - 1])) --begin;
      names_.emplace(text.substr(begin, at - begin));
    }
  }
  bool reads(const std::string& id) const { return names_.contains(id); }

 private:
  std::unordered_set<std::string> names_;
};

void readForces(const Mechanism& mechanism, AngleReaders& readers) {
  for (const ForceElement& force : mechanism.forces) {
    if (const auto* torque = std::get_if<Torque>(&force.kind)) readers.read(torque->moment.text);
    if (const auto* load = std::get_if<Load>(&force.kind)) {
      readers.read(load->fx.text);
      readers.read(load->fy.text);
    }
  }
}

AngleReaders listReaders(const Mechanism& mechanism) {
  AngleReaders readers;
  readForces(mechanism, readers);
  for (const Joint& joint : mechanism.joints) {
    if (!joint.metamorphic) continue;
    for (const PhaseChange& change : joint.metamorphic->changes)
      if (const auto* guard = std::get_if<ExpressionGuard>(&change.guard))
        readers.read(guard->expression.text);
  }
  for (const Drive& drive : mechanism.drives)
    if (const auto* guard = drive.until ? std::get_if<ExpressionGuard>(&drive.until->guard) : nullptr)
      readers.read(guard->expression.text);
  for (const PublishedValue& published : mechanism.published) readers.read(published.channel);
  for (const Reference& reference : mechanism.references) readers.read(reference.channel);
  for (const Study& study : mechanism.studies)
    for (const StudyQuantity& quantity : study.quantities) readers.read(quantity.value);
  for (const Optimisation& optimisation : mechanism.optimisations)
    for (const StudyQuantity& quantity : optimisation.quantities) readers.read(quantity.value);
  return readers;
}

bool hasLimit(const Mechanism& mechanism, const Joint& joint) {
  const auto endsAtLimit = [&](const Drive& drive) {
    return drive.joint == joint.id && drive.until && std::holds_alternative<Limit>(drive.until->guard);
  };
  if (std::ranges::any_of(mechanism.drives, endsAtLimit)) return true;
  return joint.metamorphic && std::ranges::any_of(joint.metamorphic->changes, [](const PhaseChange& change) {
           return std::holds_alternative<Limit>(change.guard);
         });
}

}  // namespace

std::vector<CountedTurns> listCountedTurns(const Mechanism& mechanism) {
  const AngleReaders readers = listReaders(mechanism);
  std::vector<CountedTurns> counted;
  for (const Joint& joint : mechanism.joints)
    if (findCoordinateKind(joint.kind) == CoordinateKind::angle &&
        (hasLimit(mechanism, joint) || readers.reads(joint.id)))
      counted.push_back({joint.a, joint.b});
  for (const ForceElement& force : mechanism.forces)
    if (const auto* spring = std::get_if<TorsionSpring>(&force.kind))
      counted.push_back({spring->a, spring->b});
  for (const Body& body : mechanism.bodies)
    if (readers.reads(body.id)) counted.push_back({kFrame, body.id});
  return counted;
}

}  // namespace clank
