// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/site_style.h"

namespace clank {

const char* const kSiteStyle = R"css(:root {
  --ink: #1b2530; --dim: #64707d; --line: #d9dfe6; --ground: #f6f8fa; --panel: #ffffff; --action: #1c62c4; --mark: #ffe9a8;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e9ee; --dim: #9aa6b2; --line: #37414c; --ground: #171c21; --panel: #1f262d; --action: #7db4ff; --mark: #6b5510; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--ground);
  display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem 1.25rem 2rem; border-right: 1px solid var(--line);
  font-size: .92rem; }
nav h2 { font-size: .8rem; color: var(--dim); margin: 1.1rem 0 .25rem; font-weight: 600; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: .12rem 0; color: var(--ink); text-decoration: none; }
nav li a:hover { color: var(--action); }
nav li a[aria-current] { color: var(--action); font-weight: 600; }
.home { font-weight: 700; color: var(--ink); text-decoration: none; }
#search { width: 100%; margin: .75rem 0 0; padding: .4rem .6rem; font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; }
main { max-width: 50rem; width: 100%; padding: 1.5rem 2rem 5rem; background: var(--panel); min-height: 100vh; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .25rem 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
a { color: var(--action); }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; display: block; margin: .5rem 0; }
code { font: .9em "DejaVu Sans Mono", ui-monospace, monospace; background: var(--ground); padding: .08em .3em; border-radius: 4px; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; }
pre code { padding: 0; background: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .75rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; }
dl.pages dt { margin-top: .6rem; font-weight: 600; } dl.pages dd { margin: 0; color: var(--dim); }
mark { background: var(--mark); color: inherit; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  nav ul, nav h2 { display: none; } nav ul#found { display: block; } main { padding: 1rem; } }
@media print { nav { display: none; } body { display: block; } main { max-width: none; padding: 0; } }
)css";

const char* const kSiteSearch = R"js("use strict";
(() => {
  const field = document.getElementById("search"), list = document.getElementById("found"), index = document.getElementById("contents");
  const split = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const count = (words, wanted, most) => {
    let found = 0;
    for (const word of words) {
      if (!word.startsWith(wanted)) continue;
      found += word === wanted ? 1.5 : 1;
      if (--most === 0) break;
    }
    return found;
  };
  const pages = manual.map((page) => ({...page, words: split(page.title), about: split(page.summary),
    parts: page.sections.map(([heading, anchor, text]) => ({anchor, words: split(heading), text: split(text)}))}));
  const score = (page, wanted) => {
    let best = 0, anchor = "";
    const sums = wanted.map((word) => 60 * count(page.words, word, 1) + 12 * count(page.about, word, 1));
    const bests = wanted.map(() => 0);
    for (const part of page.parts) {
      let here = 0;
      wanted.forEach((word, k) => {
        const found = 15 * count(part.words, word, 1) + count(part.text, word, 8);
        bests[k] = Math.max(bests[k], found);
        here += found;
      });
      if (here > best) { best = here; anchor = part.anchor; }
    }
    const all = sums.map((sum, k) => sum + bests[k]);
    return {page, anchor, total: all.includes(0) ? 0 : all.reduce((a, b) => a + b, 0)};
  };
  const show = () => {
    const wanted = split(field.value);
    list.replaceChildren();
    list.hidden = wanted.length === 0;
    index.hidden = wanted.length > 0;
    if (wanted.length === 0) return;
    const hits = pages.map((page) => score(page, wanted)).filter((hit) => hit.total > 0).sort((a, b) => b.total - a.total);
    for (const hit of hits) {
      const link = document.createElement("a"), item = document.createElement("li");
      link.href = hit.page.file + "?find=" + encodeURIComponent(field.value) + (hit.anchor ? "#" + hit.anchor : "");
      link.textContent = hit.page.title;
      item.append(link);
      list.append(item);
    }
    if (hits.length === 0) list.append(Object.assign(document.createElement("li"), {textContent: "No page has all of these words."}));
  };
  // Words that were looked for are marked in the page they led to.
  const markWords = (wanted) => {
    const walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), texts = [];
    while (walk.nextNode()) texts.push(walk.currentNode);
    const escaped = wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp("(?<![\\p{L}\\p{N}_])(?:" + escaped.join("|") + ")[\\p{L}\\p{N}_]*", "giu");
    for (const text of texts) {
      const matches = [...text.data.matchAll(pattern)].reverse();
      for (const match of matches) {
        const mark = document.createElement("mark"), found = text.splitText(match.index);
        found.splitText(match[0].length);
        found.replaceWith(mark);
        mark.append(found);
      }
    }
  };
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) { field.value = asked; markWords(split(asked)); show(); }
  field.addEventListener("input", show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === field) return;
    event.preventDefault();
    field.focus();
  });
})();
)js";

}  // namespace clank
