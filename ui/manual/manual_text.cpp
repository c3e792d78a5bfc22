// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/manual/manual_text.h"

#include <QDesktopServices>
#include <QEvent>
#include <QImageReader>
#include <QRegularExpression>
#include <QScrollBar>
#include <algorithm>

#include "core/manual/markdown.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr int kMargin = 24, kSettle = 120;  // px around the text; ms until a new width counts
constexpr int kWidest = 820;                // px of a line: longer ones are hard to read
const QString kIndex = "index", kExamples = "../examples/";

QColor mixColours(const QColor& a, const QColor& b, float part) {
  return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * part,
                          a.greenF() + (b.greenF() - a.greenF()) * part,
                          a.blueF() + (b.blueF() - a.blueF()) * part);
}

}  // namespace

ManualText::ManualText(QWidget* parent) : QTextBrowser(parent) {
  setObjectName("manualText");
  setAccessibleName(tr("Page of the manual"));
  setFrameShape(QFrame::NoFrame);
  setOpenLinks(false);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // else pictures and it would chase each other
  document()->setDocumentMargin(kMargin);
  rendering_.setSingleShot(true);
  rendering_.setInterval(kSettle);
  connect(&rendering_, &QTimer::timeout, this, &ManualText::render);
  connect(this, &QTextBrowser::anchorClicked, this, &ManualText::follow);
  connect(this, &QTextBrowser::sourceChanged, this, &ManualText::showMarks);
}

void ManualText::setManual(const Manual* manual) {
  manual_ = manual;
}

QString ManualText::pageId() const {
  return source().path().section('.', 0, 0);
}

void ManualText::show(const QString& target) {
  setSource(QUrl(target), QTextDocument::HtmlResource);
}

void ManualText::follow(const QUrl& link) {
  if (!link.scheme().isEmpty()) {
    QDesktopServices::openUrl(link);
    return;
  }
  const QString text = link.toString();
  if (text.startsWith(kExamples)) return Q_EMIT exampleAsked(text.mid(kExamples.size()));
  show(text.startsWith('#') ? source().path() + text : text);
}

QVariant ManualText::loadResource(int type, const QUrl& name) {
  if (!manual_) return {};
  if (type == QTextDocument::HtmlResource) return writePage(name.path().section('.', 0, 0));
  if (type != QTextDocument::ImageResource) return {};
  const QImage whole(findPicture(name.path()));
  if (whole.isNull()) return {};
  const double dots = devicePixelRatioF();
  QImage fitting =
      whole.scaledToWidth(qRound(fitWidth(whole.size()).width() * dots), Qt::SmoothTransformation);
  fitting.setDevicePixelRatio(dots);
  return fitting;
}

QString ManualText::writePage(const QString& id) const {
  const ManualPage* page = manual_->find(id.toStdString());
  if (!page && id != kIndex) return tr("<h1>There is no such page</h1><p>%1</p>").arg(id.toHtmlEscaped());
  const QString body = page ? toText(clank::toHtml(page->markdown)) : writeIndex();
  return QString("<html><head><style>%1</style></head><body>%2</body></html>")
      .arg(makeStyle(), fitPictures(body));
}

QString ManualText::writeIndex() const {
  const auto escaped = [](const std::string& text) { return toText(text).toHtmlEscaped(); };
  QString html = QString("<h1>%1</h1><p>%2</p>").arg(escaped(manual_->title), escaped(manual_->summary));
  for (const ManualGroup& group : manual_->groups) {
    html += QString("<h2>%1</h2>").arg(escaped(group.title));
    for (const std::size_t p : group.pages) {
      const ManualPage& page = manual_->pages[p];
      html += QString(
                  "<p class='entry'><a href='%1.md'>%2</a><br>"
                  "<span style='color: %4'>%3</span></p>")
                  .arg(toText(page.id), escaped(page.title), escaped(page.summary),
                       palette().color(QPalette::PlaceholderText).name());
    }
  }
  return html;
}

// Of what QTextDocument knows of style sheets.
QString ManualText::makeStyle() const {
  const QPalette& colours = palette();
  const QColor ground = colours.color(QPalette::Base), ink = colours.color(QPalette::Text);
  const int size = QFontInfo(font()).pixelSize() + 1;
  return QString(
             "body { color: %1; font-size: %2px; } h1 { font-size: %3px; margin-bottom: 10px; }"
             "h2 { font-size: %4px; margin-top: 26px; margin-bottom: 6px; }"
             "h3 { font-size: %5px; margin-top: 18px; margin-bottom: 4px; }"
             "p { margin-top: 0px; margin-bottom: 10px; line-height: 140%; } li { margin-bottom: 5px; "
             "line-height: 140%; }"
             ".picture { line-height: 100%; }"
             "a { color: %6; text-decoration: none; }"
             "code { font-family: 'DejaVu Sans Mono', monospace; font-size: %7px; background-color: %8; }"
             "pre { white-space: pre-wrap; font-family: 'DejaVu Sans Mono', monospace; font-size: %7px; "
             "background-color: %8; "
             "margin-bottom: 12px; }"
             "table { border-collapse: collapse; margin-bottom: 14px; }"
             "th { text-align: left; padding: 5px 18px 5px 0px; border-bottom: 1px solid %9; }"
             "td { padding: 5px 18px 5px 0px; border-bottom: 1px solid %9; vertical-align: top; }")
      .arg(ink.name())
      .arg(size)
      .arg(qRound(1.75 * size))
      .arg(qRound(1.25 * size))
      .arg(qRound(1.05 * size))
      .arg(colours.color(QPalette::Link).name())
      .arg(size - 1)
      .arg(mixColours(ground, ink, 0.06F).name(), mixColours(ground, ink, 0.18F).name());
}

QString ManualText::findPicture(const QString& name) const {
  return QString::fromStdString((manual_->folder / name.toStdString()).string());
}

QSize ManualText::fitWidth(const QSize& picture) const {
  const int room = std::max(80, std::min(viewport()->width(), kWidest) - 2 * kMargin);
  return picture.width() <= room ? picture : picture * (static_cast<double>(room) / picture.width());
}

// Pictures that are wider than the page get its width; QTextBrowser would have them scrolled to.
QString ManualText::fitPictures(QString html) const {
  static const QRegularExpression picture("<img src=\"([^\"]+)\"");
  html.replace("\n</code></pre>", "</code></pre>");
  html.replace("<p><img", "<p class='picture'><img");
  auto found = picture.globalMatch(html);
  QList<QRegularExpressionMatch> all;
  while (found.hasNext()) all.prepend(found.next());
  for (const auto& match : all) {
    const QSize size = fitWidth(QImageReader(findPicture(match.captured(1))).size());
    if (size.isValid())
      html.replace(
          match.capturedStart(), match.capturedLength(),
          match.captured() + QString(" width=\"%1\" height=\"%2\"").arg(size.width()).arg(size.height()));
  }
  return html;
}

void ManualText::render() {
  if (!manual_ || source().isEmpty()) return;
  const double place = verticalScrollBar()->value() / std::max(1.0, double(verticalScrollBar()->maximum()));
  renderedWidth_ = viewport()->width();
  document()->clear();
  document()->setHtml(writePage(pageId()));
  document()->setDocumentMargin(kMargin);
  verticalScrollBar()->setValue(qRound(place * verticalScrollBar()->maximum()));
  showMarks();
}

void ManualText::markWords(const QStringList& words) {
  if (words_ == words) return;
  words_ = words;
  showMarks();
}

void ManualText::showMarks() {
  QList<QTextEdit::ExtraSelection> marks;
  if (!words_.isEmpty()) {
    QStringList escaped;
    for (const QString& word : words_) escaped << QRegularExpression::escape(word);
    const QRegularExpression pattern(
        "\\b(?:" + escaped.join('|') + ")\\w*",
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    QTextEdit::ExtraSelection mark;
    const bool isDark = palette().color(QPalette::Base).lightness() < 128;
    mark.format.setBackground(isDark ? QColor(0x6b, 0x55, 0x10) : QColor(0xff, 0xe9, 0xa8));
    for (QTextCursor at = document()->find(pattern); !at.isNull(); at = document()->find(pattern, at)) {
      mark.cursor = at;
      marks << mark;
    }
  }
  setExtraSelections(marks);
}

void ManualText::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  // What is wider than a good line has empty edges.
  const int spare = std::max(0, width() - kWidest - 2 * kMargin);
  setViewportMargins(std::min(spare / 2, 2 * kMargin), 0,
                     std::max(0, spare - std::min(spare / 2, 2 * kMargin)), 0);
  if (viewport()->width() != renderedWidth_) rendering_.start();
}

void ManualText::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rendering_.start();
}

}  // namespace clank

#include "moc_manual_text.cpp"
