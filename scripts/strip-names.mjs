// Takes the names of functions out of a WebAssembly module: an eighth of what every visitor fetches, hashes and keeps, and
// no message of ours holds any of them.
//     node scripts/strip-names.mjs FILE.wasm

import { readFileSync, writeFileSync } from 'node:fs'

const HEADER_BYTES = 8
const CUSTOM = 0

/** Reads the LEB128 number at `at`; returns it and where it ends. */
function number(bytes, at) {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    if (byte === undefined || shift > 28) throw new Error('the module is cut short or damaged')
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return [value, at]
  }
}

/** Returns the module `bytes` without its custom section `name`; all other sections stay as they are. */
function without(bytes, name) {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== '\0asm') throw new Error('not a WebAssembly module')
  const kept = [bytes.subarray(0, HEADER_BYTES)]
  for (let start = HEADER_BYTES; start < bytes.length; ) {
    const [length, body] = number(bytes, start + 1)
    const end = body + length
    if (end > bytes.length) throw new Error('the module is cut short or damaged')
    if (bytes[start] !== CUSTOM || nameOf(bytes.subarray(body, end)) !== name) kept.push(bytes.subarray(start, end))
    start = end
  }
  return Buffer.concat(kept)
}

function nameOf(section) {
  const [length, at] = number(section, 0)
  return section.toString('utf8', at, at + length)
}

const [path] = process.argv.slice(2)
const bytes = readFileSync(path)
const stripped = without(bytes, 'name')
if (!WebAssembly.validate(stripped)) throw new Error('what is left is no WebAssembly module')
writeFileSync(path, stripped)
console.log(`${path}: ${bytes.length} bytes, ${stripped.length} without names`)
