// SPDX-License-Identifier: GPL-3.0-or-later
// The properties of one object of the mechanism as rows of fields; what is typed becomes an edit of the
// document. Rows come from the table of keys, so every key of the file can be edited here.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "ui/document/mechanism_document.h"
#include "ui/document/properties.h"
#include "ui/look/palette.h"
#include "ui/panels/object_form.h"
#include "ui/panels/remark.h"

class QFormLayout;
class QVBoxLayout;

namespace clank {

class PhaseTable;
class SegmentedChoice;

class PropertyForm : public ObjectForm {
  Q_OBJECT
 public:
  explicit PropertyForm(MechanismDocument& document, QWidget* parent = nullptr);
  ~PropertyForm() override;
  void showObject(const std::string& pointer, const QString& title,
                  std::vector<std::string> others = {}) override;
  // The document has changed. Of a panel that lies behind another, which is disabled (ui/window/views.cpp),
  // the form is brought up to date when it comes to the front.
  void refresh();
  void setFilter(std::function<bool(const Property&)> filter) override { filter_ = std::move(filter); }
  // Problems that are known beside those of the document, shown at their fields as well.
  void setFound(Problems problems);
  void setLook(const Palette& palette);
  void focusFirst() override;
  // px: fields of several forms begin in one line. 0: there is hardly any room.
  void setWidestUnit(const QString& unit) { widestUnit_ = unit; }  // of its fields, before they are made
  void setLeastLabel(int width);
  void setLabel(const QString& words);  // of its only row; empty: what it is called
  // Of a metamorphic joint the phase change that is chosen in its table, as a JSON pointer.
  std::string chosenChange() const;
  void chooseChange(const std::string& pointer);

 Q_SIGNALS:
  void changeChosen();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  using Properties = std::vector<Property>;
  void build();
  void addRows(QVBoxLayout* into, const Properties& properties);
  void addRow(QFormLayout* form, const Property& property);
  void addPair(QFormLayout* form, const Property& left, const Property& right);
  void addGroup(QVBoxLayout* into, const Property& group);
  void addList(QVBoxLayout* into, const Property& list);
  void addNote(QVBoxLayout* into, const std::string& pointer);
  void addItemCard(QVBoxLayout* into, const Property& item);
  void addJoint();  // its state, what belongs to that, and where it is
  void addForceCurve();
  void addBending(const Property& bending);
  void addFriction(const Property& friction, const std::string& kind);
  void setState(int state);
  void standAt(SegmentedChoice* choice, int index);
  void addPresence(QVBoxLayout* into, const Property& group);
  bool isJoint() const;
  void addTouchChoice(QVBoxLayout* into);
  void addMassChoice(QVBoxLayout* into, const Properties& properties);
  enum class Side { alone, left, right };  // of its row
  void describeField(QWidget* field, const Property& property);
  QWidget* makePair(const Property& left, const Property& right);
  QWidget* makeField(const Property& property, Side side = Side::alone);
  QWidget* makeTextField(const Property& property);
  QString tellWord(const Property& property, const std::string& word) const;
  QWidget* makeWordField(const Property& property);
  QWidget* makeFlagField(const Property& property);
  QWidget* makeSwitchField(const Property& property);
  QWidget* makeQuantityField(const Property& property, Side side = Side::alone);
  QWidget* makePointField(const Property& property);
  void showStanding();
  void updAll(const Properties& properties);
  std::vector<std::string> listMeant(const Property& property) const;
  void change(const Property& property, const QString& text);
  void changeLater(const QString& text, std::function<void(Mechanism&)> change);
  Remark findRemark(const std::string& pointer) const;

  MechanismDocument& document_;
  Palette palette_ = Palette::light();
  std::function<bool(const Property&)> filter_;
  Problems found_;
  PhaseTable* phases_ = nullptr;                           // of a metamorphic joint
  std::vector<std::pair<SegmentedChoice*, int>> choices_;  // of the rows, and what is in force
  int leastLabel_ = 84;
  QString label_;
  QString widestUnit_;
  bool isStale_ = false;
  std::string wantedChange_;  // of a form that is stale
  std::string pointer_;
  std::vector<std::string> others_;
  QString title_, ofCard_;  // ofCard_: the card whose rows are being made
  Properties properties_;
  std::string shape_;  // of the rows that are there
  QVBoxLayout* layout_;
  std::map<std::string, std::function<void(const Property&)>>
      updaters_;  // pointer -> puts new values into the row
};

}  // namespace clank
