// SPDX-License-Identifier: GPL-3.0-or-later
// Words outside of a QObject: one context for whoever translates them.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <string>

namespace clank {

inline QString tr(const char* text) {
  return QCoreApplication::translate("Clank", text);
}
inline QString toText(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace clank
