// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "core/io/output_claim.h"
#include "ui/video/frame_writer.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

// run.png: run-000000.png, run-000001.png and so on.
class PictureWriter final : public FrameWriter {
 public:
  explicit PictureWriter(const VideoOptions& options) : out_(options.out), reads_(options.reads) {}
  ~PictureWriter() override;
  Problems write(const QImage& frame) override;
  Problems finish() override {
    written_.clear();
    return {};
  }

 private:
  fs::path name(std::size_t frame) const {
    return out_.parent_path() / fmt::format("{}-{:06}.png", out_.stem().string(), frame);
  }

  const fs::path out_;
  const InputFiles reads_;
  OutputClaim claim_;              // of the first picture
  std::vector<fs::path> written_;  // of a sequence that is not whole
};

PictureWriter::~PictureWriter() {
  std::error_code error;
  for (const fs::path& path : written_) fs::remove(path, error);
}

Problems PictureWriter::write(const QImage& frame) {
  const fs::path path = name(written_.size());
  if (const auto allowed = reads_.check(path); !allowed) return allowed.error();
  if (written_.empty()) {
    auto claim = OutputClaim::take(path);
    if (!claim) return claim.error();
    claim_ = std::move(*claim);
  }
  written_.push_back(path);
  if (frame.save(QString::fromStdString(path.string()), "PNG")) return {};
  return {{fmt::format("{} cannot be written", path.string()), ""}};
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> createPictureWriter(const VideoOptions& options) {
  return std::make_unique<PictureWriter>(options);
}

}  // namespace clank
