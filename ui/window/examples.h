// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace clank {

// The .clank files that ship with the program, sorted by path; none when they are not where they should be.
std::vector<QString> findExamples();
bool isExample(const QString& path);
// The one a newcomer sees first; empty: none.
QString findFirstExample();

}  // namespace clank
