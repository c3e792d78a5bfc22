// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/examples.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <algorithm>

#include "core/io/resources.h"
#include "ui/window/example_text.h"

namespace clank {
namespace {

// Title and order from the text that tells of all of them.
void introduce(ExampleFamily& family, const QString& text) {
  QFile file(text);
  const QString words = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  family.title = words.section('\n', 0, 0).remove(0, 1).trimmed();  // "# Chains of rods"
  const auto place = [&](const QString& path) {
    const auto at = words.indexOf(QFileInfo(path).fileName());
    return at < 0 ? words.size() : at;
  };
  std::stable_sort(family.paths.begin(), family.paths.end(),
                   [&](const QString& a, const QString& b) { return place(a) < place(b); });
}

}  // namespace

std::vector<QString> findExamples() {
  std::vector<QString> found;
  const auto resources = findResources();
  if (!resources) return found;
  const QString folder = QString::fromStdU16String((*resources / "examples").u16string());
  QDirIterator files(folder, {"*.clank"}, QDir::Files,
                     QDirIterator::Subdirectories | QDirIterator::FollowSymlinks);
  while (files.hasNext()) found.push_back(files.next());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<ExampleFamily> listFamilies(const QString& folder) {
  std::vector<std::pair<QString, ExampleFamily>> families;  // with their texts
  for (const QString& path : findExamples()) {
    if (!path.contains('/' + folder + '/')) continue;
    const QString text = findExampleText(path);
    const bool isOwn = !text.isEmpty() && QFileInfo(text).completeBaseName() != folder;
    const auto same = std::find_if(families.begin(), families.end(),
                                   [&](const auto& family) { return isOwn && family.first == text; });
    if (same != families.end())
      same->second.paths.push_back(path);
    else
      families.emplace_back(text, ExampleFamily{{}, {path}});
  }
  std::vector<ExampleFamily> found;
  for (auto& [text, family] : families) {
    if (family.paths.size() > 1) introduce(family, text);
    found.push_back(std::move(family));
  }
  return found;
}

bool isExample(const QString& path) {
  const auto resources = findResources();
  if (!resources) return false;
  const QFileInfo folder(QString::fromStdU16String((*resources / "examples").u16string()));
  return QFileInfo(path).canonicalFilePath().startsWith(folder.canonicalFilePath() + "/");
}

QString findFirstExample() {
  const auto examples = findExamples();
  const auto first = std::find_if(examples.begin(), examples.end(), [](const QString& path) {
    return path.endsWith("/papers/song-2020-three-bar.clank");
  });
  if (first != examples.end()) return *first;
  return examples.empty() ? QString() : examples.front();
}

}  // namespace clank
