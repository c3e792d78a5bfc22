// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <span>
#include <utility>

#include "core/io/dxf_entities.h"
#include "core/io/dxf_groups.h"
#include "core/io/dxf_pen.h"
#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr std::size_t kMostInserted = 500'000;  // entities that all INSERTs together bring
constexpr std::size_t kDeepest = 50;            // block in block
constexpr const char* kNoLayer = "0";           // what lies there in a block lies where its INSERT does

using Records = std::span<const DxfRecord>;

struct Block {
  Records records;
  Corner base;
  bool elsewhere = false;  // its drawing is another file
};

// Why nothing of a layer is seen, as the table of layers has it.
enum LayerFlag { kFrozen = 1 };
constexpr const char *kLayerFrozen = "frozen", *kLayerOff = "off";

struct Unit {
  double length;  // m
  const char* name;
};

std::string toUpper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

class DxfReader {
 public:
  explicit DxfReader(Records records) : records_(records), pen_(made_.chains, made_.circles) {}
  Result<DxfGeometry> read();

 private:
  bool readUnit();
  bool findSection(const char* name, Records& section);
  bool readLayers(Records tables);
  bool readBlocks(Records section);
  bool readBlock(Records section, std::size_t& next);
  bool draw(Records entities);
  bool drawNext(Records entities, std::size_t& next);
  bool drawOld(Records entities, std::size_t& next);
  static void skip(Records entities, std::size_t& next);
  bool insert(const DxfRecord& record);
  bool insertAll(const DxfRecord& record, DxfFields& fields, const Block& block);
  bool count(const Result<LeftOut>& drawn, const char* where = "");
  bool isFrozen(const std::string& layer) const;
  void noteHidden();
  void noteAll();
  bool refuse(Problems problems) {
    problems_ = std::move(problems);
    return false;
  }
  bool refuse(std::size_t line, std::string what) {
    return refuse(Problems{{std::move(what), fmt::format("line {}", line), Severity::error}});
  }
  std::size_t lastLine() const { return records_.empty() ? 1 : lastLineOf(records_.back()); }
  static std::size_t lastLineOf(const DxfRecord& record) {
    return record.groups.empty() ? record.line : record.groups.back().line;
  }

  Records records_;
  DxfGeometry made_;
  DxfPen pen_;
  std::map<std::string, const char*> hidden_;  // layers, by their names in capitals: why
  std::map<std::string, Block> blocks_;        // by their names in capitals
  std::vector<std::string> open_;              // names of blocks that are being inserted
  std::size_t inserted_ = 0;
  std::map<std::string, int> leftOut_;
  Problems problems_;
};

bool DxfReader::readUnit() {
  static const std::map<int, Unit> kUnits{
      {1, {0.0254, "in"}}, {2, {0.3048, "ft"}}, {4, {1e-3, "mm"}}, {5, {1e-2, "cm"}}, {6, {1, "m"}}};
  for (const DxfRecord& record : records_)
    for (std::size_t i = 0; i + 1 < record.groups.size(); ++i) {
      if (record.groups[i].code != 9 || record.groups[i].value != "$INSUNITS") continue;
      const DxfGroup& group = record.groups[i + 1];
      const double unit = readNumber(group.value).value_or(-1);
      if (unit == 0) break;
      const auto known = kUnits.find(std::abs(unit) < 100 ? static_cast<int>(unit) : -1);
      if (known == kUnits.end() || known->first != unit)
        return refuse(group.line,
                      fmt::format("$INSUNITS is {:.40}: lengths in inches (1), feet (2), mm (4), cm (5) "
                                  "or m (6) can be read",
                                  group.value));
      made_.unit = known->second.length;
      made_.unitName = known->second.name;
      return true;
    }
  made_.notes.emplace_back("the drawing names no unit; its lengths were taken as mm");
  return true;
}

// What stands between its begin and its end; nothing if there is no such section.
bool DxfReader::findSection(const char* name, Records& section) {
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const DxfRecord& record = records_[i];
    if (record.name != "SECTION" || record.groups.empty() || record.groups[0].code != 2 ||
        record.groups[0].value != name)
      continue;
    std::size_t end = i + 1;
    while (end < records_.size() && records_[end].name != "ENDSEC" && records_[end].name != "SECTION") ++end;
    if (end == records_.size() || records_[end].name != "ENDSEC")
      return refuse(lastLine(), fmt::format("the section {} has no end: the file is not whole", name));
    if (record.groups.size() > 1)
      return refuse(record.groups[1].line,
                    fmt::format("group {} where an entity should begin", record.groups[1].code));
    section = records_.subspan(i + 1, end - i - 1);
    return true;
  }
  return true;
}

// A layer that is off has a negative colour.
bool DxfReader::readLayers(Records tables) {
  for (const DxfRecord& record : tables) {
    if (record.name != "LAYER") continue;
    DxfFields fields(record);
    const bool frozen = (fields.whole(70, 0) & kFrozen) != 0, off = fields.whole(62, 0) < 0;
    if (fields.failed()) return refuse(fields.problems());
    if (frozen || off) hidden_[toUpper(fields.word(2, ""))] = frozen ? kLayerFrozen : kLayerOff;
  }
  return true;
}

bool DxfReader::isFrozen(const std::string& layer) const {
  const auto found = hidden_.find(toUpper(layer));
  return found != hidden_.end() && found->second == kLayerFrozen;
}

bool DxfReader::readBlocks(Records section) {
  for (std::size_t next = 0; next < section.size();)
    if (!readBlock(section, next)) return false;
  return true;
}

bool DxfReader::readBlock(Records section, std::size_t& next) {
  const DxfRecord& head = section[next++];
  if (head.name != "BLOCK")
    return refuse(head.line, fmt::format("{:.40} where a BLOCK should begin", head.name));
  const std::size_t begin = next;
  while (next < section.size() && section[next].name != "ENDBLK") ++next;
  DxfFields fields(head);
  const std::string name = toUpper(fields.word(2, ""));
  if (next == section.size())
    return refuse(head.line, fmt::format("BLOCK {:.80} has no ENDBLK at its end", name));
  Block block{section.subspan(begin, next - begin), {fields.number(10, 0), fields.number(20, 0)}, false};
  block.elsewhere = (fields.whole(70, 0) & 4) != 0;
  if (fields.failed()) return refuse(fields.problems());
  ++next;
  blocks_[name] = block;
  return true;
}

bool DxfReader::count(const Result<LeftOut>& drawn, const char* where) {
  if (!drawn) return refuse(drawn.error());
  if (!drawn->empty()) ++leftOut_[*drawn + where];
  return true;
}

bool DxfReader::draw(Records entities) {
  for (std::size_t next = 0; next < entities.size();)
    if (!drawNext(entities, next)) return false;
  return true;
}

bool DxfReader::drawNext(Records entities, std::size_t& next) {
  const DxfRecord& record = entities[next];
  if (!open_.empty() && ++inserted_ > kMostInserted)
    return refuse(record.line,
                  fmt::format("the blocks of the drawing come to more than {} entities", kMostInserted));
  if (record.name == "SEQEND") {
    ++next;
    return true;
  }
  DxfFields fields(record);
  const bool onPaper = fields.whole(67, 0) == 1, invisible = fields.whole(60, 0) == 1;
  if (fields.failed()) return refuse(fields.problems());
  if (onPaper || invisible) {
    skip(entities, next);
    return count(record.name, onPaper ? " in paper space" : " that is invisible");
  }
  const std::string layer = fields.word(8, kNoLayer), outer = pen_.layer;
  if (open_.empty() || (layer != kNoLayer && !isFrozen(outer))) pen_.layer = layer;
  bool fine = true;
  if (record.name == "POLYLINE") {
    fine = drawOld(entities, next);
  } else {
    ++next;
    fine = record.name == "INSERT" ? insert(record) : count(drawDxfEntity(record, pen_));
  }
  pen_.layer = outer;
  return fine;
}

// With what belongs to it: the vertices of a polyline, the attributes of an INSERT.
void DxfReader::skip(Records entities, std::size_t& next) {
  const std::string& name = entities[next++].name;
  const char* part = name == "POLYLINE" ? "VERTEX" : name == "INSERT" ? "ATTRIB" : nullptr;
  while (part && next < entities.size() && entities[next].name == part) ++next;
}

bool DxfReader::drawOld(Records entities, std::size_t& next) {
  const DxfRecord& head = entities[next++];
  const std::size_t begin = next;
  while (next < entities.size() && entities[next].name == "VERTEX") ++next;
  if (next == entities.size() || entities[next].name != "SEQEND") {
    const std::size_t line = next == entities.size() ? lastLineOf(entities.back()) : entities[next].line;
    return refuse(line, "POLYLINE has no SEQEND at its end");
  }
  const Records vertices = entities.subspan(begin, next - begin);
  ++next;
  return count(drawDxfPolyline(head, vertices, pen_));
}

bool DxfReader::insert(const DxfRecord& record) {
  DxfFields fields(record);
  const std::string name = toUpper(fields.word(2, ""));
  const auto found = blocks_.find(name);
  if (found == blocks_.end())
    return refuse(record.line,
                  fmt::format("INSERT names the block \"{:.80}\", which the file does not have", name));
  if (found->second.elsewhere) return count(record.name + " of another file");
  if (std::find(open_.begin(), open_.end(), name) != open_.end())
    return refuse(record.line, fmt::format("block {:.80} holds an INSERT of itself", name));
  if (open_.size() == kDeepest)
    return refuse(record.line, fmt::format("blocks lie within blocks {} deep", kDeepest));
  open_.push_back(name);
  const DxfFrame outer = pen_.frame;
  const bool fine = insertAll(record, fields, found->second);
  pen_.frame = outer;
  open_.pop_back();
  return fine;
}

// Once, or in rows and columns.
bool DxfReader::insertAll(const DxfRecord& record, DxfFields& fields, const Block& block) {
  const Corner at{fields.number(10), fields.number(20)};
  const double wide = fields.number(41, 1), high = fields.number(42, 1);
  const double angle = fields.number(50, 0) * std::numbers::pi / 180, c = std::cos(angle),
               s = std::sin(angle);
  const int columns = std::max(fields.whole(70, 1), 1), rows = std::max(fields.whole(71, 1), 1);
  const Corner step{fields.number(44, 0), fields.number(45, 0)};
  if (!fields.failed() && (wide == 0 || high == 0)) fields.refuse("has the scale 0");
  const auto axes = readDxfAxes(fields);
  if (fields.failed()) return refuse(fields.problems());
  if (!axes) return count(asAskew(record.name));
  if (static_cast<double>(columns) * rows > static_cast<double>(kMostInserted))
    return refuse(record.line, fmt::format("INSERT has {} columns and {} rows", columns, rows));
  const DxfFrame outer = pen_.frame * *axes;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const Corner off{column * step.x, row * step.y};
      const DxfFrame turned{c, -s, s, c, {at.x + c * off.x - s * off.y, at.y + s * off.x + c * off.y}};
      const DxfFrame scaled{wide, 0, 0, high, {-wide * block.base.x, -high * block.base.y}};
      pen_.frame = outer * turned * scaled;
      if (++inserted_ > kMostInserted)
        return refuse(record.line,
                      fmt::format("the blocks of the drawing come to more than {} entities", kMostInserted));
      if (!draw(block.records)) return false;
    }
  return true;
}

// The layers that hold something, as their entities spell them.
void DxfReader::noteHidden() {
  const auto take = [&](const auto& shapes) {
    for (const auto& shape : shapes)
      if (const auto found = hidden_.find(toUpper(shape.layer)); found != hidden_.end())
        made_.hidden[shape.layer] = found->second;
  };
  take(made_.chains);
  take(made_.circles);
}

void DxfReader::noteAll() {
  if (leftOut_.empty()) return;
  std::string list;
  for (const auto& [name, count] : leftOut_)
    list += fmt::format("{}{} {:.80}", list.empty() ? "" : ", ", count, name);
  made_.notes.push_back("left out: " + list);
}

Result<DxfGeometry> DxfReader::read() {
  Records tables, blocks, entities;
  const bool hasEntities = std::any_of(records_.begin(), records_.end(), [](const DxfRecord& record) {
    return record.name == "SECTION" && !record.groups.empty() && record.groups[0].value == "ENTITIES";
  });
  if (!readUnit()) return tl::unexpected(problems_);
  if (!hasEntities) return failure("there is no section ENTITIES: no DXF drawing");
  pen_.frame = {made_.unit, 0, 0, made_.unit, {}};
  if (!findSection("TABLES", tables) || !findSection("BLOCKS", blocks) ||
      !findSection("ENTITIES", entities) || !readLayers(tables) || !readBlocks(blocks) || !draw(entities))
    return tl::unexpected(problems_);
  noteHidden();
  noteAll();
  return std::move(made_);
}

}  // namespace

Result<DxfGeometry> readDxf(std::string_view text) {
  const auto records = readDxfRecords(text);
  if (!records) return tl::unexpected(records.error());
  return DxfReader(*records).read();
}

}  // namespace clank
