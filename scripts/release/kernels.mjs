// The crate of the kernels alone (kernels_alone of scripts/checks.sh), where all `unsafe` code is: its tests, one by one.
import { join } from 'node:path'
import { ROOT, firstLine, run, task } from './part.mjs'

/** Makes the crate in target/NAME, and resolves to its folder. */
export async function kernelsAt(name) {
  const folder = join(ROOT, 'target', name)
  const { status, said } = await task('kernels', [folder], { quiet: true })
  if (status !== 0) throw new Error(`the kernels cannot be put into a crate of their own: ${firstLine(said)}`)
  return folder
}

const BINARIES = [['--lib'], ['--test', 'kernels']]

/**
 * Runs each test of the crate by itself with `cargo ...command`, at most `seconds` long, and adds a row for each to `findings`. One that was not done in
 * time is not checked.
 */
export async function eachTest(findings, { folder, command, env, seconds, only, settings }) {
  const cargo = (args, options) => run(command[0], [...command.slice(1), 'test', ...args], { cwd: folder, env: { CARGO_TARGET_DIR: join(folder, 'target'), PROPTEST_DISABLE_FAILURE_PERSISTENCE: '1', ...env }, quiet: true, ...options })
  for (const binary of BINARIES) {
    const { status, said } = await cargo([...binary, '--', '--list'])
    if (status !== 0) throw new Error(`the tests of the kernels cannot be built: ${firstLine(said.split('\n').find((line) => /^error/.test(line)) ?? said)}`)
    for (const name of [...said.matchAll(/^(\S+): test$/gm)].map(([, each]) => each))
      if (only === undefined || name.includes(only))
        await findings.look(
          name,
          async () => {
            const begun = Date.now()
            const done = await cargo([...binary, '--', '--exact', name], { seconds })
            const took = Math.round((Date.now() - begun) / 1000)
            if (done.late) return ['not checked', `not done within ${seconds} s`]
            if (done.status === 0 && /test result: ok\. 1 passed/.test(done.said)) return ['ok', `passes in ${took} s`, { seconds: took }]
            return ['failed', firstLine(done.said.split('\n').find((line) => /^error|ERROR: |panicked at/.test(line)) ?? `it ended with ${done.status}`)]
          },
          settings,
        )
  }
}
