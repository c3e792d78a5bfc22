// SPDX-License-Identifier: GPL-3.0-or-later
// The scene goes along with a body: which one, chosen by a key, in a menu, or by a click while it does.
#pragma once

#include <QMenu>
#include <QObject>

#include "ui/document/selection.h"
#include "ui/run/run_controller.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class FollowBinding : public QObject {
  Q_OBJECT
 public:
  FollowBinding(Views& views, const Selection& selection, RunController& run, const Actions& actions,
                QWidget* parent);
  QMenu* menu() const { return menu_; }

 Q_SIGNALS:
  void said(const QString& message);

 private:
  void toggle(bool on);
  void follow(const QString& body);
  void fillMenu();
  void update();
  QString choose() const;

  Views& views_;
  const Selection& selection_;
  RunController& run_;
  const Actions& actions_;
  QMenu* menu_;
  QString last_;  // body that was followed before
};

}  // namespace clank
