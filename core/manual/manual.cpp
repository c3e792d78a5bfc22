// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/io/read_file.h"
#include "core/manual/markdown.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

bool isManual(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "index.md", ignored) && fs::is_directory(folder / "pictures", ignored);
}

// Text between two places of HTML, without what runs over lines.
std::string cutText(std::string_view html, std::size_t begin, std::size_t end) {
  std::string text = toPlainText(html.substr(begin, end - begin));
  std::replace(text.begin(), text.end(), '\n', ' ');
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string findBetween(std::string_view html, std::string_view open, std::string_view close) {
  const std::size_t at = html.find(open);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = html.find('>', at) + 1;
  return cutText(html, begin, html.find(close, begin));
}

// At a heading of any level: where its tag ends, or npos.
std::size_t findHeading(std::string_view html, std::size_t from) {
  for (std::size_t at = html.find("<h", from); at != std::string_view::npos; at = html.find("<h", at + 1))
    if (at + 3 < html.size() && html[at + 2] >= '1' && html[at + 2] <= '6' && html[at + 3] == ' ') return at;
  return std::string_view::npos;
}

std::vector<ManualSection> cutSections(std::string_view html) {
  std::vector<ManualSection> sections;
  for (std::size_t at = findHeading(html, 0); at != std::string_view::npos;) {
    const std::size_t id = html.find("id=\"", at) + 4, idEnd = html.find('"', id);
    const std::size_t words = html.find('>', idEnd) + 1, wordsEnd = html.find("</h", words);
    const std::size_t next = findHeading(html, wordsEnd);
    const std::size_t end = std::min(next, html.size());
    sections.push_back({cutText(html, words, wordsEnd),
                        sections.empty() ? std::string() : std::string(html.substr(id, idEnd - id)),
                        cutText(html, wordsEnd + 5, end)});
    at = next;
  }
  return sections;
}

// "<li><a href="lock.md">Let a joint lock</a></li>" below "<h2 ...>Joints</h2>".
struct Listed {
  std::string group;
  std::vector<std::string> ids;
};
std::vector<Listed> listPages(std::string_view html) {
  std::vector<Listed> groups;
  for (std::size_t at = html.find("<h2"); at != std::string_view::npos;) {
    const std::size_t next = html.find("<h2", at + 1);
    const std::string_view part = html.substr(at, next == std::string_view::npos ? next : next - at);
    Listed group{findBetween(part, "<h2", "</h2>"), {}};
    for (std::size_t link = part.find("href=\""); link != std::string_view::npos;) {
      const std::size_t begin = link + 6, end = part.find(".md\"", begin);
      if (end == std::string_view::npos) break;
      group.ids.emplace_back(part.substr(begin, end - begin));
      link = part.find("href=\"", end);
    }
    groups.push_back(std::move(group));
    at = next;
  }
  return groups;
}

}  // namespace

const ManualPage* Manual::find(std::string_view id) const {
  const auto found =
      std::find_if(pages.begin(), pages.end(), [&](const ManualPage& page) { return page.id == id; });
  return found == pages.end() ? nullptr : &*found;
}

ManualPage makeManualPage(std::string id, std::string markdown) {
  const std::string html = toHtml(markdown);
  ManualPage page{std::move(id), findBetween(html, "<h1", "</h1>"), findBetween(html, "<p", "</p>"),
                  std::move(markdown), cutSections(html)};
  return page;
}

Result<fs::path> findManual() {
  if (const char* chosen = std::getenv("CLANK_RESOURCES"); chosen && *chosen)
    if (isManual(fs::path(chosen) / "manual")) return fs::path(chosen) / "manual";
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path folder = program.parent_path(); !folder.empty(); folder = folder.parent_path()) {
    for (const char* name : {"manual", "share/clank/manual"})
      if (isManual(folder / name)) return folder / name;
    if (folder == folder.root_path()) break;
  }
  return failure("the manual is not where it should be, beside the files that ship with the program");
}

Result<Manual> readManual(const fs::path& folder) {
  const auto index = readFile(folder / "index.md", TextSource::filesOnly);
  if (!index) return tl::unexpected(index.error());
  const std::string html = toHtml(*index);
  Manual manual{folder, findBetween(html, "<h1", "</h1>"), findBetween(html, "<p", "</p>"), {}, {}};
  for (const Listed& listed : listPages(html)) {
    ManualGroup group{listed.group, {}};
    for (const std::string& id : listed.ids) {
      auto text = readFile(folder / (id + ".md"), TextSource::filesOnly);
      if (!text) return tl::unexpected(text.error());
      group.pages.push_back(manual.pages.size());
      manual.pages.push_back(makeManualPage(id, std::move(*text)));
    }
    manual.groups.push_back(std::move(group));
  }
  return manual;
}

}  // namespace clank
