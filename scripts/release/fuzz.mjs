// Each fuzz target for at least ten minutes: node scripts/release/fuzz.mjs [--seconds N] [--only TARGET] [--at-once N] [--anew]
// Runs the task `fuzz` of scripts/fuzz.sh, as many targets at once as there are processors. A crash is a failure, and the file that makes it is named.
// A target that has had its time in this state is not run again; the command line is in none of them.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Findings, PROGRAM, ROOT, firstLine, task } from './part.mjs'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, only: { type: 'string' }, 'at-once': { type: 'string', default: String(availableParallelism()) }, anew: { type: 'boolean', default: false } },
})
const findings = new Findings('fuzz', process.argv.slice(2), { ...values, of: [...PROGRAM, ':!src/bin', 'fuzz'] })
const SECONDS = Number(values.seconds)
const AT_ONCE = Number(values['at-once'])
if (!(SECONDS >= 1)) throw new Error('--seconds: a number of seconds')
if (!(AT_ONCE >= 1)) throw new Error('--at-once: a number of targets')

const targets = [...readFileSync(join(ROOT, 'fuzz/Cargo.toml'), 'utf8').matchAll(/^\[\[bin\]\]\nname = "(.*)"$/gm)].map(([, name]) => name)
const wanted = targets.filter((name) => values.only === undefined || values.only.split(',').includes(name))
if (wanted.length === 0) throw new Error(`--only: one of ${targets.join(', ')}`)

const number = (pattern, text) => {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  return found === undefined ? undefined : Number(found)
}

async function fuzzed(target) {
  const { status, said } = await task('fuzz', [target, String(SECONDS)])
  const figures = {
    executions: number(/stat::number_of_executed_units:\s*(\d+)/g, said) ?? number(/Done (\d+) runs/g, said),
    seconds: number(/Done \d+ runs in (\d+) second/g, said),
    coverage: number(/\bcov: (\d+)/g, said),
    features: number(/\bft: (\d+)/g, said),
    corpus: number(/\bcorp: (\d+)/g, said),
  }
  // A slow one is written, too, and is no failure.
  const artefact = /Test unit written to .*(fuzz\/artifacts\/\S*\/(crash|leak|timeout|oom)-\S+)/.exec(said)?.[1]
  if (artefact !== undefined) return ['failed', `${firstLine(/(panicked at .*|SUMMARY: .*|ERROR: .*)/.exec(said)?.[0] ?? 'it ended')}; by ${artefact}`, figures]
  if (status !== 0) return ['failed', `it ended with ${status}: ${firstLine(said.split('\n').findLast((line) => /error/i.test(line)) ?? 'see above')}`, figures]
  const told = `${figures.executions} executions in ${figures.seconds} s, ${figures.coverage} edges covered`
  return [figures.seconds >= SECONDS ? 'ok' : 'failed', told, figures]
}

async function worker() {
  while (wanted.length > 0) {
    const target = wanted.shift()
    await findings.look(target, () => fuzzed(target), { seconds: SECONDS })
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))
findings.close()
