// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/scale.h"

#include <QObject>
#include <QVariant>

namespace clank {
namespace {
constexpr const char* kScale = "lookScale";
}  // namespace

double lookScale(const QObject* widget) {
  for (; widget; widget = widget->parent())  // floating panels and dialogs have their window as parent
    if (const QVariant scale = widget->property(kScale); scale.isValid()) return scale.toDouble();
  return 1;
}

void setLookScale(QObject* window, double scale) {
  window->setProperty(kScale, scale);
}

}  // namespace clank
