// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_opening.h"

#include <QFileInfo>
#include <utility>

namespace clank {
namespace {

constexpr qint64 kSmall = 256 * 1024;  // bytes that are read before anyone notices
constexpr int kPatience = 300;         // ms

}  // namespace

FileOpening::FileOpening(MechanismDocument& document, NoticeBar& notice, std::function<bool()> mayLeave)
    : document_(document), notice_(notice), mayLeave_(std::move(mayLeave)) {
  patience_.setSingleShot(true);
  patience_.setInterval(kPatience);
  connect(&patience_, &QTimer::timeout, this, &FileOpening::notice);
  connect(&document_, &MechanismDocument::loaded, this, &FileOpening::cancel);  // something else came first
  connect(&document_, &MechanismDocument::drawnChanged, this, [this] { wasEdited_ = true; });
}

void FileOpening::begin(const FileRequest& request, Told told) {
  if (QFileInfo(request.file).size() < kSmall) return told(open(request));
  cancel();
  name_ = QFileInfo(request.file).fileName();
  wasEdited_ = false;
  reading_.begin(request, [this, told = std::move(told)](Result<DocumentContent> content) {
    cancel();  // nothing is under way any more: the notice goes
    if (content && wasEdited_ && document_.isModified() && !mayLeave_()) return;
    told(finish(std::move(content)));
  });
  patience_.start();
}

bool FileOpening::open(const FileRequest& request) {
  cancel();
  return finish(readContent(request));
}

bool FileOpening::finish(Result<DocumentContent> content) {
  content ? document_.take(std::move(*content)) : document_.refuse(std::move(content.error()));
  return content.has_value();
}

// It does not take the place of a question.
void FileOpening::notice() {
  if (notice_.isVisible()) return patience_.start();
  isNoticed_ = true;
  Q_EMIT noticed();
  notice_.ask(tr("Reading %1...").arg(name_), {{tr("Cancel"), [this] {
                                                  cancel();
                                                  Q_EMIT cancelled();
                                                }}});
}

void FileOpening::cancel() {
  reading_.cancel();
  patience_.stop();
  if (std::exchange(isNoticed_, false)) notice_.hide();
}

}  // namespace clank

#include "moc_file_opening.cpp"
