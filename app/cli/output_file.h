// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "core/io/output_claim.h"

namespace clank {

// A text file that grows by whole rows, written at least once a second. When the disk is full the row that no
// longer fits is taken back. The first error stays; later rows are then dropped.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Replaces an old file, unless another program is writing it. False: see getError(). Held against others
  // until this object goes, so also while something is written beside it.
  bool open(const std::filesystem::path& path);
  // Text to append a row to; call rowDone() after each.
  std::string& updBuffer() { return buffer_; }
  void rowDone();
  // What was held back longer than a second must be written now.
  bool isDue() const { return std::chrono::steady_clock::now() >= nextFlush_; }
  bool close();

  bool isOpen() const { return file_ >= 0; }
  int getError() const { return error_; }               // errno of the first failure, or 0
  bool isRefused() const { return !refusal_.empty(); }  // by who writes it, or by the system
  std::string describeError() const;                    // "cannot write PATH: reason"
  const std::filesystem::path& getPath() const { return path_; }

 private:
  void flush();
  void takeBackPartOfRow(std::size_t written);

  OutputClaim claim_;
  std::string refusal_;  // of the claim
  std::filesystem::path path_;
  std::string buffer_;
  std::chrono::steady_clock::time_point nextFlush_;
  long long size_ = 0;  // bytes in the file
  int file_ = -1;
  int error_ = 0;
};

}  // namespace clank
