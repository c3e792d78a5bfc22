// SPDX-License-Identifier: GPL-3.0-or-later
// The phases of a metamorphic joint and what changes them: two small tables, and below each the fields of the
// row that is chosen.
#pragma once

#include <QWidget>
#include <functional>
#include <string>

#include "ui/document/mechanism_document.h"
#include "ui/look/palette.h"

class QComboBox;
class QLabel;

namespace clank {

class ItemList;
class ObjectForm;
struct Property;

class PhaseTable : public QWidget {
  Q_OBJECT
 public:
  // makeForm: makes what shows a phase, or a change, that is chosen.
  PhaseTable(MechanismDocument& document, const std::function<ObjectForm*()>& makeForm,
             QWidget* parent = nullptr);
  // JSON pointer of the joint; title: what steps are called after.
  void showJoint(const std::string& pointer, const QString& title);
  void setLook(const Palette& palette);
  void refresh();
  // JSON pointer of the phase change that is chosen; empty: none.
  std::string chosenChange() const;
  void chooseChange(const std::string& pointer);

 Q_SIGNALS:
  void changeChosen();

 private:
  const Joint* shownJoint() const;
  void bindPhases();
  void bindChanges();
  void fillPhases(const Joint& joint);
  void fillChanges(const Joint& joint);
  void showChosen();
  void showAction(const Joint& joint);
  void showNote(const Joint& joint);
  bool isOfUse(const Property& property) const;  // of the phase change that is chosen
  std::string findProblem(const std::string& pointer) const;
  std::string listPointer(const char* list) const { return pointer_ + "/metamorphic/" + list; }
  std::string itemPointer(const char* list, int row) const;
  void change(const QString& text, const std::function<void(Mechanism&, Joint&)>& what);
  void move(const char* list, ItemList* table, int row, int by);

  MechanismDocument& document_;
  Palette palette_ = Palette::light();
  std::string pointer_;
  QString title_;
  ItemList *phases_, *changes_;
  QWidget* actionRow_;
  QComboBox* action_;
  QLabel* note_;
  ObjectForm *phaseForm_, *changeForm_;
};

}  // namespace clank
