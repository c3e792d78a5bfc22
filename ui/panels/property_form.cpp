// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/property_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/io/number_text.h"
#include "core/model/law_traits.h"
#include "ui/document/body_change.h"
#include "ui/document/closed_poses.h"
#include "ui/document/law_edits.h"
#include "ui/document/phase_edits.h"
#include "ui/document/solid_edits.h"
#include "ui/document/study_edits.h"
#include "ui/document/text_names.h"
#include "ui/document/typed_length.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/panels/bending.h"
#include "ui/panels/body_mass.h"
#include "ui/panels/force_curve.h"
#include "ui/panels/needed_fields.h"
#include "ui/panels/phase_table.h"
#include "ui/panels/property_label.h"
#include "ui/panels/section_picture.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

using Kind = Property::Kind;

QString capitalised(const std::string& label) {
  QString text = toText(label);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

// "e" of a range of a study, else its number in the list.
QString nameItem(const Property& item) {
  for (const Property& part : item.parts)
    if ((part.kind == Kind::id || part.kind == Kind::partName || part.key == "parameter") &&
        !part.text.empty())
      return toText(part.text);
  return QString::number(std::stoi(item.pointer.substr(item.pointer.rfind('/') + 1)) + 1);
}

// What the rows look like, whatever values they have.
void appendShape(const std::vector<Property>& properties, std::string& shape) {
  for (const Property& p : properties) {
    shape += p.pointer + static_cast<char>('a' + static_cast<int>(p.kind)) + (p.present ? '+' : '-');
    for (const std::string& word : p.words) shape += word + ",";
    if (p.kind == Kind::partName && findSide(p)) shape += p.text;  // names the rows of its points
    if (p.kind == Kind::variant) shape += p.text;
    if (p.kind == Kind::list)  // their names stand in those of their fields
      for (const Property& item : p.parts) shape += nameItem(item).toStdString() + ';';
    appendShape(p.parts, shape);
  }
}

bool isState(const Property& p) {
  return p.key == "metamorphic";
}
bool isFriction(const Property& p) {
  return p.key == "friction" && p.kind == Kind::group;
}

bool isPlay(const Property& p) {
  return p.key == "clearance";
}

bool isBending(const Property& p) {
  return p.key == "flexible" && p.kind == Kind::group;
}

// Of friction a kind of joint has what its reaction acts by.
bool isOfKind(const Property& p, const std::string& kind) {
  if (p.key == "radius") return kind == "revolute";
  if (p.key == "guide_length" || p.key == "guide") return kind == "prismatic";
  if (p.key == "coefficient" || p.key == "static_coefficient") return kind != "telescope";
  return true;
}

// One row for both.
bool isPair(const Property& left, const Property& right) {
  constexpr std::array<std::array<const char*, 2>, 5> kPairs{
      {{"id", "name"}, {"a", "b"}, {"x", "y"}, {"vx", "vy"}, {"from", "to"}}};
  const auto isSmall = [](const Property& p) { return p.kind != Kind::point && p.kind != Kind::law; };
  return isSmall(left) && isSmall(right) && std::any_of(kPairs.begin(), kPairs.end(), [&](const auto& pair) {
           return left.key == pair[0] && right.key == pair[1];
         });
}

QFormLayout* makeForm(QVBoxLayout* into) {
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(4);
  form->setLabelAlignment(Qt::AlignLeft);
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  into->addLayout(form);
  return form;
}

std::optional<Property> findPropertyAt(const std::vector<Property>& properties, const std::string& pointer) {
  for (const Property& property : properties) {
    if (property.pointer == pointer) return property;
    if (auto part = findPropertyAt(property.parts, pointer)) return part;
  }
  return std::nullopt;
}

void typeProperty(Mechanism& m, const std::string& caseId, const std::string& pointer, const QString& text) {
  if (isPose(pointer)) return typePose(m, caseId, pointer, text.toStdString());
  if (isBodyOf(m, pointer)) return typeBody(m, caseId, pointer, text.toStdString());
  if (isLength(pointer)) return typeLength(m, caseId, pointer, text.toStdString());
  setPropertyText(m, pointer, text.toStdString());
  completeLaw(m, pointer);
  completeStudy(m, pointer);
}

}  // namespace

PropertyForm::PropertyForm(MechanismDocument& document, QWidget* parent)
    : ObjectForm(parent), document_(document), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(8);
}

PropertyForm::~PropertyForm() {
  leaveFields(this);
}

void PropertyForm::showObject(const std::string& pointer, const QString& title,
                              std::vector<std::string> others) {
  pointer_ = pointer;
  others_ = std::move(others);
  title_ = title;
  refresh();
}

void PropertyForm::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::EnabledChange || !isStale_) return;
  refresh();
  if (!isStale_) chooseChange(wantedChange_);
}

void PropertyForm::refresh() {
  if (!isEnabled() && !isStale_) wantedChange_ = chosenChange();
  isStale_ = !isEnabled();
  if (isStale_) return;
  properties_ = listProperties(document_.drawn(), document_.shown(), pointer_);
  if (filter_) std::erase_if(properties_, [this](const Property& p) { return !filter_(p); });
  dropUnneeded(properties_, [this](const Property& p) { return !findRemark(p.pointer).text.isEmpty(); });
  std::string shape;
  if (isJoint()) {  // what is in the table of phases is the table's affair
    for (Property& p : properties_)
      if (isState(p)) p.parts.clear();
  }
  showStanding();
  appendShape(properties_, shape);
  if (pointer_.starts_with("/bodies/"))
    shape += isMassTyped(document_.drawn(), pointer_) ? "typed"
             : isDisc(document_.shown(), pointer_)    ? "disc"
                                                      : "rod";
  if (shape != shape_) {
    shape_ = shape;
    build();
  }
  updAll(properties_);
  if (phases_) phases_->showJoint(pointer_, title_);
}

// A body stands where its joints are closed, as on the board: so it is told, not as the file has it.
void PropertyForm::showStanding() {
  if (!pointer_.starts_with("/bodies/")) return;
  const auto& closed = document_.closedPoses();
  if (!closed) return;
  for (Property& group : properties_)
    for (Property& part : group.parts) {
      const auto standing = findStanding(document_.shown(), *closed, part.pointer);
      if (!standing) continue;
      if (isOfParameters(part.text, part.unit)) {  // its text stays: it is what the file says
        part.standing = *standing;
        continue;
      }
      part.text = toShortestText(*standing);
      part.value = *standing;
    }
}

void PropertyForm::setLeastLabel(int width) {
  if (width == leastLabel_) return;
  leastLabel_ = width;
  if (shape_.empty()) return;
  shape_.clear();  // its rows are made anew
  refresh();
}

void PropertyForm::setLabel(const QString& words) {
  if (words == label_) return;
  label_ = words;
  if (shape_.empty()) return;
  shape_.clear();  // its rows are made anew
  refresh();
}

void PropertyForm::setFound(Problems problems) {
  if (problems == found_) return;
  found_ = std::move(problems);
  refresh();
}

void PropertyForm::setLook(const Palette& palette) {
  palette_ = palette;
  if (phases_) phases_->setLook(palette);
  for (auto* curve : findChildren<ForceCurve*>()) curve->setLook(palette);
  for (auto* picture : findChildren<SectionPicture*>()) picture->setLook(palette);
}

void PropertyForm::focusFirst() {
  for (const Property& property : properties_)
    if (auto* field = findChild<QWidget*>("property:" + toText(property.pointer)))
      return field->setFocus(Qt::TabFocusReason);
}

std::string PropertyForm::chosenChange() const {
  return phases_ ? phases_->chosenChange() : std::string();
}

void PropertyForm::chooseChange(const std::string& pointer) {
  if (isStale_) wantedChange_ = pointer;
  if (phases_) phases_->chooseChange(pointer);
}

void PropertyForm::build() {
  const QString focused = focusWidget() ? focusWidget()->objectName() : QString();
  updaters_.clear();
  choices_.clear();
  phases_ = nullptr;
  clearLayout(layout_);
  if (isJoint()) {
    addJoint();
  } else if (pointer_.starts_with("/bodies/")) {
    Properties others = properties_;
    std::erase_if(others, [](const Property& p) { return isMassKey(p.key); });
    const auto groups = std::stable_partition(others.begin(), others.end(), [](const Property& p) {
      return p.kind != Kind::group && p.kind != Kind::list;
    });
    addRows(layout_, Properties(others.begin(), groups));
    addTouchChoice(layout_);
    Properties below(groups, others.end());
    const auto bends = std::find_if(below.begin(), below.end(), isBending);
    const Property bending = bends == below.end() ? Property{} : *bends;
    std::erase_if(below, isBending);
    if (!bending.present) addMassChoice(layout_, properties_);
    addBending(bending);
    addRows(layout_, below);
  } else {
    Properties rows = properties_;  // of a phase change what it waits for comes before where it leads
    if (rows.size() > 2 && rows[0].key == "from" && rows[0].kind == Kind::partName)
      std::rotate(rows.begin(), rows.begin() + 2, rows.end());
    addRows(layout_, rows);
    if (pointer_.starts_with("/contacts/") || pointer_.starts_with("/material_pairs/")) addForceCurve();
  }
  if (focused.isEmpty()) return;
  if (auto* field = findChild<QWidget*>(focused)) field->setFocus();
}

// Leaves as one form, two that belong together in one row; groups and lists below.
void PropertyForm::addRows(QVBoxLayout* into, const Properties& properties) {
  QFormLayout* form = nullptr;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const Property& property = properties[i];
    if (property.kind == Kind::group) {
      addGroup(into, property);
      form = nullptr;
    } else if (property.kind == Kind::list) {
      addList(into, property);
      form = nullptr;
    } else {
      if (!form) form = makeForm(into);
      const bool isFirst = i + 1 < properties.size() && isPair(property, properties[i + 1]);
      isFirst ? addPair(form, property, properties[i + 1]) : addRow(form, property);
      if (isFirst) ++i;
    }
  }
}

void PropertyForm::addPair(QFormLayout* form, const Property& left, const Property& right) {
  auto* label =
      makeDim(findSide(left) ? tr("between") : tr("%1, %2").arg(toText(left.label), toText(right.label)));
  label->setToolTip(toText(left.help) + "\n" + toText(right.help));
  label->setMinimumWidth(leastLabel_);
  QWidget* fields = makePair(left, right);
  label->setBuddy(fields);
  form->addRow(label, fields);
}

void PropertyForm::addRow(QFormLayout* form, const Property& property) {
  constexpr qsizetype kLong = 20;  // letters: such a label has a line of its own
  const QString words = label_.isEmpty() ? tellLabel(property, properties_) : label_;
  QLabel* label = makeDim(words);
  label->setToolTip(toText(property.help));
  label->setMinimumWidth(leastLabel_);
  QWidget* field = makeField(property);
  label->setBuddy(field);
  const bool isLong = words.size() > kLong || (property.kind == Kind::point && findSide(property));
  if (!isLong) return form->addRow(label, field);
  form->addRow(label);
  form->addRow(field);
}

void PropertyForm::addGroup(QVBoxLayout* into, const Property& group) {
  auto* heading = makeHeading(capitalised(group.label));
  heading->setToolTip(toText(group.help));
  into->addWidget(heading);
  if (group.optional && group.key != "clearance") addPresence(into, group);
  addRows(into, group.parts);
}

// A choice that the document refuses does not stay pressed: until the rows are built anew it stands here.
void PropertyForm::standAt(SegmentedChoice* choice, int index) {
  choice->setChosen(index);
  choices_.emplace_back(choice, index);
}

// Of a part that may be absent.
void PropertyForm::addPresence(QVBoxLayout* into, const Property& group) {
  auto* choice = new SegmentedChoice({tr("none"), tr("given")});
  choice->setObjectName("present:" + toText(group.pointer));
  choice->setAccessibleName(toText(group.label));
  standAt(choice, group.present ? 1 : 0);
  into->addWidget(choice);
  connect(choice, &SegmentedChoice::chosenByHand, this,
          [this, pointer = group.pointer, label = group.label](int index) {
            changeLater(tr("change %1 of %2").arg(toText(label), title_),
                        [pointer, index](Mechanism& m) { setPresent(m, pointer, index == 1); });
          });
}

void PropertyForm::addList(QVBoxLayout* into, const Property& list) {
  auto* head = new QHBoxLayout;
  auto* heading = makeHeading(capitalised(list.label));
  heading->setToolTip(toText(list.help));
  head->addWidget(heading, 1);
  auto* add = new QPushButton(tr("Add"));
  add->setObjectName("add:" + toText(list.pointer));
  add->setAccessibleName(tr("Add to %1").arg(toText(list.label)));
  head->addWidget(add);
  into->addLayout(head);
  addNote(into, list.pointer);
  connect(add, &QPushButton::clicked, this, [this, pointer = list.pointer, label = list.label] {
    changeLater(tr("add to %1 of %2").arg(toText(label), title_),
                [pointer](Mechanism& m) { addItem(m, pointer); });
  });
  for (const Property& item : list.parts) addItemCard(into, item);
}

// What is wrong with something that has no field of its own.
void PropertyForm::addNote(QVBoxLayout* into, const std::string& pointer) {
  auto* note = new NoteLabel;
  note->hide();
  into->addWidget(note);
  updaters_[pointer] = [this, note](const Property& p) { note->say(findRemark(p.pointer)); };
}

void PropertyForm::addItemCard(QVBoxLayout* into, const Property& item) {
  auto* card = new QFrame;
  card->setObjectName("itemCard");
  auto* row = new QHBoxLayout(card);
  row->setContentsMargins(8, 8, 4, 8);
  auto* content = new QVBoxLayout;
  content->setSpacing(6);
  const QScopedValueRollback inside(ofCard_, tr("%1 %2").arg(toText(item.label), nameItem(item)));
  if (item.kind == Kind::group) {
    addNote(content, item.pointer);
    addRows(content, item.parts);
  } else {
    content->addWidget(makeField(item));
  }
  row->addLayout(content, 1);
  auto* remove = new QToolButton;
  remove->setText(QString::fromUtf8("\u00d7"));
  remove->setObjectName("remove:" + toText(item.pointer));
  card->setAccessibleName(tr("%1: %2").arg(toText(item.label), nameItem(item)));
  remove->setAccessibleName(tr("Remove %1 from %2").arg(nameItem(item), toText(item.label)));
  remove->setToolTip(tr("Remove"));
  remove->setAutoRaise(true);
  row->addWidget(remove, 0, Qt::AlignTop);
  connect(remove, &QToolButton::clicked, this, [this, pointer = item.pointer] {
    changeLater(tr("remove from %1").arg(title_), [pointer](Mechanism& m) { removeItem(m, pointer); });
  });
  into->addWidget(card);
}

bool PropertyForm::isJoint() const {
  return pointer_.starts_with("/joints/") && std::count(pointer_.begin(), pointer_.end(), '/') == 2;
}

// The state is one choice; what stands below it follows the choice.
void PropertyForm::addJoint() {
  Properties others = properties_;
  const auto state = std::find_if(others.begin(), others.end(), isState);
  const bool metamorphic = state != others.end() && state->present;
  auto* choice = new SegmentedChoice({tr("ideal"), tr("metamorphic"), tr("clearance")});
  choice->setObjectName("states:" + toText(pointer_));
  choice->setAccessibleName(tr("State of the joint"));
  const auto play = std::find_if(others.begin(), others.end(), isPlay);
  const bool hasPlay = play != others.end() && play->present;
  const Property clearance = hasPlay ? *play : Property{};
  const bool loose = hasPlay && findWord(clearance.parts, "fit") != "ideal";
  standAt(choice, metamorphic ? 1 : loose ? 2 : 0);
  const auto at = findElementAt(document_.drawn(), pointer_);
  const Joint* joint = at ? findById(document_.drawn().joints, at->id) : nullptr;
  if (!joint || !takesClearance(joint->kind))
    choice->disable(2, tr("Only pins, guides, slots and points on curves can have a clearance"));
  choice->mark(1, "metamorphic");
  layout_->addWidget(choice);
  connect(choice, &SegmentedChoice::chosenByHand, this, [this](int index) { setState(index); });
  if (metamorphic) {
    phases_ = new PhaseTable(document_, [this] { return new PropertyForm(document_); });
    phases_->setLook(palette_);
    layout_->addWidget(phases_);
    connect(phases_, &PhaseTable::changeChosen, this, &PropertyForm::changeChosen);
    phases_->showJoint(pointer_, title_);
  }
  if (hasPlay) {  // the curve above its fields, so that it is seen to follow them
    addForceCurve();
    addGroup(layout_, clearance);
  }
  layout_->addWidget(makeHeading(tr("Joint")));
  const auto friction =
      std::find_if(others.begin(), others.end(), [](const Property& p) { return isFriction(p); });
  const Property rubs = friction == others.end() ? Property{} : *friction;
  std::erase_if(others, [](const Property& p) { return isState(p) || isFriction(p) || isPlay(p); });
  addRows(layout_, others);
  addFriction(rubs, findWord(others, "type"));
}

// Of a compliant law, drawn anew with every change.
void PropertyForm::addForceCurve() {
  auto* curve = new ForceCurve;
  curve->setLook(palette_);
  layout_->addWidget(curve);
  updaters_["curve of " + pointer_] = [this, curve](const Property&) {
    const Mechanism& values = document_.shown();
    const ContactPair laws = findTouchLaws(values, pointer_).value_or(ContactPair());
    const bool isWrong = std::ranges::any_of(document_.problems(), [&](const Problem& problem) {
      return problem.severity == Severity::error && problem.where.starts_with(pointer_ + "/");
    });
    curve->setBlow(isWrong ? std::nullopt : findFreeBlow(values, pointer_), laws.restitution.value,
                   isCompliant(laws.law.value));
  };
}

// A bar is stiff or bends; how much it does stands above what decides it.
void PropertyForm::addBending(const Property& bending) {
  const auto at = findElementAt(document_.drawn(), pointer_);
  const Body* body = at ? findById(document_.drawn().bodies, at->id) : nullptr;
  if (!body || (!canBend(*body) && !bending.present)) return;
  auto* heading = makeHeading(tr("Bending"));
  heading->setToolTip(toText(bending.help));
  layout_->addWidget(heading);
  auto* choice = new SegmentedChoice({tr("rigid"), tr("flexible")});
  choice->setObjectName("bending:" + toText(pointer_));
  choice->setAccessibleName(tr("Bending of the link"));
  standAt(choice, bending.present ? 1 : 0);
  layout_->addWidget(choice);
  connect(choice, &SegmentedChoice::chosenByHand, this, [this](int index) {
    changeLater(index == 1 ? tr("make %1 flexible").arg(title_) : tr("make %1 rigid").arg(title_),
                [index, pointer = pointer_, shown = document_.shown()](Mechanism& m) {
                  index == 1 ? makeFlexible(m, shown, pointer) : makeRigid(m, shown, pointer);
                });
  });
  if (!bending.present) return;
  auto* words = makeDim({});
  words->setObjectName("bendingWords");
  words->setWordWrap(true);
  layout_->addWidget(words);
  auto* picture = new SectionPicture;
  picture->setLook(palette_);
  layout_->addWidget(picture);
  updaters_["bending of " + pointer_] = [this, words, picture](const Property&) {
    const Mechanism& values = document_.shown();
    const auto which = findElementAt(values, pointer_);
    const Body* bar = which ? findById(values.bodies, which->id) : nullptr;
    const Point& g = values.gravity;
    picture->setSection(bar && bar->flexible ? std::optional(bar->flexible->section) : std::nullopt);
    words->setText(bar ? describeBending(*bar, std::hypot(g.x.value, g.y.value)) : QString());
  };
  QFormLayout* form = makeForm(layout_);
  for (const Property& property : properties_)
    if (property.key == "length") addRow(form, property);
  addRows(layout_, bending.parts);
}

void PropertyForm::addFriction(const Property& friction, const std::string& kind) {
  constexpr std::array<const char*, 5> kWithCoordinate{"revolute", "prismatic", "slot", "point_on_curve",
                                                       "telescope"};
  if (std::find(kWithCoordinate.begin(), kWithCoordinate.end(), kind) == kWithCoordinate.end() &&
      !friction.present)
    return;
  auto* heading = makeHeading(tr("Friction"));
  heading->setToolTip(toText(friction.help));
  layout_->addWidget(heading);
  auto* choice = new SegmentedChoice({tr("none"), tr("dry and viscous")});
  choice->setObjectName("friction:" + toText(pointer_));
  choice->setAccessibleName(tr("Friction of the joint"));
  standAt(choice, friction.present ? 1 : 0);
  layout_->addWidget(choice);
  connect(choice, &SegmentedChoice::chosenByHand, this, [this, kind](int index) {
    changeLater(index == 1 ? tr("give friction to %1").arg(title_) : tr("take friction from %1").arg(title_),
                [index, kind, pointer = pointer_](Mechanism& m) {
                  setPresent(m, pointer + "/friction", index == 1);
                  if (index != 1) return;
                  const bool pressed = kind != "telescope";
                  setPropertyText(m, pointer + (pressed ? "/friction/coefficient" : "/friction/constant"),
                                  pressed ? "0.1" : "10 N");
                  if (kind == "revolute") setPropertyText(m, pointer + "/friction/radius", "5 mm");
                });
  });
  Properties parts = friction.parts;
  std::erase_if(parts, [&](const Property& p) { return !isOfKind(p, kind); });
  for (Property& part : parts) part.label = toFrictionLabel(part, kind == "revolute").toStdString();
  if (friction.present) addRows(layout_, parts);
}

// 0 ideal, 1 metamorphic, 2 with clearance.
void PropertyForm::setState(int state) {
  const std::array texts{tr("make %1 ideal"), tr("make %1 metamorphic"), tr("give %1 clearance")};
  const bool metamorphic = state == 1;
  changeLater(texts.at(static_cast<std::size_t>(state)).arg(title_),
              [state, metamorphic, pointer = pointer_, shown = document_.shown()](Mechanism& m) {
                const auto element = findElementAt(m, pointer);
                Joint* joint = element ? findById(m.joints, element->id) : nullptr;
                const Joint* values = element ? findById(shown.joints, element->id) : nullptr;
                if (!joint || !values) return;
                setLoose(m, joint->id, state == 2);
                if (!metamorphic) return joint->metamorphic.reset();
                if (!joint->metamorphic) joint->metamorphic = makeFirstTable(shown, *values);
              });
}

// Ticked the part touches all that is solid, with what is drawn of it.
void PropertyForm::addTouchChoice(QVBoxLayout* into) {
  auto* tick = new QCheckBox(tr("Solid: touches surfaces and solid parts"));
  tick->setObjectName("touch:" + toText(pointer_));
  tick->setToolTip(tr("With a corner, an edge or a round end; parts that a joint connects pass each other"));
  into->addWidget(tick);
  const auto findId = [this] {
    const auto element = findElementAt(document_.drawn(), pointer_ + "/id");
    return element ? element->id : std::string();
  };
  connect(tick, &QCheckBox::clicked, this, [this, findId](bool on) {
    changeLater(on ? tr("%1 becomes solid").arg(title_) : tr("%1 lets parts through").arg(title_),
                [id = findId(), shown = document_.shown(), on](Mechanism& m) { setSolid(m, shown, id, on); });
  });
  updaters_["touch of " + pointer_] = [this, tick, findId](const Property&) {
    tick->setChecked(isSolid(document_.drawn(), findId()));
  };
}

void PropertyForm::addMassChoice(QVBoxLayout* into, const Properties& properties) {
  const bool typed = isMassTyped(document_.drawn(), pointer_), disc = isDisc(document_.shown(), pointer_);
  auto* heading = makeHeading(tr("Mass"));
  into->addWidget(heading);
  auto* choice =
      new SegmentedChoice({disc ? tr("from a uniform disc") : tr("from a uniform rod"), tr("typed")});
  choice->setObjectName("mass:" + toText(pointer_));
  choice->setAccessibleName(tr("Where the mass comes from"));
  standAt(choice, typed ? 1 : 0);
  into->addWidget(choice);
  connect(choice, &SegmentedChoice::chosenByHand, this, [this](int index) {
    changeLater(tr("change mass of %1").arg(title_),
                [pointer = pointer_, shown = document_.shown(), index](Mechanism& m) {
                  if (index == 1) return typeMass(m, shown, pointer);
                  isDisc(shown, pointer) ? takeDisc(m, shown, pointer) : takeRod(m, shown, pointer);
                });
  });
  QFormLayout* form = makeForm(into);
  auto* computed = makeDim({});
  computed->setObjectName("computedMass");
  computed->setWordWrap(true);
  computed->setTextInteractionFlags(Qt::TextSelectableByMouse);
  into->addWidget(computed);
  updaters_["mass of " + pointer_] = [this, computed](const Property&) {
    computed->setText(describeMass(document_.shown(), pointer_));
  };
  for (const Property& property : properties)
    if (typed ? isTypedMassKey(property.key) : disc ? isDiscKey(property.key) : isRodKey(property.key))
      addRow(form, property);
  if (typed) return;
  auto* materials = new QComboBox;
  materials->setObjectName("material");
  materials->setAccessibleName(tr("Material"));
  materials->addItem(tr("of this density"));
  for (const NamedDensity& material : listMaterials()) materials->addItem(material.name, material.density);
  materials->setCurrentIndex(std::max(0, materials->findData(findDensity(document_.shown(), pointer_))));
  connect(materials, &QComboBox::activated, this, [this, materials](int index) {
    if (index == 0) return;
    const QString density = QString::number(materials->itemData(index).toDouble());
    std::vector<std::string> parts = others_;
    parts.insert(parts.begin(), pointer_);
    changeLater(tr("change material of %1").arg(title_), [parts, density](Mechanism& m) {
      for (const std::string& part : parts) setPropertyText(m, part + "/density", density.toStdString());
    });
  });
  form->addRow(makeDim(tr("material")), materials);
  updaters_["mass of " + pointer_] = [this, computed, materials](const Property&) {
    computed->setText(describeMass(document_.shown(), pointer_));
    materials->setCurrentIndex(std::max(0, materials->findData(findDensity(document_.shown(), pointer_))));
  };
}

void PropertyForm::updAll(const Properties& properties) {
  for (const Property& property : properties) {
    const auto updater = updaters_.find(property.pointer);
    if (updater != updaters_.end()) updater->second(property);
    updAll(property.parts);
  }
  if (&properties != &properties_) return;
  for (const auto& [choice, index] : choices_) choice->setChosen(index);
  for (const char* what : {"mass of ", "bending of ", "touch of ", "curve of "})
    if (const auto updater = updaters_.find(what + pointer_); updater != updaters_.end()) updater->second({});
}

// Of the property itself, and of the same one of others that are selected where they have it likewise: a
// plate gets no length because a bar does. Names and places are those of one part.
std::vector<std::string> PropertyForm::listMeant(const Property& property) const {
  std::vector<std::string> pointers{property.pointer};
  const bool isOwn = property.kind == Kind::text || property.kind == Kind::id ||
                     property.kind == Kind::partName || property.key == "x" || property.key == "y";
  if (isOwn || isPose(property.pointer) || !property.pointer.starts_with(pointer_)) return pointers;
  for (const std::string& other : others_) {
    const std::string pointer = other + property.pointer.substr(pointer_.size());
    const auto found = findPropertyAt(listProperties(document_.drawn(), document_.shown(), other), pointer);
    if (found && found->kind == property.kind && found->present == property.present)
      pointers.push_back(pointer);
  }
  return pointers;
}

void PropertyForm::change(const Property& property, const QString& text) {
  const std::vector<std::string> pointers = listMeant(property);
  const QString title = pointers.size() > 1 ? tr("%1 parts").arg(pointers.size()) : title_;
  changeLater(tr("change %1 of %2").arg(toText(property.label), title),
              [pointers, text, caseId = document_.caseId()](Mechanism& m) {
                for (const std::string& pointer : pointers) typeProperty(m, caseId, pointer, text);
              });
}

// The rows may be laid out anew in answer: not while the field is still busy.
void PropertyForm::changeLater(const QString& text, std::function<void(Mechanism&)> change) {
  QMetaObject::invokeMethod(
      this,
      [this, text, change = std::move(change)] {
        if (!document_.edit(text, change)) refresh();
      },
      Qt::QueuedConnection);
}

Remark PropertyForm::findRemark(const std::string& pointer) const {
  return clank::findRemark({&document_.problems(), &found_},
                           [&](const Problem& problem) { return problem.where == pointer; });
}

}  // namespace clank

#include "moc_property_form.cpp"
