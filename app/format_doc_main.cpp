// SPDX-License-Identifier: GPL-3.0-or-later
// clank-format-doc SOURCE_DIR: brings resources/schema and the tables in core/doc/file_format.md up to date.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/io/format_tables.h"
#include "core/io/mechanism_file.h"
#include "core/io/replace_file.h"

namespace {

int save(const std::filesystem::path& path, const std::string& text) {
  const auto saved = clank::replaceFile(path, text);
  if (!saved) fmt::print(stderr, "{}\n", saved.error().front().what);
  return saved ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: clank-format-doc SOURCE_DIR\n");
    return 2;
  }
  const std::filesystem::path root = argv[1];
  const auto document = root / "core/doc/file_format.md";
  std::ifstream file(document);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto updated = clank::replaceFormatTables(text);
  if (!updated) {
    fmt::print(stderr, "{}: {}\n", document.string(), updated.error().front().what);
    return 1;
  }
  const auto schema = root / fmt::format("resources/schema/clank-{}.schema.json", clank::kFileVersion);
  std::filesystem::create_directories(schema.parent_path());
  return save(document, *updated) + save(schema, clank::writeSchema()) > 0 ? 1 : 0;
}
