// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/format_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/io/field_defaults.h"
#include "core/model/fields.h"

namespace clank {

namespace {

struct WholeNumber {};

std::string nameType(WholeNumber) {
  return "whole number";
}
std::string nameType(const std::string&) {
  return "text";
}
std::string nameType(bool) {
  return "true or false";
}
std::string nameType(const Quantity&) {
  return "quantity";
}
std::string nameType(const Law&) {
  return "law";
}
std::string nameType(const Point&) {
  return "point";
}
std::string nameType(const std::map<std::string, std::string>&) {
  return "object: parameter id to number or text";
}
std::string nameType(const ChoiceView& choice) {
  return fmt::format("one of `{}`, or `=parameter`", fmt::join(choice.words(), "`, `"));
}
std::string nameType(const RecordView&) {
  return "object";
}
std::string nameType(const VariantView& variant) {
  return fmt::format("one of `{}`", fmt::join(variant.words(), "`, `"));
}
std::string nameType(const ValueView& value);
std::string nameType(const OptionalView& optional) {
  return nameType(optional.usual());
}
std::string nameType(const ListView& list) {
  return "list of: " + nameType(list.usualItem());
}
std::string nameType(const ValueView& value) {
  return value.visit([](const auto& member) { return nameType(member); });
}

// One section for an object and, behind it, one for each object in it.
class TableVisitor {
 public:
  TableVisitor(std::string path, std::string title) : path_(std::move(path)), title_(std::move(title)) {}

  template <class T>
  void operator()(const Field& field, const T& member) {
    addRow(field, nameType(member), field.required ? "required" : defaultText(member), !field.required);
  }
  void operator()(const Field& field, const RecordView& record) {
    addRow(field, nameType(record), field.required ? "required" : "", !field.required);
    addSection(path_ + field.key, record);
  }
  void operator()(const Field& field, const OptionalView& optional) {
    addRow(field, nameType(optional), "absent", true);
    addSection(path_ + field.key, optional.usual());
  }
  void operator()(const Field& field, const ListView& list) {
    addRow(field, nameType(list), field.required ? "required" : "[]", !field.required);
    addSection(path_ + field.key + "[]", list.usualItem());
  }
  void operator()(const Field& field, const VariantView& variant) {
    const WordList names = variant.words();
    addRow(field, nameType(variant), field.required ? "required" : fmt::format("\"{}\"", names.front()),
           !field.required);
    const std::string path = path_.substr(0, path_.size() - 1);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const RecordType& type = *variant.type().alternatives[i];
      TableVisitor inner(path_, fmt::format("`{}` with `{}` `{}`", path, field.key, names[i]));
      visitFields(RecordView(type, type.usual), inner);
      sections_ += inner.takeText();
    }
  }

  std::string takeText() const {
    const std::string head = "### " + title_ + "\n\n";
    if (rows_.empty()) return head + "No keys of its own.\n\n" + sections_;
    return head + "| key | value | unit | default | meaning |\n|---|---|---|---|---|\n" + rows_ + "\n" +
           sections_;
  }

 private:
  void addRow(const Field& field, const std::string& type, const std::string& usual, bool code) {
    const std::string cell = code && !usual.empty() && usual != "absent" ? "`" + usual + "`" : usual;
    rows_ +=
        fmt::format("| `{}` | {} | {} | {} | {} |\n", field.key, type, unitText(field), cell, field.help);
  }

  void addSection(const std::string& path, const RecordView& record) {
    TableVisitor inner(path + ".", "`" + path + "`");
    visitFields(record, inner);
    sections_ += inner.takeText();
  }
  // None for what is no object.
  void addSection(const std::string& path, const ValueView& value) {
    if (value.type().kind == ValueKind::record)
      addSection(path, RecordView(static_cast<const RecordType&>(value.type()), value.address()));
  }

  std::string path_, title_, rows_, sections_;
};

}  // namespace

std::string writeFormatTables() {
  TableVisitor visitor("", "The file");
  visitor(Field{"format", "", "always `clank`", true}, std::string());
  visitor(Field{"version", "", "version of the format: 2; files of version 1 are read, too", true},
          WholeNumber());
  const Mechanism mechanism;
  visitFields(recordOf(mechanism), visitor);
  return visitor.takeText();
}

Result<std::string> replaceFormatTables(const std::string& document) {
  const std::string begin = "<!-- tables of keys: begin (generated: ninja format_doc) -->\n";
  const std::string end = "<!-- tables of keys: end -->\n";
  const std::size_t from = document.find(begin);
  const std::size_t to = document.find(end);
  if (from == std::string::npos || to == std::string::npos || to < from) {
    return failure("the marker lines of the tables are missing");
  }
  const std::size_t start = from + begin.size();
  return document.substr(0, start) + "\n" + writeFormatTables() + document.substr(to);
}

}  // namespace clank
