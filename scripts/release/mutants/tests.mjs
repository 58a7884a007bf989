// The tests that changes are judged by: each once by itself, to know which changes it comes by and how long it takes; then, for a change, those that come by it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from '../part.mjs'

/** Tests of a change are run so many at a time, the quickest first, until one fails. */
const STEPS = [8, 40, 200]
/** A change never ends when its tests take so many times as long as they did, and this many milliseconds more. */
const TIMES = 5
const PATIENCE_MILLIS = 30_000

/** Does `all` in their order, as many at a time as there are processors; `one` is told of which of these it is. */
export async function several(all, one) {
  let next = 0
  const worker = async (number) => {
    while (next < all.length) {
      next += 1
      await one(all[next - 1], number)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, (_, number) => worker(number)))
}

export class Tests {
  #at
  #tree
  #programs
  #known = []

  constructor(at, tree, programs) {
    this.#at = at
    this.#tree = tree
    this.#programs = programs
  }

  /** How many tests judge. */
  get count() {
    return this.#known.filter(({ ok }) => ok).length
  }

  /** Runs each test by itself; resolves to those that come by each change. A test that fails as it is judges nothing. */
  async reaching() {
    const file = join(this.#at, 'tests.jsonl')
    if (existsSync(file)) this.#known = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line))
    const done = new Set(this.#known.map(({ program, name }) => `${program} ${name}`))
    const left = this.#programs.flatMap((program, at) => this.#listed(program).filter((name) => !done.has(`${at} ${name}`)).map((name) => ({ program: at, name })))
    await several(left, async (test, worker) => {
      const known = { ...test, ...(await this.#alone(test, worker)) }
      this.#known.push(known)
      appendFileSync(file, `${JSON.stringify(known)}\n`)
      if (!known.ok) console.log(`             fails as it is, and judges nothing: ${test.name}`)
      if (this.#known.length % 100 === 0) console.log(`             ${this.#known.length} tests run by themselves`)
    })
    const reaching = new Map()
    for (const test of this.#known.filter(({ ok }) => ok))
      for (const number of test.reached) reaching.set(number, [...(reaching.get(number) ?? []), test])
    return reaching
  }

  /** What becomes of a change, with the tests that come by it: noticed, never ends, survived, not reached. */
  async judge(number, tests) {
    if (tests.length === 0) return 'not reached'
    const quickest = [...tests].sort((a, b) => a.millis - b.millis)
    let at = 0
    for (const step of [...STEPS, Infinity]) {
      const some = quickest.slice(at, at + step)
      at += some.length
      for (const program of this.#programs.keys()) {
        const of = some.filter((test) => test.program === program)
        if (of.length === 0) continue
        const millis = of.reduce((sum, test) => sum + test.millis, 0)
        const outcome = await this.#run(program, of.map(({ name }) => name), { MUTANT: String(number) }, TIMES * millis + PATIENCE_MILLIS)
        if (outcome !== 'passed') return outcome === 'late' ? 'never ends' : 'noticed'
      }
      if (at >= quickest.length) break
    }
    return 'survived'
  }

  #listed(program) {
    const said = execFileSync(program, ['--list', '--format', 'terse'], { cwd: this.#tree, encoding: 'utf8', maxBuffer: 1 << 28, env: this.#environment() })
    return [...said.matchAll(/^(.+): test$/gm)].map(([, name]) => name)
  }

  #environment(more = {}) {
    return { ...process.env, CARGO_MANIFEST_DIR: this.#tree, PROPTEST_DISABLE_FAILURE_PERSISTENCE: '1', RUST_TEST_THREADS: '1', ...more }
  }

  async #alone({ program, name }, worker) {
    const folder = join(this.#at, 'reached')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, String(worker))
    rmSync(path, { force: true })
    const begun = Date.now()
    const outcome = await this.#run(program, [name], { MUTANTS_REACHED: path }, 1_800_000)
    const reached = existsSync(path) ? [...new Set(readFileSync(path, 'utf8').split('\n').filter((line) => line !== '').map(Number))] : []
    return { ok: outcome === 'passed', millis: Date.now() - begun, reached }
  }

  /** Runs tests of a program by name: passed, failed or late. */
  async #run(program, names, more, millis) {
    const { status, late } = await run(this.#programs[program], ['--exact', ...names], { cwd: this.#tree, env: this.#environment(more), seconds: millis / 1000, quiet: true })
    return late ? 'late' : status === 0 ? 'passed' : 'failed'
  }
}
