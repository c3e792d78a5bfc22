// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/law_edits.h"

#include "core/model/law_traits.h"
#include "ui/document/element.h"
#include "ui/document/phase_edits.h"

namespace clank {
namespace {

bool isZero(const Quantity& quantity) {
  return quantity.text.empty() && quantity.value == 0;
}

Quantity makeQuantity(double value, const char* text) {
  Quantity quantity(value);
  quantity.text = text;
  return quantity;
}

template <class Law>
void completeNormal(Law& touch, bool hasRadius) {
  const NormalTraits traits = traitsOf(touch.law.value);
  if (!touch.law.reference.empty() || !traits.compliant) return;
  if (!touch.compliance) {
    touch.compliance = Compliance{};
    if (hasRadius)
      touch.compliance->materialA = touch.compliance->materialB = makeSteel();
    else
      touch.compliance->stiffness = Quantity(1e8);
  }
  if (traits.dividesByRestitution && isZero(touch.restitution)) touch.restitution = 0.7;
  if (traits.hasDamper() && isZero(touch.compliance->damping)) touch.compliance->damping = Quantity(100);
  if (traits.linear && !touch.compliance->stiffness)  // its exponent is not Hertz'
    touch.compliance->stiffness = Quantity(1e7);
  if (traits.damping == Damping::growingDamper && isZero(touch.compliance->dampingDepth))
    touch.compliance->dampingDepth = makeQuantity(1e-5, "0.01 mm");
}

template <class Law>
void completeFriction(Law& touch) {
  if (!touch.frictionLaw.reference.empty()) return;
  const FrictionLaw law = touch.frictionLaw.value;
  if (traitsOf(law).rubs && isZero(touch.friction)) touch.friction = 0.1;
  if (!traitsOf(law).rubs || law == FrictionLaw::coulomb) return;
  if (!touch.frictionCurve) touch.frictionCurve = FrictionCurve{};
  if (!traitsOf(law).bristles || !isZero(touch.frictionCurve->bristleStiffness)) return;
  touch.frictionCurve->bristleStiffness = Quantity(1e5);
  touch.frictionCurve->bristleDamping = Quantity(300);
}

template <class Law>
void complete(Law& touch, const std::string& pointer, bool hasRadius) {
  if (pointer.ends_with("/law")) completeNormal(touch, hasRadius);
  if (pointer.ends_with("/friction_law")) completeFriction(touch);
}

}  // namespace

void completeLaw(Mechanism& mechanism, const std::string& pointer) {
  const auto element = findElementAt(mechanism, pointer);
  if (!element) return;
  if (element->kind == ElementKind::contact)
    if (ContactPair* contact = findById(mechanism.contacts, element->id))
      return complete(*contact, pointer, !isZero(contact->radius));
  Joint* joint = element->kind == ElementKind::joint ? findById(mechanism.joints, element->id) : nullptr;
  if (joint && joint->clearance) complete(*joint->clearance, pointer, true);
}

}  // namespace clank
