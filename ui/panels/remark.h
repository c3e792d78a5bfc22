// SPDX-License-Identifier: GPL-3.0-or-later
// What is said beneath a field: what is wrong with it, or only what is worth knowing.
#pragma once

#include <QString>
#include <algorithm>
#include <initializer_list>

#include "core/support/result.h"
#include "ui/look/part_names.h"

namespace clank {

struct Remark {
  QString text;
  bool isWrong = false;  // else what is drawn is unfinished, or it is worth knowing: no blame
  friend bool operator==(const Remark&, const Remark&) = default;
};

// Of what is known of a place the worst; empty where nothing is.
template <class Fits>
Remark findRemark(std::initializer_list<const Problems*> lists, Fits fits) {
  const Problem* worst = nullptr;
  for (const Problems* list : lists)
    for (const Problem& problem : *list)
      if (fits(problem) && (!worst || problem.severity < worst->severity)) worst = &problem;
  if (!worst) return {};
  return {tellMessage(worst->what), worst->severity == Severity::error};
}

}  // namespace clank
