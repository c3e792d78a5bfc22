// SPDX-License-Identifier: GPL-3.0-or-later
// A receipt in words and numbers, line by line.
#pragma once

#include <QString>
#include <optional>
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

// Of the parts that an event is about relative to each other, in findSpeedUnit(): along a normal negative
// while they approach, about a joint as its coordinate grows; zero where the tolerances of the run leave no
// more.
struct EventSpeeds {
  double before = 0, after = 0;
};
EventSpeeds findSpeeds(const Receipt& receipt);
// Those of a contact (m/s) in whose event the receipt is: of approach, and of parting where that is its own.
struct TouchSpeeds {
  double approach = 0;
  std::optional<double> parting;
};
TouchSpeeds findSpeeds(const ContactReport& contact, const SpeedNoise& noise);

QString makeHeadline(const Receipt& receipt);   // "t = 0.167285115182 s"
QString makeSummary(const Receipt& receipt);    // "mobile impact at O3, link2 with link3"
QString makeEventName(const Receipt& receipt);  // "O3 locks"
// story: of a compliant contact; empty when it has not ended yet.
std::vector<ReceiptLine> makeLines(const Receipt& receipt, const ContactStory& story = {});

}  // namespace clank
