# SPDX-License-Identifier: Apache-2.0
"""The papers' tables as one HTML page: our verdicts, times and trace counts beside the papers' numbers and the peers'."""
import html

STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #1d2430; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .2rem .5rem; border-bottom: 1px solid #e3e7ee; text-align: left; vertical-align: top; }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } th { background: #f4f6fa; }
.wrong { color: #b3261e; text-decoration: line-through; } .unknown { color: #6b5b00; } .slow { color: #b3261e; }
@media print { body { margin: 0; max-width: none; font-size: 8pt; } tr { break-inside: avoid; } }
"""


def paper_numbers(paper, model):
    """What the paper says that concerns this model."""
    words = []
    for key, value in paper.items():
        if key == "source":
            continue
        if isinstance(value, dict):
            if model in value:
                words.append(f"{key.replace('_', ' ')} {value[model]}")
        elif not any(f"_{m}_" in f"_{key}_" for m in ("sc", "tso", "pso", "power") if m != model):
            words.append(f"{key.removesuffix('_s').replace('_', ' ')} {value}{' s' if key.endswith('_s') and not isinstance(value, str) else ''}")
    return ", ".join(words)


def cell(result):
    if result is None:
        return "<td></td>"
    text = f"{result['verdict']} {result['seconds']:.2f} s"
    if result.get("traces"):
        text += f"<br>{result['traces']} traces, {result.get('blocked', 0)} blocked"
    if result.get("engine"):
        text += f" ({html.escape(result['engine'])})"
    return f"<td class=\"{result['outcome']}\">{text}</td>"


def html_page(records):
    tools = []
    for record in records:
        tools += [name for name in record["results"] if name not in tools]
    sources = []
    for record in records:
        if record["paper"]["source"] not in sources:
            sources.append(record["paper"]["source"])
    out = [f"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>The papers' tables</title><style>{STYLE}</style></head><body>",
           "<h1>The papers' tables</h1><p>Times are wall-clock medians, startup included. Struck out: a wrong verdict. "
           "Ratio: the portfolio's time over that of the fastest peer with a right verdict. The papers' numbers are from their own machines.</p>"]
    for source in sources:
        out.append(f"<h2>{html.escape(source)}</h2><table><tr><th>program</th><th>model</th><th>expected</th><th>in the paper</th>"
                   + "".join(f"<th>{html.escape(tool)}</th>" for tool in tools) + "<th>ratio</th></tr>")
        for record in records:
            if record["paper"]["source"] != source:
                continue
            ratio = record.get("ratio")
            out.append(f"<tr><td>{html.escape(record['name'])}</td><td>{record['model']}</td><td>{record['expected']}</td>"
                       f"<td>{html.escape(paper_numbers(record['paper'], record['model']))}</td>"
                       + "".join(cell(record["results"].get(tool)) for tool in tools)
                       + (f"<td class=\"n{' slow' if ratio > 1 else ''}\">{ratio:.2f}</td>" if ratio else "<td></td>") + "</tr>")
        out.append("</table>")
    return "\n".join(out) + "\n</body></html>\n"
