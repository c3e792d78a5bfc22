// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads JSON into a Mechanism by visiting the table of keys (core/model/fields.cpp): this file knows how each
// type of value looks in JSON, and no key but "format", "version" and "$schema".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/io/file_migration.h"
#include "core/io/json_check.h"
#include "core/io/json_slice.h"
#include "core/io/mechanism_file.h"
#include "core/io/number_text.h"
#include "core/math/expression.h"
#include "core/model/fields.h"

namespace clank {

namespace {

// Problems and warnings of a file, after which it is read no further: a list of a million of them helps
// nobody.
constexpr std::size_t kMostFound = 10000;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // that some editors write at the begin

// "a number", "an array", ... for messages.
std::string describe(const JsonSlice& value) {
  switch (value.type()) {
    case JsonType::object:
      return "an object";
    case JsonType::array:
      return "an array";
    case JsonType::text:
      return "a text";
    case JsonType::number:
      return "the number " + value.dump();
    case JsonType::boolean:
    case JsonType::null:
      break;
  }
  return value.dump();
}

std::vector<std::string> toList(WordList words) {
  return {words.begin(), words.end()};
}

// "; did you mean "mass"?" or nothing.
std::string suggest(std::string_view word, const std::vector<std::string>& known) {
  const std::string nearest = findNearestName(word, known);
  return nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest);
}

using Members = std::vector<JsonSlice::Member>;

const JsonSlice* findMember(const Members& object, std::string_view key) {
  const auto found =
      std::lower_bound(object.begin(), object.end(), key,
                       [](const JsonSlice::Member& m, std::string_view k) { return m.key < k; });
  return found != object.end() && found->key == key ? &found->value : nullptr;
}

class Reader {
 public:
  explicit Reader(const std::stop_token& stop) : stop_(stop) {}
  // Of a text that has been checked.
  Mechanism readDocument(std::string_view text);
  Problems takeProblems() { return std::move(problems_); }
  Problems takeWarnings() { return std::move(warnings_); }
  int getVersion() const { return version_; }

 private:
  class ObjectVisitor;

  // Adds a step to the pointer for as long as it lives.
  class Step {
   public:
    Step(Reader& reader, std::string_view key) : reader_(reader), length_(reader.pointer_.size()) {
      reader.pointer_ += pointerStep(key);
    }
    ~Step() { reader_.pointer_.resize(length_); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    Reader& reader_;
    std::size_t length_;
  };

  void fail(std::string what) { problems_.push_back({std::move(what), pointer_}); }
  void failType(const char* expected, const JsonSlice& found) {
    fail(fmt::format("expected {}, found {}", expected, describe(found)));
  }
  bool checkFormat(const Members& root);
  bool hasTooMany();

  void read(const JsonSlice& j, std::string& out);
  void read(const JsonSlice& j, bool& out);
  void read(const JsonSlice& j, Quantity& out);
  void read(const JsonSlice& j, Law& out);
  void read(const JsonSlice& j, Point& out);
  void read(const JsonSlice& j, std::map<std::string, std::string>& out);
  void read(const JsonSlice& j, const ChoiceRef& out);
  void read(const JsonSlice& j, const OptionalRef& out);
  void read(const JsonSlice& j, const ListRef& out);
  void read(const JsonSlice& j, const RecordRef& out);
  void read(const JsonSlice&, const VariantRef&) {}  // its fields stand beside the others
  void read(const JsonSlice& j, const ValueRef& out);
  void readMembers(const JsonSlice& j, const RecordRef& out);
  void setAside(const JsonSlice& j, std::size_t first, const RecordRef& out);
  void keepUnknown(const Members& object, const std::vector<std::string_view>& known, UnknownKeys& unknown);

  std::string pointer_;
  const std::stop_token& stop_;
  int version_ = kFileVersion;
  bool hasStopped_ = false;  // what comes behind is not known
  Problems problems_, warnings_;
};

// Reads the members of one object and remembers which keys are known.
class Reader::ObjectVisitor {
 public:
  ObjectVisitor(Reader& reader, const Members& object) : reader_(reader), object_(object) {}

  template <class T>
  void operator()(const Field& field, T& member) {
    if (reader_.hasStopped_) return;
    if (const JsonSlice* value = find(field)) {
      const Step step(reader_, field.key);
      reader_.read(*value, member);
    }
  }

  void operator()(const Field& field, const VariantRef& variant) {
    const std::vector<std::string> names = toList(variant.words());
    const std::size_t index = findAlternative(field, names);
    if (index < names.size()) {
      variant.emplace(index);
      visitFields(variant.alternative(), *this);
      return;
    }
    // Nobody knows which: none of their keys is strange.
    for (const RecordType* alternative : variant.type().alternatives)
      for (const RecordType::Member& member : alternative->members) known_.push_back(member.field.key);
  }

  const std::vector<std::string_view>& getKnown() const { return known_; }

 private:
  const JsonSlice* find(const Field& field) {
    known_.push_back(field.key);
    if (const JsonSlice* value = findMember(object_, field.key)) return value;
    if (field.required) reader_.fail(fmt::format("\"{}\" is missing: {}", field.key, field.help));
    return nullptr;
  }

  // Index of the word in force (absent: the first, unless required), or names.size() when it cannot be read.
  std::size_t findAlternative(const Field& field, const std::vector<std::string>& names) {
    const JsonSlice* value = find(field);
    if (!value) return field.required ? names.size() : 0;
    const Step step(reader_, field.key);
    std::string word;
    const std::size_t before = reader_.problems_.size();
    reader_.read(*value, word);
    if (reader_.problems_.size() != before) return names.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == word) return i;
    }
    reader_.fail(fmt::format("unknown {} \"{}\"{} (known: {})", field.key, word, suggest(word, names),
                             fmt::join(names, ", ")));
    return names.size();
  }

  Reader& reader_;
  const Members& object_;
  std::vector<std::string_view> known_;
};

void Reader::read(const JsonSlice& j, std::string& out) {
  if (!j.isText()) return failType("a text", j);
  out = j.getText();
}

void Reader::read(const JsonSlice& j, bool& out) {
  if (j.type() != JsonType::boolean) return failType("true or false", j);
  out = j.getBoolean();
}

void Reader::read(const JsonSlice& j, Quantity& out) {
  std::string text = j.isText() ? j.getText() : "";
  if (j.isNumber()) {
    out = Quantity(j.getNumber());
  } else if (!text.empty()) {
    out = Quantity();
    out.text = std::move(text);
  } else {
    failType("a number or a text such as \"250 mm\"", j);
  }
}

void Reader::read(const JsonSlice& j, Law& out) {
  if (j.isNumber()) {
    out.text = toShortestText(j.getNumber());
  } else if (j.isText()) {
    out.text = j.getText();
  } else {
    failType("an expression as a text, or a number", j);
  }
}

void Reader::read(const JsonSlice& j, Point& out) {
  if (!j.isArray() || j.countElements() != 2) return failType("a point [x, y]", j);
  auto at = j.begin();
  const auto readCoordinate = [&](const char* step, Quantity& coordinate) {
    const Step place(*this, step);
    read(*at, coordinate);
  };
  readCoordinate("0", out.x);
  ++at;
  readCoordinate("1", out.y);
}

void Reader::read(const JsonSlice& j, std::map<std::string, std::string>& out) {
  if (!j.isObject()) return failType("an object", j);
  out.clear();
  for (const auto& [key, value] : j.listMembers()) {
    const Step step(*this, key);
    if (value.isNumber()) {
      out[key] = toShortestText(value.getNumber());
    } else if (value.isText()) {
      out[key] = value.getText();
    } else {
      failType("a number or a text", value);
    }
  }
}

void Reader::read(const JsonSlice& j, const ChoiceRef& out) {
  if (!j.isText()) return failType("a word", j);
  const std::string word = j.getText();
  out.choose(0);
  out.reference().clear();
  if (word.size() > 1 && word.front() == '=') {
    out.reference() = word.substr(1);
    return;
  }
  const std::vector<std::string> names = toList(out.words());
  const auto found = std::find(names.begin(), names.end(), word);
  if (found != names.end()) return out.choose(static_cast<std::size_t>(found - names.begin()));
  fail(fmt::format("unknown word \"{}\"{} (known: {}, or \"=\" and the id of a word parameter)", word,
                   suggest(word, names), fmt::join(names, ", ")));
}

void Reader::read(const JsonSlice& j, const OptionalRef& out) {
  read(j, out.emplace());
}

void Reader::read(const JsonSlice& j, const ListRef& out) {
  if (!j.isArray()) return failType("an array", j);
  out.clear();
  out.reserve(j.countElements());
  for (const JsonSlice& element : j) {
    const Step step(*this, std::to_string(out.size()));
    read(element, out.append());
    if (hasTooMany()) return;
  }
}

void Reader::read(const JsonSlice& j, const ValueRef& out) {
  out.visit([&](auto& member) { read(j, member); });
}

// After an element of a list: whether reading ends here.
bool Reader::hasTooMany() {
  if (stop_.stop_requested()) return hasStopped_ = true;
  const bool inList = std::count(pointer_.begin(), pointer_.end(), '/') == 2;  // of the mechanism
  const std::size_t found = problems_.size() + warnings_.size();
  if (hasStopped_ || !inList || found < kMostFound) return hasStopped_;
  fail(fmt::format("the file was read no further: {} findings so far", found));
  return hasStopped_ = true;
}

void Reader::read(const JsonSlice& j, const RecordRef& out) {
  const std::size_t before = problems_.size();
  readMembers(j, out);
  if (out.unread() && problems_.size() != before) setAside(j, before, out);
}

// A study that cannot be read is no reason to refuse the mechanism: it keeps its text and the problems from
// first on.
void Reader::setAside(const JsonSlice& j, std::size_t first, const RecordRef& out) {
  std::string id = *out.id(), name = *out.text("name");
  out.reset();
  *out.id() = std::move(id);
  *out.text("name") = std::move(name);
  Unread& unread = *out.unread();
  unread.json = j.dump();
  for (std::size_t i = first; i < problems_.size(); ++i) {
    Problem& problem = problems_[i];
    problem.where.erase(0, pointer_.size());
    unread.problems.push_back(std::move(problem));
  }
  problems_.resize(first);
}

// Of a new struct: what is not in the file stays what it is.
void Reader::readMembers(const JsonSlice& j, const RecordRef& out) {
  if (!j.isObject()) return failType("an object", j);
  const Members members = j.listMembers();
  ObjectVisitor visitor(*this, members);
  visitFields(out, visitor);
  keepUnknown(members, visitor.getKnown(), *out.unknown());
}

void Reader::keepUnknown(const Members& object, const std::vector<std::string_view>& known,
                         UnknownKeys& unknown) {
  for (const auto& [key, value] : object) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const bool own = pointer_.empty() && (key == "format" || key == "version");
    if (own) continue;
    unknown[key] = value.dump();
    if (pointer_.empty() && key == "$schema") continue;  // for editors
    const Step step(*this, key);
    const std::vector<std::string> names(known.begin(), known.end());
    warnings_.push_back(
        {fmt::format("unknown key \"{}\": kept, but without effect{}", key, suggest(key, names)), pointer_,
         Severity::warning});
  }
}

// False: a file of another kind or version, whose keys mean nothing here.
bool Reader::checkFormat(const Members& root) {
  const JsonSlice* const format = findMember(root, "format");
  if (!format) {
    problems_.push_back({"\"format\" is missing: it must be \"clank\"", "/format"});
  } else if (!format->isText() || format->getText() != "clank") {
    const Step step(*this, "format");
    fail(fmt::format("not a Clank mechanism: \"format\" must be \"clank\", found {}", format->dump()));
    return false;
  }
  const JsonSlice* const version = findMember(root, "version");
  if (!version) {
    problems_.push_back({fmt::format("\"version\" is missing: it must be {}", kFileVersion), "/version"});
    return true;
  }
  const Step step(*this, "version");
  if (!version->isNumber()) {
    failType("a whole number", *version);
  } else if (version->getNumber() > kFileVersion) {
    fail(fmt::format("needs a newer Clank: the file has version {}, this program reads version {}",
                     version->dump(), kFileVersion));
    return false;
  } else if (version->getNumber() != kFileVersion && version->getNumber() != kOldestVersion) {
    fail(fmt::format("there is no version {}: \"version\" must be {} or {}", version->dump(), kOldestVersion,
                     kFileVersion));
  } else {
    version_ = static_cast<int>(version->getNumber());
  }
  return true;
}

Mechanism Reader::readDocument(std::string_view text) {
  Mechanism mechanism;
  const JsonSlice root(text);
  if (!root.isObject()) {
    failType("an object with the keys of a mechanism", root);
    return mechanism;
  }
  const Members members = root.listMembers();
  if (!checkFormat(members)) return mechanism;
  ObjectVisitor visitor(*this, members);
  visitFields(recordOf(mechanism), visitor);
  if (!hasStopped_) keepUnknown(members, visitor.getKnown(), mechanism.unknown);
  return mechanism;
}

}  // namespace

Result<LoadedMechanism> readMechanism(std::string_view text, const std::stop_token& stop) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return failure("the file is empty");
  CheckedJson checked = checkJson(text);
  if (!checked.readable) return tl::unexpected(std::move(checked.problems));

  Reader reader(stop);
  LoadedMechanism loaded;
  std::string_view json = checked.mended ? std::string_view(*checked.mended) : text;
  if (json.starts_with(kByteOrderMark)) json.remove_prefix(kByteOrderMark.size());
  loaded.mechanism = reader.readDocument(json);
  loaded.version = reader.getVersion();
  moveSurfacesOut(loaded.mechanism);
  if (loaded.version == kOldestVersion) keepBases(loaded.mechanism);
  loaded.warnings = reader.takeWarnings();
  if (stop.stop_requested()) return failure("reading was stopped");
  Problems problems = std::move(checked.problems);
  for (Problem& problem : reader.takeProblems()) problems.push_back(std::move(problem));
  if (problems.empty()) return loaded;
  problems.insert(problems.end(), loaded.warnings.begin(), loaded.warnings.end());
  return tl::unexpected(std::move(problems));
}

}  // namespace clank
