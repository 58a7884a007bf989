// Areas of the code whose changes are judged: drawn, built into one program, and each switched on by itself.
import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, firstLine, run, stateOf, within } from '../part.mjs'
import { Tests, several } from './tests.mjs'

const TOOL = join(ROOT, 'scripts/release/mutate')
const BUILD = join(ROOT, 'target/mutants/build')
/** So many more are drawn than are judged, as some do not compile. */
const SPARE = 1.3
/** So often it is compiled at most until none is left that does not. */
const ROUNDS = 25
/** What is set up here and only read by tests. */
const SET_UP = ['.tools', 'models/weights', 'www/node_modules']
const FEATURES = ['--locked', '--release', '--features', 'cli,onnx']
/** Compiles the crate without ending at a lint, as a change may well leave something unused; what the crate depends on is compiled as ever. */
const LENIENT = '#!/bin/sh\nexec "$@" --cap-lints=warn\n'

/** Numbers from a seed (Steele, Lea and Flood 2014, SplitMix64). */
function* numbers(seed) {
  let state = BigInt(seed)
  const wrap = (value) => BigInt.asUintN(64, value)
  for (;;) {
    state = wrap(state + 0x9e3779b97f4a7c15n)
    let mixed = wrap((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n)
    mixed = wrap((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn)
    yield mixed ^ (mixed >> 31n)
  }
}

/** `all` in an order that is drawn from a seed. */
function shuffled(all, seed) {
  const [drawn, random] = [[...all], numbers(seed)]
  for (let at = drawn.length - 1; at > 0; at -= 1) {
    const other = Number(random.next().value % BigInt(at + 1))
    ;[drawn[at], drawn[other]] = [drawn[other], drawn[at]]
  }
  return drawn
}

const lines = (text) => text.split('\n').filter((line) => line.trim() !== '')
const readLines = (path) => (existsSync(path) ? lines(readFileSync(path, 'utf8')).map((line) => JSON.parse(line)) : [])

export class Areas {
  #at
  #kept
  #of
  #folders
  #sample
  #seed
  #reached

  /**
   * `at` is where it is worked in, `kept` the folder of what was judged, a file for each area, `folders` those of the sources by the name of the area. What
   * was done goes on where it is of these sources and settings.
   */
  constructor(at, kept, folders, { sample, seed, sources, anew }) {
    this.#at = at
    this.#kept = kept
    this.#folders = folders
    this.#sample = sample
    this.#seed = seed
    const of = JSON.stringify({ folders, sample, seed, state: stateOf(sources), tool: stateOf(['scripts/release/mutate']) })
    this.#of = of
    const stamp = join(at, 'of.json')
    if (anew || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== of) {
      rmSync(at, { recursive: true, force: true })
      mkdirSync(at, { recursive: true })
      this.#copy()
      writeFileSync(stamp, of)
    }
    if (anew) rmSync(kept, { recursive: true, force: true })
  }

  /** Judges the changes that were drawn of an area; resolves to how many there were, how many the tests noticed, and those that they did not. */
  async judged(name) {
    const chosen = (await this.#built())[name]
    const { tests, reaching } = await (this.#reached ??= this.#reach())
    const kept = join(this.#kept, `${name}.jsonl`)
    const [head, ...judged] = readLines(kept)
    const isOfThis = JSON.stringify(head) === this.#of
    if (!isOfThis) writeFileSync(within(kept), `${this.#of}\n`)
    const known = new Map(isOfThis ? judged.map((each) => [each.number, each]) : [])
    const left = chosen.filter(({ number }) => !known.has(number))
    await several(left, async (change) => {
      const outcome = await tests.judge(change.number, reaching.get(change.number) ?? [])
      appendFileSync(kept, `${JSON.stringify({ ...change, outcome })}\n`)
      known.set(change.number, { ...change, outcome })
      console.log(`             ${known.size} of ${chosen.length}: ${outcome}: ${change.file}:${change.line}: ${change.what}`)
    })
    const all = chosen.map(({ number }) => known.get(number))
    const missed = all.filter(({ outcome }) => outcome === 'survived' || outcome === 'not reached')
    const survivors = missed.map(({ file: path, line, column, what, outcome }) => `${path}:${line}:${column}: ${what}${outcome === 'not reached' ? ' (no test comes by)' : ''}`)
    return { judged: all.length, killed: all.length - missed.length, survivors, more: { endless: all.filter(({ outcome }) => outcome === 'never ends').length, tests: tests.count } }
  }

  /** Runs each test by itself, once for all areas. */
  async #reach() {
    const tests = new Tests(this.#at, join(this.#at, 'tree'), this.#programs())
    return { tests, reaching: await tests.reaching() }
  }

  /** Copies the tree as it lies here; the sources are kept apart, as they are rewritten. */
  #copy() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
    const tree = join(this.#at, 'tree')
    for (const path of listed.split('\0').filter((each) => lstatSync(join(ROOT, each), { throwIfNoEntry: false })?.isFile())) copyFileSync(join(ROOT, path), within(join(tree, path)))
    for (const path of SET_UP) if (existsSync(join(ROOT, path))) symlinkSync(join(ROOT, path), within(join(tree, path)))
    cpSync(join(tree, 'src'), join(this.#at, 'src'), { recursive: true })
  }

  #mutate(...args) {
    const program = join(ROOT, 'target/mutate/release/mutate')
    return lines(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })).map((line) => JSON.parse(line))
  }

  /** Writes the sources anew with these changes; returns where each lies. */
  #apply(numbers) {
    const tree = join(this.#at, 'tree')
    rmSync(join(tree, 'src'), { recursive: true })
    cpSync(join(this.#at, 'src'), join(tree, 'src'), { recursive: true, preserveTimestamps: true })
    return this.#mutate('apply', tree, 'src', ...numbers.map(String))
  }

  #cargo(args) {
    const lenient = join(this.#at, 'lenient')
    writeFileSync(lenient, LENIENT, { mode: 0o755 })
    return run('cargo', [...args, ...FEATURES, '--message-format=json'], { cwd: join(this.#at, 'tree'), env: { CARGO_TARGET_DIR: BUILD, RUSTC_WORKSPACE_WRAPPER: lenient }, quiet: true })
  }

  /** Builds the changes of all areas into the tests, without those that do not compile; resolves to them by area, in the order in which they were drawn. */
  async #built() {
    const file = join(this.#at, 'built.json')
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
    const { status, said } = await run('cargo', ['build', '--release', '--locked', '--manifest-path', join(TOOL, 'Cargo.toml'), '--target-dir', join(ROOT, 'target/mutate')])
    if (status !== 0) throw new Error(`what makes the changes cannot be built: ${firstLine(said)}`)
    const places = this.#mutate('list', join(this.#at, 'tree'), 'src')
    const isOf = (folder) => (place) => place.file === `${folder}.rs` || place.file.startsWith(`${folder}/`)
    const drawn = Object.values(this.#folders).map((folder) => shuffled(places.filter(isOf(folder)), this.#seed).slice(0, Math.ceil(SPARE * this.#sample)))
    let chosen = drawn.flat()
    // First what is found without making code, which is quicker.
    for (const args of [['check', '--lib'], ['test', '--lib', '--test', 'native', '--no-run']]) {
      for (let round = 1; ; round += 1) {
        const placed = this.#apply(chosen.map(({ number }) => number).sort((a, b) => a - b))
        const { status: ended, said: heard } = await this.#cargo(args)
        if (ended === 0) {
          if (args[0] === 'test') writeFileSync(join(this.#at, 'programs.json'), JSON.stringify(programs(heard)))
          break
        }
        const wrong = uncompiled(heard, placed)
        if (wrong.size === 0 || round === ROUNDS) throw new Error(`the changes cannot be built in: ${firstLine(lines(heard).find((line) => !line.startsWith('{')) ?? 'cargo says no more')}`)
        chosen = chosen.filter(({ number }) => !wrong.has(number))
        console.log(`             ${wrong.size} changes do not compile; ${chosen.length} are left`)
      }
    }
    // Those beyond what is judged are built in, and stay off.
    const judged = Object.entries(this.#folders).map(([name, folder]) => [name, chosen.filter(isOf(folder)).slice(0, this.#sample)])
    writeFileSync(file, JSON.stringify(Object.fromEntries(judged)))
    return Object.fromEntries(judged)
  }

  #programs() {
    return JSON.parse(readFileSync(join(this.#at, 'programs.json'), 'utf8'))
  }
}

/** The test programs that cargo says it has built. */
const programs = (heard) => [
  ...new Set(
    lines(heard)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ reason, profile, executable }) => reason === 'compiler-artifact' && profile?.test && executable)
      .map(({ executable }) => executable),
  ),
]

/** The numbers of the changes because of which the compiler ends, as far as it says: for each error the smallest that holds a place that it names, else the nearest before. */
function uncompiled(heard, placed) {
  const wrong = new Set()
  const errors = lines(heard)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ reason, message }) => reason === 'compiler-message' && message.level === 'error')
  for (const { message } of errors) {
    const spans = [...message.spans, ...message.children.flatMap(({ spans }) => spans)].sort((a, b) => Number(b.is_primary) - Number(a.is_primary))
    const blamed = spans.map((span) => holding(placed, span)).find((change) => change !== undefined) ?? nearest(placed, spans[0])
    if (blamed !== undefined) wrong.add(blamed.number)
  }
  return wrong
}

const holding = (placed, { file_name: file, byte_start: start, byte_end: end }) =>
  placed.filter((change) => change.file === file && change.start <= start && end <= change.end).sort((a, b) => a.end - a.start - (b.end - b.start))[0]

const nearest = (placed, span) => span && placed.filter((change) => change.file === span.file_name && change.start <= span.byte_end).sort((a, b) => b.start - a.start)[0]
