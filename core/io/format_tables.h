// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/support/result.h"

namespace clank {

// Every key of the file with unit, default and meaning, as Markdown tables: the generated part of
// core/doc/file_format.md.
std::string writeFormatTables();

// The document with the text between its two marker lines made current. Fails when the markers are not there.
Result<std::string> replaceFormatTables(const std::string& document);

}  // namespace clank
