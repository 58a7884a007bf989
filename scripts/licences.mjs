// Evaluates SPDX licence expressions against the licences that may be shipped.

const ALLOWED = new Set([
  'MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'MPL-2.0', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0',
  'Unicode-3.0', 'Unicode-DFS-2016', 'Zlib', 'Unlicense',
])

// Licences that are fine for one package only, with the reason.
const ALLOWED_FOR = {
  // Data, not code: the root certificates that Mozilla trusts. Native command line only.
  'webpki-roots': 'CDLA-Permissive-2.0',
  // What typedoc reads its arguments and file names with: it is run here alone, and nothing of it is shipped.
  argparse: 'Python-2.0',
  minimatch: 'BlueOak-1.0.0',
}

/** Whether `expression` can be satisfied by licences for which `allows` holds. `A/B`, an old spelling, means `A OR B`. */
export function satisfies(expression, allows) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const term = () => {
    if (tokens[at] === '(') {
      at += 1
      const inner = either()
      if (tokens[at] !== ')') throw new SyntaxError('unclosed parenthesis')
      at += 1
      return inner
    }
    const licence = tokens[at]
    if (licence === undefined || licence === ')') throw new SyntaxError('a licence is missing')
    at += 1
    // An exception only adds permissions.
    if (tokens[at] === 'WITH') at += 2
    return allows(licence)
  }
  const both = () => {
    let holds = term()
    while (tokens[at] === 'AND') {
      at += 1
      holds = term() && holds
    }
    return holds
  }
  const either = () => {
    let holds = both()
    while (tokens[at] === 'OR') {
      at += 1
      holds = both() || holds
    }
    return holds
  }
  const holds = either()
  if (at !== tokens.length) throw new SyntaxError(`unexpected ${tokens[at]}`)
  return holds
}

/** One line for each of `packages` ({ name, version, license }) whose licence is absent, unreadable or not allowed. */
export function findUnlicensed(packages) {
  return packages.flatMap(({ name, version, license }) => {
    if (!license) return [`${name} ${version} states no licence`]
    try {
      const allows = (licence) => ALLOWED.has(licence) || ALLOWED_FOR[name] === licence
      return satisfies(license, allows) ? [] : [`${name} ${version}: ${license}`]
    } catch (error) {
      return [`${name} ${version}: ${license} (${error.message})`]
    }
  })
}
