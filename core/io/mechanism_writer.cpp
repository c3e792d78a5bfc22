// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a Mechanism by visiting the table of keys (core/model/fields.h). A member that equals its default is
// left out; defaults are found by writing a default-constructed struct in full.
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/io/mechanism_file.h"
#include "core/io/number_text.h"
#include "core/model/fields.h"

namespace clank {

namespace {

using nlohmann::json;

constexpr double kLargestExactInteger = 9007199254740992.0;  // 2^53

json numberToJson(double value) {
  const bool integer = value == std::trunc(value) && std::abs(value) < kLargestExactInteger;
  if (integer && !(value == 0 && std::signbit(value))) return static_cast<std::int64_t>(value);
  return value;
}

// Text that a number in the file would be read as, as that number.
json numberOrText(const std::string& text) {
  const auto number = readNumber(text);
  if (number && toShortestText(*number) == text) return numberToJson(*number);
  return text;
}

json toJson(const std::string& value) {
  return value;
}
json toJson(bool value) {
  return value;
}
json toJson(const Quantity& value) {
  return value.text.empty() ? numberToJson(value.value) : json(value.text.str());
}
json toJson(const Law& value) {
  return numberOrText(value.text);
}
json toJson(const Point& value) {
  return json::array({toJson(value.x), toJson(value.y)});
}

json toJson(const std::map<std::string, std::string>& value) {
  json object = json::object();
  for (const auto& [key, text] : value) object[key] = numberOrText(text);
  return object;
}

template <class E>
requires std::is_enum_v<E> json toJson(const E& value) {
  return Words<E>::names.at(static_cast<std::size_t>(value));
}

template <class E>
json toJson(const Choice<E>& value) {
  return value.reference.empty() ? toJson(value.value) : json("=" + value.reference.str());
}

template <class T>
json toJson(const std::vector<T>& value);

template <class S>
requires requires(const S& s) {
  s.unknown;
}
json toJson(const S& value);

template <class T>
json toJson(const std::vector<T>& value) {
  json array = json::array();
  for (const T& item : value) array.push_back(toJson(item));
  return array;
}

// Writes fields into an object, without those that are as in defaults (unless required); null: all.
class FieldWriter {
 public:
  FieldWriter(json& object, const json* defaults) : object_(object), defaults_(defaults) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    put(field, toJson(member));
  }

  template <MayBeAbsent T>
  void operator()(const Field& field, const T& member) {
    if (member) put(field, toJson(*member));
  }

  template <class V, std::size_t N>
  void alternatives(const Field& field, const V& variant, const std::array<const char*, N>& names) {
    put(field, names.at(variant.index()));
    std::visit([this](const auto& alternative) { this->writeAlternative(alternative); }, variant);
  }

 private:
  template <class S>
  void writeAlternative(const S& alternative) {
    json defaults = json::object();
    visitFields(std::as_const(kDefault<S>), FieldWriter(defaults, nullptr));
    visitFields(alternative, FieldWriter(object_, defaults_ ? &defaults : nullptr));
  }

  // -0 equals 0, but where it stands for an expression it is another text.
  static bool isSame(const json& a, const json& b) {
    const auto write = [](const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); };
    return a == b && write(a) == write(b);
  }

  void put(const Field& field, json value) {
    if (!field.required && defaults_) {
      const auto usual = defaults_->find(field.key);
      if (usual != defaults_->end() && isSame(*usual, value)) return;
    }
    object_[field.key] = std::move(value);
  }

  template <class S>
  inline static const S kDefault{};

  json& object_;
  const json* defaults_;
};

template <class S>
requires requires(const S& s) {
  s.unknown;
}
json toJson(const S& value) {
  if constexpr (requires { value.unread; })
    if (value.unread) return json::parse(value.unread.json);
  static const json defaults = [] {
    json all = json::object();
    visitFields(std::as_const(*std::make_unique<S>()), FieldWriter(all, nullptr));
    return all;
  }();
  json object = json::object();
  visitFields(value, FieldWriter(object, &defaults));
  for (const auto& [key, text] : value.unknown) {
    json kept = json::parse(text, nullptr, false);
    if (!object.contains(key)) object[key] = kept.is_discarded() ? json(text) : std::move(kept);
  }
  return object;
}

}  // namespace

std::string writeMechanism(const Mechanism& mechanism) {
  json root = toJson(mechanism);
  root["format"] = "clank";
  root["version"] = kFileVersion;
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace clank
