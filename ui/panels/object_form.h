// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of one object of the mechanism; property_form.h implements it.
#pragma once

#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "ui/document/properties.h"

namespace clank {

class ObjectForm : public QWidget {
 public:
  using QWidget::QWidget;
  // JSON pointer of the object; "" for the mechanism. title: what steps are called after ("change width of
  // TITLE"). others: pointers of objects of the same kind that get what is typed, too.
  virtual void showObject(const std::string& pointer, const QString& title,
                          std::vector<std::string> others = {}) = 0;
  // Which properties are shown; asked again whenever the document has changed.
  virtual void setFilter(std::function<bool(const Property&)> filter) = 0;
  virtual void focusFirst() = 0;  // its first field
};

}  // namespace clank
