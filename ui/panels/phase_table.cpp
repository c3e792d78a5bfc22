// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/phase_table.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/document/element.h"
#include "ui/document/phase_edits.h"
#include "ui/document/properties.h"
#include "ui/look/part_names.h"
#include "ui/look/phase_picture.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/panels/item_list.h"
#include "ui/panels/object_form.h"
#include "ui/panels/phase_words.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kPictures = 58, kPictureHeight = 22,
              kSharp = 4;  // px; pixels of a picture to one on the screen

QIcon makePicture(const Joint& joint, const Phase& phase, const Palette& palette) {
  return makePhaseIcon(findShape(joint, phase), findState(joint, phase), palette);
}

// From state to state.
QIcon makePictures(const Joint& joint, const PhaseChange& change, const Palette& palette) {
  QPixmap pictures(kPictures * kSharp, kPictureHeight * kSharp);
  pictures.fill(Qt::transparent);
  QPainter painter(&pictures);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(kSharp, kSharp);
  const auto draw = [&](const std::string& id, double x) {
    const Phase* phase = findById(joint.metamorphic->phases, id);
    if (phase)
      drawPhase(painter, {x, kPictureHeight / 2.0}, 8, findShape(joint, *phase),
                colourOf(findState(joint, *phase), palette), palette.panel);
  };
  draw(change.from, 11);
  draw(change.to, kPictures - 11);
  painter.setPen(QPen(palette.dim, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(QPolygonF{{25, 11}, {33, 11}});
  painter.drawPolyline(QPolygonF{{30, 8}, {33, 11}, {30, 14}});
  painter.end();
  pictures.setDevicePixelRatio(kSharp);
  QIcon icon(pictures);
  icon.addPixmap(pictures, QIcon::Selected);
  return icon;
}

}  // namespace

PhaseTable::PhaseTable(MechanismDocument& document, const std::function<ObjectForm*()>& makeForm,
                       QWidget* parent)
    : QWidget(parent),
      document_(document),
      phases_(new ItemList(tr("Phases"), tr("phase"), {tr("phase"), tr("the joint is")})),
      changes_(new ItemList(tr("Phase changes"), tr("phase change"),
                            {tr("from, to"), tr("waits for"), tr("impact")})),
      actionRow_(new QWidget),
      action_(new QComboBox),
      note_(new QLabel),
      phaseForm_(makeForm()),
      changeForm_(makeForm()) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  phases_->hideHeader();
  changes_->setIconWidth(kPictures);
  auto* row = new QFormLayout(actionRow_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setHorizontalSpacing(12);
  row->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  auto* label = makeDim(tr("the joint"));
  label->setMinimumWidth(84);
  label->setBuddy(action_);
  row->addRow(label, action_);
  action_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  action_->setAccessibleName(tr("What the phase change does"));
  action_->setObjectName("phaseAction");
  action_->setFocusPolicy(Qt::StrongFocus);
  action_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  note_->setObjectName("fieldError");
  note_->setWordWrap(true);
  layout->addWidget(phases_);
  layout->addWidget(phaseForm_);
  layout->addWidget(changes_);
  layout->addWidget(note_);
  layout->addWidget(actionRow_);
  layout->addWidget(changeForm_);
  changeForm_->setFilter([this](const Property& p) { return isOfUse(p); });
  bindPhases();
  bindChanges();
}

void PhaseTable::bindPhases() {
  connect(phases_, &ItemList::chosenChanged, this, &PhaseTable::showChosen);
  connect(phases_, &ItemList::addAsked, this, [this] {
    std::size_t row = 0;
    change(tr("add a phase to %1").arg(title_), [&](Mechanism&, Joint& joint) { row = addPhase(joint); });
    phases_->choose(static_cast<int>(row));
  });
  connect(phases_, &ItemList::removeAsked, this, [this](int row) {
    change(tr("remove a phase of %1").arg(title_),
           [row](Mechanism&, Joint& joint) { removePhase(joint, static_cast<std::size_t>(row)); });
  });
  connect(phases_, &ItemList::moveAsked, this, [this](int row, int by) { move("phases", phases_, row, by); });
  connect(phases_, &ItemList::editAsked, this, [this] { phaseForm_->focusFirst(); });
}

void PhaseTable::bindChanges() {
  connect(changes_, &ItemList::chosenChanged, this, &PhaseTable::showChosen);
  connect(changes_, &ItemList::chosenChanged, this, &PhaseTable::changeChosen);
  connect(changes_, &ItemList::addAsked, this, [this] {
    std::size_t row = 0;
    change(tr("add a phase change to %1").arg(title_),
           [&](Mechanism&, Joint& joint) { row = addChange(joint, document_.shown()); });
    changes_->choose(static_cast<int>(row));
  });
  connect(changes_, &ItemList::removeAsked, this, [this](int row) {
    change(tr("remove a phase change of %1").arg(title_),
           [this, row](Mechanism& m, Joint&) { removeItem(m, itemPointer("changes", row)); });
  });
  connect(changes_, &ItemList::moveAsked, this,
          [this](int row, int by) { move("changes", changes_, row, by); });
  connect(changes_, &ItemList::editAsked, this, [this] { changeForm_->focusFirst(); });
  connect(action_, &QComboBox::activated, this, [this](int index) {
    const std::string action = action_->itemData(index).toString().toStdString();
    const auto row = static_cast<std::size_t>(std::max(0, changes_->chosen()));
    change(tr("change what %1 does").arg(title_),
           [&](Mechanism&, Joint& joint) { setAction(joint, row, action); });
  });
}

void PhaseTable::showJoint(const std::string& pointer, const QString& title) {
  const bool other = pointer != pointer_;
  pointer_ = pointer;
  title_ = title;
  phases_->setNames(toText(listPointer("phases")));
  changes_->setNames(toText(listPointer("changes")));
  refresh();
  if (!other) return;
  phases_->choose(-1);
  changes_->choose(0);
}

std::string PhaseTable::chosenChange() const {
  return changes_->chosen() < 0 ? std::string() : itemPointer("changes", changes_->chosen());
}

void PhaseTable::chooseChange(const std::string& pointer) {
  const Joint* joint = shownJoint();
  if (!joint || pointer == chosenChange()) return;
  for (int row = 0; row < static_cast<int>(joint->metamorphic->changes.size()); ++row)
    if (itemPointer("changes", row) == pointer) changes_->choose(row);
}

void PhaseTable::setLook(const Palette& palette) {
  palette_ = palette;
  if (!pointer_.empty()) refresh();
}

const Joint* PhaseTable::shownJoint() const {
  const auto element = findElementAt(document_.shown(), pointer_);
  const Joint* joint = element ? findById(document_.shown().joints, element->id) : nullptr;
  return joint && joint->metamorphic ? joint : nullptr;
}

void PhaseTable::refresh() {
  const Joint* joint = shownJoint();
  setVisible(joint != nullptr);
  if (!joint) return;
  fillPhases(*joint);
  fillChanges(*joint);
  showChosen();
}

void PhaseTable::fillPhases(const Joint& joint) {
  std::vector<ItemList::Row> rows;
  const auto& phases = joint.metamorphic->phases;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const QString wrong = toText(findProblem(itemPointer("phases", static_cast<int>(i))));
    QString hint = !wrong.isEmpty() ? wrong : toText(phases[i].name);
    if (i == 0 && wrong.isEmpty()) hint += (hint.isEmpty() ? "" : "\n") + tr("in force at the start");
    const QColor colour = wrong.isEmpty() ? QColor() : palette_.impact;
    rows.push_back({{toText(phases[i].id), makePicture(joint, phases[i], palette_), colour, hint},
                    {describeKind(joint, phases[i]), {}, wrong.isEmpty() ? palette_.dim : colour, hint}});
  }
  phases_->setRows(rows);
}

void PhaseTable::fillChanges(const Joint& joint) {
  std::vector<ItemList::Row> rows;
  const auto& changes = joint.metamorphic->changes;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const PhaseChange& c = changes[i];
    const QString wrong = toText(findProblem(itemPointer("changes", static_cast<int>(i))));
    const QColor colour = wrong.isEmpty() ? QColor() : palette_.impact;
    const bool breaks = breaksMomentum(joint, c);
    const QString way = QString("%1 %2 %3").arg(toText(c.from), QChar(0x2192), toText(c.to));
    const QString guard = describeGuard(joint, c);
    rows.push_back({{toText(c.to), makePictures(joint, c, palette_), colour, wrong.isEmpty() ? way : wrong},
                    {guard, {}, colour, wrong.isEmpty() ? guard : wrong},
                    {(breaks ? QString(QChar(0x26A0)) + ' ' : QString()) + describeLaw(joint, c),
                     {},
                     breaks ? palette_.impact : QColor(),
                     breaks ? tr("Momentum is not conserved") : QString()}});
  }
  changes_->setRows(rows);
}

void PhaseTable::showChosen() {
  const Joint* joint = shownJoint();
  if (!joint) return;
  const int phase = phases_->chosen(), change = changes_->chosen();
  phaseForm_->setVisible(phase >= 0);
  if (phase >= 0) phaseForm_->showObject(itemPointer("phases", phase), title_);
  changeForm_->setVisible(change >= 0);
  actionRow_->setVisible(change >= 0);
  if (change >= 0) {
    showAction(*joint);
    changeForm_->showObject(itemPointer("changes", change), title_);
  }
  showNote(*joint);
}

void PhaseTable::showAction(const Joint& joint) {
  const std::string now =
      findAction(joint, joint.metamorphic->changes[static_cast<std::size_t>(changes_->chosen())]);
  std::vector<std::string> actions = listActions(joint);
  if (!now.empty() && std::find(actions.begin(), actions.end(), now) == actions.end()) actions.push_back(now);
  action_->clear();
  for (const std::string& action : actions) action_->addItem(describeAction(action, joint), toText(action));
  action_->setCurrentIndex(action_->findData(toText(now)));
}

// What is to be known of the chosen change beyond its fields.
void PhaseTable::showNote(const Joint& joint) {
  const int row = changes_->chosen();
  QStringList notes;
  if (row >= 0) {
    if (breaksMomentum(joint, joint.metamorphic->changes[static_cast<std::size_t>(row)]))
      notes += QString(QChar(0x26A0)) + ' ' +
               tr("Momentum is not conserved: the velocities jump without an impulse that explains it.");
    for (const Problem& problem : document_.problems())
      if (problem.where == itemPointer("changes", row)) notes += tellMessage(problem.what);
  }
  note_->setText(notes.join('\n'));
  note_->setVisible(!notes.isEmpty());
}

// Of a stop nothing that only switches have, and the other way round; what is set or wrong stays in sight.
bool PhaseTable::isOfUse(const Property& property) const {
  const Joint* joint = shownJoint();
  const int row = changes_->chosen();
  if (!joint || row < 0) return true;
  if (!findProblem(property.pointer).empty()) return true;
  const PhaseChange& change = joint->metamorphic->changes[static_cast<std::size_t>(row)];
  const std::string& key = property.key;
  const bool stop = isStop(*joint, change);
  const bool bounces = change.law.value == TransitionLaw::restitution ||
                       change.law.value == TransitionLaw::restitutionThenLock ||
                       !change.law.reference.empty();
  if (key == "restitution") return bounces;
  if (key == "latched" || key == "pin") return stop;
  if (key == "tolerance") return !stop;
  if (key == "hysteresis" || key == "dead_time") return !stop || !property.value || *property.value != 0;
  if (key == "once") return !stop || change.once;
  return true;
}

std::string PhaseTable::findProblem(const std::string& pointer) const {
  for (const Problem& problem : document_.problems())
    if (problem.severity == Severity::error &&
        (problem.where == pointer || problem.where.starts_with(pointer + "/")))
      return problem.what;
  return {};
}

std::string PhaseTable::itemPointer(const char* list, int row) const {
  return listPointer(list) + "/" + std::to_string(row);
}

void PhaseTable::change(const QString& text, const std::function<void(Mechanism&, Joint&)>& what) {
  const auto element = findElementAt(document_.drawn(), pointer_);
  if (!element) return;
  document_.edit(text, [&](Mechanism& m) {
    if (Joint* joint = findById(m.joints, element->id); joint && joint->metamorphic) what(m, *joint);
  });
  refresh();
}

void PhaseTable::move(const char* list, ItemList* table, int row, int by) {
  const std::string pointer = itemPointer(list, row);
  bool moved = false;
  change(tr("reorder the table of %1").arg(title_),
         [&](Mechanism& m, Joint&) { moved = moveItem(m, pointer, by); });
  if (moved) table->choose(row + by);
}

}  // namespace clank

#include "moc_phase_table.cpp"
