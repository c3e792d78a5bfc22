// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/manual_search.h"

#include <algorithm>
#include <cctype>

namespace clank {
namespace {

constexpr double kTitle = 60, kSummary = 12, kHeading = 15, kText = 1, kWhole = 1.5;
constexpr int kMost = 8;  // times that a word counts in the text of a section

// How much the words of a text begin with a word: whole ones more, each once more at most `most` times.
double countWord(const std::vector<std::string>& words, const std::string& wanted, int most) {
  double found = 0;
  for (const std::string& word : words) {
    if (word.compare(0, wanted.size(), wanted) != 0) continue;
    found += word.size() == wanted.size() ? kWhole : 1;
    if (--most == 0) break;
  }
  return found;
}

struct PageScore {
  double total = 0;
  double best = 0;  // of a section
  const ManualSection* section = nullptr;
};

PageScore scorePage(const ManualPage& page, const std::vector<std::string>& wanted) {
  PageScore score;
  std::vector<double> sums(wanted.size(), 0);
  const auto title = splitWords(page.title), summary = splitWords(page.summary);
  for (std::size_t k = 0; k < wanted.size(); ++k)
    sums[k] += kTitle * countWord(title, wanted[k], 1) + kSummary * countWord(summary, wanted[k], 1);
  std::vector<double> bests(wanted.size(), 0);
  for (const ManualSection& section : page.sections) {
    const auto heading = splitWords(section.heading), text = splitWords(section.text);
    double here = 0;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      const double found =
          kHeading * countWord(heading, wanted[k], 1) + kText * countWord(text, wanted[k], kMost);
      bests[k] = std::max(bests[k], found);
      here += found;
    }
    if (here > score.best) score.best = here, score.section = &section;
  }
  // Long pages say every word somewhere, and often: of each word its best section counts.
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (sums[k] + bests[k] == 0) return {};
    score.total += sums[k] + bests[k];
  }
  return score;
}

}  // namespace

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '_') {
      word += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::vector<ManualHit> searchManual(const Manual& manual, std::string_view query) {
  const auto wanted = splitWords(query);
  std::vector<ManualHit> hits;
  if (wanted.empty()) return hits;
  for (std::size_t p = 0; p < manual.pages.size(); ++p) {
    const PageScore score = scorePage(manual.pages[p], wanted);
    if (score.total == 0) continue;
    hits.push_back({p, score.section ? score.section->anchor : std::string(),
                    score.section ? score.section->heading : std::string(), score.total});
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const ManualHit& a, const ManualHit& b) { return a.score > b.score; });
  return hits;
}

}  // namespace clank
