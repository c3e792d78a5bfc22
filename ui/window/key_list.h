// SPDX-License-Identifier: GPL-3.0-or-later
// All keys, as the page of keys and the manual list them.
#pragma once

#include <QString>
#include <utility>
#include <vector>

namespace clank {

struct KeyGroup {
  QString title;
  std::vector<std::pair<QString, QString>> lines;  // keys, and what they do
};

// As in the menus, and what is done with the mouse.
std::vector<KeyGroup> listKeys();

// The same as a page of the manual.
QString writeKeysPage();

}  // namespace clank
