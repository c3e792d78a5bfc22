// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a Mechanism by visiting the table of keys (core/model/fields.h). A member that equals its default is
// left out; defaults are found by writing a default-constructed struct in full. The tree of it holds long
// lists as where they are: a tree of a million points would take ten times what their text does.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

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

class TextWriter;

// A list, and how its items are written.
struct LongList {
  const void* list = nullptr;
  void (*write)(const void* list, std::size_t indent, TextWriter& to) = nullptr;
};
template <class T>
void writeItems(const void* list, std::size_t indent, TextWriter& to);

constexpr std::size_t kLong = 100;

// In the tree it is the bytes of this: nothing else of a mechanism is bytes.
json toJson(const LongList& value) {
  json::binary_t bytes(std::vector<std::uint8_t>(sizeof value));
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <class T>
json toJson(const std::vector<T>& value) {
  if (value.size() > kLong) return toJson(LongList{&value, &writeItems<T>});
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

// The text of a tree, as the library writes it, and of the long lists in it.
class TextWriter {
 public:
  explicit TextWriter(const std::function<void(std::string_view)>& take) : take_(take) {}

  void write(const json& value, std::size_t indent) {
    if (value.is_object())
      writeObject(value, indent);
    else if (value.is_array())
      writeList(value, indent, [&](const json& item) { write(item, indent + kStep); });
    else if (value.is_binary())
      writeLong(value.get_binary(), indent);
    else
      add(dump(value));
  }
  template <class List, class Write>
  void writeList(const List& list, std::size_t indent, const Write& writeItem) {
    if (list.empty()) return add("[]");
    const char* before = "[";
    for (const auto& item : list) {
      add(before);
      breakLine(indent + kStep);
      writeItem(item);
      before = ",";
    }
    breakLine(indent);
    add("]");
  }
  void finish() {
    add("\n");
    take_(text_);
  }
  static constexpr std::size_t kStep = 2;

 private:
  static std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  void writeObject(const json& value, std::size_t indent) {
    if (value.empty()) return add("{}");
    const char* before = "{";
    for (const auto& [key, member] : value.items()) {
      add(before);
      breakLine(indent + kStep);
      add(dump(key));
      add(": ");
      write(member, indent + kStep);
      before = ",";
    }
    breakLine(indent);
    add("}");
  }
  void writeLong(const std::vector<std::uint8_t>& bytes, std::size_t indent) {
    LongList list;
    std::memcpy(&list, bytes.data(), sizeof list);
    list.write(list.list, indent, *this);
  }
  void breakLine(std::size_t indent) {
    text_ += '\n';
    text_.append(indent, ' ');
  }
  void add(std::string_view text) {
    constexpr std::size_t kMuch = 1 << 16;
    text_ += text;
    if (text_.size() < kMuch) return;
    take_(text_);
    text_.clear();
  }

  const std::function<void(std::string_view)>& take_;
  std::string text_;
};

template <class T>
void writeItems(const void* list, std::size_t indent, TextWriter& to) {
  to.writeList(*static_cast<const std::vector<T>*>(list), indent,
               [&](const T& item) { to.write(toJson(item), indent + TextWriter::kStep); });
}

}  // namespace

void writeMechanism(const Mechanism& mechanism, const std::function<void(std::string_view)>& take) {
  json root = toJson(mechanism);
  root["format"] = "clank";
  root["version"] = kFileVersion;
  TextWriter writer(take);
  writer.write(root, 0);
  writer.finish();
}

std::string writeMechanism(const Mechanism& mechanism) {
  std::string text;
  writeMechanism(mechanism, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace clank
