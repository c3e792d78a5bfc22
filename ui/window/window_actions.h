// SPDX-License-Identifier: GPL-3.0-or-later
// Menus from the table of actions, and which of them make sense just now.
#pragma once

#include <QMainWindow>
#include <functional>

#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

// open is called with the path of a chosen example or recent file.
void buildMenus(QMainWindow& window, const Actions& actions, const Views& views, MechanismDocument& document,
                QMenu* followed, const std::function<void(const QString&)>& open);
void updEnabled(const Actions& actions, bool isOpen, const RunController& run, const Playback& playback);

// What the transport keys do, whatever the state.
// plotted: what plots show.
void bindTransport(const Actions& actions, RunController& run, Playback& playback,
                   const std::function<std::vector<std::string>()>& plotted);

}  // namespace clank
