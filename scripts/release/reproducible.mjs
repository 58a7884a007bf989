// Whether two clean builds of the modules for the browser, in two folders and with two homes of cargo, have the same bytes:
//     node scripts/release/reproducible.mjs [--place DIR] [--anew]
// The tree as it lies here is copied to two places of different length below DIR (the system's folder for passing files), and built there from nothing.
import { createHash } from 'node:crypto'
import { existsSync, copyFileSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Findings, PROGRAM, ROOT, task, within } from './part.mjs'

const { values } = parseArgs({ options: { place: { type: 'string', default: tmpdir() }, anew: { type: 'boolean', default: false } } })
const findings = new Findings('reproducible', process.argv.slice(2), { ...values, of: [...PROGRAM, 'onnx', 'models/thought', '.cargo', 'pkg', 'scripts', 'www/package-lock.json'] })
const CARGO_HOME = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
/** What is set up here and only read in a build. */
const SET_UP = ['.tools', 'www/node_modules']

/** Copies the tree as it lies here, without what git ignores, to `to`. */
function copyTree(to) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })
  for (const path of listed.split('\0').filter((each) => lstatSync(join(ROOT, each), { throwIfNoEntry: false })?.isFile())) copyFileSync(join(ROOT, path), within(join(to, path)))
  for (const path of SET_UP) symlinkSync(join(ROOT, path), within(join(to, path)))
}

/** Makes a home of cargo of another name, which has the sources of the one in use. */
function homeAt(to) {
  mkdirSync(to, { recursive: true })
  for (const name of ['registry', 'git', 'config.toml', 'config'])
    if (existsSync(join(CARGO_HOME, name))) symlinkSync(join(CARGO_HOME, name), join(to, name))
  return to
}

/** The SHA-256 of each file of a build, by its name. */
const hashes = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .filter((name) => lstatSync(join(folder, name)).isFile())
      .sort()
      .map((name) => [name, createHash('sha256').update(readFileSync(join(folder, name))).digest('hex')]),
  )

/** Builds both modules from nothing, in a copy below `at`, and returns the hashes, the module's bytes and the seconds that it took. */
async function built(at, home) {
  copyTree(at)
  const begun = Date.now()
  for (const name of ['package', 'onnx']) {
    const { status } = await task(name, [], { cwd: at, env: { CARGO_HOME: home, CARGO_TARGET_DIR: join(at, 'target') } })
    if (status !== 0) throw new Error(`the ${name} cannot be built in ${at}: exit status ${status}`)
  }
  return { files: hashes(join(at, 'pkg')), module: readFileSync(join(at, 'pkg/chaperone_bg.wasm')), seconds: Math.round((Date.now() - begun) / 1000) }
}

const NAME = 'two clean builds'
if (findings.has(NAME) === undefined) {
  const place = mkdtempSync(join(resolve(values.place), 'chaperone-'))
  try {
    const one = await built(join(place, 'one'), CARGO_HOME)
    const two = await built(join(place, 'a/deeper/folder/two'), homeAt(join(place, 'another-home')))
    const names = [...new Set([...Object.keys(one.files), ...Object.keys(two.files)])]
    const differ = names.filter((name) => one.files[name] !== two.files[name])
    const figures = { files: names.length, differ, module: one.files['chaperone_bg.wasm'], moduleBytes: one.module.length, seconds: [one.seconds, two.seconds] }
    const said = `${names.length} files of the package, ${differ.length === 0 ? 'all with the same bytes' : `of which these differ: ${differ.join(', ')}`}; the engine's SHA-256 is ${figures.module}`
    findings.add(NAME, differ.length === 0 ? 'ok' : 'failed', said, { figures })

    const text = one.module.toString('latin1')
    const held = [place, ROOT, homedir(), CARGO_HOME].filter((path) => path !== '/' && text.includes(`${path}/`))
    findings.add('no folder of who built it', held.length === 0 ? 'ok' : 'failed', held.length === 0 ? 'the engine holds the path of no folder of this machine' : `the engine holds ${held.length} paths of this machine`, { figures: { held: held.length } })
  } catch (error) {
    findings.add(NAME, 'failed', error.message)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
findings.close()
