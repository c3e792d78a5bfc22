// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/property_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "core/model/words.h"
#include "ui/document/element_names.h"
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
  layout->addWidget(form_);
  layout->addWidget(laws_);
  layout->addStretch();
  setWidget(body);
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
    return form_->showObject("", document_.title());
  }
  const ElementId& element = selection_.elements().back();
  const QString kind = tr(kKindWords[static_cast<std::size_t>(element.kind)]);
  title_->setText(kind.left(1).toUpper() + kind.mid(1) + " " + nameElement(document_.drawn(), element));
  subtitle_->setText(makeSubtitle(element));
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
