// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace clank {

// The .clank files that ship with the program, sorted by path; none when they are not where they should be.
std::vector<QString> findExamples();
// What one text of its own tells of: one mechanism in several files. The first is what the text begins with.
struct ExampleFamily {
  QString title;  // of the text, where there are several; else empty
  std::vector<QString> paths;
};
// Those of a folder of examples ("papers"), in the order of their files.
std::vector<ExampleFamily> listFamilies(const QString& folder);
bool isExample(const QString& path);
// The one a newcomer sees first; empty: none.
QString findFirstExample();

}  // namespace clank
