// SPDX-License-Identifier: GPL-3.0-or-later
// QTextDocument lays the page out; it knows no SVG, so each figure stands in the text as a picture with a
// number, which is drawn by the renderer of SVG straight into the PDF.
#include "ui/report/pdf_report.h"

#include <fmt/format.h>

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextFrame>
#include <QTextTable>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "core/io/replace_file.h"
#include "core/support/version.h"

namespace clank {
namespace {

constexpr int kResolution = 1200;                        // dots an inch
constexpr double kMargin = 18, kFoot = 9, kInch = 25.4;  // mm
constexpr double kFullWidth = 760;                       // px of a figure that is as wide as the text
constexpr double kTallest = 0.6;                         // of the height of the text
constexpr double kIndent = 16;                           // px
constexpr int kMostBreaks = 60;
constexpr double kKeep = 12;          // mm that follow a heading on its page
constexpr double kShortTable = 0.35;  // of the height of the text: such a table is not broken

constexpr const char* kStyle =
    "body{font-family:sans-serif;font-size:9pt;color:#1f2933}"
    "h1{font-size:20pt;color:#1f2933;margin-bottom:8px}"
    "h2{font-size:12.5pt;color:#33557d;margin-top:20px;margin-bottom:6px}"
    "p{margin-top:4px;margin-bottom:4px}p.note{font-size:8pt;color:#52606d}li{margin-bottom:2px}"
    "ul{margin-top:0px;margin-bottom:0px}"
    "table{border-collapse:collapse;margin-top:2px;margin-bottom:6px}"
    "td,th{padding:3px 14px 3px 0px;border-bottom:1px solid #d9dde3;font-size:8pt;text-align:left}"
    "th{color:#52606d;font-weight:600;border-bottom:1px solid #7b8794}"
    "td.n,th.n{text-align:right;white-space:nowrap}";

// Draws the figures that stand in the text by their numbers.
class FigureHandler : public QObject, public QTextObjectInterface {
  Q_OBJECT
  Q_INTERFACES(QTextObjectInterface)
 public:
  explicit FigureHandler(double dotsPerPixel, double tallest)
      : dotsPerPixel_(dotsPerPixel), tallest_(tallest) {}

  QString add(const QString& svg) {
    figures_.push_back(std::make_unique<QSvgRenderer>(svg.toUtf8()));
    return QString("<p><img src=\"%1\"></p>").arg(figures_.size() - 1);
  }
  QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override {
    const QSvgRenderer* figure = find(format);
    if (!figure) return {};
    const QSizeF size = dotsPerPixel_ * QSizeF(figure->defaultSize());
    return std::min(1.0, tallest_ / std::max(1.0, size.height())) * size;
  }
  void drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
                  const QTextFormat& format) override {
    if (QSvgRenderer* figure = find(format)) figure->render(painter, rect);
  }

 private:
  QSvgRenderer* find(const QTextFormat& format) const {
    bool isNumber = false;
    const std::size_t index = format.toImageFormat().name().toUInt(&isNumber);
    return isNumber && index < figures_.size() ? figures_[index].get() : nullptr;
  }

  double dotsPerPixel_, tallest_;
  std::vector<std::unique_ptr<QSvgRenderer>> figures_;
};

double toDots(double millimetres) {
  return millimetres / kInch * kResolution;
}

QString replaceFigures(const QString& html, FigureHandler& figures) {
  static const QRegularExpression figure("<svg .*?</svg>", QRegularExpression::DotMatchesEverythingOption);
  QString text;
  qsizetype end = 0;
  for (auto found = figure.globalMatch(html); found.hasNext();) {
    const auto match = found.next();
    text += html.mid(end, match.capturedStart() - end) + figures.add(match.captured());
    end = match.capturedEnd();
  }
  return text + html.mid(end);
}

// The look of browsers is not that of paper.
QString takeStyleAway(QString html) {
  static const QRegularExpression style("<style>.*?</style>", QRegularExpression::DotMatchesEverythingOption);
  return html.remove(style);
}

// What of the table follows its heading on one page: all of a short one. Nothing outside tables.
std::optional<double> findTableEnd(const QTextDocument& document, const QTextBlock& block) {
  QTextTable* table = QTextCursor(block).currentTable();
  if (!table) return std::nullopt;
  const QRectF frame = document.documentLayout()->frameBoundingRect(table);
  if (frame.height() > kShortTable * document.pageSize().height()) return std::nullopt;
  return frame.bottom() - 1;
}

// The first heading that stands at the foot of a page without what it is the heading of; -1: none.
int findLonelyHeading(const QTextDocument& document) {
  const double page = document.pageSize().height();
  const auto* layout = document.documentLayout();
  const auto pageOf = [page](double y) { return static_cast<int>(y / page); };
  int heading = 0;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() != 2) continue;
    const QTextBlock next = block.next();
    if (!next.isValid()) break;
    const QRectF after = layout->blockBoundingRect(next);
    // A figure goes over as a whole: its line does, in a block that begins here.
    const bool isWhole = next.layout()->lineCount() == 1;
    const double needed =
        findTableEnd(document, next)
            .value_or(after.top() + (isWhole ? after.height() - 1 : std::min(after.height(), toDots(kKeep))));
    if (pageOf(layout->blockBoundingRect(block).top()) != pageOf(needed)) return heading;
    ++heading;
  }
  return -1;
}

// A row of a table, both counted from 0, headings too.
struct TableRow {
  int table, row;
};

bool isBroken(const QTextDocument& document, QTextTable& table, int row) {
  const double page = document.pageSize().height();
  const auto* layout = document.documentLayout();
  for (int column = 0; column < table.columns(); ++column) {
    const QTextTableCell cell = table.cellAt(row, column);
    const double top = layout->blockBoundingRect(cell.firstCursorPosition().block()).top();
    const double bottom = layout->blockBoundingRect(cell.lastCursorPosition().block()).bottom() - 1;
    if (std::floor(top / page) != std::floor(bottom / page)) return true;
  }
  return false;
}

// The first row whose lines stand on two pages. Behind the heading of a table none is looked for in its first
// row: that would part the two.
std::optional<TableRow> findBrokenRow(const QTextDocument& document) {
  int index = 0;
  for (QTextFrame* frame : document.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    for (int row = 2; row < table->rows(); ++row)
      if (isBroken(document, *table, row)) return TableRow{index, row};
    ++index;
  }
  return std::nullopt;
}

// A table of its own from that row on, on the next page, with the same heading.
QString splitTable(QString html, const TableRow& broken) {
  qsizetype table = -1;
  for (int i = 0; i <= broken.table; ++i) table = html.indexOf("<table", table + 1);
  const qsizetype head = html.indexOf("<thead", table), body = html.indexOf("<tbody>", table);
  qsizetype row = body;
  for (int i = 1; i <= broken.row; ++i) row = html.indexOf("<tr>", row + 1);
  return html.insert(row, "</tbody></table><table style=\"page-break-before:always\">" +
                              html.mid(head, body - head) + "<tbody>");
}

QString breakBefore(QString html, int heading) {
  qsizetype at = -1;
  for (int i = 0; i <= heading; ++i) at = html.indexOf("<h2", at + 1);
  return html.insert(at + 3, " style=\"page-break-before:always\"");
}

// The words at the end of a page for browsers stand at the foot of each page of paper. A report of several
// cases keeps them where they are: they differ.
QString takeFootAway(QString& html) {
  static const QRegularExpression foot("<footer>(.*?)</footer>\\s*",
                                       QRegularExpression::DotMatchesEverythingOption);
  if (html.count("<footer>") != 1) return QString("Clank %1").arg(programVersion());
  const QString words = foot.match(html).captured(1);
  html.remove(foot);
  return QTextDocumentFragment::fromHtml(words).toPlainText();
}

void drawFoot(QPainter& painter, const QTextDocument& document, const QString& words, int page) {
  const QSizeF size = document.pageSize();
  QFont font = document.defaultFont();
  font.setPointSizeF(7.5);
  painter.setFont(font);
  painter.setPen(QPen(QColor("#d9dde3"), toDots(0.15)));
  const double top = size.height() + toDots(kFoot - 4);
  painter.drawLine(QPointF(0, top), QPointF(size.width(), top));
  painter.setPen(QColor("#6b7785"));
  const QRectF foot(0, top + toDots(1), size.width(), toDots(5));
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignTop, words);
  painter.drawText(foot, Qt::AlignRight | Qt::AlignTop,
                   QString("%1 / %2").arg(page + 1).arg(document.pageCount()));
}

void drawPages(QPdfWriter& writer, const QTextDocument& document, const QString& foot) {
  const QSizeF size = document.pageSize();
  QPainter painter(&writer);
  for (int page = 0; page < document.pageCount(); ++page) {
    if (page > 0) writer.newPage();
    painter.save();
    drawFoot(painter, document, foot, page);
    painter.translate(0, -page * size.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = QRectF(QPointF(0, page * size.height()), size);
    context.palette.setColor(QPalette::Text, QColor("#1f2933"));
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
  }
}

}  // namespace

Problems writePdfReport(const std::string& html, const QString& path) {
  // In memory first: what the last bytes of a file on a full disk come to, QSaveFile does not tell.
  QBuffer pages;
  pages.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&pages);
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({kMargin, kMargin - 2, kMargin, kMargin}, QPageLayout::Millimeter);
    const QSizeF text(writer.width(), writer.height() - toDots(kFoot));
    FigureHandler figures(text.width() / kFullWidth, kTallest * text.height());
    QTextDocument document;
    document.documentLayout()->setPaintDevice(&writer);
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &figures);
    document.setDocumentMargin(0);
    document.setDefaultStyleSheet(kStyle);
    document.setIndentWidth(kIndent);
    QString page = replaceFigures(takeStyleAway(QString::fromStdString(html)), figures);
    const QString foot = takeFootAway(page);
    document.setHtml(page);
    document.setPageSize(text);
    // Laid out afresh: a change of the format of one block leaves others where they were.
    for (int i = 0; i < kMostBreaks; ++i) {
      const int lonely = findLonelyHeading(document);
      const auto broken = findBrokenRow(document);
      if (lonely < 0 && !broken) break;
      page = lonely >= 0 ? breakBefore(page, lonely) : splitTable(page, *broken);
      document.setHtml(page);
    }
    writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    writer.setCreator(QString("Clank %1").arg(programVersion()));
    drawPages(writer, document, foot);
  }
  const QByteArray& bytes = pages.data();
  const auto written =
      replaceFile(path.toStdU16String(), {bytes.data(), static_cast<std::size_t>(bytes.size())});
  return written ? Problems() : written.error();
}

}  // namespace clank

#include "pdf_report.moc"
