// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace clank {

// A text file that grows by whole rows: whatever ends the program, no row is cut in two (but by a full disk).
// The first error stays; later rows are then dropped.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Replaces an old file. False: see getError().
  bool open(const std::filesystem::path& path);
  // Text to append rows to; call rowDone() after each.
  std::string& updBuffer() { return buffer_; }
  void rowDone();
  bool flush();
  bool close();

  bool isOpen() const { return file_ >= 0; }
  int getError() const { return error_; }  // errno of the first failure, or 0
  const std::filesystem::path& getPath() const { return path_; }

 private:
  std::filesystem::path path_;
  std::string buffer_;
  int file_ = -1;
  int error_ = 0;
};

}  // namespace clank
