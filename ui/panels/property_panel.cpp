// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/property_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/model/words.h"
#include "ui/document/element_names.h"
#include "ui/document/linked_copies.h"
#include "ui/look/part_names.h"
#include "ui/panels/property_form.h"
#include "ui/panels/touch_laws.h"
#include "ui/panels/widget_look.h"

namespace clank {

PropertyPanel::PropertyPanel(MechanismDocument& document, Selection& selection, QWidget* parent)
    : QScrollArea(parent),
      document_(document),
      selection_(selection),
      title_(makeHeading({})),
      subtitle_(makeDim({})),
      alike_(makeDim({})),
      letGo_(new QPushButton(tr("No longer alike"))),
      form_(new PropertyForm(document)),
      laws_(new TouchLaws(document)) {
  setAccessibleName(tr("Properties of what is selected"));
  form_->setFilter([](const Property& property) { return property.key != "simulation"; });
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* body = new QWidget;
  body->setObjectName("panelBody");
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(16, 8, 16, 16);
  layout->setSpacing(8);
  subtitle_->setWordWrap(true);
  title_->setWordWrap(true);
  layout->addWidget(title_);
  layout->addWidget(subtitle_);
  alike_->setObjectName("likeness");
  alike_->setWordWrap(true);
  letGo_->setObjectName("letGo");
  layout->addWidget(alike_);
  layout->addWidget(letGo_, 0, Qt::AlignLeft);
  layout->addWidget(form_);
  layout->addWidget(laws_);
  layout->addStretch();
  setWidget(body);
  connect(letGo_, &QPushButton::clicked, this, [this] {
    document_.edit(tr("no longer alike"), [this](Mechanism& m) { unlinkCopies(m, selection_.elements()); });
  });
  connect(&document_, &MechanismDocument::drawnChanged, this, &PropertyPanel::planRefresh);
  connect(&document_, &MechanismDocument::problemsChanged, this, &PropertyPanel::planRefresh);
  connect(&document_, &MechanismDocument::posesTaken, this, &PropertyPanel::planRefresh);
  connect(&selection_, &Selection::changed, this, &PropertyPanel::planRefresh);
  connect(&selection_, &Selection::detailChanged, this, [this] {
    if (!planned_) form_->chooseChange(selection_.detail());
  });
  connect(form_, &PropertyForm::changeChosen, this, [this] { selection_.setDetail(form_->chosenChange()); });
}

void PropertyPanel::setLook(const Palette& palette) {
  form_->setLook(palette);
  laws_->setLook(palette);
}

// Many changes in one go, such as those of a drag, are shown once.
void PropertyPanel::planRefresh() {
  if (planned_) return;
  planned_ = true;
  QMetaObject::invokeMethod(this, &PropertyPanel::refresh, Qt::QueuedConnection);
}

void PropertyPanel::refresh() {
  planned_ = false;
  if (selection_.isEmpty()) {
    title_->setText(document_.title());
    subtitle_->setText(
        tr("Nothing is selected: these are the settings of the mechanism. How it is run stands "
           "under Parameters."));
    laws_->showElement({});
    showLikeness({});
    return form_->showObject("", document_.title());
  }
  const ElementId& element = selection_.elements().back();
  const QString kind = tr(kKindWords[static_cast<std::size_t>(element.kind)]);
  title_->setText(kind.left(1).toUpper() + kind.mid(1) + " " + nameElement(document_.drawn(), element));
  subtitle_->setText(makeSubtitle(element));
  showLikeness(element);
  const std::string detail = selection_.detail();
  std::vector<std::string> others;
  for (const ElementId& other : selection_.elements())
    if (other.kind == element.kind && other != element)
      others.push_back(findPointer(document_.drawn(), other));
  form_->showObject(findPointer(document_.drawn(), element), nameElement(document_.drawn(), element),
                    std::move(others));
  form_->chooseChange(detail);
  laws_->showElement(findPointer(document_.drawn(), element));
}

// "Mirror image of finger_l: changes go to both".
void PropertyPanel::showLikeness(const ElementId& element) {
  const Mechanism& m = document_.drawn();
  const auto likeness = findLikeness(m, element);
  alike_->setVisible(likeness.has_value());
  letGo_->setVisible(likeness.has_value());
  if (!likeness) return;
  const bool isImage = likeness->isCopy && likeness->mirrored;
  const QString pattern = isImage              ? tr("Mirror image of %1: changes go to both")
                          : likeness->isCopy   ? tr("Copy of %1: changes go to both")
                          : likeness->mirrored ? tr("Has the mirror image %1: changes go to both")
                                               : tr("Has copies (%1): changes go to all");
  const std::size_t shown = likeness->isCopy || likeness->mirrored ? 1 : likeness->others.size();
  QStringList names;
  for (std::size_t i = 0; i < std::min<std::size_t>(shown, 4); ++i)
    names << nameElement(m, likeness->others[i]);
  if (shown > 4) names << tr("and others");
  alike_->setText(pattern.arg(names.join(", ")));
}

QString PropertyPanel::makeSubtitle(const ElementId& element) const {
  QString text;
  const Mechanism& m = document_.drawn();
  if (const Joint* joint = element.kind == ElementKind::joint ? findById(m.joints, element.id) : nullptr)
    text = tr("%1 between %2 and %3")
               .arg(Words<JointKind>::names[joint->kind.index()], namePart(joint->a), namePart(joint->b));
  if (selection_.elements().size() > 1) {
    if (!text.isEmpty()) text += "\n";
    text += tr("%1 parts are selected; this is the last of them. What is typed here goes to all of its kind.")
                .arg(selection_.elements().size());
  }
  subtitle_->setVisible(!text.isEmpty());
  return text;
}

}  // namespace clank

#include "moc_property_panel.cpp"
