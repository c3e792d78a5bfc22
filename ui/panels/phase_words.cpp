// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/phase_words.h"

#include <map>
#include <numbers>

#include "core/model/words.h"
#include "ui/document/element.h"
#include "ui/document/phase_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr QChar kUp(0x2191), kDown(0x2193);

QChar arrow(const Choice<Direction>& direction) {
  return direction.value == Direction::rising ? kUp : kDown;
}

// The guard in a few letters; values as evaluated.
struct GuardWords {
  CoordinateKind coordinate;

  QString coordinateWords(double value) const {
    return writeShown(value, coordinate == CoordinateKind::angle ? "rad" : "m", 5);
  }
  QString operator()(const Limit& limit) const {
    return tr("limit %1 %2").arg(coordinateWords(limit.value.value), arrow(limit.direction));
  }
  QString operator()(const ForceGuard& force) const {
    return tr("force > %1").arg(writeShown(force.above.value, "N"));
  }
  QString operator()(const MomentGuard& moment) const {
    return tr("moment > %1").arg(writeShown(moment.above.value, "N m"));
  }
  QString operator()(const ImpulseGuard& impulse) const {
    return tr("impulse \u2265 %1").arg(writeShown(impulse.above.value, "N s"));
  }
  QString operator()(const AngularImpulseGuard& impulse) const {
    return tr("angular impulse \u2265 %1").arg(writeShown(impulse.above.value, "N m s"));
  }
  QString operator()(const SpeedGuard& speed) const {
    const QString unit = coordinate == CoordinateKind::angle ? "rad/s" : "m/s";
    return tr("speed %1 %2").arg(writeShown(speed.value.value, unit), arrow(speed.direction));
  }
  QString operator()(const TimeGuard& time) const {
    const bool since = time.since.value == TimeOrigin::phase;
    return (since ? tr("after %1 s") : tr("at %1 s")).arg(writeNumber(time.at.value));
  }
  QString operator()(const ExpressionGuard& law) const {
    return tr("%1 %2 0").arg(toText(law.expression.text), arrow(law.direction));
  }
};

}  // namespace

QString toPhaseWord(const std::string& key, const std::string& word) {
  static const std::map<std::pair<std::string, std::string>, const char*> words{
      {{"law", "ignore"}, QT_TRANSLATE_NOOP("Clank", "ignore the impact")},
      {{"law", "restitution"}, QT_TRANSLATE_NOOP("Clank", "restitution, bounces until caught")},
      {{"law", "restitution_then_lock"}, QT_TRANSLATE_NOOP("Clank", "restitution, then lock")},
      {{"law", "merge"}, QT_TRANSLATE_NOOP("Clank", "plastic merge")},
      {{"law", "newton"}, QT_TRANSLATE_NOOP("Clank", "Newton: e of velocity")},
      {{"law", "poisson"}, QT_TRANSLATE_NOOP("Clank", "Poisson: e of impulse")},
      {{"law", "energetic"}, QT_TRANSLATE_NOOP("Clank", "energetic: e\u00b2 of work")},
      {{"law", "constraint"}, QT_TRANSLATE_NOOP("Clank", "constraint: no bounce")},
      {{"law", "hertz"}, QT_TRANSLATE_NOOP("Clank", "Hertz: elastic")},
      {{"law", "kelvin_voigt"}, QT_TRANSLATE_NOOP("Clank", "Kelvin-Voigt: spring and damper")},
      {{"law", "hunt_crossley"}, QT_TRANSLATE_NOOP("Clank", "Hunt-Crossley")},
      {{"law", "herbert_mcwhannell"}, QT_TRANSLATE_NOOP("Clank", "Herbert-McWhannell")},
      {{"law", "lee_wang"}, QT_TRANSLATE_NOOP("Clank", "Lee-Wang")},
      {{"law", "lankarani_nikravesh"}, QT_TRANSLATE_NOOP("Clank", "Lankarani-Nikravesh")},
      {{"law", "gonthier_approximate"}, QT_TRANSLATE_NOOP("Clank", "Gonthier, approximate")},
      {{"law", "gonthier"}, QT_TRANSLATE_NOOP("Clank", "Gonthier: gives back e")},
      {{"law", "zhiying_qishao"}, QT_TRANSLATE_NOOP("Clank", "Zhiying-Qishao")},
      {{"law", "flores"}, QT_TRANSLATE_NOOP("Clank", "Flores")},
      {{"law", "hu_guo"}, QT_TRANSLATE_NOOP("Clank", "Hu-Guo")},
      {{"law", "impact"}, QT_TRANSLATE_NOOP("Clank", "IMPACT, with STEP")},
      {{"friction_law", "coulomb"}, QT_TRANSLATE_NOOP("Clank", "Coulomb")},
      {{"friction_law", "threlfall"}, QT_TRANSLATE_NOOP("Clank", "Threlfall")},
      {{"friction_law", "bengisu_akay"}, QT_TRANSLATE_NOOP("Clank", "Bengisu-Akay")},
      {{"friction_law", "ambrosio"}, QT_TRANSLATE_NOOP("Clank", "Ambr\u00f3sio")},
      {{"friction_law", "duan"}, QT_TRANSLATE_NOOP("Clank", "Duan")},
      {{"friction_law", "lugre"}, QT_TRANSLATE_NOOP("Clank", "LuGre")},
      {{"impacts", "simultaneous"}, QT_TRANSLATE_NOOP("Clank", "simultaneous: all at once")},
      {{"impacts", "sequential"}, QT_TRANSLATE_NOOP("Clank", "sequential: blow by blow")},
      {{"drift_control", "projection"},
       QT_TRANSLATE_NOOP("Clank", "moving back after each step (projection)")},
      {{"drift_control", "baumgarte"}, QT_TRANSLATE_NOOP("Clank", "springs and dampers (Baumgarte)")},
      {{"integrator", "dop853"}, QT_TRANSLATE_NOOP("Clank", "DOP853, order 8")},
      {{"integrator", "dopri5"}, QT_TRANSLATE_NOOP("Clank", "DOPRI5, order 5")},
      {{"integrator", "moreau_jean"}, QT_TRANSLATE_NOOP("Clank", "Moreau-Jean, fixed step")},
      {{"basis", "craig_bampton"}, QT_TRANSLATE_NOOP("Clank", "as it is held (Craig-Bampton)")},
      {{"since", "start"}, QT_TRANSLATE_NOOP("Clank", "start of the run")},
      {{"since", "phase"}, QT_TRANSLATE_NOOP("Clank", "beginning of the phase")},
      {{"keep", "none"}, QT_TRANSLATE_NOOP("Clank", "nothing: by the balance of momentum")},
      {{"keep", "omega"}, QT_TRANSLATE_NOOP("Clank", "angular velocity")},
      {{"keep", "point"}, QT_TRANSLATE_NOOP("Clank", "vx and vy")},
      {{"keep", "all"}, QT_TRANSLATE_NOOP("Clank", "vx, vy and angular velocity")}};
  const auto found = words.find({key, word});
  if (found != words.end()) return tr(found->second);
  if (word.starts_with('=')) return tr("parameter %1").arg(toText(word.substr(1)));
  return toText(word).replace('_', ' ');
}

QString toLawName(const std::string& word) {
  return toPhaseWord("law", word).section(':', 0, 0);
}

QString describeKind(const Joint& joint, const Phase& phase) {
  QString text = toText(Words<PhaseKind>::names[phase.kind.index()]).replace('_', ' ');
  if (std::holds_alternative<AsDrawn>(phase.kind))
    text = toText(Words<JointKind>::names[joint.kind.index()]).replace('_', ' ');
  return phase.locked ? tr("%1, locked").arg(text) : text;
}

QString describeGuard(const Joint& joint, const PhaseChange& change) {
  return std::visit(GuardWords{findCoordinateKind(joint.kind)}, change.guard);
}

QString describeLaw(const Joint& joint, const PhaseChange& change) {
  const QString e = writeNumber(change.restitution.value, 3);
  switch (change.law.value) {
    case TransitionLaw::ignore:
      return breaksMomentum(joint, change) ? tr("ignored") : QString(QChar(0x2013));
    case TransitionLaw::restitution:
      return tr("e = %1").arg(e);
    case TransitionLaw::restitutionThenLock:
      return tr("e = %1, lock").arg(e);
    case TransitionLaw::merge:
      break;
  }
  const Phase* to = findById(joint.metamorphic->phases, change.to);
  return to && std::holds_alternative<Released>(to->kind) ? QString(QChar(0x2013)) : tr("merge");
}

QString describeAction(const std::string& action, const Joint& joint) {
  if (action == "lock") return tr("locks");
  if (action == "push") return tr("stops, without a lock");
  if (action == "unlock") return tr("unlocks");
  if (action == "release") return tr("releases: the parts come apart");
  if (action != "merge") return tr("becomes: %1").arg(toText(action).replace('_', ' '));
  if (joint.a == kFrame) return tr("merges %1 with the frame").arg(namePart(joint.b));
  return tr("merges %1 with %2").arg(namePart(joint.b), namePart(joint.a));
}

bool breaksMomentum(const Joint& joint, const PhaseChange& change) {
  if (change.law.value != TransitionLaw::ignore) return false;
  const Phase* to = findById(joint.metamorphic->phases, change.to);
  if (!to || std::holds_alternative<Released>(to->kind)) return false;
  return to->locked || !std::holds_alternative<AsDrawn>(to->kind) || isStop(joint, change);
}

}  // namespace clank
