// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "ui/video/frame_writer.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

// run.png: run-000000.png, run-000001.png and so on.
class PictureWriter final : public FrameWriter {
 public:
  explicit PictureWriter(fs::path out) : out_(std::move(out)) {}
  ~PictureWriter() override;
  Problems write(const QImage& frame) override;
  Problems finish() override {
    written_.clear();
    return {};
  }

 private:
  const fs::path out_;
  std::vector<fs::path> written_;  // of a sequence that is not whole
};

PictureWriter::~PictureWriter() {
  std::error_code error;
  for (const fs::path& path : written_) fs::remove(path, error);
}

Problems PictureWriter::write(const QImage& frame) {
  const fs::path path =
      out_.parent_path() / fmt::format("{}-{:06}.png", out_.stem().string(), written_.size());
  written_.push_back(path);
  if (frame.save(QString::fromStdString(path.string()), "PNG")) return {};
  return {{fmt::format("{} cannot be written", path.string()), ""}};
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> createPictureWriter(const VideoOptions& options) {
  return std::make_unique<PictureWriter>(options.out);
}

}  // namespace clank
