// What the parts of the long release check share. A part is a program of this folder; it looks at some things, and keeps what it found of each in
// benches/release/PART.json, with the command, the day, the commit and the machine. What was found of the sources as they are, with the same
// settings, is not looked at again, so that a part that was stopped goes on, on another machine too; with --anew it begins again.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commit, machine, stateOf as stateIn } from '../evaluation/run.mjs'

export { PROGRAM } from '../evaluation/run.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const FOLDER = join(ROOT, 'benches/release')
const TOOLS = join(ROOT, '.tools')

/** The parts, in the order in which they run, and what each looks at. */
export const PARTS = {
  supply: 'where dependencies come from, what is known against them',
  reproducible: 'the same bytes from two clean builds',
  questions: '1,000 questions in a row to one session',
  faults: 'worker crash, tab killed in a write, quota exceeded, clock jumps',
  passages: '250,000 passages in a session',
  fuzz: 'each fuzz target for at least ten minutes',
  miri: 'the `unsafe` code, under Miri',
  address: 'the `unsafe` code, under AddressSanitizer',
  mutants: 'how many changes of the code its tests notice',
}

export const read = (part) => {
  const path = join(FOLDER, `${part}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** A hash of what git tracks below `paths`, as it lies here. */
export const stateOf = (paths) => stateIn(ROOT, paths)

/** What was found of one part. `failed`: it does not hold. `not checked`: nothing is known, and `said` is why. */
export class Findings {
  #part
  #rows
  #anew
  #seen = new Set()
  #about
  #command

  /** `of` are the paths on which depends what is found. */
  constructor(part, args, { anew = false, of = ['.'] } = {}) {
    this.#part = part
    this.#anew = anew
    this.#about = { commit: commit(ROOT), of, state: stateOf(of), machine: machine() }
    this.#rows = read(part)?.rows ?? []
    this.#command = ['./run release-check long', part, ...args].join(' ')
  }

  /** What was found of `name` in this state with these settings, if it held. */
  has(name, settings = {}) {
    if (this.#anew) return undefined
    const row = this.#rows.find((each) => each.name === name)
    const same = row?.state === this.#about.state && JSON.stringify(row.settings) === JSON.stringify(settings)
    if (!same || row.found !== 'ok') return undefined
    this.#seen.add(name)
    console.log(`ok           ${name}: ${row.said} (found before)`)
    return row
  }

  /** What was found of `name` in this state, whatever the settings. */
  found(name) {
    return this.#rows.find((row) => row.name === name && row.state === this.#about.state)
  }

  /** Whether anything was kept of `name`, of whatever state. */
  hasRow(name) {
    return this.#rows.some((row) => row.name === name)
  }

  /** Keeps what was found: `found` is ok, failed or not checked. */
  add(name, found, said, { figures = {}, settings = {} } = {}) {
    const row = { name, found, said, figures, settings, command: this.#command, day: new Date().toISOString().slice(0, 10), ...this.#about }
    // Another process may have found something of this part meanwhile.
    this.#rows = [...(read(this.#part)?.rows ?? []).filter((each) => each.name !== name), row]
    this.#seen.add(name)
    mkdirSync(FOLDER, { recursive: true })
    const path = join(FOLDER, `${this.#part}.json`)
    writeFileSync(`${path}.part`, `${JSON.stringify({ part: this.#part, rows: this.#rows }, null, 2)}\n`)
    renameSync(`${path}.part`, path)
    console.log(`${found.padEnd(12)} ${name}: ${said}`)
  }

  /** Runs `look`, which returns the arguments of {@link add} after the name; what it throws is a failure. */
  async look(name, look, settings = {}) {
    if (this.has(name, settings) !== undefined) return
    try {
      const [found, said, figures] = await look()
      this.add(name, found, said, { figures, settings })
    } catch (error) {
      this.add(name, 'failed', firstLine(error.message), { settings })
    }
  }

  /** Ends the part: its exit status is 1 where something that was looked at now does not hold. */
  close() {
    const failed = this.#rows.filter(({ name, found }) => this.#seen.has(name) && found === 'failed')
    if (failed.length > 0) process.exitCode = 1
    console.log(`${this.#part}: ${this.#seen.size} looked at, ${failed.length} do not hold`)
  }
}

export const firstLine = (text) => String(text).trim().split('\n')[0].replaceAll(ROOT, '.').slice(0, 300)

/** What runs in a process group of its own, and is ended with this process. */
const groups = new Set()
const end = (group) => {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
process.on('exit', () => groups.forEach(end))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/**
 * Runs a program in `cwd`, shows what it says, and resolves to its status, all that it said, and whether it was ended, with all that it had started, after
 * `seconds`. One that is not there has the status 127.
 */
export function run(program, args, { cwd = ROOT, env = {}, seconds, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    if (child.pid !== undefined) groups.add(child.pid)
    let [said, late] = ['', false]
    const stop = () => {
      late = true
      end(child.pid)
    }
    const timer = seconds === undefined ? undefined : setTimeout(stop, seconds * 1000)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (!quiet) process.stdout.write(chunk)
      })
    const close = (outcome) => {
      clearTimeout(timer)
      groups.delete(child.pid)
      resolve({ said, late, ...outcome })
    }
    child.once('error', (error) => close({ status: 127, said: error.message }))
    child.once('close', (status) => close({ status: status ?? 128 }))
  })
}

/** Runs a task of scripts/task.sh. */
export const task = (name, args = [], options = {}) => run('bash', ['scripts/task.sh', name, ...args], options)

/** Resolves to the path of a pinned cargo tool, which is built once into .tools; to nothing where it cannot be had. */
export async function cargoTool(name, version, { program = name } = {}) {
  const path = join(TOOLS, 'bin', program)
  const there = existsSync(path) && (await run(path, [...(name === 'cargo-mutants' ? ['mutants'] : []), '--version'], { quiet: true })).said.includes(version)
  if (there) return path
  const env = { CARGO_TARGET_DIR: join(ROOT, 'target', name) }
  const { status } = await run('cargo', ['install', name, '--version', version, '--locked', '--root', TOOLS], { env })
  return status === 0 ? path : undefined
}

/** Makes the folder of `path`, and returns it. */
export function within(path) {
  mkdirSync(dirname(path), { recursive: true })
  return path
}
