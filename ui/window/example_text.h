// SPDX-License-Identifier: GPL-3.0-or-later
// What has been written about an example: a Markdown file that lies beside it.
#pragma once

#include <QString>

class QWidget;

namespace clank {

// The file with its name, or the first that speaks of it, or that of its folder; empty: there is none.
QString findExampleText(const QString& mechanismPath);
// In a window of its own, which may stay open beside the mechanism.
void showExampleText(QWidget* parent, const QString& textPath);

}  // namespace clank
