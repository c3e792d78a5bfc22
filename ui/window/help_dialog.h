// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace clank {

void showCheatSheet(QWidget* parent);  // all keys, from the table of actions
void showAbout(QWidget* parent);

}  // namespace clank
