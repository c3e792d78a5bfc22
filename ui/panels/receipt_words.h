// SPDX-License-Identifier: GPL-3.0-or-later
// A receipt in words and numbers, line by line.
#pragma once

#include <QString>
#include <vector>

#include "core/record/receipt.h"

namespace clank {

struct ReceiptLine {
  QString label, text;
};

// The contacts that a compliant contact belongs to: it and others that follow each other in a row.
struct ContactStory {
  std::vector<ContactReport> contacts;
  std::size_t current = 0;
};

QString makeHeadline(const Receipt& receipt);   // "t = 0.167285115182 s"
QString makeSummary(const Receipt& receipt);    // "mobile impact at O3, link2 with link3"
QString makeEventName(const Receipt& receipt);  // "O3 locks"
// story: of a compliant contact; empty when it has not ended yet.
std::vector<ReceiptLine> makeLines(const Receipt& receipt, const ContactStory& story = {});

}  // namespace clank
