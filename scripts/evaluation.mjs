// Writes docs/evaluation.html, and the last run of all benchmarks into BENCHMARKS.md:
//     node scripts/evaluation.mjs [FOLDER]
// FOLDER (benches/figures) holds run.json, that `./run bench all` keeps (which benchmarks ran, when, on what machine, of what sources), and
// NAME.json for each that was measured. Where it has none, or a benchmark did not run, the figures are those that BENCHMARKS.md and docs/ record.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Missing, book } from './evaluation/book.mjs'
import { COMPARISONS, NOUGHTS, PLACES, SECTIONS } from './evaluation/comparisons.mjs'
import { cellText, page } from './evaluation/page.mjs'
import { BENCHES, read, sourcesOf } from './evaluation/run.mjs'

const BEGIN = '<!-- written by ./run bench all: begin -->'
const END = '<!-- written by ./run bench all: end -->'
const PATHS = { benchmarks: 'BENCHMARKS.md', retrieval: 'docs/retrieval.md', thought: 'docs/thought.md' }
/** Where recorded figures are taken from. */
export const DOCUMENTS = Object.values(PATHS)
const TASKS = ['Retrieval', 'Synthesis', 'Answers', 'Thought process', 'Privacy', 'Speed', 'Ablations', 'Subgroups']
/** Whose figures are of another machine than BENCHMARKS.md says at its head. */
const OTHER_MACHINES = { 'answers-llm': 'a virtual machine with 2 cores; the model was run on a GPU or by llama.cpp on one thread' }

/** BENCHMARKS.md without what a run of all wrote into it: what is recorded by hand. */
export const byHand = (text) => (text.includes(BEGIN) ? text.slice(0, text.indexOf(BEGIN)).trimEnd() + text.slice(text.indexOf(END) + END.length) : text).trimEnd() + '\n'

/** What the long release check wrote: no figure of a comparison is taken from it. */
const RELEASE = /<!-- written by \.\/run release-check: begin -->.*<!-- written by \.\/run release-check: end -->\n*/s

export const digest = (texts) => createHash('sha256').update(texts.map((text) => byHand(text.replace(RELEASE, ''))).join('\0')).digest('hex')

/** The comparisons with their rows: of the run where it measured them, else as recorded. */
export function compare(books, run, figures) {
  const missing = []
  const attempt = (name, make) => {
    try {
      return make()
    } catch (error) {
      missing.push(`${name}: ${error instanceof Missing ? error.message : `the figures have another form (${error.message})`}`)
      return undefined
    }
  }
  const comparisons = COMPARISONS.flatMap((each) => {
    const entry = run?.benches.find(({ name }) => name === each.bench)
    let rows
    let source
    if (each.measured !== undefined && entry?.state === 'measured' && figures[each.bench] !== undefined) {
      rows = attempt(each.id, () => each.measured(figures[each.bench]))
      source = { state: 'measured', day: entry.day, commit: entry.commit, machine: entry.machine, command: entry.command }
    }
    if (rows === undefined || rows.length === 0) {
      const [of, title] = PLACES[each.id] ?? SECTIONS[each.bench]
      rows = attempt(each.id, () => each.recorded(books))
      source = attempt(each.id, () => {
        const section = books[of].section(title)
        const command = section.command ?? each.command ?? books.benchmarks.section(SECTIONS[each.bench][1]).command
        return { state: 'recorded', day: section.day, place: section.place, command, machine: OTHER_MACHINES[each.bench] ?? books.machine }
      })
    }
    if (rows === undefined || source === undefined) return []
    const limits = attempt(each.id, () => each.limits.map((limit) => (typeof limit === 'function' ? limit(rows, books) : limit))) ?? []
    return [{ ...each, rows: [...rows, ...(each.beside ?? [])], source, limits }]
  })
  const noughts = NOUGHTS.flatMap(([label, read]) => {
    const found = attempt(label, () => read(books))
    return found === undefined ? [] : [[label, ...found]]
  })
  return { tasks: TASKS.map((name) => ({ name, comparisons: comparisons.filter(({ task }) => task === name) })).filter(({ comparisons }) => comparisons.length > 0), noughts, missing }
}

/** What the run says in BENCHMARKS.md: what ran, what was left out and why, and the figures of the comparisons that it measured. */
export function runSection(run, tasks) {
  const measured = tasks.flatMap(({ comparisons }) => comparisons).filter(({ source }) => source.state === 'measured')
  const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  const tabled = (head, rows) => [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n')
  const parts = [
    '## The last run of all',
    `\`\`\`sh\n${run.command}\n\`\`\``,
    `${run.day}, at ${run.commit}; ${run.machine}. Plots of these figures, and of those above where a benchmark did not run: [docs/evaluation.html](docs/evaluation.html).`,
    tabled(['benchmark', 'outcome', 'seconds', 'command'], run.benches.map(({ name, state, why, seconds, command }) => [name, state + (why ? `: ${why}` : ''), seconds === undefined ? '' : Math.round(seconds), command ? `\`${command.replaceAll('\n', ' && ')}\`` : ''])),
    ...measured.flatMap((each) => [`### ${each.title}`, `${each.data} (${each.unit}).`, tabled(['', ...each.series.map(({ name }) => name)], each.rows.map(([label, ...cells]) => [label, ...each.series.map((_, at) => cellText(cells[at], each.digits))]))]),
  ]
  return `${BEGIN}\n${parts.join('\n\n')}\n${END}\n`
}

/** What became of a benchmark, which says so where its sources lie otherwise by now. */
function dated(root, entry) {
  const bench = BENCHES.find(({ name }) => name === entry.name)
  const stale = entry.state === 'measured' && (bench === undefined || entry.sources !== sourcesOf(root, bench))
  return stale ? { ...entry, why: 'of other sources than these' } : entry
}

function main(folder) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  folder ??= join(root, 'benches/figures')
  const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const texts = DOCUMENTS.map((path) => readFileSync(join(root, path), 'utf8'))
  const books = Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, book(root, path)]))
  books.machine = /^These were taken on (.*)\.$/m.exec(texts[0])?.[1] ?? 'not told'
  const kept = read(folder)
  const run = kept && { ...kept, benches: kept.benches.map((entry) => dated(root, entry)) }
  const figures = Object.fromEntries((run?.benches ?? []).map(({ name }) => [name, join(folder, `${name}.json`)]).filter(([, path]) => existsSync(path)).map(([name, path]) => [name, readJson(path)]))
  const found = compare(books, run, figures)
  writeFileSync(join(root, 'docs/evaluation.html'), page({ ...found, run, limitations: book(root, 'README.md').items('Limitations'), digest: digest(texts) }))
  console.log(`docs/evaluation.html: ${found.tasks.flatMap(({ comparisons }) => comparisons).length} plots`)
  if (run !== undefined) {
    writeFileSync(join(root, 'BENCHMARKS.md'), `${byHand(texts[0])}\n${runSection(run, found.tasks)}`)
    console.log('BENCHMARKS.md: the last run of all')
  }
  for (const each of found.missing) console.error(`not found: ${each}`)
  return found.missing.length === 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv[2]) ? 0 : 1
