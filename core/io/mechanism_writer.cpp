// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a Mechanism by visiting the table of keys (core/model/fields.cpp). A member that equals its default
// is left out; defaults are found by writing a default-constructed struct in full. The tree of it holds long
// lists as where they are: a tree of a million points would take ten times what their text does.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
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

// In the tree a long list is the bytes of its handle: nothing else of a mechanism is bytes.
constexpr std::size_t kLong = 100;

json longListToJson(const ListView& list) {
  json::binary_t bytes(std::vector<std::uint8_t>(sizeof list));
  std::memcpy(bytes.data(), &list, sizeof list);
  return bytes;
}
ListView takeLongList(const json::binary_t& bytes) {
  std::array<std::byte, sizeof(ListView)> list;
  std::memcpy(list.data(), bytes.data(), sizeof list);
  return std::bit_cast<ListView>(list);
}

class TreeMaker {
 public:
  json toJson(const std::string& value) { return value; }
  json toJson(bool value) { return value; }
  json toJson(const Quantity& value) {
    return value.text.empty() ? numberToJson(value.value) : json(value.text.str());
  }
  json toJson(const Law& value) { return numberOrText(value.text); }
  json toJson(const Point& value) { return json::array({toJson(value.x), toJson(value.y)}); }
  json toJson(const std::map<std::string, std::string>& value) {
    json object = json::object();
    for (const auto& [key, text] : value) object[key] = numberOrText(text);
    return object;
  }
  json toJson(const ChoiceView& value) {
    return value.reference().empty() ? json(value.word()) : json("=" + value.reference().str());
  }
  json toJson(const OptionalView& value) { return value ? toJson(*value) : json(); }
  json toJson(const ListView& value) {
    if (value.size() > kLong) return longListToJson(value);
    json array = json::array();
    for (std::size_t i = 0; i < value.size(); ++i) array.push_back(toJson(value[i]));
    return array;
  }
  json toJson(const RecordView& value);
  json toJson(const VariantView& value) { return value.word(); }
  json toJson(const ValueView& value) {
    return value.visit([this](const auto& member) { return toJson(member); });
  }

 private:
  const json& findDefaults(const RecordType& type);

  std::map<const RecordType*, json> defaults_;
};

// Writes fields into an object, without those that are as in defaults (unless required); null: all.
class FieldWriter {
 public:
  FieldWriter(TreeMaker& maker, json& object, const json* defaults)
      : maker_(maker), object_(object), defaults_(defaults) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    put(field, maker_.toJson(member));
  }
  void operator()(const Field& field, const OptionalView& member) {
    if (member) put(field, maker_.toJson(*member));
  }
  void operator()(const Field& field, const VariantView& variant) {
    put(field, variant.word());
    const RecordView alternative = variant.alternative();
    const RecordType& type = alternative.type();
    json defaults = json::object();
    visitFields(RecordView(type, type.usual), FieldWriter(maker_, defaults, nullptr));
    visitFields(alternative, FieldWriter(maker_, object_, defaults_ ? &defaults : nullptr));
  }

 private:
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

  TreeMaker& maker_;
  json& object_;
  const json* defaults_;
};

const json& TreeMaker::findDefaults(const RecordType& type) {
  if (const auto known = defaults_.find(&type); known != defaults_.end()) return known->second;
  json all = json::object();
  visitFields(RecordView(type, type.usual), FieldWriter(*this, all, nullptr));
  return defaults_.emplace(&type, std::move(all)).first->second;
}

json TreeMaker::toJson(const RecordView& value) {
  const Unread* const unread = value.unread();
  if (unread && *unread) return json::parse(unread->json);
  json object = json::object();
  visitFields(value, FieldWriter(*this, object, &findDefaults(value.type())));
  for (const auto& [key, text] : *value.unknown()) {
    json kept = json::parse(text, nullptr, false);
    if (!object.contains(key)) object[key] = kept.is_discarded() ? json(text) : std::move(kept);
  }
  return object;
}

// The text of a tree, as the library writes it, and of the long lists in it.
class TextWriter {
 public:
  TextWriter(TreeMaker& maker, const std::function<void(std::string_view)>& take)
      : maker_(maker), take_(take) {}

  void write(const json& value, std::size_t indent) {
    if (value.is_object())
      writeObject(value, indent);
    else if (value.is_array())
      writeList(value.size(), indent, [&](std::size_t i) { write(value[i], indent + kStep); });
    else if (value.is_binary())
      writeLong(takeLongList(value.get_binary()), indent);
    else
      add(dump(value));
  }
  template <class Write>
  void writeList(std::size_t size, std::size_t indent, const Write& writeItem) {
    if (size == 0) return add("[]");
    const char* before = "[";
    for (std::size_t i = 0; i < size; ++i) {
      add(before);
      breakLine(indent + kStep);
      writeItem(i);
      before = ",";
    }
    breakLine(indent);
    add("]");
  }
  void finish() {
    add("\n");
    take_(text_);
  }

 private:
  static constexpr std::size_t kStep = 2;

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
  void writeLong(const ListView& list, std::size_t indent) {
    writeList(list.size(), indent, [&](std::size_t i) { write(maker_.toJson(list[i]), indent + kStep); });
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

  TreeMaker& maker_;
  const std::function<void(std::string_view)>& take_;
  std::string text_;
};

}  // namespace

void writeMechanism(const Mechanism& mechanism, const std::function<void(std::string_view)>& take) {
  TreeMaker maker;
  json root = maker.toJson(recordOf(mechanism));
  root["format"] = "clank";
  root["version"] = kFileVersion;
  TextWriter writer(maker, take);
  writer.write(root, 0);
  writer.finish();
}

std::string writeMechanism(const Mechanism& mechanism) {
  std::string text;
  writeMechanism(mechanism, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace clank
