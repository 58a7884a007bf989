// The `unsafe` code under Miri, which finds undefined behaviour that no test notices: node scripts/release/miri.mjs [--seconds N] [--only NAME] [--anew]
// Miri comes with nightly compilers: rustup toolchain install nightly --component miri rust-src. Each test has N seconds (1800); what is slower is not checked.
// It runs the portable path and that of AVX2; the others (NEON, WebAssembly) are built for processors that it does not know.
import { parseArgs } from 'node:util'
import { Findings, firstLine, run } from './part.mjs'
import { eachTest, kernelsAt } from './kernels.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1800' }, only: { type: 'string' }, anew: { type: 'boolean', default: false } } })
const findings = new Findings('miri', process.argv.slice(2), { ...values, of: ['src/model/kernels', 'tests/common/kernels.rs', 'tests/native/kernels.rs', 'Cargo.lock'] })
/** Draws of each property: Miri is some thousand times slower than the processor. */
const CASES = '2'

const command = ['cargo', '+nightly', 'miri']
const { status, said } = await run(command[0], [...command.slice(1), '--version'], { quiet: true })
if (status === 0) {
  const env = { PROPTEST_CASES: CASES, RUSTFLAGS: '-Ctarget-feature=+avx2', MIRIFLAGS: '-Zmiri-disable-isolation' }
  await eachTest(findings, { folder: await kernelsAt('miri'), command, env, seconds: Number(values.seconds), only: values.only, settings: { miri: said.trim(), cases: CASES } })
} else findings.add('all', 'not checked', `no Miri is here: ${firstLine(said)}`)
findings.close()
