// 1,000 questions in a row to one session: memory does not grow, and the same question gets the same answer:
//     node scripts/release/questions.mjs [--questions N] [--only natively|engine|page] [--anew]
// 40 questions about one sample person are asked over and over: natively, of the engine of the package in Node.js, and on the page in Chromium.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rendererMemory } from '../../benches/browser/measure.mjs'
import { Findings, PROGRAM, ROOT } from './part.mjs'

const { values } = parseArgs({ options: { questions: { type: 'string', default: '1000' }, only: { type: 'string' }, anew: { type: 'boolean', default: false } } })
const findings = new Findings('questions', process.argv.slice(2), { ...values, of: [...PROGRAM, 'www', ':!www/tests', 'examples'] })
const COUNT = Number(values.questions)
const SETTINGS = { questions: COUNT }
const TODAY = '2024-11-15'
const NATIVE = join(ROOT, 'target/release/chaperone')
const RECORD = join(ROOT, 'examples/records/okafor.json')
/** By how much memory may grow after the second round, in which all is made that is made once. */
const MOST_GROWTH = 0.1

const THINGS = ['blood pressure', 'body weight', 'heart rate', 'haemoglobin A1c', 'creatinine', 'cholesterol', 'glucose', 'vaccinations', 'allergies', 'medicines']
const FORMS = ['What was my last {}?', 'When was {} recorded first?', 'How did {} change over time?', 'Is there anything about {} in my notes?']
const QUESTIONS = THINGS.flatMap((thing) => FORMS.map((form) => form.replace('{}', thing)))
const WARM = 2 * QUESTIONS.length
const asked = Array.from({ length: COUNT }, (_, at) => QUESTIONS[at % QUESTIONS.length])
if (!(COUNT >= WARM + QUESTIONS.length)) throw new Error(`--questions: at least ${WARM + QUESTIONS.length}`)

/** How many answers are not those that the same question got before, where the first round does not count. */
const others = (answers) => answers.filter((answer, at) => at >= WARM && answer !== answers[(at % QUESTIONS.length) + QUESTIONS.length]).length

/** What is kept of answers and of memory, in MiB, after the second round and at the end. */
function verdict(answers, warm, last) {
  const different = others(answers)
  const growth = last / warm - 1
  const held = different === 0 && answers.length === COUNT && growth <= MOST_GROWTH
  const said = `${answers.length} questions, ${different} answers other than before; ${warm.toFixed(1)} MiB after ${WARM}, ${last.toFixed(1)} MiB at the end (${growth >= 0 ? '+' : ''}${(100 * growth).toFixed(1)} %, at most ${100 * MOST_GROWTH} are meant)`
  return [held ? 'ok' : 'failed', said, { questions: answers.length, different, warmMebibytes: warm, lastMebibytes: last }]
}

/** Asks `questions` natively, in one process; resolves to the answers and the most memory that it held, in MiB. */
async function askedNatively(questions, folder) {
  const [from, to] = [join(folder, 'questions.jsonl'), join(folder, 'answers.jsonl')]
  writeFileSync(from, questions.map((question, at) => `${JSON.stringify({ id: String(at), question })}\n`).join(''))
  const child = spawn(NATIVE, ['eval', 'exact', '--bundles', RECORD, '--questions', from, '--today', TODAY, '--out', to], { cwd: ROOT, stdio: 'ignore' })
  let most = 0
  const look = setInterval(() => {
    try {
      most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0))
    } catch {
      // It has ended.
    }
  }, 5)
  const status = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(look)
  if (status !== 0) throw new Error(`chaperone eval exact ended with ${status}`)
  const answers = readFileSync(to, 'utf8').trim().split('\n').map((line) => JSON.stringify({ ...JSON.parse(line), id: undefined }))
  return { answers, most: most / 1024 }
}

async function natively() {
  const folder = mkdtempSync(join(tmpdir(), 'chaperone-'))
  try {
    const few = await askedNatively(asked.slice(0, WARM), folder)
    const all = await askedNatively(asked, folder)
    return verdict(all.answers, few.most, all.most)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function engine() {
  const { default: init, Engine } = await import(join(ROOT, 'pkg/chaperone.js'))
  await init({ module_or_path: readFileSync(join(ROOT, 'pkg/chaperone_bg.wasm')) })
  const engine = new Engine()
  engine.addFile(new Uint8Array(readFileSync(RECORD)))
  const answers = []
  let warm
  for (const question of asked) {
    answers.push(JSON.stringify([engine.quotes(question, TODAY), engine.search(question, undefined, undefined, TODAY)]))
    if (answers.length === WARM) warm = Engine.memoryBytes()
  }
  return verdict(answers, warm / 2 ** 20, Engine.memoryBytes() / 2 ** 20)
}

/** Returns what has the room that `session` speaks to, and its workers, let go of what nothing uses any more: until then that counts as memory. */
async function collector(session) {
  const [workers, waiting] = [[], new Map()]
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id } = JSON.parse(message)
    waiting.get(id)?.()
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  let last = 0
  const tell = (sessionId) => {
    const id = (last += 1)
    const told = new Promise((done) => waiting.set(id, done))
    const message = JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' })
    return session.send('Target.sendMessageToTarget', { sessionId, message }).then(() => told)
  }
  return async () => {
    if (workers.length === 0) throw new Error('the engine has no worker')
    await session.send('HeapProfiler.collectGarbage')
    for (const worker of workers) await tell(worker)
  }
}

async function page() {
  const { launch, openRoom } = await import('../../www/browser.mjs')
  const { serve } = await import('../../www/serve.mjs')
  const patience = { timeout: 600_000 }
  const [site, browser] = await Promise.all([serve(), launch()])
  try {
    const { page, frame } = await openRoom(browser.context, site.url)
    await frame.waitForSelector('chaperone-records #samples:not(:disabled)', patience)
    await frame.setInputFiles('chaperone-records #files', RECORD)
    await frame.waitForSelector('#ask:not(:disabled)', patience)
    // What is embedded beside it takes memory of its own, for a while, and changes what is found.
    await frame.waitForFunction(() => document.querySelector('chaperone-app').meaning.state.is === 'ready', undefined, patience)
    const collect = await collector(await browser.context.newCDPSession(frame))
    const memory = async () => {
      await collect()
      await page.waitForTimeout(2000)
      return rendererMemory('VmRSS')
    }
    const answers = []
    let warm
    for (const question of asked) {
      await frame.fill('#question', question)
      await frame.click('#ask:not(:disabled)', patience)
      const answer = await frame.waitForFunction(
        (count) => {
          const { turns, busy } = document.querySelector('chaperone-app').conversation
          return turns.length === count && !busy && JSON.stringify([turns.at(-1).answer, turns.at(-1).failure])
        },
        answers.length + 1,
        patience,
      )
      answers.push(await answer.jsonValue())
      if (answers.length === WARM) warm = await memory()
      if (answers.length % 100 === 0) console.log(`             ${answers.length} questions on the page`)
    }
    return verdict(answers, warm, await memory())
  } finally {
    await browser.close()
    await site.close()
  }
}

for (const [name, title, look] of [
  ['natively', 'natively, in one process', natively],
  ['engine', "the package's engine, in Node.js", engine],
  ['page', 'on the page, in Chromium', page],
])
  if (values.only === undefined || values.only === name) await findings.look(title, look, SETTINGS)
findings.close()
