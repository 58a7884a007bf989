// Runs the benchmarks one after the other and remembers what became of each.
import { spawnSync, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const main = 'synthea/r4_2019_main'
const model = 'it asks a language model on a server of its own; BENCHMARKS.md has the command'

/** Files that hold tests alone. */
const TESTS = [':!src/*/tests.rs', ':!src/*/tests/*']

/** What the programs are made of; tests make no difference to them. */
export const PROGRAM = ['src', ...TESTS, 'Cargo.toml', 'Cargo.lock']

/** What the figures of every benchmark depend on, and those of the benchmarks of the page besides. */
const SOURCES = [...PROGRAM, 'onnx', 'models', 'benches', ':!benches/release', ':!benches/figures']
const PAGE = ['www', ':!www/tests']

/**
 * Every benchmark: its name, what it needs below the folder of data, its arguments, and what its figures depend on besides `SOURCES`. One that
 * needs what no folder has is never run here and says why. `before` makes what it is given, in a folder for what can be made anew.
 */
export const BENCHES = [
  { name: 'kernel', needs: [], args: () => ['--cases', '1000000'] },
  { name: 'load', needs: [main], args: (data) => ['--data', join(data, main)] },
  { name: 'quotes', needs: [main], args: (data) => ['--data', join(data, main)] },
  { name: 'answers', needs: [main], args: (data) => ['--data', join(data, main)] },
  { name: 'records', needs: [main, 'synthea/tietai_notes'], args: (data) => ['--data', data] },
  {
    name: 'canaries',
    needs: [main, 'synthea/tietai_notes', 'synthea/r4_2021_notes_hiv'],
    args: (data) => ['--data', ...[main, 'synthea/tietai_notes', 'synthea/r4_2021_notes_hiv'].map((folder) => join(data, folder))],
  },
  { name: 'privacy', needs: ['phi', 'synthea'], args: (data) => ['--data', data] },
  { name: 'synthesis', needs: [main, 'attacks'], args: (data) => ['--data', data] },
  { name: 'library', needs: ['ir/scifact'], args: (data) => ['--data', join(data, 'ir/scifact'), '--split', 'train'] },
  { name: 'retrieval', needs: ['ir/scifact', 'synthea/r4_2019_rich101'], args: (data, made) => ['--data', data, '--cache', join(made, 'vectors')] },
  { name: 'static', needs: ['ir/scifact', 'ir/medquad_q2a'], args: (data) => ['--data', data] },
  { name: 'search', needs: ['ir/scifact'], args: (data) => ['--data', join(data, 'ir')], of: PAGE },
  { name: 'chroma', needs: ['ir/scifact', 'ir/pubmedqa', 'ir/bioasq_snippets', 'ir/medquad_q2a'], args: (data) => ['--data', data] },
  { name: 'engine', needs: [main], args: (data) => ['--bundles', join(data, main)], of: PAGE },
  { name: 'page', needs: [], args: () => [], of: PAGE },
  { name: 'load-browser', needs: [main], args: (data) => ['--data', join(data, main)], of: PAGE },
  {
    name: 'thought',
    needs: [main, 'synthea/tietai_notes'],
    before: (data, made) => ['python3', 'benches/thought_truth.py', join(made, 'thought-questions'), join(data, main), join(data, 'synthea/tietai_notes')],
    args: (data, made) => ['--questions', join(made, 'thought-questions'), '--data', join(data, 'synthea'), '--split', 'test', '--cases', '2000'],
  },
  { name: 'kernel-mutants', never: 'the long release check runs it, in shards that go on where they were stopped: ./run release-check long mutants' },
  { name: 'answers-llm', never: model },
  { name: 'methods-llm', never: model },
  { name: 'thought-train', never: 'it trains the estimator anew; docs/thought.md has the command' },
]

const said = (program, ...args) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** The machine in words, without its name. */
export function machine() {
  const [release] = existsSync('/etc/os-release') ? (/^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.slice(1) ?? []) : []
  const all = cpus()
  return [`${all.length} × ${all[0]?.model.trim() ?? 'a processor'}`, `${Math.round(totalmem() / 2 ** 30)} GiB`, release ?? process.platform, said('rustc', '--version'), `Node.js ${process.versions.node}`].filter(Boolean).join(', ')
}

/** The commit of the working tree, and whether something is changed in it. */
export function commit(root) {
  const short = said('git', '-C', root, 'rev-parse', '--short=12', 'HEAD')
  if (short === '') return 'a state without a history'
  // What the release check and the benchmarks have found so far changes nothing of what is measured.
  return said('git', '-C', root, 'status', '--porcelain', '--untracked-files=no', '--', '.', ':!benches/release', ':!benches/figures') === '' ? short : `${short} with changes`
}

/** A module of tests, within a file or in one of its own, as rustfmt writes it. */
const TEST_MODULE = /^#\[cfg\(test\)\]\n(?:#.*\n)*(?:pub(?:\(\w+\))? )?mod \w+(?:;| \{\n(?:(?!\}$).*\n)*\})$/gm

/** A hash of what git tracks below `paths` in `root`, as it lies here. Where the paths leave out files of tests, modules of tests within files are left out as well. */
export function stateOf(root, paths) {
  const listed = execFileSync('git', ['-C', root, 'ls-files', '-z', '--', ...paths], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const state = createHash('sha256')
  const untested = TESTS.every((path) => paths.includes(path))
  for (const path of new Set(listed.split('\0').filter((each) => each !== '' && lstatSync(join(root, each), { throwIfNoEntry: false })?.isFile()))) {
    const bytes = readFileSync(join(root, path))
    const counted = untested && path.endsWith('.rs') ? bytes.toString().replace(TEST_MODULE, '') : bytes
    state.update(`${path}\0`).update(createHash('sha256').update(counted).digest())
  }
  return state.digest('hex').slice(0, 16)
}

/** Of what sources the figures of `bench` are, as they lie in `root`. */
export const sourcesOf = (root, { of = [] }) => stateOf(root, [...SOURCES, ...of])

/**
 * Runs those of `benches` whose data are there, each by `start` (the arguments of one process; returns its exit status, or why it did not end),
 * and returns what became of each. Figures are written below `figures`, what can be made anew below `made`. `only` holds names, if not all are wanted.
 * With `keep` what `before` measured of the same sources (`sources(bench)`) is not measured again.
 */
export function runAll({ benches = BENCHES, data, figures, made = figures, only, keep = false, before = [], start, about, sources = () => undefined, tell = console.log, done = () => {} }) {
  for (const folder of [figures, made]) mkdirSync(folder, { recursive: true })
  const shown = (command) => command.map((part) => (data === undefined ? part : part.replaceAll(data, 'DIR')).replaceAll(figures, 'FIGURES').replaceAll(made, 'MADE')).join(' ')
  const found = []
  for (const bench of benches) {
    const { name } = bench
    const of = bench.never === undefined ? sources(bench) : undefined
    const earlier = before.find((each) => each.name === name && each.sources === of)
    const file = join(figures, `${name}.json`)
    const lacking = (bench.needs ?? []).filter((path) => data === undefined || !existsSync(join(data, path)))
    let entry
    if (bench.never !== undefined) entry = { name, state: 'left out', why: bench.never }
    else if (keep && earlier?.state === 'measured' && existsSync(file)) entry = earlier
    else if (only !== undefined && !only.includes(name)) entry = { name, state: 'left out', why: 'not asked for' }
    else if (lacking.length > 0) entry = { name, state: 'left out', why: `these data are not there: ${lacking.join(', ')}` }
    else {
      const commands = [...(bench.before === undefined ? [] : [bench.before(data, made)]), ['./run', 'bench', name, ...bench.args(data, made), '--json', file]]
      // What an earlier run left must not pass for this one's.
      rmSync(file, { force: true })
      tell(`== ${name}: ${shown(commands.at(-1))}`)
      const began = performance.now()
      const failure = commands.map((command) => () => start(command)).reduce((failed, go) => failed ?? go(), undefined)
      const why = failure ?? (existsSync(file) ? undefined : 'it wrote no figures')
      entry = { name, state: why === undefined ? 'measured' : 'failed', ...(why !== undefined && { why }), seconds: (performance.now() - began) / 1000, command: commands.map(shown).join('\n'), ...(of !== undefined && { sources: of }), ...about() }
    }
    found.push(entry)
    tell(`== ${name}: ${entry.state}${entry.why === undefined ? '' : `: ${entry.why}`}`)
    done(found)
  }
  return found
}

/** Starts a process in `root` and waits for it; returns why it failed, if it did. */
export const startIn = (root, seconds) => ([program, ...args]) => {
  const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...(seconds !== undefined && { timeout: seconds * 1000 }) })
  if (error?.code === 'ETIMEDOUT') return `not done within ${seconds} seconds`
  if (error !== undefined) return `it could not be started (${error.code})`
  return status === 0 ? undefined : signal === null ? `exit status ${status}` : `ended by ${signal}`
}

export const write = (folder, run) => writeFileSync(join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`)
export const read = (folder) => (existsSync(join(folder, 'run.json')) ? JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) : undefined)
