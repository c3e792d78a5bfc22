// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements are selected: one for all views of a document. An element that is deleted leaves the
// selection, one that is renamed stays in it.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "ui/document/mechanism_document.h"

namespace clank {

class Selection : public QObject {
  Q_OBJECT
 public:
  explicit Selection(const MechanismDocument& document, QObject* parent = nullptr);

  // In the order of selecting; the last one is what panels show.
  const std::vector<ElementId>& elements() const { return elements_; }
  bool isEmpty() const { return elements_.empty(); }
  bool contains(const ElementId& element) const;

  void set(std::vector<ElementId> elements);  // what does not exist is left away
  void select(const ElementId& element) { set({element}); }
  void toggle(const ElementId& element);
  void clear() { set({}); }
  void selectAll();  // but parameters, and pictures behind the drawing

  // What of the selected element is at hand, as a JSON pointer ("/joints/1/metamorphic/changes/0"); empty:
  // the element as a whole. Gone with the selection.
  const std::string& detail() const { return detail_; }
  void setDetail(const std::string& pointer);

 Q_SIGNALS:
  void changed();
  void detailChanged();

 private:
  void follow();

  const MechanismDocument& document_;
  std::vector<ElementId> elements_;
  std::string detail_;
  std::vector<ElementId> known_;  // all elements of the document as last seen
};

}  // namespace clank
