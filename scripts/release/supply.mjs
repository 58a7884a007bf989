// Where dependencies come from, that versions are locked, and what is known against them:
//     node scripts/release/supply.mjs [--anew]
// Licences, notices and bills of materials are looked at by scripts/release-check.mjs. Where a service cannot be asked that is said, and nothing has passed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Findings, ROOT, cargoTool, firstLine, run } from './part.mjs'

const CARGO_DENY = '0.20.2'
/** What could reach a network: none of it may be in the engine that runs in the browser. */
const NETWORK = ['ureq', 'rustls', 'tokio', 'hyper', 'reqwest', 'socket2', 'mio', 'native-tls', 'openssl-sys', 'curl']
const WASM = 'wasm32-unknown-unknown'
const HOST = /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1]
/** Nothing here installs these: who trains the head of the thought process anew does so by hand. */
const BY_HAND = ['models/head/requirements.txt']

const { values } = parseArgs({ options: { anew: { type: 'boolean', default: false } } })
const findings = new Findings('supply', process.argv.slice(2), { ...values, of: ['Cargo.toml', 'Cargo.lock', 'deny.toml', 'onnx', 'scripts', '*requirements.txt', '*package.json', '*package-lock.json'] })
const output = (program, ...args) => execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] })
const tracked = (...patterns) => output('git', 'ls-files', '--', ...patterns).split('\n').filter((path) => path !== '')
const text = (path) => readFileSync(join(ROOT, path), 'utf8')
const verdict = (wrong, said, figures) => (wrong.length === 0 ? ['ok', said, figures] : ['failed', wrong.slice(0, 5).join('; '), figures])

const deny = await cargoTool('cargo-deny', CARGO_DENY)
const denied = (...checks) => run(deny, ['--locked', '--offline', 'check', ...checks])

/** What cargo-deny says of `checks`, or that it could not be had. */
const byDeny = (checks, said) => async () => {
  if (deny === undefined) return ['not checked', `cargo-deny ${CARGO_DENY} cannot be built here`]
  const { status, said: heard } = await denied(...checks)
  return status === 0 ? ['ok', said] : ['failed', firstLine(/error\[.*/.exec(heard)?.[0] ?? heard)]
}

await findings.look('bans and sources of crates', byDeny(['bans', 'sources'], 'cargo-deny finds nothing that deny.toml forbids, over the graph of what is built'))

await findings.look('advisories on crates', async () => {
  if (deny === undefined) return ['not checked', `cargo-deny ${CARGO_DENY} cannot be built here`]
  const { status, said } = await run(deny, ['--locked', 'check', 'advisories'])
  if (/failed to (fetch|open|load).*advisory|advisory database/i.test(said) && status !== 0) return ['not checked', 'the database of advisories cannot be reached from here']
  return status === 0 ? ['ok', 'no advisory is open'] : ['failed', firstLine(/error\[.*/.exec(said)?.[0] ?? said)]
})

await findings.look('locked crates', () => {
  const wrong = []
  let packages = 0
  for (const path of tracked('Cargo.lock', '**/Cargo.lock')) {
    const manifest = path.replace(/lock$/, 'toml')
    try {
      output('cargo', 'metadata', '--locked', '--format-version=1', `--filter-platform=${HOST}`, '--manifest-path', manifest)
    } catch (error) {
      wrong.push(`${path} is not of ${manifest} (${firstLine(error.stderr ?? error.message)})`)
    }
    for (const entry of text(path).split('[[package]]').slice(1)) {
      const field = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(entry)?.[1]
      if (field('source') === undefined) continue
      packages += 1
      if (!/^[0-9a-f]{64}$/.test(field('checksum') ?? '')) wrong.push(`${path}: ${field('name')} ${field('version')} has no checksum`)
    }
  }
  return verdict(wrong, `${packages} packages from a registry, each with its checksum`, { packages })
})

await findings.look('the engine opens no connection', () => {
  const crates = new Set(output('cargo', 'tree', '--locked', '--offline', '--edges', 'normal', '--target', WASM, '--prefix', 'none', '--format', '{p}').split('\n').map((line) => line.split(' ')[0]).filter((name) => name !== ''))
  return verdict(NETWORK.filter((name) => crates.has(name)).map((name) => `${name} is in the graph of the engine for the browser`), `${crates.size} crates are in it for the browser, none of which reaches a network`, { crates: crates.size })
})

await findings.look('locked npm packages', () => {
  const wrong = []
  let packages = 0
  for (const path of tracked('package-lock.json', '**/package-lock.json')) {
    const lock = JSON.parse(text(path))
    const asked = JSON.parse(text(path.replace('package-lock', 'package')))
    for (const [name, version] of Object.entries({ ...asked.dependencies, ...asked.devDependencies }))
      if (!/^(\d+\.\d+\.\d+(-[\w.]+)?|file:.*)$/.test(version)) wrong.push(`${path}: ${name} is asked for as ${version}, which is no one version`)
    for (const [at, each] of Object.entries(lock.packages)) {
      if (at === '' || each.link || !at.includes('node_modules/')) continue
      packages += 1
      if (!/^sha512-/.test(each.integrity ?? '')) wrong.push(`${path}: ${at} has no SHA-512`)
      if (each.resolved !== undefined && !each.resolved.startsWith('https:')) wrong.push(`${path}: ${at} comes from ${each.resolved.split(':')[0]}:`)
    }
  }
  return verdict(wrong, `${packages} packages, each with its SHA-512, and all that is asked for by one version`, { packages })
})

await findings.look('locked Python packages', () => {
  const wrong = []
  let [packages, unhashed] = [0, 0]
  for (const path of tracked('*requirements.txt', '**/*requirements.txt'))
    for (const entry of text(path).replaceAll('\\\n', ' ').split('\n').filter((line) => /^[\w[]/.test(line))) {
      const [name] = entry.split(/[ =;]/)
      const hashed = /--hash=sha256:/.test(entry)
      if (!/==/.test(entry)) wrong.push(`${path}: ${name} has no version`)
      if (!hashed && !BY_HAND.includes(path)) wrong.push(`${path}: ${name} has no hash`)
      packages += 1
      unhashed += hashed ? 0 : 1
    }
  return verdict(wrong, `${packages} requirements, each with its version and ${packages - unhashed} with hashes; the others are installed by hand alone, to train anew`, { packages, unhashed })
})

/** What `npm audit` hears of www/package-lock.json. */
await findings.look('advisories on npm packages', async () => {
  const { said } = await run('npm', ['--prefix', 'www', 'audit', '--json'], { quiet: true, seconds: 120 })
  const begin = said.indexOf('{')
  let heard
  try {
    heard = JSON.parse(said.slice(begin, said.lastIndexOf('}') + 1))
  } catch {
    heard = {}
  }
  const counts = heard.metadata?.vulnerabilities
  if (counts === undefined) return ['not checked', `the registry does not tell${heard.statusCode === undefined ? '' : ` (status ${heard.statusCode})`}`]
  return [counts.total === 0 ? 'ok' : 'failed', `${counts.total} advisories: ${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low`, counts]
})

/** Whether what the registry signed is what lies in node_modules. */
await findings.look('signatures of npm packages', async () => {
  const { status, said } = await run('npm', ['--prefix', 'www', 'audit', 'signatures'], { quiet: true, seconds: 300 })
  const counted = /(\d+) packages? ha(s|ve) (a )?verified registry signatures?/.exec(said)
  if (status === 0 && counted !== null) return ['ok', counted[0], { verified: Number(counted[1]) }]
  if (/invalid|missing/i.test(said) && counted !== null) return ['failed', firstLine(said)]
  return ['not checked', 'the registry does not tell what it signed']
})

findings.close()
