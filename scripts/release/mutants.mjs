// How many changes of the code its tests notice: node scripts/release/mutants.mjs [--only AREA] [--sample N] [--seed S] [--shards K] [--anew]
// The kernel, src/clearance, is changed by `./run bench kernel-mutants`, all of it, in twelve shards. Of each other area N changes are drawn from a seed, those of
// all areas are built into one program (scripts/release/mutate), and each is switched on by itself, for those tests that come by it. What was judged is kept in
// benches/release/mutants, so that a run that was stopped goes on. All of it takes many hours; --shards K has but the first K shards of the kernel judged now.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FOLDER as RELEASE, Findings, ROOT, run } from './part.mjs'
import { Areas } from './mutants/areas.mjs'

const { values } = parseArgs({
  options: { only: { type: 'string' }, sample: { type: 'string', default: '200' }, seed: { type: 'string', default: '7' }, shards: { type: 'string' }, anew: { type: 'boolean', default: false } },
})
const SOURCES = ['src', 'tests', 'examples/records', 'models/manifest.json', 'models/thought', 'Cargo.toml', 'Cargo.lock']
const KERNEL_SCRIPT = 'benches/kernel-mutants.sh'
/** What was found, kept as of the sources `of`. */
const findingsOf = (of) => new Findings('mutants', process.argv.slice(2), { ...values, of })
/** Of each area the least share of changes that are to be noticed. */
const KERNEL_LEAST = 0.95
const AREAS = { privacy: ['src/privacy', 0.85], quote: ['src/quote', 0.85], retrieve: ['src/retrieve', 0.85] }
const SHARDS = 12
const FOLDER = join(ROOT, 'target/mutants')
const CHANGED = join(FOLDER, 'areas')

/** The interval in which a share lies with 95 % confidence (Wilson 1927). */
function wilson(count, of) {
  const z = 1.959964
  const [share, square] = [count / of, z * z]
  const middle = (share + square / (2 * of)) / (1 + square / of)
  const half = (z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of))
  return [middle - half, middle + half]
}

const percent = (share) => `${(100 * share).toFixed(1)} %`

/** What is kept of an area: the share that was noticed, its interval, and those that were not by name. */
function verdict({ judged, killed, survivors, more = {} }, least) {
  if (judged === 0) return ['failed', 'no change was judged']
  const [low, high] = wilson(killed, judged)
  const said = `${killed} of ${judged} noticed (${percent(killed / judged)}; 95 % interval ${percent(low)} to ${percent(high)}; at least ${percent(least)} are meant)`
  return [killed / judged >= least ? 'ok' : 'failed', said, { judged, killed, interval: [low, high], survivors, ...more }]
}

/** One shard of the kernel's changes. */
async function shard(number) {
  const json = join(FOLDER, `kernel-${number}.json`)
  mkdirSync(FOLDER, { recursive: true })
  rmSync(json, { force: true })
  const { status } = await run('bash', [KERNEL_SCRIPT, '--shard', `${number}/${SHARDS}`, '--json', json])
  if (status !== 0 || !existsSync(json)) return ['failed', `it ended with ${status}`]
  const { judged, killed, timeout } = JSON.parse(readFileSync(json, 'utf8'))
  const survivors = readFileSync(join(ROOT, 'target/kernel/out/mutants.out/missed.txt'), 'utf8').trim().split('\n').filter((line) => line !== '')
  return ['ok', `${killed} of ${judged} noticed, ${timeout} of them as they never end`, { judged, killed, survivors }]
}

/** What the kernel's crate is made of: nothing else in `src` makes a difference to it. */
function kernelSources() {
  const [, modules] = /^readonly MODULES=\((.*)\)$/m.exec(readFileSync(join(ROOT, KERNEL_SCRIPT), 'utf8'))
  return [...modules.split(' ').flatMap((name) => [`src/${name}`, `src/${name}.rs`]), KERNEL_SCRIPT, 'Cargo.toml', 'Cargo.lock']
}

async function kernel() {
  const findings = findingsOf(kernelSources())
  const count = Math.min(SHARDS, Number(values.shards ?? SHARDS))
  const name = (number) => `kernel, shard ${number + 1} of ${SHARDS}`
  for (let number = 0; number < count; number += 1) {
    await findings.look(name(number), () => shard(number))
    // A run that is stopped has said what it has found so far.
    sum(findings, Array.from({ length: SHARDS }, (_, each) => findings.found(name(each))))
  }
  findings.close()
}

/** Adds what the shards that were run have found together. */
function sum(findings, rows) {
  const there = rows.filter((row) => row?.found === 'ok').map(({ figures }) => figures)
  const all = (of) => there.reduce((sum, figures) => sum + figures[of], 0)
  const total = verdict({ judged: all('judged'), killed: all('killed'), survivors: there.flatMap(({ survivors }) => survivors), more: { shards: there.length } }, KERNEL_LEAST)
  if (there.length < SHARDS) findings.add('kernel (src/clearance)', 'not checked', `${there.length} of ${SHARDS} shards were run: ${total[1]}`, { figures: total[2] })
  else findings.add('kernel (src/clearance)', total[0], total[1], { figures: total[2] })
}

const settings = { sample: Number(values.sample), seed: Number(values.seed) }
const wanted = (name) => values.only === undefined || values.only.split(',').includes(name)
if (wanted('kernel')) await kernel()
const findings = findingsOf(SOURCES)
const called = (name) => `${name} (${AREAS[name][0]})`
const sought = Object.keys(AREAS).filter((name) => wanted(name) && findings.has(called(name), settings) === undefined)
if (sought.length > 0) {
  const folders = Object.fromEntries(Object.entries(AREAS).map(([name, [folder]]) => [name, folder]))
  const areas = new Areas(CHANGED, join(RELEASE, 'mutants'), folders, { ...settings, sources: SOURCES, anew: values.anew })
  for (const name of sought) await findings.look(called(name), async () => verdict(await areas.judged(name), AREAS[name][1]), settings)
}
// An area that was left out is told as such.
for (const name of Object.keys(AREAS)) if (!wanted(name) && !findings.hasRow(called(name))) findings.add(called(name), 'not checked', 'it was not run', { settings })
findings.close()
