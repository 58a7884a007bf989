// The `unsafe` code under AddressSanitizer, with the checks that the standard library makes of what is unsafe: node scripts/release/address.mjs [--only NAME] [--anew]
// The compiler is the one that builds all else; the flag that is for nightly ones only is let through, as for the fuzz targets.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { Findings, firstLine } from './part.mjs'
import { eachTest, kernelsAt } from './kernels.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, anew: { type: 'boolean', default: false } } })
const findings = new Findings('address', process.argv.slice(2), { ...values, of: ['src/model/kernels', 'tests/common/kernels.rs', 'tests/native/kernels.rs', 'Cargo.lock'] })
const SECONDS = 1800
const HOST = /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1]
// With a target named, what runs while it is built is built without.
const env = { RUSTC_BOOTSTRAP: '1', RUSTFLAGS: '-Zsanitizer=address -Cdebug-assertions=on', CARGO_BUILD_TARGET: HOST }

try {
  await eachTest(findings, { folder: await kernelsAt('address'), command: ['cargo'], env, seconds: SECONDS, only: values.only, settings: { host: HOST } })
} catch (error) {
  findings.add('all', 'not checked', firstLine(error.message))
}
findings.close()
