// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/properties.h"

#include <algorithm>
#include <charconv>

#include "core/io/number_text.h"
#include "core/model/fields.h"
#include "core/model/quantity_text.h"
#include "ui/document/element.h"
#include "ui/document/element_edits.h"
#include "ui/document/named_points.h"
#include "ui/document/play_text.h"
#include "ui/document/references.h"

namespace clank {
namespace {

using Kind = Property::Kind;

constexpr const char* kPlay = "c";  // of a clearance (play_text.h)

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

// Of "/joints/2/clearance/c" what is before the key; empty: it is of no clearance.
std::string_view findClearance(std::string_view pointer, std::string_view key) {
  constexpr std::string_view kClearance = "/clearance";
  if (!pointer.ends_with(key)) return {};
  pointer.remove_suffix(key.size());
  if (!pointer.ends_with('/')) return {};
  pointer.remove_suffix(1);
  return pointer.ends_with(kClearance) ? pointer : std::string_view();
}

// A value and its field, by which a point's coordinates and a list's items go as well.
template <class Void>
struct Place {
  Field field;
  BasicValue<Void> value;
};

template <class Void>
using FoundPlace = std::optional<Place<Void>>;

template <class Void>
FoundPlace<Void> descend(const Place<Void>& from, std::string_view rest);

// The place at a pointer below a record. Of a variant it is where the pointer ends at its word.
template <class Void>
FoundPlace<Void> findPlace(const BasicRecord<Void>& record, std::string_view step, std::string_view rest) {
  for (const RecordType::Member& member : record.type().members) {
    const BasicValue<Void> value = record.at(member);
    const bool isHere = step == member.field.key;
    if (member.type->kind != ValueKind::variant) {
      if (isHere) return descend(Place<Void>{member.field, value}, rest);
    } else if (isHere) {
      return rest.empty() ? FoundPlace<Void>({member.field, value}) : std::nullopt;
    } else {
      const BasicVariant<Void> variant(static_cast<const VariantType&>(*member.type), value.address());
      if (auto found = findPlace(variant.alternative(), step, rest)) return found;
    }
  }
  return {};
}

template <class Void>
FoundPlace<Void> descend(const Place<Void>& from, std::string_view rest) {
  if (rest.empty()) return from;
  const auto into = [&](const BasicValue<Void>& value) {
    return descend(Place<Void>{from.field, value}, rest);
  };
  return from.value.visit([&]<class T>(T& member) -> FoundPlace<Void> {
    if constexpr (std::is_same_v<std::remove_const_t<T>, Point>) {
      const ValueType& coordinate = quantityType();
      const auto step = takeStep(rest);
      if (step == "0") return into({coordinate, &member.x});
      if (step == "1") return into({coordinate, &member.y});
    } else if constexpr (std::is_same_v<T, const BasicRecord<Void>>) {
      const auto step = takeStep(rest);
      return findPlace(member, step, rest);
    } else if constexpr (std::is_same_v<T, const BasicOptional<Void>>) {
      if (member) return into(*member);
    } else if constexpr (std::is_same_v<T, const BasicList<Void>>) {
      if (const auto index = readIndex(takeStep(rest), member.size())) return into(member[*index]);
    }
    return {};
  });
}

template <class M>
auto findPlace(M& mechanism, std::string_view pointer) {
  if (pointer.empty()) return decltype(findPlace(recordOf(mechanism), pointer, pointer))();
  const auto step = takeStep(pointer);
  return findPlace(recordOf(mechanism), step, pointer);
}

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
  } else if (key == "surface") {
    for (const DrawnSurface& surface : mechanism.surfaces) names.push_back(surface.id);
  } else if (key == "material") {
    for (const UsualMaterial& usual : kSolidMaterials) names.emplace_back(usual.id);
    for (const SolidMaterial& material : mechanism.materials) names.push_back(material.id);
  } else if (key == "touched") {
    for (const Body& body : mechanism.bodies) names.push_back(body.id);
    for (const DrawnSurface& surface : mechanism.surfaces) names.push_back(surface.id);
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
  void operator()(const Field& field, const VariantView& variant) {
    Property property = begin(field, Kind::variant, pointer_ + "/" + field.key);
    property.text = variant.word();
    property.words.assign(variant.words().begin(), variant.words().end());
    into_.push_back(std::move(property));
    visitFields(variant.alternative(), *this);
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
    property.value = findShownValue(pointer);
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
  Property describe(const Field& field, const ChoiceView& choice, const std::string& pointer) {
    Property property = begin(field, Kind::choice, pointer);
    property.text = choice.word();
    property.words.assign(choice.words().begin(), choice.words().end());
    for (const Parameter& parameter : around_.drawn.parameters)
      if (!parameter.choices.empty()) property.words.push_back("=" + parameter.id);
    property.word = property.text;
    if (choice.reference().empty()) return property;
    property.text = "=" + choice.reference().str();
    property.word = findShownWord(pointer);
    return property;
  }
  Property describe(const Field& field, const OptionalView& member, const std::string& pointer) {
    Property property = describe(field, member ? *member : member.usual(), pointer);
    property.optional = true;
    property.present = bool(member);
    if (member) return property;
    property.text.clear();
    property.value.reset();
    for (Property& part : property.parts) part.text.clear(), part.value.reset();
    if (property.kind == Kind::group) property.parts.clear();
    return property;
  }
  Property describe(const Field& field, const ListView& list, const std::string& pointer) {
    Property property = begin(field, Kind::list, pointer);
    for (std::size_t i = 0; i < list.size(); ++i)
      property.parts.push_back(describe(field, list[i], pointer + "/" + std::to_string(i)));
    return property;
  }
  Property describe(const Field& field, const std::map<std::string, std::string>&,
                    const std::string& pointer) {
    return begin(field, Kind::group, pointer);
  }
  Property describe(const Field& field, const RecordView& record, const std::string& pointer) {
    Property property = begin(field, Kind::group, pointer);
    visitFields(record, Lister(around_, pointer, property.parts));
    if (const auto* clearance = record.as<Clearance>()) addPlay(*clearance, pointer, property.parts);
    return property;
  }
  // Above the two radii that it is the difference of.
  void addPlay(const Clearance& clearance, const std::string& pointer, std::vector<Property>& parts) const {
    const auto bearing = std::ranges::find(parts, "bearing", &Property::key);
    const double hole = findShownValue(pointer + "/bearing").value_or(clearance.bearing.value);
    const double pin = findShownValue(pointer + "/journal").value_or(clearance.journal.value);
    Property play = begin({kPlay, "m", "bearing less journal; typed here, the bearing follows the journal"},
                          Kind::quantity, pointer + "/" + kPlay);
    play.label = "clearance c";
    play.text = writePlay(clearance, hole, pin);
    play.value = hole - pin;
    parts.insert(bearing, std::move(play));
  }
  Property describe(const Field& field, const VariantView&, const std::string& pointer) {
    return begin(field, Kind::variant, pointer);
  }
  Property describe(const Field& field, const ValueView& value, const std::string& pointer) {
    return value.visit([&](const auto& member) { return describe(field, member, pointer); });
  }

  // The value in force of the quantity, or the word of the choice, at a pointer.
  std::optional<double> findShownValue(const std::string& pointer) const {
    const auto place = findPlace(around_.shown, pointer);
    if (!place) return {};
    if (const auto* quantity = place->value.as<Quantity>()) return quantity->value;
    const auto* optional = place->value.as<std::optional<Quantity>>();
    return optional && *optional ? std::optional((*optional)->value) : std::nullopt;
  }
  std::string findShownWord(const std::string& pointer) const {
    const auto place = findPlace(around_.shown, pointer);
    if (!place || place->value.type().kind != ValueKind::choice) return {};
    return ChoiceView(static_cast<const ChoiceType&>(place->value.type()), place->value.address()).word();
  }

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
void fillNew(Metamorphic& metamorphic) {
  metamorphic.phases.resize(2);
  metamorphic.phases[0].id = "free";
  metamorphic.phases[1].id = "locked";
  metamorphic.phases[1].locked = true;
  metamorphic.changes.resize(1);
  metamorphic.changes[0].from = "free";
  metamorphic.changes[0].to = "locked";
}

// Puts the members that two alternatives have in common into the new one.
class CommonMembers {
 public:
  void operator()(const Field& field, std::string& text) { keep(field, text); }
  void operator()(const Field& field, Quantity& quantity) { keep(field, quantity); }
  void operator()(const Field& field, const OptionalRef& optional) {
    if (auto* quantity = optional.as<std::optional<Quantity>>()) keep(field, *quantity);
  }
  void operator()(const Field& field, Point& point) { keep(field, point); }
  template <class T>
  void operator()(const Field&, const T&) {}
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

// Each of these edits what stands at a pointer; false: that is nothing for it.
class SetText {
 public:
  explicit SetText(const std::string& text) : text_(trim(text)) {}

  bool operator()(std::string& member) const { return member = text_, true; }
  bool operator()(bool& member) const { return member = text_ == "true", true; }
  bool operator()(Quantity& member) const {
    if (text_.empty()) return false;
    return member = readQuantity(text_), true;
  }
  bool operator()(Law& member) const { return member.text = text_.empty() ? "0" : text_, true; }
  bool operator()(const ChoiceRef& member) const {
    if (text_.size() > 1 && text_[0] == '=') return member.reference() = text_.substr(1), true;
    const auto index = findWord(member.words());
    if (!index) return false;
    member.choose(*index);
    member.reference().clear();
    return true;
  }
  bool operator()(const OptionalRef& member) const {
    const ValueKind inner = member.type().inner->kind;
    if (inner != ValueKind::quantity && inner != ValueKind::text) return false;
    if (text_.empty()) return member.reset(), true;
    return (member ? *member : member.emplace()).visit(*this);
  }
  bool operator()(const VariantRef& variant) const {
    const auto index = findWord(variant.words());
    if (!index) return false;
    CommonMembers common;
    visitFields(variant.alternative(), common);
    variant.emplace(*index);
    common.restoring = true;
    visitFields(variant.alternative(), common);
    return true;
  }
  template <class T>
  bool operator()(const T&) const {
    return false;
  }

 private:
  std::optional<std::size_t> findWord(WordList words) const {
    const auto found = std::find(words.begin(), words.end(), text_);
    if (found == words.end()) return {};
    return static_cast<std::size_t>(found - words.begin());
  }
  std::string text_;
};

class SetPresent {
 public:
  explicit SetPresent(bool present) : present_(present) {}
  bool operator()(const OptionalRef& member) const {
    if (!present_) {
      member.reset();
    } else if (!member) {
      const ValueRef made = member.emplace();
      if (auto* metamorphic = made.as<Metamorphic>()) fillNew(*metamorphic);
    }
    return true;
  }
  template <class T>
  bool operator()(const T&) const {
    return false;
  }

 private:
  bool present_;
};

std::string* findId(const ValueRef& value) {
  if (value.type().kind != ValueKind::record) return nullptr;
  return RecordRef(static_cast<const RecordType&>(value.type()), value.address()).id();
}

bool holdsId(const ListRef& list, const std::string& id) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (*findId(list[i]) == id) return true;
  return false;
}

// At the end of the list with a key: with a new id ("phases": "phase3"), or like the one before.
bool addItemTo(const ListRef& list, std::string_view key) {
  if (list.usualItem().type().kind == ValueKind::record &&
      static_cast<const RecordType&>(list.usualItem().type()).id) {
    std::string id;
    for (std::size_t n = list.size() + 1; id.empty() || holdsId(list, id); ++n)
      id = std::string(key.substr(0, key.size() - 1)) + std::to_string(n);
    *findId(list.append()) = id;
  } else if (list.empty()) {
    list.append();
  } else {
    list.repeatLast();
  }
  return true;
}

bool moveItemOf(const ListRef& list, std::string_view step, int by) {
  const auto index = readIndex(step, list.size());
  const auto to = index ? static_cast<std::ptrdiff_t>(*index) + by : -1;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(list.size())) return false;
  list.swap(*index, static_cast<std::size_t>(to));
  return true;
}

bool removeItemOf(const ListRef& list, std::string_view step) {
  const auto index = readIndex(step, list.size());
  if (!index) return false;
  for (std::size_t i = *index; i + 1 < list.size(); ++i) list.swap(i, i + 1);
  list.removeLast();
  return true;
}

// Gives a phase another id; the phase changes of the joint follow.
bool renamePhase(Metamorphic& metamorphic, std::string_view step, const std::string& typed) {
  const auto index = readIndex(step, metamorphic.phases.size());
  if (!index) return false;
  const std::string renamed = trim(typed);
  std::string& id = metamorphic.phases[*index].id;
  for (PhaseChange& change : metamorphic.changes)
    for (std::string* end : {&change.from, &change.to})
      if (*end == id) *end = renamed;
  id = renamed;
  return true;
}

// A number without unit for the value or a limit of a parameter is in its unit.
std::string withParameterUnit(const Mechanism& mechanism, std::string_view pointer, const std::string& text) {
  if (!pointer.starts_with("/parameters/")) return text;
  takeStep(pointer);
  const auto index = readIndex(takeStep(pointer), mechanism.parameters.size());
  if (!index || (pointer != "/value" && pointer != "/min" && pointer != "/max")) return text;
  return withPlainUnit(text, mechanism.parameters[*index].unit);
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

// edit(clearance) of the one at a pointer; false: there is none.
template <class Edit>
bool editClearance(Mechanism& mechanism, std::string_view pointer, const Edit& edit) {
  const auto place = findPlace(mechanism, pointer);
  auto* const member = place ? place->value.template as<Rare<Clearance>>() : nullptr;
  if (!member || !*member) return false;
  edit(**member);
  return true;
}

// edit(member) of what is at a pointer; false: there is nothing, or nothing like that.
template <class Edit>
bool editAt(Mechanism& mechanism, std::string_view pointer, const Edit& edit) {
  const auto place = findPlace(mechanism, pointer);
  return place && place->value.visit([&](auto& member) { return edit(member); });
}

// edit(list, key) of a list; one that may be absent is there from now on.
template <class Edit>
bool editListOf(const ValueRef& value, std::string_view key, const Edit& edit) {
  return value.visit([&]<class T>(T& member) {
    if constexpr (std::is_same_v<T, const ListRef>) return edit(member, key);
    if constexpr (std::is_same_v<T, const OptionalRef>)
      return member.type().inner->kind == ValueKind::list &&
             editListOf(member ? *member : member.emplace(), key, edit);
    return false;
  });
}

// The same of the list at a pointer.
template <class Edit>
bool editList(Mechanism& mechanism, std::string_view pointer, const Edit& edit) {
  const auto place = findPlace(mechanism, pointer);
  return place && editListOf(place->value, place->field.key, edit);
}

}  // namespace

std::vector<Property> listProperties(const Mechanism& drawn, const Mechanism& shown,
                                     std::string_view pointer) {
  std::vector<Property> properties;
  Surroundings around{drawn, shown, {}};
  if (!pointer.empty()) {
    around.enter(pointer);
    const auto place = findPlace(drawn, pointer);
    if (!place || place->value.type().kind != ValueKind::record) return properties;
    const RecordView record(static_cast<const RecordType&>(place->value.type()), place->value.address());
    visitFields(record, Lister(around, std::string(pointer), properties));
    return properties;
  }
  Mechanism bare = drawn;  // its lists have views of their own
  visitLists(bare, [](ElementKind, const char*, auto& list) { list.clear(); });
  bare.cases.clear();
  bare.published.clear();
  visitFields(recordOf(std::as_const(bare)), Lister(around, "", properties));
  std::erase_if(properties, [](const Property& p) { return p.kind == Kind::list; });
  return properties;
}

bool setPropertyText(Mechanism& mechanism, std::string_view pointer, const std::string& text) {
  constexpr std::string_view kPhases = "/phases/", kId = "/id";
  if (const auto at = pointer.rfind(kPhases); at != std::string_view::npos && pointer.ends_with(kId)) {
    const std::string_view step = pointer.substr(at + kPhases.size());
    const auto place = findPlace(mechanism, pointer.substr(0, at));
    auto* const member = place ? place->value.as<Rare<Metamorphic>>() : nullptr;
    return member && *member && renamePhase(**member, step.substr(0, step.size() - kId.size()), text);
  }
  const std::string typed = trim(text);
  if (isPointName(pointer)) return typePointName(mechanism, pointer, typed);
  if (const auto at = findClearance(pointer, kPlay); !at.empty())
    return !typed.empty() && editClearance(mechanism, at, [&](Clearance& c) { typePlay(c, typed); });
  if (const auto at = findClearance(pointer, "journal"); !at.empty())
    return !typed.empty() &&
           editClearance(mechanism, at, [&](Clearance& c) { typeJournal(c, readQuantity(typed)); });
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
  return editList(mechanism, pointer, addItemTo);
}

bool moveItem(Mechanism& mechanism, std::string_view pointer, int by) {
  const std::size_t last = pointer.rfind('/');
  if (last == std::string_view::npos) return false;
  return editList(mechanism, pointer.substr(0, last), [&](const ListRef& list, std::string_view) {
    return moveItemOf(list, pointer.substr(last + 1), by);
  });
}

bool removeItem(Mechanism& mechanism, std::string_view pointer) {
  if (removePointAt(mechanism, pointer)) return true;
  const std::size_t last = pointer.rfind('/');
  if (last == std::string_view::npos) return false;
  return editList(mechanism, pointer.substr(0, last), [&](const ListRef& list, std::string_view) {
    return removeItemOf(list, pointer.substr(last + 1));
  });
}

}  // namespace clank
