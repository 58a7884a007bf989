// All that the parts of the long release check have found: node scripts/release/report.mjs [--write]
// Prints it as a table; with --write it goes into BENCHMARKS.md, too. Parts that were not run are said, and what was found of other sources than these.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PARTS, ROOT, read, stateOf } from './part.mjs'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const BEGIN = '<!-- written by ./run release-check: begin -->'
const END = '<!-- written by ./run release-check: end -->'

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`
const states = new Map()
const isOfNow = ({ of, state }) => {
  const key = of.join(' ')
  if (!states.has(key)) states.set(key, stateOf(of))
  return states.get(key) === state
}

const found = Object.keys(PARTS).map((part) => ({ part, rows: read(part)?.rows ?? [] }))
const all = found.flatMap(({ part, rows }) => rows.map((each) => ({ part, ...each })))
const outcome = (each) => (each.found === 'not checked' ? '**not checked**' : each.found === 'failed' ? '**does not hold**' : 'holds')

/** Parts that look at each test by itself: those that hold are one line. */
const BY_TEST = ['miri', 'address']
function joined(rows) {
  const isOne = ({ part, found: outcome }) => BY_TEST.includes(part) && outcome === 'ok'
  const joint = BY_TEST.flatMap((part) => {
    const held = rows.filter((each) => each.part === part && isOne(each))
    return held.length === 0 ? [] : [{ ...held.at(-1), name: `${held.length} tests of the kernels`, said: 'each passes, and nothing is found' }]
  })
  return Object.keys(PARTS).flatMap((part) => [...joint, ...rows.filter((each) => !isOne(each))].filter((each) => each.part === part))
}

/** The areas of `mutants.mjs`. */
const MUTATED = ['kernel', 'privacy', 'quote', 'retrieve']

/** The changes that no test noticed, by area. */
function survivors() {
  const areas = all.filter(({ part, name, figures }) => part === 'mutants' && figures.survivors?.length > 0 && !/shard/.test(name))
  return areas.map(({ name, figures }) => `Not noticed in ${name}:\n\n${figures.survivors.map((each) => `- \`${each.replaceAll('`', "'")}\``).join('\n')}`)
}

function section() {
  const missing = found.filter(({ rows }) => rows.length === 0).map(({ part }) => part)
  const isJudged = (each) => each.part === 'mutants' && each.found !== 'not checked'
  const unjudged = MUTATED.filter((area) => !all.some((each) => isJudged(each) && each.name.startsWith(area)))
  const stale = [...new Set(all.filter((each) => !isOfNow(each)).map(({ part }) => part))]
  const shown = all.filter(({ part, name }) => !(part === 'mutants' && /shard/.test(name)))
  const machines = [...new Set(all.map(({ machine }) => machine))]
  const told = (parts) => parts.map((part) => `${part} (${PARTS[part]})`).join(', ')
  return [
    '## Release check',
    '```sh\n./run release-check long\n./run release-check report --write\n```',
    `What takes too long for every change; each line is of its command and commit. ${machines.length === 0 ? 'Nothing was run.' : `Measured on: ${machines.join('; ')}.`}`,
    missing.length > 0 ? `**Not run**: ${told(missing)}.` : `Every part was run${unjudged.length === 0 ? '' : `, but of mutants: ${unjudged.join(', ')}`}.`,
    ...(stale.length === 0 ? [] : [`Found of other sources than those of this state: ${stale.join(', ')}.`]),
    ...(shown.length === 0 ? [] : [[row(['part', 'what', 'outcome', 'found', 'command', 'day, commit']), `|${'---|'.repeat(6)}`, ...joined(shown).map((each) => row([each.part, each.name, outcome(each), each.said, `\`${each.command}\``, `${each.day}, ${each.commit}`]))].join('\n')]),
    ...survivors(),
  ].join('\n\n')
}

const text = section()
console.log(text)
if (values.write) {
  const path = join(ROOT, 'BENCHMARKS.md')
  const before = readFileSync(path, 'utf8')
  const written = `${BEGIN}\n${text}\n${END}\n`
  const at = before.indexOf(BEGIN)
  const after = at < 0 ? `${before.trimEnd()}\n\n${written}` : before.slice(0, at) + written + before.slice(before.indexOf(END) + END.length + 1)
  writeFileSync(path, after)
}
