// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/receipt_words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/io/rounding.h"
#include "core/record/receipt_units.h"
#include "ui/look/compliant_event.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"
#include "ui/panels/number_words.h"
#include "ui/panels/phase_words.h"

namespace clank {
namespace {

constexpr double kRounding = 1e-12;  // of a vector: what its parts are not known better than

// A joint that begins to slip or comes to rest by its friction.
bool isFriction(const Receipt& receipt) {
  return receipt.law == "friction";
}

QString lawWords(const Receipt& receipt) {
  static const std::map<std::string, const char*> words{
      {"ignore", QT_TRANSLATE_NOOP("Clank", "kinematic switch, impact ignored")},
      {"restitution", QT_TRANSLATE_NOOP("Clank", "bounce")},
      {"restitution_then_lock", QT_TRANSLATE_NOOP("Clank", "bounce, then locked")},
      {"merge", QT_TRANSLATE_NOOP("Clank", "merge, plastic")}};
  const auto found = words.find(receipt.law);
  const QString name = found == words.end() ? toLawName(receipt.law) : tr(found->second);
  if (isFriction(receipt)) return tr("friction in the joint");
  return receipt.law == "ignore" ? name : tr("%1, e = %2").arg(name, writeNumber(receipt.restitution));
}

bool isEndOfTouch(EventKind kind) {
  return kind == EventKind::contactEnd || kind == EventKind::contactOpen || kind == EventKind::slack;
}

bool isOfDrive(EventKind kind) {
  return kind == EventKind::driveJump || kind == EventKind::driveOff;
}

bool hasLaw(const Receipt& receipt) {
  return receipt.kind != EventKind::release && !isOfDrive(receipt.kind) && !isEndOfTouch(receipt.kind);
}

// The largest of a list in its order, and what is left of it: a thousand balls that land at once are a
// thousand lines that nobody reads.
constexpr std::size_t kMostAlike = 24;  // lines of one kind

template <class T>
struct Largest {
  std::vector<const T*> told;
  std::size_t left = 0;
  const T* next = nullptr;  // the largest that is left
};

template <class T, class SizeOf>
Largest<T> findLargest(const std::vector<T>& list, SizeOf sizeOf) {
  Largest<T> largest;
  std::vector<const T*>& told = largest.told;
  for (const T& one : list) told.push_back(&one);
  if (told.size() <= kMostAlike) return largest;
  std::stable_sort(told.begin(), told.end(), [&](const T* a, const T* b) { return sizeOf(*a) > sizeOf(*b); });
  largest.left = told.size() - kMostAlike;
  largest.next = told[kMostAlike];
  told.resize(kMostAlike);
  std::sort(told.begin(), told.end());
  return largest;
}

// Does it lead to another mobility by an impact, so that it is a mobile or a stable one?
bool hasClass(const Receipt& receipt) {
  return receipt.kind != EventKind::stick && receipt.kind != EventKind::slip && !isEndOfTouch(receipt.kind) &&
         !isOfDrive(receipt.kind);
}

bool hasImpulse(const Receipt& receipt) {
  return receipt.impulse != 0 ||
         std::any_of(receipt.jointImpulses.begin(), receipt.jointImpulses.end(),
                     [](const auto& j) { return j.x != 0 || j.y != 0 || j.moment != 0; });
}

// "limit 180 deg, rising (change 1)"
QString guardWords(const FiredGuard& guard) {
  QString text;
  if (guard.kind == "expression") {
    text = tr("%1 passes zero").arg(toText(guard.expression));
  } else {
    text = tr("%1 of %2").arg(tr(guard.kind.c_str()), writeShown(guard.value, toText(guard.unit), 6));
  }
  const bool crosses = guard.kind == "limit" || guard.kind == "speed" || guard.kind == "expression";
  if (crosses) text += ", " + (guard.falling ? tr("falling") : tr("rising"));
  return guard.change > 0 ? tr("%1 (change %2)").arg(text).arg(guard.change) : text;
}

double withoutNoise(double speed, double noise) {
  return std::abs(speed) <= noise ? 0 : speed;
}

// The speeds of a receipt are those of a gap, negative while it closes. The coordinate of a joint grows
// towards a limit that it meets rising, while the gap shrinks: the relative speed of its bodies has the other
// sign there.
double signOfSpeed(const Receipt& receipt) {
  return isMoment(receipt) && receipt.guard.kind == "limit" && !receipt.guard.falling ? -1 : 1;
}

// What the event did to the motion of the bodies: to how they turn, or else to how they move.
void addJumps(const Receipt& receipt, std::vector<ReceiptLine>& lines) {
  constexpr double kNoChange = 1e-9;  // of the larger of the two
  constexpr std::size_t kMost = 12;   // lines
  std::size_t told = 0;
  for (const BodyJump& jump : receipt.jumps) {
    const auto tell = [&](std::size_t k, const QString& name, const char* unit) {
      const double noise = k == 2 ? receipt.noise.about : receipt.noise.along;
      const double a = withoutNoise(jump.before[k], noise), b = withoutNoise(jump.after[k], noise);
      if (std::abs(b - a) <= kNoChange * std::max(std::abs(a), std::abs(b)) || told >= kMost) return false;
      ++told;
      lines.push_back({name.arg(namePart(jump.body)), writeChange(a, b, unit)});
      return true;
    };
    if (tell(2, QString::fromUtf8("\u03c9 of %1"), "rad/s")) continue;
    tell(0, tr("v of %1, x"), "m/s");
    tell(1, tr("v of %1, y"), "m/s");
  }
}

// What came of it: energy, mobility, phase, law, momentum.
std::vector<ReceiptLine> addOutcome(const Receipt& receipt, std::vector<ReceiptLine> lines) {
  const double change = findChange(receipt.energyBefore, receipt.energyAfter);
  lines.push_back({tr("energy"), writeChange(receipt.energyBefore, receipt.energyAfter, "J") +
                                     QString(" (%1)").arg(writeNumber(change))});
  lines.push_back({tr("mobility"), writeChange(receipt.mobilityBefore, receipt.mobilityAfter, {})});
  if (!receipt.guard.kind.empty()) lines.push_back({tr("waited for (guard)"), guardWords(receipt.guard)});
  if (receipt.phaseBefore != receipt.phaseAfter)
    lines.push_back(
        {tr("phase"),
         QString("%1 %2 %3").arg(toText(receipt.phaseBefore), QChar(0x2192), toText(receipt.phaseAfter))});
  if (hasLaw(receipt)) lines.push_back({tr("law"), lawWords(receipt)});
  if (!receipt.note.empty()) lines.push_back({tr("note"), toText(receipt.note)});
  if (!receipt.notUnique.empty()) {
    QStringList parts;
    for (const std::string& part : receipt.notUnique)
      if (static_cast<std::size_t>(parts.size()) < kMostAlike) parts << namePart(part);
    if (const std::size_t told = static_cast<std::size_t>(parts.size()); told < receipt.notUnique.size())
      parts << tr("%1 more").arg(receipt.notUnique.size() - told);
    lines.push_back({tr("not unique"), tr("impulses of %1").arg(parts.join(", "))});
  }
  if (!receipt.momentumConserved) {
    lines.push_back({tr("momentum"), tr("not conserved")});
  } else if (hasImpulse(receipt)) {  // a wall or a drive takes or gives some: it is the sum that is right
    lines.push_back({tr("momentum"), tr("impulse balance satisfied")});
  }
  return lines;
}

// Several contacts in a row as one.
void addSum(const ContactStory& story, std::vector<ReceiptLine>& lines) {
  const ContactReport sum = sumContacts(story.contacts);
  lines.push_back({tr("in a row"), tr("%1 contacts in %2, from t\u00a0=\u00a0%3\u00a0s")
                                       .arg(story.contacts.size())
                                       .arg(toPrefixed(sum.duration, "s", 4), writeNumber(sum.begin, 7))});
  lines.push_back({tr("together"), tr("%1; %2 lost; peak %3")
                                       .arg(toPrefixed(sum.normalImpulse, "N s"),
                                            toPrefixed(sum.dampingLoss + sum.frictionLoss, "J"),
                                            toPrefixed(sum.peakForce, "N"))});
  lines.push_back({tr("this one"), tr("%1 of %2").arg(story.current + 1).arg(story.contacts.size())});
}

// A compliant contact from its begin to its end.
void addContact(const ContactReport& contact, const Receipt& receipt, std::vector<ReceiptLine>& lines) {
  const auto& effective = contact.effectiveRestitution;
  const TouchSpeeds speeds = findSpeeds(contact, receipt.noise);
  const double asked = receipt.restitution;
  lines.push_back({tr("began"), tr("t = %1 s").arg(writeNumber(contact.begin, 9))});
  lines.push_back({tr("duration"), toPrefixed(contact.duration, "s", 5)});
  if (speeds.parting)
    lines.push_back({tr("approach, parting"),
                     QString("%1, %2").arg(writeNumber(speeds.approach / shownUnit("m/s").factor, 5),
                                           writeShown(*speeds.parting, "m/s", 5))});
  else
    lines.push_back({tr("approach"), writeShown(speeds.approach, "m/s", 5)});
  lines.push_back({tr("peak force"), toPrefixed(contact.peakForce, "N", 5)});
  lines.push_back({tr("peak depth"), writeShown(contact.peakDepth, "m", 5)});
  lines.push_back({tr("normal impulse"), toPrefixed(contact.normalImpulse, "N s", 5)});
  if (contact.slipImpulse != 0)
    lines.push_back({tr("tangential"), toPrefixed(contact.slipImpulse, "N s", 5)});
  QString lost = toPrefixed(contact.dampingLoss, "J");
  if (contact.frictionLoss != 0)
    lost = tr("%1 damping, %2 friction").arg(lost, toPrefixed(contact.frictionLoss, "J"));
  lines.push_back({tr("energy lost"), lost});
  QString restitution = tr("asked %1").arg(writeNumber(asked, 4));
  if (effective) restitution += ", " + tr("effective %1").arg(writeNumber(*effective, 5));
  if (contact.isStruck) restitution += "; " + tr("another event changed the speed during the contact");
  lines.push_back({tr("restitution"), restitution});
}

std::vector<ReceiptLine> tellContact(const Receipt& receipt, const ContactStory& story) {
  std::vector<ReceiptLine> lines;
  if (story.contacts.size() > 1) addSum(story, lines);
  if (!story.contacts.empty())
    addContact(story.contacts[story.current], receipt, lines);
  else if (receipt.contact)
    addContact(*receipt.contact, receipt, lines);
  else
    lines.push_back({tr("approach"), writeShown(-findSpeeds(receipt).before, "m/s", 5)});
  if (receipt.mobilityBefore != receipt.mobilityAfter)
    lines.push_back({tr("mobility"), writeChange(receipt.mobilityBefore, receipt.mobilityAfter, {})});
  lines.push_back({tr("law"), toPhaseWord("law", receipt.law)});
  return lines;
}

// A line breaks between two quantities, not inside a unit.
QString glue(QString quantity) {
  return quantity.replace(' ', QChar(QChar::Nbsp));
}

QString impulseWords(const JointImpulse& impulse) {
  // Along the other axis of a vector there is rounding, of its size.
  const double least = kRounding * std::hypot(impulse.x, impulse.y);
  const auto write = [least](double part) { return writeNumber(std::abs(part) < least ? 0 : part, 4); };
  QString text = write(impulse.x) + ", " + glue(joinUnit(write(impulse.y), "N s"));
  if (impulse.moment != 0) text += "; " + glue(writeShown(impulse.moment, "N m s", 4));
  return text;
}

void addContactImpulses(const Receipt& receipt, std::vector<ReceiptLine>& lines) {
  const auto largest = findLargest(receipt.contactImpulses,
                                   [](const ContactPush& push) { return std::abs(findSize(push).value); });
  for (const ContactPush* push : largest.told)
    if (push->element != receipt.element)
      lines.push_back({tr("at %1").arg(namePart(push->element)),
                       writeShown(findSize(*push).value, findSize(*push).unit, 5)});
  if (largest.left > 0)
    lines.push_back({tr("at %1 more").arg(largest.left),
                     tr("none larger than %1")
                         .arg(writeShown(findSize(*largest.next).value, findSize(*largest.next).unit, 5))});
}

void addJointImpulses(const Receipt& receipt, std::vector<ReceiptLine>& lines) {
  const auto largest =
      findLargest(receipt.jointImpulses, [](const JointImpulse& j) { return std::hypot(j.x, j.y); });
  for (const JointImpulse* impulse : largest.told)
    lines.push_back({tr("in %1").arg(namePart(impulse->joint)), impulseWords(*impulse)});
  if (largest.left > 0)
    lines.push_back(
        {tr("in %1 more").arg(largest.left),
         tr("none larger than %1").arg(writeShown(std::hypot(largest.next->x, largest.next->y), "N s", 4))});
}

}  // namespace

EventSpeeds findSpeeds(const Receipt& receipt) {
  const double sign = signOfSpeed(receipt);
  const double noise = isMoment(receipt) ? receipt.noise.about : receipt.noise.along;
  return {sign * withoutNoise(receipt.normalVelocityBefore, noise),
          sign * withoutNoise(receipt.normalVelocityAfter, noise)};
}

TouchSpeeds findSpeeds(const ContactReport& contact, const SpeedNoise& noise) {
  TouchSpeeds speeds{withoutNoise(contact.approach, noise.along), {}};
  if (contact.effectiveRestitution)
    speeds.parting = withoutNoise(*contact.effectiveRestitution * contact.approach, noise.along);
  return speeds;
}

QString makeHeadline(const Receipt& receipt) {
  return tr("t = %1 s").arg(writeNumber(receipt.t, 9));
}

QString makeSummary(const Receipt& receipt) {
  if (isOfCompliantContact(receipt))
    return tr("contact in %1, %2 with %3")
        .arg(namePart(receipt.element), namePart(receipt.bodyA), namePart(receipt.bodyB));
  const QString where = !hasClass(receipt) ? QString() : receipt.mobile ? tr("mobile ") : tr("stable ");
  return tr("%1%2 at %3, %4 with %5")
      .arg(where, QString(toWord(receipt.kind)).replace('-', ' '), namePart(receipt.element),
           namePart(receipt.bodyA), namePart(receipt.bodyB));
}

QString makeEventName(const Receipt& receipt) {
  const QString element = namePart(receipt.element);
  switch (receipt.kind) {
    case EventKind::impact:
      return (receipt.staysClosed ? tr("%1 impact, stays closed") : tr("%1 impact")).arg(element);
    case EventKind::lock:
      return tr("%1 locks").arg(element);
    case EventKind::merge:
      return tr("%1 merges").arg(element);
    case EventKind::release:
      return tr("%1 releases").arg(element);
    case EventKind::kinematicSwitch:
      return tr("%1 switches").arg(element);
    case EventKind::contactBegin:
      return tr("%1 touches").arg(element);
    case EventKind::contactEnd:
      return tr("%1 parts").arg(element);
    case EventKind::contactOpen:
      return tr("%1 still touches").arg(element);
    case EventKind::stick:
      return tr("%1 sticks").arg(element);
    case EventKind::slip:
      return tr("%1 slides").arg(element);
    case EventKind::driveJump:
      return tr("%1 jumps").arg(element);
    case EventKind::driveOff:
      return tr("%1 is switched off").arg(element);
    case EventKind::taut:
      return tr("%1 is taut").arg(element);
    case EventKind::slack:
      return tr("%1 is slack").arg(element);
  }
  return element;
}

std::vector<ReceiptLine> makeLines(const Receipt& receipt, const ContactStory& story) {
  if (isOfCompliantContact(receipt)) return tellContact(receipt, story);
  std::vector<ReceiptLine> lines;
  if (receipt.kind == EventKind::release || isFriction(receipt)) return addOutcome(receipt, std::move(lines));
  const EventSpeeds speeds = findSpeeds(receipt);
  lines.push_back({isMoment(receipt) ? tr("relative speed") : tr("normal speed"),
                   writeChange(speeds.before, speeds.after, findSpeedUnit(receipt))});
  if (!hasImpulse(receipt)) return addOutcome(receipt, std::move(lines));
  lines.push_back({isMoment(receipt) ? tr("impulse M") : tr("impulse P"),
                   writeShown(receipt.impulse, findImpulseUnit(receipt), 5)});
  if (receipt.slipImpulse != 0)
    lines.push_back({tr("friction"), writeShown(std::abs(receipt.slipImpulse), kForceImpulse.impulse, 5)});
  addContactImpulses(receipt, lines);
  addJointImpulses(receipt, lines);
  lines = addOutcome(receipt, std::move(lines));
  addJumps(receipt, lines);
  return lines;
}

}  // namespace clank
