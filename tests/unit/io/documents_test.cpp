// SPDX-License-Identifier: GPL-3.0-or-later
// The schema and the tables of the documentation are what the table of keys says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/io/format_tables.h"
#include "core/io/mechanism_file.h"

namespace clank {
namespace {

using nlohmann::json;

const std::string kSource = std::string(CLANK_RESOURCES) + "/..";

std::string readAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Documents, SchemaFileIsCurrent) {
  EXPECT_TRUE(readAll(std::string(CLANK_RESOURCES) + "/schema/clank-2.schema.json") == writeSchema())
      << "build the target format_doc";
}

TEST(Documents, FormatTablesAreCurrent) {
  const std::string document = readAll(kSource + "/core/doc/file_format.md");
  const auto updated = replaceFormatTables(document);
  ASSERT_TRUE(updated) << updated.error().front().what;
  EXPECT_TRUE(document == *updated) << "build the target format_doc";
}

TEST(Documents, TheExampleInTheFormatDocumentationRuns) {
  const std::string document = readAll(kSource + "/core/doc/file_format.md");
  const std::size_t start = document.find("\n    {\n"), end = document.find("\n    }\n");
  ASSERT_NE(end, std::string::npos);
  const auto loaded = readMechanism(document.substr(start, end + 7 - start));
  ASSERT_TRUE(loaded) << loaded.error().front().what;
  EXPECT_TRUE(loaded->warnings.empty());
  const auto resolved = resolve(loaded->mechanism);
  ASSERT_TRUE(resolved) << resolved.error().front().what;
  EXPECT_TRUE(validate(*resolved).empty());
}

TEST(Documents, SchemaTellsTypesUnitsDefaultsAndWords) {
  const json schema = json::parse(writeSchema());
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["properties"]["version"]["const"], 2);
  EXPECT_THAT(schema["required"].get<std::vector<std::string>>(),
              testing::UnorderedElementsAre("format", "version"));
  EXPECT_EQ(schema["properties"]["gravity"]["default"], json({0, -9.81}));

  const json& body = schema["properties"]["bodies"]["items"];
  EXPECT_EQ(body["required"], json({"id"}));
  EXPECT_EQ(body["properties"]["mass"]["$ref"], "#/$defs/quantity");
  EXPECT_THAT(body["properties"]["density"]["description"].get<std::string>(), testing::EndsWith("[kg/m3]"));
  EXPECT_EQ(body["properties"]["width"]["default"], 0.02);
  EXPECT_EQ(schema["properties"]["simulation"]["properties"]["integrator"]["default"], "dop853");

  const json& joint = schema["properties"]["joints"]["items"];
  EXPECT_EQ(joint["properties"]["type"]["enum"],
            json({"revolute", "prismatic", "weld", "slot", "distance", "gear", "belt", "rack",
                  "point_on_curve", "telescope"}));
  const auto& law = joint["properties"]["metamorphic"]["properties"]["changes"]["items"]["properties"]["law"];
  EXPECT_EQ(law["anyOf"][0]["enum"], json({"ignore", "restitution", "restitution_then_lock", "merge"}));
  EXPECT_EQ(joint["allOf"][0]["if"]["properties"]["type"]["const"], "prismatic")
      << "revolute has no keys of its own";
  EXPECT_TRUE(joint["allOf"][0]["then"]["properties"].contains("axis"));
}

TEST(Documents, TablesNameEveryKey) {
  const std::string tables = writeFormatTables();
  for (const char* row :
       {"| `density` | quantity | kg/m3 | absent |", "| `gravity` | point | m/s2 | `[0, -9.81]` |",
        "### `joints[].metamorphic.changes[]` with `guard` `limit`",
        "### `forces[]` with `type` `torsion_spring`", "| `capture_speed` | quantity | m/s | `0.0001` |",
        "| `id` | text |  | required |"}) {
    EXPECT_THAT(tables, testing::HasSubstr(row));
  }
}

}  // namespace
}  // namespace clank
