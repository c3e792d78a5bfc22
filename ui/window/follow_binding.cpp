// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/follow_binding.h"

#include <QActionGroup>
#include <algorithm>

#include "ui/look/part_names.h"
#include "ui/scene/scene_view.h"

namespace clank {

FollowBinding::FollowBinding(Views& views, const Selection& selection, RunController& run,
                             const Actions& actions, QWidget* parent)
    : QObject(parent),
      views_(views),
      selection_(selection),
      run_(run),
      actions_(actions),
      menu_(new QMenu(tr("Body in the mi&ddle"), parent)) {
  menu_->setObjectName("followed");
  connect(menu_, &QMenu::aboutToShow, this, &FollowBinding::fillMenu);
  connect(actions_.get(Command::follow), &QAction::triggered, this, &FollowBinding::toggle);
  connect(actions_.get(Command::followTurning), &QAction::triggered, this,
          [this] { follow(views_.scene->followed()); });
  connect(&run_, &RunController::cleared, this, &FollowBinding::update);
  connect(&run_, &RunController::assembled, this, &FollowBinding::update);
  connect(views_.scene, &SceneView::bodyClicked, this, [this](const QString& body) {
    if (!views_.scene->followed().isEmpty()) follow(body);
  });
  update();
}

// What is selected, else the one before, else the last one drawn, which mostly moves most.
QString FollowBinding::choose() const {
  const auto& bodies = run_.mechanism().bodies;
  const auto isThere = [&](const std::string& id) {
    return std::any_of(bodies.begin(), bodies.end(), [&](const Body& body) { return body.id == id; });
  };
  for (const ElementId& element : selection_.elements())
    if (element.kind == ElementKind::body && isThere(element.id)) return QString::fromStdString(element.id);
  if (isThere(last_.toStdString())) return last_;
  return bodies.empty() ? QString() : QString::fromStdString(bodies.back().id);
}

void FollowBinding::toggle(bool on) {
  follow(on ? choose() : QString());
}

void FollowBinding::follow(const QString& body) {
  const bool turns = actions_.get(Command::followTurning)->isChecked();
  views_.scene->setFollowed(body, turns);
  if (!body.isEmpty()) last_ = body;
  update();
  if (body.isEmpty()) return Q_EMIT said(tr("The scene stands still"));
  Q_EMIT said((turns ? tr("The scene turns with %1; a click on another body takes that one")
                     : tr("The scene goes along with %1; a click on another body takes that one"))
                  .arg(body));
}

// A new mechanism is not followed; the scene knows.
void FollowBinding::update() {
  const bool follows = !views_.scene->followed().isEmpty();
  const bool isThere = !run_.mechanism().bodies.empty();
  const QString why = tr("There is no body yet");
  actions_.get(Command::follow)->setChecked(follows);
  actions_.allow(Command::follow, isThere, why);
  actions_.allow(Command::followTurning, follows, tr("Let the scene follow a body first"));
  menu_->setEnabled(isThere);
}

void FollowBinding::fillMenu() {
  menu_->clear();
  auto* group = new QActionGroup(menu_);
  const auto add = [&](const QString& words, const QString& body) {
    QAction* action = menu_->addAction(words, this, [this, body] { follow(body); });
    action->setCheckable(true);
    action->setChecked(views_.scene->followed() == body);
    group->addAction(action);
  };
  add(tr("&None: the scene stands still"), {});
  menu_->addSeparator();
  for (const Body& body : run_.mechanism().bodies) {
    const QString id = QString::fromStdString(body.id);
    add(namePart(body.id).replace('&', "&&"), id);
  }
}

}  // namespace clank

#include "moc_follow_binding.cpp"
