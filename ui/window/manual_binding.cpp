// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/manual_binding.h"

#include <utility>

#include "core/io/resources.h"
#include "core/manual/manual.h"
#include "ui/manual/manual_window.h"
#include "ui/panels/problem_panel.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/status_line.h"

namespace clank {

ManualBinding::ManualBinding(QMainWindow& window, Views& views, const Actions& actions,
                             std::function<void(const QString&)> open)
    : QObject(&window), window_(window), views_(views), open_(std::move(open)) {
  connect(actions.get(Command::manual), &QAction::triggered, this, [this] { show({}); });
  connect(views.problems, &ProblemPanel::learnMoreAsked, this, &ManualBinding::show);
  connect(views.receipt, &ReceiptPanel::learnMoreAsked, this, &ManualBinding::show);
  connect(views.status, &StatusLine::learnMoreAsked, this, &ManualBinding::show);
}

void ManualBinding::show(const QString& target) {
  if (!manual_) manual_ = make();
  if (manual_) manual_->show(target);
}

ManualWindow* ManualBinding::make() {
  const auto folder = findManual();
  auto manual = folder ? readManual(*folder) : Result<Manual>(tl::unexpected(folder.error()));
  if (!manual) {
    views_.showProblems(tr("The manual cannot be shown"), manual.error());
    return nullptr;
  }
  auto* made = new ManualWindow(std::move(*manual), &window_);
  made->setLook(views_.palette());
  connect(made, &ManualWindow::exampleAsked, this, [this](const QString& file) {
    if (const auto resources = findResources())
      open_(QString::fromStdString((*resources / "examples" / file.toStdString()).string()));
  });
  return made;
}

void ManualBinding::setLook(const Palette& palette) {
  if (manual_) manual_->setLook(palette);
}

}  // namespace clank

#include "moc_manual_binding.cpp"
