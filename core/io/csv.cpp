// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>

#include "core/io/number_text.h"
#include "core/record/receipt_units.h"

namespace clank {

namespace {

// What a spreadsheet takes for a formula, and is none: a text that begins so and is no number.
bool looksLikeFormula(std::string_view text) {
  return !text.empty() && kFormulaBegins.find(text.front()) != std::string_view::npos &&
         !readNumber(text.substr(text.front() == '+' ? 1 : 0));
}

}  // namespace

std::string_view takeMarkAway(std::string_view cell) {
  const bool isMarked =
      cell.size() > 1 && cell[0] == '\'' && kFormulaBegins.find(cell[1]) != std::string_view::npos;
  return isMarked ? cell.substr(1) : cell;
}

void appendCell(std::string& out, std::string_view text) {
  if (looksLikeFormula(text)) return appendCell(out, fmt::format("'{}", text));
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

namespace {

constexpr std::string_view kLineEnd = "\r\n";

// One record: fields with commas between them.
class Record {
 public:
  explicit Record(std::string& out) : out_(out) {}
  ~Record() { out_ += kLineEnd; }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  void add(std::string_view text) {
    separate();
    appendCell(out_, text);
  }
  void add(double value) {
    separate();
    appendFullNumber(out_, value);
  }
  void addEmpty(int count) {
    for (int i = 0; i < count; ++i) separate();
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

bool takeOwner(const std::string& name, std::string_view signal, std::vector<std::string>& owners) {
  if (!name.ends_with(signal)) return false;
  owners.push_back(name.substr(0, name.size() - signal.size()));
  return true;
}

// In the columns of their unit; nothing in those of the other one.
void addExchange(Record& record, const Receipt& receipt, bool hasUnit) {
  if (!hasUnit) return record.addEmpty(3);
  for (const double value : {receipt.impulse, receipt.normalVelocityBefore, receipt.normalVelocityAfter})
    record.add(value);
}

// Of the compliant contact that ends here; nothing of other events.
void addReport(Record& record, const std::optional<ContactReport>& contact) {
  if (!contact) return record.addEmpty(10);
  for (const double value :
       {contact->begin, contact->duration, contact->approach, contact->peakForce, contact->peakDepth,
        contact->normalImpulse, contact->slipImpulse, contact->dampingLoss, contact->frictionLoss})
    record.add(value);
  if (contact->effectiveRestitution)
    record.add(*contact->effectiveRestitution);
  else
    record.addEmpty(1);
}

struct Push {
  double x = 0, y = 0, moment = 0;  // N s, N m s
  void add(const ContactPush& push) {
    x += push.x;
    y += push.y;
    moment += push.playMoment.value_or(0);
  }
};
// Sums over the pieces of a contact: at a corner two of them can push.
Push sumPushes(const Receipt& receipt, const std::string& contact) {
  Push sum;
  for (const ContactPush& push : receipt.contactImpulses)
    if (push.element == contact) sum.add(push);
  return sum;
}
// What goes through the play of a joint; what its stop pushes with does not.
Push sumPlay(const Receipt& receipt, const std::string& joint) {
  Push sum;
  for (const ContactPush& push : receipt.contactImpulses)
    if (push.element == joint && push.playMoment) sum.add(push);
  return sum;
}

// Without the columns of a contact there is no friction.
void addContacts(Record& record, const Receipt& receipt, const EventColumns& columns) {
  if (columns.contacts.empty()) return;
  for (const double value : {receipt.slipImpulse, receipt.slipVelocityBefore, receipt.slipVelocityAfter})
    record.add(value);
  if (!columns.compliant.empty()) addReport(record, receipt.contact);
  for (const std::string& contact : columns.pushes) {
    const Push push = sumPushes(receipt, contact);
    record.add(push.x);
    record.add(push.y);
  }
}

// Nothing where no phase changes.
void addGuard(Record& record, const FiredGuard& guard) {
  if (guard.change == 0) return record.addEmpty(3);
  record.add(guard.change);
  record.add(guard.kind);
  guard.expression.empty() ? record.add(guard.value) : record.add(guard.expression);
}

// With what the parts push in the play of the joint.
void addJoint(Record& record, const Receipt& receipt, const std::string& joint) {
  const auto& all = receipt.jointImpulses;
  const auto it =
      std::find_if(all.begin(), all.end(), [&](const JointImpulse& i) { return i.joint == joint; });
  if (it == all.end()) return record.addEmpty(3);
  const Push play = sumPlay(receipt, joint);
  for (const double value : {it->x + play.x, it->y + play.y, it->moment + play.moment}) record.add(value);
}

void addBody(Record& record, const Receipt& receipt, const std::string& body) {
  const auto& all = receipt.jumps;
  const auto it = std::find_if(all.begin(), all.end(), [&](const BodyJump& j) { return j.body == body; });
  if (it == all.end()) return record.addEmpty(6);
  for (const std::size_t i : {2U, 0U, 1U}) {
    record.add(it->before[i]);
    record.add(it->after[i]);
  }
}

}  // namespace

EventColumns findEventColumns(std::span<const Channel> channels) {
  EventColumns columns;
  for (const Channel& channel : channels) {
    if (!takeOwner(channel.name, ".reaction_x", columns.joints) &&
        !takeOwner(channel.name, ".slip_speed", columns.contacts) &&
        !takeOwner(channel.name, ".penetration", columns.compliant))
      takeOwner(channel.name, ".alpha", columns.bodies);
  }
  const std::unordered_set<std::string_view> joints(columns.joints.begin(), columns.joints.end());
  std::copy_if(columns.contacts.begin(), columns.contacts.end(), std::back_inserter(columns.pushes),
               [&](const std::string& id) { return !joints.contains(id); });
  return columns;
}

void appendSampleHeader(std::string& out, std::span<const Channel> channels,
                        std::span<const std::size_t> columns) {
  Record record(out);
  if (columns.empty()) {
    for (const Channel& channel : channels) record.add(channel.header());
  }
  for (const std::size_t column : columns) record.add(channels[column].header());
}

char* putSampleRows(char* out, std::span<const double> rows, std::size_t width) {
  for (; !rows.empty(); rows = rows.subspan(width)) {
    for (std::size_t i = 0; i < width; ++i) {
      if (i > 0) *out++ = ',';
      out = putFullNumber(out, rows[i]);
    }
    out = std::copy(kLineEnd.begin(), kLineEnd.end(), out);
  }
  return out;
}

void appendEventHeader(std::string& out, const EventColumns& columns) {
  Record record(out);
  for (const char* name : {"t [s]",
                           "kind",
                           "element",
                           "class",
                           "law",
                           "body_a",
                           "body_b",
                           "impulse [N s]",
                           "normal_velocity_before [m/s]",
                           "normal_velocity_after [m/s]",
                           "energy_loss [J]",
                           "restitution [1]",
                           "phase_before",
                           "phase_after",
                           "mobility_before",
                           "mobility_after",
                           "momentum_conserved",
                           "point_x [m]",
                           "point_y [m]",
                           "normal_x",
                           "normal_y",
                           "energy_before [J]",
                           "energy_after [J]",
                           "change",
                           "guard",
                           "guard_value",
                           "note",
                           "not_unique",
                           "moment_impulse [N m s]",
                           "angular_velocity_before [rad/s]",
                           "angular_velocity_after [rad/s]"}) {
    record.add(name);
  }
  if (!columns.contacts.empty())
    for (const char* name :
         {"friction_impulse [N s]", "slip_velocity_before [m/s]", "slip_velocity_after [m/s]"})
      record.add(name);
  if (!columns.compliant.empty())
    for (const char* name :
         {"contact_begin [s]", "contact_duration [s]", "approach_speed [m/s]", "peak_force [N]",
          "peak_penetration [m]", "contact_normal_impulse [N s]", "contact_friction_impulse [N s]",
          "contact_damping_loss [J]", "contact_friction_loss [J]", "effective_restitution [1]"})
      record.add(name);
  for (const std::string& contact : columns.pushes)
    for (const char* signal : {".impulse_x [N s]", ".impulse_y [N s]"}) record.add(contact + signal);
  for (const std::string& joint : columns.joints) {
    for (const char* signal : {".impulse_x [N s]", ".impulse_y [N s]", ".impulse_moment [N m s]"})
      record.add(joint + signal);
  }
  for (const std::string& body : columns.bodies) {
    for (const char* signal : {".omega_before [rad/s]", ".omega_after [rad/s]", ".vx_before [m/s]",
                               ".vx_after [m/s]", ".vy_before [m/s]", ".vy_after [m/s]"}) {
      record.add(body + signal);
    }
  }
}

void appendEventRow(std::string& out, const Receipt& r, const EventColumns& columns) {
  Record record(out);
  record.add(r.t);
  record.add(toWord(r.kind));
  record.add(r.element);
  record.add(r.mobile ? "mobile" : "stable");
  for (const std::string* text : {&r.law, &r.bodyA, &r.bodyB}) record.add(*text);
  addExchange(record, r, !isMoment(r));
  record.add(r.energyLoss());
  record.add(r.restitution);
  record.add(r.phaseBefore);
  record.add(r.phaseAfter);
  record.add(r.mobilityBefore);
  record.add(r.mobilityAfter);
  record.add(r.momentumConserved ? 1.0 : 0.0);
  for (const double value : {r.pointX, r.pointY, r.normalX, r.normalY, r.energyBefore, r.energyAfter})
    record.add(value);
  addGuard(record, r.guard);
  record.add(r.note);
  record.add(fmt::format("{}", fmt::join(r.notUnique, " ")));
  addExchange(record, r, isMoment(r));
  addContacts(record, r, columns);
  for (const std::string& joint : columns.joints) addJoint(record, r, joint);
  for (const std::string& body : columns.bodies) addBody(record, r, body);
}

}  // namespace clank
