// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/properties.h"

#include <algorithm>
#include <charconv>

#include "core/io/number_text.h"
#include "core/model/fields.h"
#include "ui/document/element.h"
#include "ui/document/element_edits.h"
#include "ui/document/references.h"
#include "ui/document/variant_index.h"

namespace clank {
namespace {

using Kind = Property::Kind;

template <class T>
concept Struct = requires(T& s) {
  s.unknown;
};

// Of the quantities those that only ask whether.
bool isSwitch(const Field& field) {
  const std::string_view key = field.key;
  return key == "active" || key == "latched" || key == "closed";
}

// The next step of a pointer, taken off: "/limit/value" gives "limit" and leaves "/value".
std::string_view takeStep(std::string_view& pointer) {
  const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
  const std::string_view step = pointer.substr(1, end - 1);
  pointer.remove_prefix(end);
  return step;
}

std::optional<std::size_t> readIndex(std::string_view step, std::size_t size) {
  std::size_t index = 0;
  const auto read = std::from_chars(step.data(), step.data() + step.size(), index);
  if (read.ec != std::errc() || read.ptr != step.data() + step.size() || index >= size) return {};
  return index;
}

// Goes down a pointer and calls action(field, member) at its end, or action.variant(field, variant, names)
// when it ends at the word of a variant.
template <class Action>
class Descent {
 public:
  Descent(std::string_view pointer, Action& action) : rest_(pointer), action_(action) {
    if (!rest_.empty()) step_ = takeStep(rest_);
  }

  template <class T>
  void operator()(const Field& field, T& member) {
    if (step_ == field.key) descend(field, member, rest_, action_);
  }
  template <class V, std::size_t N>
  void alternatives(const Field& field, V& variant, const std::array<const char*, N>& names) {
    if (step_ == field.key) {
      if (rest_.empty()) action_.variant(field, variant, names);
    } else {
      std::visit([this](auto& alternative) { visitFields(alternative, *this); }, variant);
    }
  }

  template <class T>
  static void descend(const Field& field, T& member, std::string_view rest, Action& action) {
    if (rest.empty()) return action(field, member);
    if constexpr (std::is_same_v<std::remove_const_t<T>, Point>) {
      const auto step = takeStep(rest);
      if (step == "0") descend(field, member.x, rest, action);
      if (step == "1") descend(field, member.y, rest, action);
    } else if constexpr (Struct<T>) {
      Descent deeper(rest, action);
      visitFields(member, deeper);
    } else {
      into(field, member, rest, action);
    }
  }

 private:
  template <class T>
  static void into(const Field&, T&, std::string_view, Action&) {}
  template <MayBeAbsent T>
  static void into(const Field& field, T& member, std::string_view rest, Action& action) {
    if (member) descend(field, *member, rest, action);
  }
  template <class T>
  static void into(const Field& field, std::vector<T>& list, std::string_view rest, Action& action) {
    if (const auto index = readIndex(takeStep(rest), list.size())) descend(field, list[*index], rest, action);
  }
  template <class T>
  static void into(const Field& field, const std::vector<T>& list, std::string_view rest, Action& action) {
    if (const auto index = readIndex(takeStep(rest), list.size())) descend(field, list[*index], rest, action);
  }

  std::string_view step_, rest_;
  Action& action_;
};

template <class M, class Action>
void walkTo(M& mechanism, std::string_view pointer, Action& action) {
  Descent<Action> descent(pointer, action);
  visitFields(mechanism, descent);
}

// The value in force of the quantity, or the word of the choice, at a pointer.
class ValueReader {
 public:
  template <class E>
  void operator()(const Field&, const Choice<E>& choice) {
    word = Words<E>::names[static_cast<std::size_t>(choice.value)];
  }
  void operator()(const Field&, const Quantity& quantity) { value = quantity.value; }
  void operator()(const Field&, const std::optional<Quantity>& quantity) {
    if (quantity) value = quantity->value;
  }
  template <class T>
  void operator()(const Field&, const T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, const V&, const std::array<const char*, N>&) {}
  std::optional<double> value;
  std::string word;
};

// What is being listed: the mechanism for the names of parts, and phases of the joint around.
struct Surroundings {
  const Mechanism& drawn;
  const Mechanism& shown;
  std::vector<std::string> phases;
  CoordinateKind coordinate = CoordinateKind::none;  // of the joint around

  // What an object inside a joint takes from it.
  void enter(std::string_view pointer) {
    const bool isDrive = pointer.starts_with("/drives/");
    if (!isDrive && !pointer.starts_with("/joints/")) return;
    takeStep(pointer);
    if (isDrive) {
      const auto index = readIndex(takeStep(pointer), drawn.drives.size());
      const Joint* joint = index ? findById(drawn.joints, drawn.drives[*index].joint) : nullptr;
      if (joint) coordinate = findCoordinateKind(joint->kind);
    } else if (const auto index = readIndex(takeStep(pointer), drawn.joints.size()))
      enter(drawn.joints[*index]);
  }
  void enter(const Joint& joint) {
    coordinate = findCoordinateKind(joint.kind);
    phases.clear();
    if (!joint.metamorphic) return;
    for (const Phase& phase : joint.metamorphic->phases) phases.push_back(phase.id);
  }
  // "rad|m" is that of the coordinate.
  std::string chooseUnit(std::string_view unit) const {
    const std::size_t bar = unit.find('|');
    if (bar == std::string_view::npos || coordinate == CoordinateKind::none) return std::string(unit);
    return std::string(coordinate == CoordinateKind::angle ? unit.substr(0, bar) : unit.substr(bar + 1));
  }
};

std::vector<std::string> listPartNames(std::string_view key, const Mechanism& mechanism) {
  std::vector<std::string> names;
  if (key == "joint") {
    for (const Joint& joint : mechanism.joints) names.push_back(joint.id);
  } else if (key == "parameter") {
    for (const Parameter& parameter : mechanism.parameters) names.push_back(parameter.id);
  } else if (key == "trace") {
    for (const Trace& trace : mechanism.traces) names.push_back(trace.id);
  } else if (key == "case") {
    names.emplace_back();  // the first
    for (const Case& one : mechanism.cases) names.push_back(one.id);
  } else {
    names.emplace_back(kFrame);
    for (const Body& body : mechanism.bodies) names.push_back(body.id);
  }
  return names;
}

// Lists the members of one object.
class Lister {
 public:
  Lister(Surroundings& around, std::string pointer, std::vector<Property>& into)
      : around_(around), pointer_(std::move(pointer)), into_(into) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    into_.push_back(describe(field, member, pointer_ + "/" + field.key));
  }
  template <class V, std::size_t N>
  void alternatives(const Field& field, const V& variant, const std::array<const char*, N>& names) {
    Property property = begin(field, Kind::variant, pointer_ + "/" + field.key);
    property.text = names[variant.index()];
    property.words.assign(names.begin(), names.end());
    into_.push_back(std::move(property));
    std::visit([this](const auto& alternative) { visitFields(alternative, *this); }, variant);
  }

 private:
  Property begin(const Field& field, Kind kind, std::string pointer) const {
    Property property;
    property.kind = kind;
    property.pointer = std::move(pointer);
    property.key = property.label = field.key;
    property.unit = around_.chooseUnit(field.unit);
    property.help = field.help;  // speaks of other keys, which stand there as labels
    for (std::string* words : {&property.label, &property.help})
      std::replace(words->begin(), words->end(), '_', ' ');
    property.required = field.required;
    return property;
  }

  Property describe(const Field& field, const std::string& text, const std::string& pointer) {
    const std::string_view key = field.key;
    Property property = begin(field, Kind::text, pointer);
    property.text = text;
    if (key == "id") property.kind = Kind::id;
    if (key == "from" || key == "to") property.words = around_.phases;
    const bool isText = isProse(key) || key == "channel" || key == "channels" || key == "words" ||
                        key == "value" || key == "objective";
    if (!isText) property.words = listPartNames(key, around_.drawn);
    if (!property.words.empty()) property.kind = Kind::partName;
    return property;
  }
  Property describe(const Field& field, const bool& flag, const std::string& pointer) {
    Property property = begin(field, Kind::flag, pointer);
    property.text = flag ? "true" : "false";
    return property;
  }
  Property describe(const Field& field, const Quantity& quantity, const std::string& pointer) {
    Property property = begin(field, isSwitch(field) ? Kind::onOff : Kind::quantity, pointer);
    property.text = quantity.text.empty() ? toShortestText(quantity.value) : quantity.text;
    ValueReader reader;
    walkTo(around_.shown, pointer, reader);
    property.value = reader.value;
    return property;
  }
  Property describe(const Field& field, const Law& law, const std::string& pointer) {
    Property property = begin(field, Kind::law, pointer);
    property.text = law.text;
    return property;
  }
  Property describe(const Field& field, const Point& point, const std::string& pointer) {
    Property property = begin(field, Kind::point, pointer);
    property.parts = {describe(Field{"x", field.unit, field.help}, point.x, pointer + "/0"),
                      describe(Field{"y", field.unit, field.help}, point.y, pointer + "/1")};
    return property;
  }
  template <class E>
  requires std::is_enum_v<E> Property describe(const Field& field, const E& word,
                                               const std::string& pointer) {
    Property property = begin(field, Kind::choice, pointer);
    const auto& names = Words<E>::names;
    property.text = names[static_cast<std::size_t>(word)];
    property.words.assign(names.begin(), names.end());
    return property;
  }
  template <class E>
  Property describe(const Field& field, const Choice<E>& choice, const std::string& pointer) {
    Property property = describe(field, choice.value, pointer);
    for (const Parameter& parameter : around_.drawn.parameters)
      if (!parameter.choices.empty()) property.words.push_back("=" + parameter.id);
    property.word = property.text;
    if (choice.reference.empty()) return property;
    property.text = "=" + choice.reference.str();
    ValueReader reader;
    walkTo(around_.shown, pointer, reader);
    property.word = reader.word;
    return property;
  }
  template <MayBeAbsent T>
  Property describe(const Field& field, const T& member, const std::string& pointer) {
    Property property = describe(field, member.value_or(typename T::value_type()), pointer);
    property.optional = true;
    property.present = member.has_value();
    if (member) return property;
    property.text.clear();
    property.value.reset();
    for (Property& part : property.parts) part.text.clear(), part.value.reset();
    if (property.kind == Kind::group) property.parts.clear();
    return property;
  }
  template <class T>
  Property describe(const Field& field, const std::vector<T>& list, const std::string& pointer) {
    Property property = begin(field, Kind::list, pointer);
    for (std::size_t i = 0; i < list.size(); ++i)
      property.parts.push_back(describe(field, list[i], pointer + "/" + std::to_string(i)));
    return property;
  }
  Property describe(const Field& field, const std::map<std::string, std::string>&,
                    const std::string& pointer) {
    return begin(field, Kind::group, pointer);
  }
  template <Struct S>
  Property describe(const Field& field, const S& object, const std::string& pointer) {
    Property property = begin(field, Kind::group, pointer);
    visitFields(object, Lister(around_, pointer, property.parts));
    return property;
  }

  Surroundings& around_;
  std::string pointer_;
  std::vector<Property>& into_;
};

class ListAction {
 public:
  ListAction(Surroundings& around, std::string_view pointer, std::vector<Property>& into)
      : around_(around), pointer_(pointer), into_(into) {}
  template <Struct S>
  void operator()(const Field&, const S& object) {
    visitFields(object, Lister(around_, pointer_, into_));
  }
  template <class T>
  requires(!Struct<T>) void operator()(const Field&, const T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, const V&, const std::array<const char*, N>&) {}

 private:
  Surroundings& around_;
  std::string pointer_;
  std::vector<Property>& into_;
};

std::string trim(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Quantity readQuantity(const std::string& text) {
  if (const auto number = readNumber(text)) return *number;
  Quantity quantity;
  quantity.text = text;
  return quantity;
}

// A metamorphic joint begins with what most of them are: free until it meets its limit.
template <class T>
T makeNew() {
  return T();
}
template <>
Metamorphic makeNew() {
  Metamorphic metamorphic;
  metamorphic.phases.resize(2);
  metamorphic.phases[0].id = "free";
  metamorphic.phases[1].id = "locked";
  metamorphic.phases[1].locked = true;
  metamorphic.changes.resize(1);
  metamorphic.changes[0].from = "free";
  metamorphic.changes[0].to = "locked";
  return metamorphic;
}

// Puts the members that two alternatives have in common into the new one.
class CommonMembers {
 public:
  void operator()(const Field& field, std::string& text) { keep(field, text); }
  void operator()(const Field& field, Quantity& quantity) { keep(field, quantity); }
  void operator()(const Field& field, std::optional<Quantity>& quantity) { keep(field, quantity); }
  void operator()(const Field& field, Point& point) { keep(field, point); }
  template <class T>
  void operator()(const Field&, T&) {}
  bool restoring = false;

 private:
  template <class T>
  void keep(const Field& field, T& member) {
    auto& known = std::get<std::map<std::string, T>>(known_);
    if (!restoring) {
      known[field.key] = member;
    } else if (const auto found = known.find(field.key); found != known.end()) {
      member = found->second;
    }
  }
  std::tuple<std::map<std::string, std::string>, std::map<std::string, Quantity>,
             std::map<std::string, std::optional<Quantity>>, std::map<std::string, Point>>
      known_;
};

class SetText {
 public:
  explicit SetText(const std::string& text) : text_(trim(text)) {}
  bool done = false;

  void operator()(const Field&, std::string& member) { assign(member, text_); }
  void operator()(const Field&, bool& member) { assign(member, text_ == "true"); }
  void operator()(const Field&, Quantity& member) {
    if (!text_.empty()) assign(member, readQuantity(text_));
  }
  void operator()(const Field&, Law& member) {
    assign(member.text, text_.empty() ? std::string("0") : text_);
  }
  template <class E>
  requires std::is_enum_v<E>
  void operator()(const Field&, E& member) {
    const auto& names = Words<E>::names;
    const auto found = std::find(names.begin(), names.end(), text_);
    if (found != names.end()) assign(member, static_cast<E>(found - names.begin()));
  }
  template <class E>
  void operator()(const Field& field, Choice<E>& member) {
    if (text_.size() > 1 && text_[0] == '=') {
      member.reference = text_.substr(1);
      done = true;
    } else {
      (*this)(field, member.value);
      if (done) member.reference.clear();
    }
  }
  template <class T>
  void operator()(const Field& field, std::optional<T>& member) {
    if constexpr (std::is_same_v<T, Quantity>) {
      if (!text_.empty()) return (*this)(field, member.emplace());
      member.reset();
      done = true;
    }
  }
  template <class V, std::size_t N>
  void variant(const Field&, V& variant, const std::array<const char*, N>& names) {
    const auto found = std::find(names.begin(), names.end(), text_);
    if (found == names.end()) return;
    done = true;
    CommonMembers common;
    std::visit([&](auto& alternative) { visitFields(alternative, common); }, variant);
    emplaceAlternative(variant, static_cast<std::size_t>(found - names.begin()));
    common.restoring = true;
    std::visit([&](auto& alternative) { visitFields(alternative, common); }, variant);
  }
  template <class T>
  void operator()(const Field&, T&) {}

 private:
  template <class T>
  void assign(T& member, T value) {
    member = std::move(value);
    done = true;
  }
  std::string text_;
};

class SetPresent {
 public:
  explicit SetPresent(bool present) : present_(present) {}
  bool done = false;
  template <MayBeAbsent T>
  void operator()(const Field&, T& member) {
    if (!present_) {
      member.reset();
    } else if (!member) {
      member = makeNew<typename T::value_type>();
    }
    done = true;
  }
  template <class T>
  void operator()(const Field&, T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, V&, const std::array<const char*, N>&) {}

 private:
  bool present_;
};

class AddItem {
 public:
  bool done = false;
  template <class T>
  void operator()(const Field& field, std::vector<T>& list) {
    T item = makeNew<T>();
    if constexpr (requires { item.id; }) {
      const std::string_view key = field.key;  // "phases"
      for (std::size_t n = list.size() + 1; item.id.empty() || findById(list, item.id); ++n)
        item.id = std::string(key.substr(0, key.size() - 1)) + std::to_string(n);
    } else {
      if (!list.empty()) item = list.back();
    }
    list.push_back(std::move(item));
    done = true;
  }
  template <class T>
  void operator()(const Field&, T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, V&, const std::array<const char*, N>&) {}
};

class MoveItem {
 public:
  MoveItem(std::string_view step, int by) : step_(step), by_(by) {}
  bool done = false;
  template <class T>
  void operator()(const Field&, std::vector<T>& list) {
    const auto index = readIndex(step_, list.size());
    const auto to = index ? static_cast<std::ptrdiff_t>(*index) + by_ : -1;
    if (to < 0 || to >= std::ssize(list)) return;
    std::swap(list[*index], list[static_cast<std::size_t>(to)]);
    done = true;
  }
  template <class T>
  void operator()(const Field&, T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, V&, const std::array<const char*, N>&) {}

 private:
  std::string_view step_;
  int by_;
};

class RemoveItem {
 public:
  explicit RemoveItem(std::string_view step) : step_(step) {}
  bool done = false;
  template <class T>
  void operator()(const Field&, std::vector<T>& list) {
    const auto index = readIndex(step_, list.size());
    if (index) list.erase(list.begin() + static_cast<std::ptrdiff_t>(*index));
    done = index.has_value();
  }
  template <class T>
  void operator()(const Field&, T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, V&, const std::array<const char*, N>&) {}

 private:
  std::string_view step_;
};

// Gives a phase another id; the phase changes of the joint follow.
class RenamePhase {
 public:
  RenamePhase(std::string_view step, const std::string& id) : step_(step), id_(trim(id)) {}
  bool done = false;
  void operator()(const Field&, Rare<Metamorphic>& member) {
    const auto index = readIndex(step_, member ? member->phases.size() : 0);
    if (!index) return;
    std::string& id = member->phases[*index].id;
    for (PhaseChange& change : member->changes)
      for (std::string* end : {&change.from, &change.to})
        if (*end == id) *end = id_;
    id = id_;
    done = true;
  }
  template <class T>
  void operator()(const Field&, T&) {}
  template <class V, std::size_t N>
  void variant(const Field&, V&, const std::array<const char*, N>&) {}

 private:
  std::string_view step_;
  std::string id_;
};

// A plain number for the value or a limit of a parameter is in its unit.
std::string withParameterUnit(const Mechanism& mechanism, std::string_view pointer, const std::string& text) {
  if (!pointer.starts_with("/parameters/") || !readNumber(trim(text))) return text;
  takeStep(pointer);
  const auto index = readIndex(takeStep(pointer), mechanism.parameters.size());
  if (!index || (pointer != "/value" && pointer != "/min" && pointer != "/max")) return text;
  const std::string& unit = mechanism.parameters[*index].unit;
  return unit.empty() || unit == "1" ? text : trim(text) + " " + unit;
}

// The parameter whose key ("/unit") is at a pointer.
Parameter* findOwner(Mechanism& mechanism, std::string_view pointer, std::string_view key) {
  if (!pointer.starts_with("/parameters/") || !pointer.ends_with(key)) return nullptr;
  takeStep(pointer);
  const auto index = readIndex(takeStep(pointer), mechanism.parameters.size());
  return index ? &mechanism.parameters[*index] : nullptr;
}

// The numbers that were typed before their unit are in it.
void giveUnit(Parameter& parameter, const std::string& unit) {
  if (!parameter.unit.empty() || unit.empty() || unit == "1") return;
  const auto give = [&](Quantity& quantity) {
    const bool isPlain = quantity.text.empty() || readNumber(quantity.text);
    if (isPlain && quantity.value != 0) quantity = readQuantity(writePlain(quantity) + " " + unit);
  };
  give(parameter.value);
  if (parameter.min) give(*parameter.min);
  if (parameter.max) give(*parameter.max);
}

template <class Action>
bool editAt(Mechanism& mechanism, std::string_view pointer, Action action) {
  if (!pointer.empty()) walkTo(mechanism, pointer, action);
  return action.done;
}

}  // namespace

std::vector<Property> listProperties(const Mechanism& drawn, const Mechanism& shown,
                                     std::string_view pointer) {
  std::vector<Property> properties;
  Surroundings around{drawn, shown, {}};
  if (!pointer.empty()) {
    around.enter(pointer);
    ListAction action(around, pointer, properties);
    walkTo(drawn, pointer, action);
    return properties;
  }
  Mechanism bare = drawn;  // its lists have views of their own
  visitLists(bare, [](ElementKind, const char*, auto& list) { list.clear(); });
  bare.cases.clear();
  bare.published.clear();
  visitFields(std::as_const(bare), Lister(around, "", properties));
  std::erase_if(properties, [](const Property& p) { return p.kind == Kind::list; });
  return properties;
}

bool setPropertyText(Mechanism& mechanism, std::string_view pointer, const std::string& text) {
  constexpr std::string_view kPhases = "/phases/", kId = "/id";
  if (const auto at = pointer.rfind(kPhases); at != std::string_view::npos && pointer.ends_with(kId)) {
    const std::string_view step = pointer.substr(at + kPhases.size());
    return editAt(mechanism, pointer.substr(0, at),
                  RenamePhase(step.substr(0, step.size() - kId.size()), text));
  }
  if (Parameter* parameter = findOwner(mechanism, pointer, "/unit")) giveUnit(*parameter, trim(text));
  Parameter* valued = findOwner(mechanism, pointer, "/value");
  const std::string before = valued ? writePlain(valued->value) : std::string();
  const bool done = editAt(mechanism, pointer, SetText(withParameterUnit(mechanism, pointer, text)));
  if (valued) moveLimits(*valued, before, writePlain(valued->value));
  return done;
}

bool setPresent(Mechanism& mechanism, std::string_view pointer, bool present) {
  return editAt(mechanism, pointer, SetPresent(present));
}

bool addItem(Mechanism& mechanism, std::string_view pointer) {
  return editAt(mechanism, pointer, AddItem());
}

bool moveItem(Mechanism& mechanism, std::string_view pointer, int by) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string_view::npos) return false;
  return editAt(mechanism, pointer.substr(0, last), MoveItem(pointer.substr(last + 1), by));
}

bool removeItem(Mechanism& mechanism, std::string_view pointer) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string_view::npos) return false;
  return editAt(mechanism, pointer.substr(0, last), RemoveItem(pointer.substr(last + 1)));
}

}  // namespace clank
