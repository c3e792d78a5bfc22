// SPDX-License-Identifier: GPL-3.0-or-later
// ffmpeg as a program of its own: raw frames go to its standard input. It writes beside the file that was
// asked for, which is replaced when the video is whole.
#include <fmt/format.h>

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <system_error>

#include "ui/video/frame_writer.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

constexpr qint64 kMostWaiting = 64 << 20;  // bytes that ffmpeg has not taken yet
constexpr int kPatience = 60000;           // ms

class FfmpegWriter final : public FrameWriter {
 public:
  explicit FfmpegWriter(const VideoOptions& options);
  ~FfmpegWriter() override;
  Problems start(const QString& program);
  Problems write(const QImage& frame) override;
  Problems finish() override;

 private:
  QStringList listArguments() const;
  Problems tellFailure();

  const VideoOptions options_;
  const fs::path part_;
  QProcess ffmpeg_;
};

fs::path besideOf(const fs::path& out) {
  return out.parent_path() / fmt::format("{}.part{}{}", out.stem().string(),
                                         QCoreApplication::applicationPid(), out.extension().string());
}

FfmpegWriter::FfmpegWriter(const VideoOptions& options) : options_(options), part_(besideOf(options.out)) {}

FfmpegWriter::~FfmpegWriter() {
  if (ffmpeg_.state() != QProcess::NotRunning) {
    ffmpeg_.kill();
    ffmpeg_.waitForFinished();
  }
  std::error_code error;
  fs::remove(part_, error);
}

QStringList FfmpegWriter::listArguments() const {
  const QString size = QString("%1x%2").arg(options_.size.width()).arg(options_.size.height());
  QStringList words{"-hide_banner", "-loglevel", "error",      "-nostdin",
                    "-f",           "rawvideo",  "-pix_fmt",   "bgra",
                    "-video_size",  size,        "-framerate", QString::number(options_.pace.rate, 'g', 9),
                    "-i",           "pipe:0"};
  // Of a GIF each frame has its own colours: a set for all would keep every frame in memory.
  if (options_.out.extension() == ".gif")
    words << "-filter_complex"
          << "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=none";
  else
    words << "-c:v"
          << "libx264"
          << "-crf"
          << "18"
          << "-pix_fmt"
          << "yuv420p"
          << "-movflags"
          << "+faststart";
  return words << "-y" << QString::fromStdString(part_.string());
}

Problems FfmpegWriter::start(const QString& program) {
  ffmpeg_.setStandardOutputFile(QProcess::nullDevice());
  ffmpeg_.start(program, listArguments());
  return ffmpeg_.waitForStarted() ? Problems() : tellFailure();
}

// In the words of ffmpeg, without the name of the part that people have not asked for.
Problems FfmpegWriter::tellFailure() {
  ffmpeg_.waitForFinished(1000);
  QString words = QString::fromLocal8Bit(ffmpeg_.readAllStandardError()).trimmed();
  if (words.isEmpty()) words = ffmpeg_.errorString();
  words.replace(QString::fromStdString(part_.string()), QString::fromStdString(options_.out.string()));
  return {{fmt::format("ffmpeg cannot write {}: {}", options_.out.string(),
                       words.section('\n', -1).toStdString()),
           ""}};
}

Problems FfmpegWriter::write(const QImage& frame) {
  const QImage raw = frame.convertToFormat(QImage::Format_RGB32);  // bgra in memory
  for (int y = 0; y < raw.height(); ++y)
    ffmpeg_.write(reinterpret_cast<const char*>(raw.constScanLine(y)), 4LL * raw.width());
  while (ffmpeg_.bytesToWrite() > kMostWaiting)
    if (!ffmpeg_.waitForBytesWritten(kPatience)) return tellFailure();
  return ffmpeg_.state() == QProcess::NotRunning ? tellFailure() : Problems();
}

Problems FfmpegWriter::finish() {
  while (ffmpeg_.bytesToWrite() > 0)
    if (!ffmpeg_.waitForBytesWritten(kPatience)) return tellFailure();
  ffmpeg_.closeWriteChannel();
  if (!ffmpeg_.waitForFinished(-1) || ffmpeg_.exitStatus() != QProcess::NormalExit || ffmpeg_.exitCode() != 0)
    return tellFailure();
  std::error_code error;
  fs::rename(part_, options_.out, error);
  if (error) return {{fmt::format("{} cannot be written: {}", options_.out.string(), error.message()), ""}};
  return {};
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> createFfmpegWriter(const VideoOptions& options) {
  const QString program = QStandardPaths::findExecutable("ffmpeg");
  if (program.isEmpty())
    return failure(
        "there is no ffmpeg on this machine, which makes MP4 and GIF (Debian: apt install ffmpeg); "
        "pictures (.png) can be written without it");
  auto writer = std::make_unique<FfmpegWriter>(options);
  if (Problems problems = writer->start(program); !problems.empty())
    return tl::unexpected(std::move(problems));
  return writer;
}

}  // namespace clank
