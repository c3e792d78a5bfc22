// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace clank {

// Every key of the file with unit, default and meaning, as Markdown tables: the generated part of
// core/doc/file_format.md.
std::string writeFormatTables();

}  // namespace clank
