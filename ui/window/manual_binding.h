// SPDX-License-Identifier: GPL-3.0-or-later
// From what the window says to the pages of the manual that tell more, and back to the examples they name.
#pragma once

#include <QObject>
#include <functional>

#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class ManualWindow;

class ManualBinding : public QObject {
  Q_OBJECT
 public:
  // open is called with the path of an example that a page names.
  ManualBinding(QMainWindow& window, Views& views, const Actions& actions,
                std::function<void(const QString&)> open);
  void show(const QString& target);  // "lock.md#stop"; empty: where it was left
  void setLook(const Palette& palette);
  ManualWindow* find() const { return manual_; }  // nullptr: not opened yet

 private:
  ManualWindow* make();

  QMainWindow& window_;
  Views& views_;
  std::function<void(const QString&)> open_;
  ManualWindow* manual_ = nullptr;
};

}  // namespace clank
