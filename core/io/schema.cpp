// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON Schema, generated from the table of keys. It allows unknown keys, as the reader does.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/field_defaults.h"
#include "core/io/mechanism_file.h"
#include "core/model/fields.h"

namespace clank {

namespace {

using nlohmann::json;

json reference(const char* definition) {
  return {{"$ref", fmt::format("#/$defs/{}", definition)}};
}

json describeType(const std::string&) {
  return {{"type", "string"}};
}
json describeType(bool) {
  return {{"type", "boolean"}};
}
json describeType(const Quantity&) {
  return reference("quantity");
}
json describeType(const Law&) {
  return reference("law");
}
json describeType(const Point&) {
  return reference("point");
}
json describeType(const std::map<std::string, std::string>&) {
  return {{"type", "object"}, {"additionalProperties", {{"type", {"number", "string"}}}}};
}
json describeType(const ChoiceView& choice) {
  return {{"anyOf", {{{"enum", choice.words()}}, reference("parameter_reference")}}};
}
json describeType(const RecordView& record);
json describeType(const VariantView& variant) {
  return {{"enum", variant.words()}};
}
json describeType(const ValueView& value);
json describeType(const OptionalView& optional) {
  return describeType(optional.usual());
}
json describeType(const ListView& list) {
  return {{"type", "array"}, {"items", describeType(list.usualItem())}};
}
json describeType(const ValueView& value) {
  return value.visit([](const auto& member) { return describeType(member); });
}

// Collects the properties of one object.
class SchemaVisitor {
 public:
  explicit SchemaVisitor(json& object) : object_(object) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    json property = describeType(member);
    if (const std::string text = defaultText(member); !text.empty() && !field.required) {
      property["default"] = json::parse(text);
    }
    put(field, std::move(property));
  }

  void operator()(const Field& field, const VariantView& variant) {
    json property = describeType(variant);
    if (!field.required) property["default"] = variant.words().front();
    put(field, std::move(property));
    for (std::size_t i = 0; i < variant.words().size(); ++i)
      putAlternative(field, *variant.type().alternatives[i], variant.words()[i]);
  }

 private:
  void put(const Field& field, json property) {
    const std::string unit = field.unit;
    property["description"] =
        unit.empty() ? std::string(field.help) : fmt::format("{} [{}]", field.help, unit);
    object_["properties"][field.key] = std::move(property);
    if (field.required) object_["required"].push_back(field.key);
  }

  void putAlternative(const Field& field, const RecordType& type, const char* name) {
    json then = json::object();
    visitFields(RecordView(type, type.usual), SchemaVisitor(then));
    if (then.empty()) return;
    object_["allOf"].push_back(
        {{"if", {{"properties", {{field.key, {{"const", name}}}}}, {"required", {field.key}}}},
         {"then", then}});
  }

  json& object_;
};

json describeType(const RecordView& record) {
  json object = {{"type", "object"}};
  visitFields(record, SchemaVisitor(object));
  return object;
}

json describeDefinitions() {
  return {
      {"quantity",
       {{"type", {"number", "string"}},
        {"minLength", 1},
        {"description", "a number in SI units, or a text with unit or expression: \"250 mm\", \"2*L1\""}}},
      {"law",
       {{"type", {"number", "string"}},
        {"description", "a number, or an expression of time and state: \"1.955 - 0.0196*link1.omega\""}}},
      {"point",
       {{"type", "array"},
        {"prefixItems", {reference("quantity"), reference("quantity")}},
        {"items", false},
        {"minItems", 2},
        {"description", "[x, y]"}}},
      {"parameter_reference",
       {{"type", "string"}, {"pattern", "^=."}, {"description", "= and the id of a word parameter"}}}};
}

}  // namespace

std::string writeSchema() {
  const Mechanism mechanism;
  json schema = describeType(recordOf(mechanism));
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["$id"] = fmt::format("urn:clank:mechanism:{}", kFileVersion);
  schema["title"] = fmt::format("Clank mechanism, format version {}", kFileVersion);
  schema["$defs"] = describeDefinitions();
  schema["properties"]["format"] = {{"const", "clank"}, {"description", "kind of file"}};
  schema["properties"]["version"] = {{"const", kFileVersion}, {"description", "version of the format"}};
  schema["required"].push_back("format");
  schema["required"].push_back("version");
  return schema.dump(2) + "\n";
}

}  // namespace clank
