// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/batch/plots.h"
#include "cli/batch/summary.h"

namespace fencepost::cli::batch {

namespace {

const char* const style = R"(
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1d2430; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.cards { display: flex; flex-wrap: wrap; gap: 1rem; }
.card { border: 1px solid #d5dbe5; border-radius: 6px; padding: .6rem 1rem; min-width: 7rem; }
.card b { display: block; font-size: 1.5rem; }
.wrong b, td.wrong { color: #b3261e; font-weight: 600; } .right b, td.right { color: #1b6e3c; }
td.unknown { color: #6b5b00; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; }
.plot { width: 36rem; max-width: 100%; font-size: 11px; }
.plot text { fill: #333; } .frame { fill: none; stroke: #888; } .grid { stroke: #e3e7ee; }
.line { fill: none; stroke-width: 2; } .dot { stroke: none; }
.series0 { stroke: #0b61a4; } .series1 { stroke: #c4501b; } .series2 { stroke: #1b6e3c; } .series3 { stroke: #7b3fa0; }
.series4 { stroke: #9a7d0a; } .series5 { stroke: #117a8b; } .series6 { stroke: #a11a4b; } .series7 { stroke: #555; }
.dot.series0 { fill: #0b61a4; } .dot.series1 { fill: #c4501b; } .dot.series2 { fill: #1b6e3c; } .dot.series3 { fill: #7b3fa0; }
.dot.series4 { fill: #9a7d0a; } .dot.series5 { fill: #117a8b; } .dot.series6 { fill: #a11a4b; } .dot.series7 { fill: #555; }
input { font: inherit; padding: .3rem .5rem; width: 22rem; max-width: 100%; }
table { border-collapse: collapse; width: 100%; margin-top: .6rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid #e3e7ee; vertical-align: top; }
th { position: sticky; top: 0; background: #f4f6fa; } th button { font: inherit; font-weight: 600; border: 0; background: none; cursor: pointer; padding: 0; }
th[aria-sort=ascending] button::after { content: " \25b2"; } th[aria-sort=descending] button::after { content: " \25bc"; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
@media print { body { margin: 0; max-width: none; font-size: 9pt; } input, .hint { display: none; } th { position: static; } tr { break-inside: avoid; } a { color: inherit; } }
)";

const char* const script = R"(
const body = document.querySelector('tbody'), heads = [...document.querySelectorAll('th')];
heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  heads.forEach(other => other.removeAttribute('aria-sort'));
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = row => { const cell = row.cells[column]; return cell.dataset.key ?? cell.textContent; };
  const numeric = head.dataset.kind === 'number';
  const rows = [...body.rows].sort((a, b) => numeric ? key(a) - key(b) : key(a).localeCompare(key(b)));
  if (down) rows.reverse();
  body.append(...rows);
}));
const box = document.querySelector('input'), shown = document.querySelector('#shown');
box.addEventListener('input', () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of body.rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every(word => text.includes(word));
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = count + ' shown';
});
)";

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

/// A path as part of an address.
std::string address(const std::string& path) {
    std::string result;
    for (const char c : path) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' ||
                           c == '-' || c == '_' || c == '.';
        result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

std::string card(const char* css, const std::string& number, const std::string& label) {
    return fmt::format("<div class=\"card {}\"><b>{}</b>{}</div>\n", css, escaped(number),
                       escaped(label));
}

std::string cards(const Summary& s) {
    std::string out = "<div class=\"cards\">\n";
    out += card("", std::to_string(s.tasks), "tasks");
    out += card("", std::to_string(s.solved()), "solved");
    out += card("right", std::to_string(s.right()), "right");
    out += card(s.wrong() > 0 ? "wrong" : "", std::to_string(s.wrong()), "wrong");
    for (const auto& [kind, count] : s.unknown) out += card("", std::to_string(count), kind);
    if (s.best_score > 0)
        out += card("", std::to_string(s.score), fmt::format("score of {}", s.best_score));
    out += card("", fmt::format("{:.1f} s", s.cpu_seconds), "CPU time");
    return out + "</div>\n";
}

std::string number_cell(double value, const char* format) {
    return fmt::format("<td class=\"number\" data-key=\"{}\">{}</td>", value,
                       fmt::format(fmt::runtime(format), value));
}

std::string table_row(const Row& row) {
    const std::string result(name(outcome(row)));
    std::string verdict = escaped(row.verdict);
    if (row.verdict == "holds" && !row.complete) verdict += " (bounded)";
    if (!row.part.empty() && row.verdict == "violated") verdict += " " + escaped(row.part);
    if (!row.witness.empty())
        verdict = fmt::format("<a href=\"{}\">{}</a>", address(row.witness), verdict);
    std::string out = "<tr>";
    out += fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>", escaped(row.name),
                       escaped(row.config), escaped(row.property), verdict, escaped(row.expected));
    out += fmt::format("<td class=\"{0}\">{0}</td>", result);
    out += number_cell(row.seconds, "{:.3f}") + number_cell(row.cpu_seconds, "{:.3f}") +
           number_cell(row.memory_mb, "{:.0f}") +
           number_cell(static_cast<double>(row.traces), "{:.0f}");
    const std::string note =
        row.kind == row.reason || row.kind.empty() ? row.reason : row.kind + ": " + row.reason;
    return out + fmt::format("<td>{}</td><td>{}</td></tr>\n", escaped(row.engine), escaped(note));
}

std::string table(std::vector<Row> rows) {
    std::sort(rows.begin(), rows.end(),
              [](const Row& a, const Row& b) { return a.index < b.index; });
    struct Column {
        const char* title;
        bool number;
    };
    constexpr Column columns[] = {{"task", false},    {"configuration", false}, {"property", false},
                                  {"verdict", false}, {"expected", false},      {"outcome", false},
                                  {"seconds", true},  {"CPU s", true},          {"MB", true},
                                  {"traces", true},   {"engine", false},        {"note", false}};
    std::string out = "<table>\n<thead><tr>";
    for (const Column& column : columns)
        out += fmt::format("<th{}><button>{}</button></th>",
                           column.number ? " data-kind=\"number\"" : "", column.title);
    out += "</tr></thead>\n<tbody>\n";
    for (const Row& row : rows) out += table_row(row);
    return out + "</tbody>\n</table>\n";
}

}  // namespace

std::string html_report(const std::vector<Row>& rows, const std::string& title) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
        "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escaped(title), style);
    out += cards(summarize(rows));
    out += "<h2>Times</h2>\n<div class=\"plots\">\n" + cactus_plot(rows) + scatter_plot(rows) +
           "</div>\n";
    out +=
        "<h2>Tasks</h2>\n<p class=\"hint\"><input type=\"search\" aria-label=\"filter\" "
        "placeholder=\"filter: words that must occur\"> <span id=\"shown\"></span></p>\n";
    out += table(rows);
    return out + fmt::format("<script>{}</script>\n</body>\n</html>\n", script);
}

}  // namespace fencepost::cli::batch
