// Checks what a release would publish: licences, package contents, sizes, versions, words that must not be in it,
// and whether the report of all benchmarks is of the figures that are recorded.
//     node scripts/release-check.mjs
// Prints one line for each check and one below it for each finding; exits with 1 when there is a finding.

import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, constants } from 'node:zlib'
import { DOCUMENTS, digest } from './evaluation.mjs'
import { findUnlicensed } from './licences.mjs'
import { sbom } from './sbom.mjs'

/** Room for what was trained here, models/head/adapters.bin with 1.3 MB; nothing else comes near. */
const LARGEST_TRACKED_BYTES = 1_400_000
const LOCK_FILES = /(^|\/)(Cargo\.lock|package-lock\.json)$/
// Invented notes, in which people of a ward leave things to do and stand-ins for numbers.
const CLINICAL_TEXTS = /^(tests\/data\/|models\/head\/documents\.txt$)/
const MEBIBYTE = 1 << 20
/** The most MiB that a module may have, as it is and as brotli packs it: what it has now and a few in a hundred. */
const MODULES = { 'pkg/chaperone_bg.wasm': [15.3, 4.2], 'pkg/onnx/onnx_bg.wasm': [19, 2.9] }

const output = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 256 * MEBIBYTE })
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const metadata = (...args) => JSON.parse(output('cargo', 'metadata', '--locked', '--format-version=1', ...args))
const host = /^host: (.*)$/m.exec(output('rustc', '-vV'))[1]
const crate = metadata('--all-features')
const version = crate.packages.find((each) => each.id === crate.resolve.root).version

function licences() {
  const crates = [crate, metadata('--manifest-path=scripts/wasm-tools/Cargo.toml', `--filter-platform=${host}`)].flatMap((each) => each.packages)
  const modules = ['www', 'scripts/typedoc']
    .flatMap((folder) => Object.entries(readJson(`${folder}/package-lock.json`).packages))
    .filter(([path, each]) => path !== '' && !each.link)
    .map(([path, each]) => ({ name: path.replace(/^.*node_modules\//, ''), version: each.version, license: each.license }))
  return { said: `${crates.length} crates, ${modules.length} npm packages`, findings: findUnlicensed([...crates, ...modules]) }
}

function packageContents() {
  const listed = output('cargo', 'package', '--list', '--locked', '--allow-dirty').trim().split('\n')
  const needed = ['Cargo.toml', 'src/lib.rs', 'README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE']
  const unwanted = /^(www|pkg|scripts|\.ci|\.tools|models\/weights|tests\/e2e|run$)/
  return {
    said: `${listed.length} files`,
    findings: [
      ...needed.filter((path) => !listed.includes(path)).map((path) => `${path} is not in the package`),
      ...listed.filter((path) => unwanted.test(path)).map((path) => `${path} is in the package: exclude it in Cargo.toml`),
    ],
  }
}

function sizes() {
  const [said, findings] = [[], []]
  for (const [path, most] of Object.entries(MODULES)) {
    const bytes = readFileSync(path)
    const settings = { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
    const sizes = [bytes, brotliCompressSync(bytes, settings)].map(({ length }) => length / MEBIBYTE)
    said.push(`${path} ${sizes[0].toFixed(2)} MiB, ${sizes[1].toFixed(2)} MiB with brotli`)
    sizes.forEach((size, at) => {
      const how = at === 0 ? 'as it is' : 'with brotli'
      if (size > most[at]) findings.push(`${path} has ${size.toFixed(2)} MiB ${how}, at most ${most[at]} are meant`)
    })
  }
  return { said: said.join('; '), findings }
}

function versions() {
  const findings = []
  for (const path of ['www/package.json', 'pkg/package.json']) {
    const found = readJson(path).version
    if (found !== version) findings.push(`${path} says ${found}, Cargo.toml says ${version}`)
  }
  const headings = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\]/gm)].map((match) => match[1])
  const newest = headings.find((heading) => heading !== 'Unreleased')
  if (newest !== undefined && newest !== version) findings.push(`CHANGELOG.md ends at ${newest}, Cargo.toml says ${version}`)
  if (newest === undefined && !headings.includes('Unreleased')) findings.push('CHANGELOG.md has no section')
  return { said: version, findings }
}

// Spelt in parts, so that this file does not hold them.
function unpublishable(path) {
  const hosts = ['registry.npmjs', 'npmjs', 'pypi', 'pythonhosted', 'crates', 'debian'].map(
    (name, at) => [name, ['org', 'com', 'org', 'org', 'io', 'org'][at]].join('\\.'),
  )
  const places = ['work', 'root', 'tmp/wt'].map((name) => `(?<![\\w.])/${name}/`).concat('\\.\\./shared/(?:data|spec|tools)')
  const marks = CLINICAL_TEXTS.test(path) ? [] : ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX']
  const unfinished = marks.map((word) => `\\b${word}\\b`)
  return new RegExp([...hosts, ...places, ...unfinished].join('|'), 'g')
}

function words() {
  const findings = []
  const listed = output('git', 'ls-files', '-z').split('\0').filter((path) => path !== '')
  const isLink = (path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  findings.push(...listed.filter(isLink).map((path) => `${path} is a link, which may lead anywhere`))
  const tracked = listed.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile())
  for (const path of tracked) {
    const bytes = readFileSync(path)
    if (bytes.length > LARGEST_TRACKED_BYTES) findings.push(`${path} has ${bytes.length} bytes`)
    // What holds a zero byte is no text.
    if (LOCK_FILES.test(path) || bytes.includes(0)) continue
    const pattern = unpublishable(path)
    for (const [index, line] of bytes.toString('utf8').split('\n').entries()) {
      for (const match of line.matchAll(pattern)) findings.push(`${path}:${index + 1}: ${match[0]}`)
    }
  }
  return { said: `${tracked.length} tracked files`, findings }
}

/** The bills of materials are valid CycloneDX, name everything once, and the package's is of this state. */
async function billsOfMaterials() {
  const { Spec, Validation } = createRequire(new URL('../www/package.json', import.meta.url))('@cyclonedx/cyclonedx-library')
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
  const [said, findings] = [[], []]
  for (const subject of ['package', 'crate']) {
    const text = sbom(subject)
    const wrong = await validator.validate(text)
    if (wrong !== null) findings.push(`the bill of the ${subject} is not valid: ${JSON.stringify(wrong).slice(0, 300)}`)
    const { components, dependencies } = JSON.parse(text)
    const named = new Set(components.map((each) => each['bom-ref']))
    const needed = new Set(dependencies.flatMap(({ dependsOn = [] }) => dependsOn))
    if (named.size !== components.length) findings.push(`the bill of the ${subject} names something twice`)
    findings.push(...[...named].filter((ref) => !needed.has(ref)).map((ref) => `nothing needs ${ref} of the bill of the ${subject}`))
    said.push(`${subject}: ${components.length} components`)
    if (subject === 'package' && readFileSync('pkg/sbom.cdx.json', 'utf8') !== text) findings.push('pkg/sbom.cdx.json is of another state: make the package anew')
  }
  return { said: said.join(', '), findings }
}

function evaluation() {
  const of = digest(DOCUMENTS.map((path) => readFileSync(path, 'utf8')))
  const current = readFileSync('docs/evaluation.html', 'utf8').includes(`<meta name="recorded" content="${of}">`)
  return { said: `docs/evaluation.html, from ${DOCUMENTS.join(', ')}`, findings: current ? [] : ['it is of other figures than those documents hold: node scripts/evaluation.mjs writes it anew'] }
}

let found = 0
for (const check of [licences, packageContents, versions, words, sizes, billsOfMaterials, evaluation]) {
  const { said, findings } = await check()
  console.log(`${findings.length === 0 ? 'ok  ' : 'BAD '} ${check.name}: ${said}`)
  for (const finding of findings) console.log(`     ${finding}`)
  found += findings.length
}
if (found > 0) {
  console.log(`${found} findings`)
  process.exitCode = 1
}
