// Gathers the notices of everything that is passed on with the page or the package: Rust crates, npm libraries, models and word lists.
//
//     node scripts/notices.mjs crates    those of the wasm modules, for pkg/NOTICES.txt
//
// `www/build.mjs` adds those of the page. Texts that many share stand once, with the names of all of them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Files that state a licence, by their names: `LICENSE-MIT`, `COPYING`, `NOTICE.md`, `CGATS_LICENSE.txt`. */
const NOTICE = /^(.*[-_])?(licen[cs]e|unlicense|copying|copyright|notice)([-_.].*)?$/i
/** How deep in a package such files are looked for: fonts have theirs beside them. */
const DEEP = 5
const SKIPPED = new Set(['target', 'node_modules', 'tests', 'test', 'benches', 'examples', 'fuzz', '.git'])

/** The paths of the notices in `folder`, in order. */
function found(folder, depth = 0) {
  if (depth > DEEP) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : found(path, depth + 1)
    return NOTICE.test(entry.name) && !/\.(rs|js|mjs|ts|json|tmpl)$/.test(entry.name) ? [path] : []
  })
}

/**
 * What is built from Cargo's lock file, without what only builds or tests it: `packages` as Cargo describes them, what each `needs` by its
 * id, and the ids of our `own`. Of `platform`, or this machine's, with `features`.
 */
export function crateGraph(platform, features) {
  const host = () => /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1]
  const arguments_ = ['metadata', '--locked', '--format-version', '1', '--filter-platform', platform ?? host()]
  if (features.length > 0) arguments_.push('--features', features.join())
  const { packages, resolve, workspace_members: own } = JSON.parse(
    execFileSync('cargo', arguments_, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }),
  )
  const needs = new Map(
    resolve.nodes.map(({ id, deps }) => [
      id,
      deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null)).map(({ pkg }) => pkg),
    ]),
  )
  const reached = new Set(own)
  for (const id of reached) for (const needed of needs.get(id) ?? []) reached.add(needed)
  return { packages: packages.filter(({ id }) => reached.has(id)), needs, own }
}

/** The packages that the wasm modules are built of, without those that only build or test them. */
export function crates() {
  const { packages, own } = crateGraph('wasm32-unknown-unknown', [])
  return packages
    .filter(({ id }) => !own.includes(id))
    .map(({ name, version, license, repository, manifest_path: manifest }) => ({
      name,
      version,
      license,
      from: repository,
      folder: dirname(manifest),
    }))
}

/** The npm packages that the page is built of. */
export function libraries() {
  const { packages } = JSON.parse(readFileSync(join(root, 'www/package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(root, 'www', path)))
    .map(([path, { version, license }]) => {
      const { repository } = JSON.parse(readFileSync(join(root, 'www', path, 'package.json'), 'utf8'))
      const from = typeof repository === 'string' ? repository : repository?.url
      return { name: path.replace(/^.*node_modules\//, ''), version, license, from, folder: join(root, 'www', path) }
    })
}

/** Where the licences are that ask for a link to them. */
const LINKS = {
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-3.0': 'https://creativecommons.org/licenses/by/3.0/',
}

/** The models and word lists that the page passes on. */
function models() {
  const { models } = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8'))
  const links = (licence) => Object.entries(LINKS).flatMap(([id, link]) => (licence.includes(id) ? [link] : []))
  const lines = ({ id, licence, attribution, changes }) => [
    id,
    ...[licence, ...links(licence), attribution, ...(changes === undefined ? [] : [`Changed: ${changes}`])].map((line) => `    ${line}`),
  ]
  return models
    .filter(({ sets }) => sets.includes('demo'))
    .map((model) => lines(model).join('\n'))
    .join('\n\n')
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1)
const RULE = '-'.repeat(80)

/** The notices of `packages` as one text: a list of them, then each text with the names of those that have it. */
export function notices(title, packages) {
  const sorted = packages.toSorted(byName)
  const list = sorted.map(({ name, version, license, from }) => `${name} ${version}: ${license}${from ? `, ${from}` : ''}`)
  const texts = new Map()
  for (const { name, version, folder } of sorted) {
    for (const path of found(folder)) {
      const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim()
      if (text === '') continue
      const key = text.replaceAll(/\s+/g, ' ')
      const entry = texts.get(key) ?? { text, names: [] }
      entry.names.push(`${name} ${version}`)
      texts.set(key, entry)
    }
  }
  const each = [...texts.values()].map(({ text, names }) => `${RULE}\n${[...new Set(names)].join(', ')}\n${RULE}\n\n${text}\n`)
  return `${title}\n${'='.repeat(title.length)}\n\n${list.join('\n')}\n\n${each.join('\n')}`
}

/** What wllama's module is compiled from and its package has no notice of: llama.cpp with what it brings, and Emscripten's libraries, under the terms of wllama's own licence. */
export const compiledNotices = () => `Compiled into the wasm module of @wllama/wllama
===============================================

llama.cpp and ggml: MIT, https://github.com/ggml-org/llama.cpp
JSON for Modern C++: MIT, https://github.com/nlohmann/json
Emscripten and musl: MIT, https://github.com/emscripten-core/emscripten, https://musl.libc.org

Copyright (c) 2023-2026 The ggml authors
Copyright (c) 2013-2025 Niels Lohmann
Copyright (c) 2008-2009 Björn Hoehrmann
Copyright (c) 2009 Florian Loitsch
Copyright (c) 2010-2014 Emscripten authors
Copyright (c) 2005-2020 Rich Felker, et al.

${readFileSync(join(root, 'www/node_modules/@wllama/wllama/LICENCE'), 'utf8').replaceAll('\r\n', '\n').replace(/^.*?(?=Permission is hereby granted)/s, '').trim()}
`

/** What is to be said of models and word lists. */
export const modelNotices = () => `Models and word lists\n=====================\n\n${models()}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== 'crates') {
    console.error('usage: node scripts/notices.mjs crates')
    process.exit(2)
  }
  process.stdout.write(notices('Rust crates in the wasm modules', crates()))
}
