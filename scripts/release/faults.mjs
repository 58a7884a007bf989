// Faults that come from outside: which tests try them, and whether those pass:
//     node scripts/release/faults.mjs [--only NAME] [--anew]
// The tests are those of `npm test` in www/ and of the native tests; each that is named here must have run and passed.
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { Findings, PROGRAM, ROOT, run } from './part.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, anew: { type: 'boolean', default: false } } })
const findings = new Findings('faults', process.argv.slice(2), { ...values, of: [...PROGRAM, 'www'] })

/** Of each fault, the tests by their files. A name may be that of a group. */
const FAULTS = {
  'a worker crashes': {
    'faults.test.mjs': ["the engine's worker"],
    'keeping.test.mjs': ['a kept file that stops the engine is named, can be left out, and can be removed'],
    'pool.test.mjs': ['does the batch of a worker that ended again', 'gives up on a batch that ends every worker'],
    'pool-browser.test.mjs': ['the batch of a worker that ended is done again by another'],
    'library.test.mjs': ['a worker that ends rejects what was asked of it, and another is started then'],
    'second-reading.test.mjs': ['of a worker that ends rejects with words, and starts another for the next'],
    'rehearsal.test.mjs': ['refuses the file where its worker ends, or says nothing for long'],
    'own-embedder.test.mjs': ['tells of a worker that ended, while opening and after it'],
    'device.test.mjs': ['that is silent, endless, refuses or crashes fails in plain words'],
  },
  'a tab is killed in a write': {
    'faults.test.mjs': ['a tab that is killed while it writes'],
    'keeping.test.mjs': [
      'a tab closed while passages are embedded: the next goes on from there',
      'a tab closed while files are read: those that were reported are there',
      'a head that was cut off leaves the one before it',
      'two heads that were cut off are said to be, and nothing is overwritten',
    ],
  },
  'the quota is exceeded': {
    'keeping.test.mjs': ['a full disk: what was read stays in the session, what was kept stays kept'],
    'keeping-removed.test.mjs': ['when that fails, all is as it was'],
    'library-kept.test.mjs': ['stays in the session where the disk is full, and what was kept before stays kept'],
    'offline.test.mjs': ['where the storage is full the page works as before, and nothing is half kept'],
    'cache.test.mjs': ['because its disk is full works and says so'],
  },
  'the clock jumps': { 'faults.test.mjs': ['a clock that jumps'] },
}

const quoted = (name) => `--test-name-pattern=^${name.replace(/[\][\\.*^$+?(){}|/]/g, '\\$&')}$`

/** Runs the tests named in `files`, and says which of them did not pass. */
async function passed(files) {
  const names = Object.values(files).flat()
  const { said } = await run(process.execPath, ['--test', '--test-reporter=tap', '--test-concurrency=1', ...names.map(quoted), ...Object.keys(files).map((file) => join('tests', file))], { cwd: join(ROOT, 'www') })
  const lines = said.split('\n').filter((line) => !/# SKIP/.test(line))
  const ok = new Set(lines.flatMap((line) => /^ *ok \d+ - (.*)$/.exec(line)?.[1].replaceAll('\\#', '#') ?? []))
  const failed = names.filter((name) => !ok.has(name))
  const count = Number(/^# pass (\d+)/m.exec(said)?.[1] ?? 0)
  const figures = { tests: count, files: Object.keys(files).length }
  return failed.length === 0 ? ['ok', `${count} tests of ${figures.files} files try it, and pass`, figures] : ['failed', `did not pass: ${failed.join('; ')}`, figures]
}

for (const [name, files] of Object.entries(FAULTS)) if (values.only === undefined || name.includes(values.only)) await findings.look(name, () => passed(files))
findings.close()
