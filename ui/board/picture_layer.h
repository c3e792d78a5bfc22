// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures behind the drawing: their files, read once, and where they lie on the sheet.
#pragma once

#include <QDateTime>
#include <QImage>
#include <map>

#include "core/io/named_file.h"
#include "ui/board/board_view.h"

namespace clank {

class PictureLayer {
 public:
  // The pictures of a mechanism whose file lies in that folder, and outside of it what is allowed. Files are
  // read anew when they have changed.
  void update(const std::vector<Picture>& pictures, const QString& folder, const OutsideFiles& outside);
  const std::vector<PicturePlace>& places() const { return places_; }
  // Where a file cannot be shown: its frame, dashed, and why.
  void paint(QPainter& painter, const BoardView& view);

 private:
  struct File {
    QDateTime written;
    std::vector<QImage> levels;  // as read, and each half as large as the one before once it is needed
    QString trouble;             // why there is none
  };
  static File read(const QString& path);
  static const QImage& chooseLevel(File& file, double pixels);
  void paintFrame(QPainter& painter, const BoardView& view, const PicturePlace& place, const File& file);

  std::map<QString, File> files_;  // by path
  std::vector<Picture> pictures_;
  std::vector<QString> paths_;  // of the pictures
  std::vector<PicturePlace> places_;
};

}  // namespace clank
