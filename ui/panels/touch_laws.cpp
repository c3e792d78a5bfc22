// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/touch_laws.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "core/model/material_laws.h"
#include "ui/document/element.h"
#include "ui/document/properties.h"
#include "ui/look/words.h"
#include "ui/panels/property_form.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

const char* const kPairs = "/material_pairs/";

// The materials that the element can meet: of surfaces and of solid bodies; a surface meets no surface.
std::set<std::string> listMet(const Mechanism& m, const ElementId& element) {
  std::set<std::string> met;
  for (const Body& body : m.bodies)
    if (body.touches.value != Touches::nothing &&
        (element.kind != ElementKind::body || body.id != element.id))
      met.insert(materialOf(body));
  if (element.kind == ElementKind::body)
    for (const DrawnSurface& surface : m.surfaces)
      if (surface.active.value != 0 && surface.body != element.id) met.insert(surface.material);
  return met;
}

// Empty: it touches nothing.
std::string findMaterial(const Mechanism& m, const ElementId& element) {
  if (element.kind == ElementKind::surface)
    if (const auto* surface = findById(m.surfaces, element.id)) return surface->material;
  if (element.kind == ElementKind::body)
    if (const auto* body = findById(m.bodies, element.id); body && body->touches.value != Touches::nothing)
      return materialOf(*body);
  return {};
}

ContactPair findLaws(const Mechanism& m, const std::string& a, const std::string& b) {
  ContactPair laws;
  setLaws(m, a, b, laws);
  return laws;
}

}  // namespace

TouchLaws::TouchLaws(MechanismDocument& document, QWidget* parent)
    : QWidget(parent), document_(document), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(6);
}

std::vector<TouchLaws::Pair> TouchLaws::listPairs() const {
  const Mechanism& m = document_.shown();
  std::vector<Pair> pairs;
  const auto element = findElementAt(m, pointer_);
  const std::string own = element ? findMaterial(m, *element) : std::string();
  if (own.empty()) return pairs;
  for (const std::string& other : listMet(m, *element)) {
    const auto typed = std::ranges::find_if(m.materialPairs, [&](const MaterialPair& pair) {
      return std::minmax(pair.a, pair.b) == std::minmax(own, other);
    });
    pairs.push_back({own, other, -1});
    if (typed != m.materialPairs.end())
      pairs.back().typed = static_cast<int>(typed - m.materialPairs.begin());
  }
  return pairs;
}

void TouchLaws::showElement(const std::string& pointer) {
  const bool isOther = pointer != pointer_;
  pointer_ = pointer;
  std::vector<Pair> pairs = listPairs();
  setVisible(!pairs.empty());
  if (isOther || pairs != pairs_) {
    pairs_ = std::move(pairs);
    build();
  }
  for (PropertyForm* form : forms_) form->refresh();
  for (const auto& [pair, label] : followed_) {
    const ContactPair laws = findLaws(document_.shown(), pair.a, pair.b);
    label->setText(tr("restitution %1, friction %2, from the two materials")
                       .arg(laws.restitution.value, 0, 'g', 3)
                       .arg(laws.friction.value, 0, 'g', 3));
  }
}

void TouchLaws::setLook(const Palette& palette) {
  palette_ = palette;
  for (PropertyForm* form : forms_) form->setLook(palette);
}

void TouchLaws::build() {
  forms_.clear();
  followed_.clear();
  clearLayout(layout_);
  if (pairs_.empty()) return;
  layout_->addWidget(makeHeading(tr("What it meets")));
  for (const Pair& pair : pairs_) addPair(pair);
}

void TouchLaws::addPair(const Pair& pair) {
  const QString name = tr("%1 on %2").arg(toText(pair.a), toText(pair.b));
  auto* heading = makeDim(name);
  layout_->addWidget(heading);
  auto* button =
      new QPushButton(pair.typed < 0 ? tr("Give this pair laws of its own") : tr("As the two materials say"));
  button->setObjectName("pairLaws:" + toText(pair.a + "|" + pair.b));
  button->setAccessibleName(tr("%1: %2").arg(name, button->text()));
  if (pair.typed < 0) {
    auto* label = makeDim({});
    label->setWordWrap(true);
    layout_->addWidget(label);
    followed_.emplace_back(pair, label);
  } else {
    const std::string pointer = kPairs + std::to_string(pair.typed);
    auto* form = new PropertyForm(document_);
    form->setLook(palette_);
    form->setFilter(
        [pointer](const Property& p) { return p.pointer != pointer + "/a" && p.pointer != pointer + "/b"; });
    form->showObject(pointer, name);
    layout_->addWidget(form);
    forms_.push_back(form);
  }
  layout_->addWidget(button);
  connect(button, &QPushButton::clicked, this, [this, pair, name] {
    const ContactPair laws = findLaws(document_.shown(), pair.a, pair.b);
    const auto change = [pair, laws](Mechanism& m) {
      if (pair.typed >= 0) {
        m.materialPairs.erase(m.materialPairs.begin() + pair.typed);
        return;
      }
      MaterialPair own;
      own.a = pair.a;
      own.b = pair.b;
      own.restitution = laws.restitution;
      own.friction = laws.friction;
      m.materialPairs.push_back(own);
    };
    // The button goes with the rows: not while it is still busy.
    QMetaObject::invokeMethod(
        this, [this, name, change] { document_.edit(tr("change what %1 do").arg(name), change); },
        Qt::QueuedConnection);
  });
}

}  // namespace clank

#include "moc_touch_laws.cpp"
