// 250,000 passages in one session: searched by words at once; vectors come from a snapshot, or are made in the background, and the page says how long that takes:
//     node scripts/release/passages.mjs [--passages N] [--only natively|page] [--vectors] [--anew]
// The records are invented patients (`chaperone generate`). With --vectors they are all embedded natively, too, and opened from the snapshot then: that takes hours.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rendererPeak } from '../../benches/browser/measure.mjs'
import { Findings, PROGRAM, ROOT, firstLine, run } from './part.mjs'

const { values } = parseArgs({
  options: { passages: { type: 'string', default: '250000' }, only: { type: 'string' }, vectors: { type: 'boolean', default: false }, anew: { type: 'boolean', default: false } },
})
const findings = new Findings('passages', process.argv.slice(2), { ...values, of: [...PROGRAM, 'www', ':!www/tests'] })
const WANTED = Number(values.passages)
const SETTINGS = { passages: WANTED }
const NATIVE = join(ROOT, 'target/release/chaperone')
const FOLDER = join(ROOT, 'target/release-passages')
const QUESTION = 'chest pain and shortness of breath'
/** Of the generator with its settings as they are; some more are made, so that there are enough. */
const PASSAGES_EACH = 150
/** How long the page may take to say how much longer it embeds. */
const TOLD_SECONDS = 300
const SEARCHES = 20
const median = (all) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]
const seconds = (millis) => millis / 1000

/** One file of lines with enough patients, made once. */
function records() {
  const file = join(FOLDER, `${WANTED}.ndjson`)
  if (existsSync(file)) return file
  const people = join(FOLDER, 'people')
  rmSync(people, { recursive: true, force: true })
  mkdirSync(people, { recursive: true })
  const count = Math.ceil((1.05 * WANTED) / PASSAGES_EACH)
  execFileSync(NATIVE, ['generate', '--patients', String(count), '--seed', '7', '--ndjson', '--out', people], { stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(`${file}.part`, '')
  for (const name of readdirSync(people).sort()) appendFileSync(`${file}.part`, readFileSync(join(people, name)))
  rmSync(people, { recursive: true })
  execFileSync('mv', [`${file}.part`, file])
  return file
}

/** One search natively; returns what it found and the seconds that all of it took: reading, the index, the search. */
async function searched(file, snapshot, ...more) {
  const out = join(FOLDER, 'found.json')
  const begun = performance.now()
  const { status, said } = await run(NATIVE, ['search', '--records', file, '--snapshot', snapshot, '--json', '--out', out, ...more, QUESTION], { quiet: true })
  if (status !== 0) throw new Error(`chaperone search ended with ${status}: ${firstLine(said)}`)
  const { records: of, search } = JSON.parse(readFileSync(out, 'utf8'))
  return { passages: of.passages, hits: search.hits.map(({ reference }) => reference), used: search.used, seconds: seconds(performance.now() - begun) }
}

/** Searches twice: with an index that is made, and with one that is opened from a snapshot. */
async function twice(name, ...more) {
  const snapshot = join(FOLDER, name)
  const file = records()
  const kept = existsSync(snapshot)
  const made = kept ? undefined : await searched(file, snapshot, ...more)
  const opened = await searched(file, snapshot, ...more)
  return { made, opened, bytes: statSync(snapshot).size }
}

function verdict({ made, opened, bytes }, what) {
  const same = made === undefined || JSON.stringify(made.hits) === JSON.stringify(opened.hits)
  const held = opened.passages >= WANTED && opened.hits.length > 0 && same
  const first = made === undefined ? '' : `read, ${what} and searched in ${made.seconds.toFixed(1)} s; `
  const said = `${opened.passages} passages ${first}again from a snapshot of ${(bytes / 1e6).toFixed(0)} MB in ${opened.seconds.toFixed(1)} s, ${same ? 'with the same hits' : 'with OTHER hits'}`
  return [held ? 'ok' : 'failed', said, { passages: opened.passages, madeSeconds: made?.seconds, openedSeconds: opened.seconds, snapshotBytes: bytes }]
}

async function natively() {
  rmSync(join(FOLDER, 'words'), { force: true })
  return verdict(await twice('words', '--strategy', 'keyword'), 'indexed')
}

async function vectors() {
  if (!values.vectors) return ['not checked', 'to embed all of them takes hours: --vectors does it']
  return verdict(await twice('vectors', '--strategy', 'dense', '--models', 'models'), 'embedded')
}

/** Searches by words in the page while it embeds; resolves to the milliseconds of each. */
const searches = (frame) =>
  frame.evaluate(
    async ({ question, count }) => {
      const app = document.querySelector('chaperone-app')
      const millis = []
      for (let at = 0; at < count; at += 1) {
        const begun = performance.now()
        const { hits } = await app.engine.call('search', { question, subject: undefined, strategy: 'keyword' })
        if (hits.length === 0) throw new Error('a search found nothing')
        millis.push(performance.now() - begun)
      }
      return millis
    },
    { question: QUESTION, count: SEARCHES },
  )

async function page() {
  const { launch, openRoom } = await import('../../www/browser.mjs')
  const { serve } = await import('../../www/serve.mjs')
  const patience = { timeout: 3_600_000 }
  const [site, browser] = await Promise.all([serve(), launch()])
  try {
    const { frame } = await openRoom(browser.context, site.url)
    await frame.waitForSelector('chaperone-records #samples:not(:disabled)', patience)
    const begun = performance.now()
    await frame.setInputFiles('chaperone-records #files', records())
    const holdings = await (
      await frame.waitForFunction(
        () => {
          const { busy, readings, holdings } = document.querySelector('chaperone-app').reading.state
          return !busy && readings.length > 0 && holdings
        },
        undefined,
        patience,
      )
    ).jsonValue()
    const readSeconds = seconds(performance.now() - begun)
    const millis = await searches(frame)
    const told = await (
      await frame.waitForFunction(
        () => {
          const { state } = document.querySelector('chaperone-app').meaning
          return (state.is === 'unavailable' || state.is === 'ready' || (state.is === 'embedding' && state.left !== undefined)) && state
        },
        undefined,
        { timeout: TOLD_SECONDS * 1000 },
      )
    ).jsonValue()
    const background = { embedding: () => `embeds ${told.perSecond?.toFixed(1)} a second meanwhile and says "${told.left}"`, ready: () => 'and has a vector of each', unavailable: () => `but makes no vectors: ${told.reason}` }[told.is]()
    const held = holdings.passages >= WANTED && told.is !== 'unavailable'
    const said = `${holdings.passages} passages read in ${readSeconds.toFixed(0)} s; a search by words then takes ${median(millis).toFixed(0)} ms in the median and ${Math.max(...millis).toFixed(0)} at worst; the page ${background}; ${rendererPeak()} MiB at most`
    return [held ? 'ok' : 'failed', said, { passages: holdings.passages, readSeconds, searchMillis: millis, background: told, peakMebibytes: rendererPeak() }]
  } finally {
    await browser.close()
    await site.close()
  }
}

mkdirSync(FOLDER, { recursive: true })
if (values.only !== 'page') {
  await findings.look('natively, by words', natively, SETTINGS)
  await findings.look('natively, vectors from a snapshot', vectors, SETTINGS)
}
if (values.only !== 'natively') await findings.look('in the page, vectors in the background', page, SETTINGS)
findings.close()
