// SPDX-License-Identifier: GPL-3.0-or-later
// Esc in a field takes back what has been typed into it since it was finished, by Enter or by leaving it.
// With nothing typed it means what it means elsewhere in the window.
#pragma once

class QLineEdit;

namespace clank {

// Lasts as long as the field.
void takeBackOnEscape(QLineEdit* field);

}  // namespace clank
