// The software bill of materials, in CycloneDX 1.6 (JSON): what is built in, with versions, licences, hashes and what needs what.
//
//     node scripts/sbom.mjs package    the npm package with the page: crates of the wasm modules, npm libraries, models and word lists
//     node scripts/sbom.mjs crate      the crate with its command line, as it is built on this machine
//
// Written to the standard output. Equal lock files give equal bytes: there is no time and no serial number in it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crateGraph, libraries } from './notices.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { Contrib, Enums, Models, Serialize, SPDX, Spec } = createRequire(join(root, 'www/package.json'))('@cyclonedx/cyclonedx-library')
const spec = Spec.Spec1dot6
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** SHA-256 of each crate of the lock file, by name and version. */
function checksums() {
  const blocks = readFileSync(join(root, 'Cargo.lock'), 'utf8').split('[[package]]')
  const field = (block, name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(block)?.[1]
  return new Map(blocks.map((block) => [`${field(block, 'name')} ${field(block, 'version')}`, field(block, 'checksum')]))
}

/** `licence`, an SPDX expression or an identifier, as CycloneDX has it; `A/B` is an old spelling of `A OR B`. */
function licences(licence) {
  if (!licence) return []
  const expression = licence.replaceAll('/', ' OR ')
  return [SPDX.isSupportedSpdxId(expression) ? new Models.SpdxLicense(expression) : new Models.LicenseExpression(expression)]
}

function component(type, name, { ref, version, licence, purl, hashes = [], from, description }) {
  const isLink = /^(git\+)?https?:/.test(from ?? '')
  return new Models.Component(type, name, {
    bomRef: ref ?? purl ?? `${type}/${name}`,
    version,
    purl,
    description,
    hashes: new Models.HashDictionary(hashes),
    licenses: new Models.LicenseRepository(licences(licence)),
    externalReferences: new Models.ExternalReferenceRepository(
      isLink ? [new Models.ExternalReference(from.replace(/^git\+/, ''), Enums.ExternalReferenceType.VCS)] : [],
    ),
  })
}

const { Library, Application, Data, MachineLearningModel } = Enums.ComponentType
const SHA256 = Enums.HashAlgorithm['SHA-256']
const purlOf = (kind, name, version) => `pkg:${kind}/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** The crates among `platform`'s with `features`, each with those it needs; `own` names those of this repository. */
function crates(platform, features) {
  const hashes = checksums()
  const graph = crateGraph(platform, features)
  const byId = new Map(
    graph.packages.map(({ id, name, version, license, repository }) => {
      const hash = hashes.get(`${name} ${version}`)
      const about = { version, licence: license, purl: purlOf('cargo', name, version), hashes: hash ? [[SHA256, hash]] : [], from: repository }
      return [id, component(Library, name, about)]
    }),
  )
  for (const [id, each] of byId) for (const needed of graph.needs.get(id) ?? []) each.dependencies.add(byId.get(needed).bomRef)
  const own = new Set(graph.own)
  const direct = graph.own.flatMap((id) => graph.needs.get(id)).filter((id) => !own.has(id))
  return {
    all: [...byId].filter(([id]) => !own.has(id)).map(([, each]) => each),
    direct: direct.map((id) => byId.get(id).bomRef),
  }
}

/** The npm libraries of the page, with those that each needs. */
function modules() {
  const { packages } = readJson('www/package-lock.json')
  const all = libraries().map(({ name, version, license, from }) => {
    const { integrity = '' } = packages[`node_modules/${name}`] ?? {}
    const hash = integrity.startsWith('sha512-') ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(integrity.slice(7), 'base64').toString('hex')]] : []
    return [name, component(Library, name, { version, licence: license, purl: purlOf('npm', name, version), hashes: hash, from })]
  })
  const byName = new Map(all)
  const add = (to, needed) => Object.keys(needed ?? {}).forEach((name) => byName.has(name) && to.add(byName.get(name).bomRef))
  for (const [name, each] of byName) add(each.dependencies, packages[`node_modules/${name}`]?.dependencies)
  const direct = new Set()
  add(direct, packages[''].dependencies)
  return { all: [...byName.values()], direct: [...direct] }
}

/** The models and word lists that the page passes on; their hash is that of each file. */
function models() {
  const shipped = readJson('models/manifest.json').models.filter(({ sets }) => sets.includes('demo'))
  return shipped.map(({ id, purpose, licence, files, encoder, reranker, tagger }) => {
    const each = component(encoder || reranker || tagger ? MachineLearningModel : Data, id, { licence, description: purpose })
    for (const { path, bytes, sha256 } of files) {
      const file = { ref: `file/${id}/${path}`, hashes: [[SHA256, sha256]], description: `${bytes} bytes` }
      each.components.add(component(Enums.ComponentType.File, path, file))
    }
    return each
  })
}

function bill(subject, parts, direct) {
  const { version, license } = readJson('www/package.json')
  const about = component(Application, 'chaperone', { version, licence: license, purl: purlOf(subject, 'chaperone', version) })
  direct.forEach((ref) => about.dependencies.add(ref))
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: about }), components: new Models.ComponentRepository(parts) })
  const factory = new Serialize.JSON.Normalize.Factory(spec)
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`
}

/** The bill of materials of `subject`, `package` or `crate`, as JSON. */
export function sbom(subject) {
  if (subject === 'crate') {
    const { all, direct } = crates(undefined, ['cli', 'onnx'])
    return bill('cargo', all, direct)
  }
  const [rust, page] = [crates('wasm32-unknown-unknown', []), modules()]
  const data = models()
  return bill('npm', [...rust.all, ...page.all, ...data], [...rust.direct, ...page.direct, ...data.map(({ bomRef }) => bomRef)])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!['package', 'crate'].includes(process.argv[2])) {
    console.error('usage: node scripts/sbom.mjs package|crate')
    process.exit(2)
  }
  process.stdout.write(sbom(process.argv[2]))
}
