// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/places.h"

#include <fmt/format.h>

#include "core/dynamics/redundancy.h"
#include "core/events/joint_grips.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

std::string placeOfUnilateral(const System& system, std::size_t unilateral) {
  const Overloaded find{
      [](const StopIndex& stop) { return fmt::format("/joints/{}", stop.joint); },
      [&](const RopeIndex& rope) { return fmt::format("/forces/{}", system.ropes[rope.rope].index); },
      [&](const ContactIndex& index) { return findPlaceOfContact(system, index.contact); }};
  return std::visit(find, system.unilaterals[unilateral]);
}

}  // namespace

std::string findPlaceOfContact(const System& system, std::size_t contact) {
  const std::size_t index = system.contacts.pairOf(contact);
  const SystemContactPair& pair = system.contactPairs[index];
  if (pair.owner && system.joints[pair.owner->joint].isMetamorphic())
    return fmt::format("/joints/{}/metamorphic/phases/{}/clearance", pair.owner->joint, pair.owner->phase);
  if (pair.owner) return fmt::format("/joints/{}/clearance", pair.owner->joint);
  for (const SystemContactGroup& group : system.contactGroups)
    if (index >= group.first && index < group.first + group.count) return group.place;
  return "/contacts";
}

std::string findPlace(const System& system, const Watched& watched) {
  const Overloaded find{[&](const Guard& guard) { return placeOfUnilateral(system, guard.unilateral); },
                        [&](const ChangeWatch& watch) {
                          const SystemChange& change = system.joints[watch.joint].changes[watch.change];
                          return change.endsDrive
                                     ? fmt::format("/drives/{}/until", system.drives[change.index].index)
                                     : fmt::format("/joints/{}", watch.joint);
                        },
                        [&](const FrictionWatch& watch) { return findPlaceOfFriction(system, watch.joint); },
                        [&](const SwitchWatch& watch) { return system.switches[watch.index].pointer; }};
  return std::visit(find, watched);
}

std::string findPlaceOfRow(const Assembler& assembler, std::size_t row) {
  const System& system = assembler.system();
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (static_cast<std::size_t>(assembler.driveRow(d)) == row)
      return fmt::format("/drives/{}", system.drives[d].index);
  for (std::size_t r = 0; r < system.ropes.size(); ++r)
    if (assembler.ropeRow(r) == static_cast<int>(row))
      return fmt::format("/forces/{}", system.ropes[r].index);
  for (std::size_t c = 0; c < system.contacts.size(); ++c)
    if (assembler.gapRow(c) == static_cast<int>(row) || assembler.slipRow(c) == static_cast<int>(row) ||
        assembler.rollRow(c) == static_cast<int>(row))
      return findPlaceOfContact(system, c);
  return fmt::format("/joints/{}", findJointOfRow(assembler, row));
}

std::string findPlaceOfChannel(const System& system, const std::string& channel) {
  const std::string id = channel.substr(0, channel.find('.'));
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    if (system.bodies[i].id == id) return fmt::format("/bodies/{}", i);
  for (std::size_t i = 0; i < system.joints.size(); ++i)
    if (system.joints[i].id == id) return fmt::format("/joints/{}", i);
  for (const SystemDrive& drive : system.drives)
    if (drive.id == id) return fmt::format("/drives/{}", drive.index);
  for (const SystemForce& force : system.forces)
    if (force.id == id) return fmt::format("/forces/{}", force.index);
  for (const SystemContactGroup& group : system.contactGroups)
    if (group.id == id) return group.place;
  return "/simulation";
}

}  // namespace clank
