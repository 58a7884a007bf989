// The report as one HTML file that asks for nothing: plots, the tables beneath them, what each figure is of, and what does not hold.
import { colours, plot, value, written } from './plot.mjs'

const escape = (text) => String(text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** One line of Markdown as HTML: code, bold, emphasis and links, which lead from docs/ to where they led from the root. */
const inline = (text) =>
  escape(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(^|[\s(])\*([^*]+)\*/g, '$1<em>$2</em>')
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, (_, words, to) => `<a href="${/^https?:/.test(to) ? to : to.startsWith('#') ? `../README.md${to}` : `../${to}`}">${words}</a>`)

/** Written out for a cell, with its interval. */
export function cellText(cell, digits) {
  const shown = written(value(cell), digits)
  return typeof cell === 'object' && cell !== null ? `${shown} (${written(cell.low, digits)}–${written(cell.high, digits)})` : shown
}

const table = (head, rows, caption) => `<div class="wide"><table>${caption === undefined ? '' : `<caption>${escape(caption)}</caption>`}
<thead><tr>${head.map((each) => (each === '' ? '<td></td>' : `<th scope="col">${escape(each)}</th>`)).join('')}</tr></thead>
<tbody>${rows.map(([label, ...cells]) => `<tr><th scope="row">${escape(label)}</th>${cells.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`

const kept = ({ state, day, commit, machine, place }) =>
  state === 'measured'
    ? `Measured in this run, ${escape(day)}, at ${escape(commit)}. Machine: ${escape(machine)}.`
    : `Not measured in this run: recorded in <a href="../${escape(place)}">${escape(place.split('#')[0])}</a>${day === undefined ? ', on a day that is not known' : `, last written down on ${escape(day)}`}. Machine: ${escape(machine)}.`

const legend = ({ kind, series }) =>
  series.length < 2 || kind === 'lines' ? '' : `<ul class="legend" aria-hidden="true">${series.map(({ name }, at) => `<li><span style="background:${colours(series)[at]}"></span>${escape(name)}</li>`).join('')}</ul>`

function comparison(each) {
  const head = ['', ...each.series.map(({ name }) => name)]
  const rows = each.rows.map(([label, ...cells]) => [label, ...each.series.map((_, at) => cellText(cells[at], each.digits))])
  return `<section id="${each.id}">
<h3>${escape(each.title)}</h3>
<figure>${legend(each)}${plot(each)}<figcaption>${escape(each.says)}</figcaption></figure>
${table(head, rows, `${each.title} (${each.unit})`)}
${each.limits.length === 0 ? '' : `<p><strong>What this does not show.</strong></p><ul>${each.limits.map((limit) => `<li>${escape(limit)}</li>`).join('')}</ul>`}
<p class="source">${kept(each.source)} Data: ${escape(each.data)}.</p>
<pre><code>${escape(each.source.command)}</code></pre>
</section>`
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1b1f;--line:#c9c9d2;--link:#0b57a4;--soft:#f3f3f6;
--ours-0:#0b5cad;--ours-1:#5a9bd8;--ours-2:#16807a;--ours-3:#79c2bc;--peer-0:#b35900;--peer-1:#e09a4e;--peer-2:#8a6d3b;--peer-3:#c4ad84;--published-0:#77777f;--published-1:#a5a5ad;--published-2:#c0c0c6;--published-3:#d5d5da;--aim-0:#7a3fa0;--aim-1:#b58bd0;--aim-2:#b58bd0;--aim-3:#b58bd0}
@media (prefers-color-scheme:dark){:root{--ground:#17181b;--ink:#ececf0;--line:#4a4b52;--link:#8cc0ff;--soft:#23242a;
--ours-0:#5aa9f5;--ours-1:#9fcdfa;--ours-2:#3fb8ae;--ours-3:#9adbd5;--peer-0:#f0964a;--peer-1:#f8c79a;--peer-2:#c9ab73;--peer-3:#e2d0aa;--published-0:#9c9ca6;--published-1:#c2c2ca;--published-2:#75757d;--published-3:#5a5a60;--aim-0:#c79be4;--aim-1:#e2c9f2;--aim-2:#e2c9f2;--aim-3:#e2c9f2}}
*{box-sizing:border-box}body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:54rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
h1,h2,h3{line-height:1.25}h2{margin-top:3rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}section{margin-bottom:2.5rem}a{color:var(--link)}
figure{margin:0;overflow-x:auto}figure svg{display:block;width:100%;min-width:34rem;height:auto;font-family:inherit}figcaption{margin:.5rem 0}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0;padding:0;font-size:.9rem}.legend span{display:inline-block;width:1.6em;height:.8em;margin-right:.4em}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:.75rem 0}caption{text-align:left;font-weight:600;padding:.25rem 0}th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}thead th{background:var(--soft)}td{font-variant-numeric:tabular-nums}
.source{font-size:.9rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--soft);padding:.6rem .75rem;font-size:.85rem}nav ul{columns:2;padding-left:1.2rem}@media (max-width:40rem){nav ul{columns:1}}
@media print{body{max-width:none}section{break-inside:avoid}}`

const runRows = (run) => run.benches.map(({ name, state, why, seconds, command }) => [name, { measured: 'measured', failed: 'failed', 'left out': 'left out' }[state] + (why ? `: ${why}` : ''), seconds === undefined ? '' : `${Math.round(seconds)} s`, command ?? ''])

/** The whole page. */
export function page({ tasks, noughts, limitations, missing, run, digest }) {
  const measured = run === undefined ? 0 : run.benches.filter(({ state }) => state === 'measured').length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="recorded" content="${digest}">
<title>Chaperone: evaluation</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Chaperone: evaluation</h1>
<p>What was published for the systems whose tasks Chaperone does, and what was measured of Chaperone and of its peers, side by side; limitations stand beside each figure. Written by <code>./run bench all</code>; what was not measured in that run is what <a href="../BENCHMARKS.md">BENCHMARKS.md</a> and the documents beside it record, and says so with its day. ${run === undefined ? 'Of this page no figure is of such a run: all are recorded.' : `In this run ${measured} of ${run.benches.length} benchmarks were measured.`}</p>
<p>Published figures are of other data, other models and often other measures; where a comparison does not hold, the text beneath says why. “Ours” is always what the product does, and bars for peers are of the same run on the same machine.</p>
</header>
<nav aria-label="Contents"><ul>
${tasks.map(({ name, comparisons }) => `<li>${escape(name)}<ul>${comparisons.map(({ id, title }) => `<li><a href="#${id}">${escape(title)}</a></li>`).join('')}</ul></li>`).join('\n')}
<li><a href="#noughts">What must be nought</a></li><li><a href="#limitations">Limitations</a></li><li><a href="#run">What was run</a></li>
</ul></nav>
<main>
${tasks.map(({ name, comparisons }) => `<h2>${escape(name)}</h2>\n${comparisons.map(comparison).join('\n')}`).join('\n')}
<h2 id="noughts">What must be nought</h2>
<p>As recorded; commands are in <a href="../BENCHMARKS.md">BENCHMARKS.md</a>. None in so many tries bounds a rate; it does not prove that there is none.</p>
${table(['', 'how often', 'of'], noughts.map(([label, often, of]) => [label, written(often, 0), written(of, 0)]))}
<h2 id="limitations">Limitations</h2>
<ul>${limitations.map((each) => `<li>${inline(each)}</li>`).join('\n')}</ul>
<p>Published and not compared: the ${written(193_827, 0)} articles of the literature system (a library of as many was made here of copies of 5,183 abstracts, and searched by words), and that a medical embedder found more than a general one (80 beside 60 %), which was not put to the test here.</p>
<h2 id="run">What was run</h2>
${run === undefined ? '<p>No run of all benchmarks stands behind this page.</p>' : `<p>${escape(run.day)}, at ${escape(run.commit)}. Machine: ${escape(run.machine)}. Command: <code>${escape(run.command)}</code></p>\n${table(['benchmark', 'outcome', 'time', 'command'], runRows(run))}`}
${missing.length === 0 ? '' : `<p><strong>Left out of the report</strong>, since the figures were not found:</p><ul>${missing.map((each) => `<li>${escape(each)}</li>`).join('')}</ul>`}
</main>
</body>
</html>
`
}
