// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/examples.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QString>
#include <algorithm>

#include "core/io/resources.h"

namespace clank {

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
