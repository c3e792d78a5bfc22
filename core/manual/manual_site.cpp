// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_site.h"

#include <fmt/format.h>

#include <set>
#include <system_error>
#include <utility>

#include "core/io/read_file.h"
#include "core/io/replace_file.h"
#include "core/manual/markdown.h"
#include "core/manual/site_style.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "<meta name=\"generator\" content=\"Clank manual\">";
constexpr std::string_view kExamples = "../examples/";

Result<void> checkFolder(const fs::path& out) {
  std::error_code error;
  if (!fs::exists(out, error)) return {};
  if (!fs::is_directory(out, error)) return failure(fmt::format("{} is no folder", out.string()));
  if (fs::is_empty(out, error)) return {};
  const auto first = readFile(out / "index.html", TextSource::filesOnly);
  if (first && first->find(kMark) != std::string::npos) return {};
  return failure(fmt::format("{} holds other files: name a new folder, an empty one, or an earlier manual",
                             out.string()));
}

std::string makeIndexList(const Manual& manual, const std::string& current) {
  std::string html = "<div id=\"contents\">\n";
  for (const ManualGroup& group : manual.groups) {
    html += fmt::format("<h2>{}</h2>\n<ul>\n", escapeHtml(group.title));
    for (const std::size_t p : group.pages) {
      const ManualPage& page = manual.pages[p];
      html += fmt::format("<li><a href=\"{}.html\"{}>{}</a></li>\n", page.id,
                          page.id == current ? " aria-current=\"page\"" : "", escapeHtml(page.title));
    }
    html += "</ul>\n";
  }
  return html + "</div>\n";
}

std::string makePage(const Manual& manual, const std::string& id, const std::string& title,
                     const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{}\n<title>{}</title>\n"
      "<link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n"
      "<nav aria-label=\"Pages\">\n<a class=\"home\" href=\"index.html\">{}</a>\n"
      "<input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search the manual\">\n"
      "<ul id=\"found\" hidden></ul>\n{}</nav>\n<main>\n{}</main>\n"
      "<script src=\"search-index.js\"></script>\n<script src=\"search.js\"></script>\n</body>\n</html>\n",
      kMark, escapeHtml(title), escapeHtml(manual.title), makeIndexList(manual, id), body);
}

std::string makeFirstPage(const Manual& manual) {
  std::string body =
      fmt::format("<h1>{}</h1>\n<p>{}</p>\n", escapeHtml(manual.title), escapeHtml(manual.summary));
  for (const ManualGroup& group : manual.groups) {
    body += fmt::format("<h2>{}</h2>\n<dl class=\"pages\">\n", escapeHtml(group.title));
    for (const std::size_t p : group.pages) {
      const ManualPage& page = manual.pages[p];
      body += fmt::format("<dt><a href=\"{}.html\">{}</a></dt>\n<dd>{}</dd>\n", page.id,
                          escapeHtml(page.title), escapeHtml(page.summary));
    }
    body += "</dl>\n";
  }
  return makePage(manual, "index", manual.title, body);
}

std::string quote(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return json + '"';
}

std::string makeSearchIndex(const Manual& manual) {
  std::string json = "const manual = [\n";
  for (const ManualPage& page : manual.pages) {
    json += fmt::format("{{\"file\": {}, \"title\": {}, \"summary\": {}, \"sections\": [\n",
                        quote(page.id + ".html"), quote(page.title), quote(page.summary));
    for (const ManualSection& section : page.sections)
      json +=
          fmt::format("[{}, {}, {}],\n", quote(section.heading), quote(section.anchor), quote(section.text));
    json += "]},\n";
  }
  return json + "];\n";
}

// What pages show or hand out beside words: pictures and examples, under the names that links of the site
// have.
Result<void> copyNamed(const Manual& manual, const fs::path& examples, const fs::path& out) {
  std::set<std::string> named;
  for (const ManualPage& page : manual.pages)
    for (const std::string& link : listLocalLinks(page.markdown)) named.insert(link);
  for (const std::string& link : named) {
    const bool isExample = link.rfind(kExamples, 0) == 0;
    if (!isExample && link.rfind("pictures/", 0) != 0) continue;
    const fs::path from = isExample ? examples / link.substr(kExamples.size()) : manual.folder / link;
    const fs::path to = out / toSiteLink(link);
    std::error_code error;
    if (!isExample && !fs::exists(from, error)) continue;  // a build without the window draws no pictures
    fs::create_directories(to.parent_path(), error);
    const auto text = readFile(from, TextSource::filesOnly);
    if (!text) return tl::unexpected(text.error());
    if (const auto saved = replaceFile(to, *text, Durability::unsynced); !saved) return saved;
  }
  return {};
}

}  // namespace

std::string toSiteLink(std::string_view link) {
  if (link.rfind(kExamples, 0) == 0) return std::string(link.substr(3));
  const std::size_t end = link.find('#');
  const std::string_view file = link.substr(0, end);
  const bool isPage = file.size() > 3 && file.substr(file.size() - 3) == ".md" &&
                      file.find(':') == std::string_view::npos && file.find('/') == std::string_view::npos;
  if (!isPage) return std::string(link);
  return std::string(file.substr(0, file.size() - 3)) + ".html" +
         (end == std::string_view::npos ? std::string() : std::string(link.substr(end)));
}

std::vector<std::string> listLocalLinks(std::string_view markdown) {
  std::vector<std::string> links;
  toHtml(markdown, [&](std::string_view link) {
    if (link.find(':') == std::string_view::npos) links.emplace_back(link);
    return std::string(link);
  });
  return links;
}

Result<void> writeManualSite(const Manual& manual, const fs::path& examples, const fs::path& out) {
  if (const auto free = checkFolder(out); !free) return free;
  std::error_code error;
  fs::create_directories(out, error);
  if (const auto copied = copyNamed(manual, examples, out); !copied) return copied;
  std::vector<std::pair<std::string, std::string>> files{{"style.css", kSiteStyle},
                                                         {"search.js", kSiteSearch},
                                                         {"search-index.js", makeSearchIndex(manual)},
                                                         {"index.html", makeFirstPage(manual)}};
  for (const ManualPage& page : manual.pages)
    files.emplace_back(page.id + ".html", makePage(manual, page.id, page.title + " - " + manual.title,
                                                   toHtml(page.markdown, &toSiteLink)));
  for (const auto& [name, text] : files)
    if (const auto saved = replaceFile(out / name, text, Durability::unsynced); !saved) return saved;
  return {};
}

}  // namespace clank
