// Reads the figures that BENCHMARKS.md and the documents beside it hold: sections, their commands, tables and sentences.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Said where a figure that the report names does not stand where it stood. */
export class Missing extends Error {}

/** `text` without the marks of Markdown. */
export const plain = (text) => text.replaceAll(/\*\*|`/g, '').replaceAll(/(^|\s)\*(\S[^*]*)\*/g, '$1$2').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()

/** The first number of `text`, with its interval where one stands behind it in brackets; `undefined` where there is none. */
export function number(text) {
  const [, value, rest] = /^[^\d−-]*([−-]?[\d,]*\.?\d+)(.*)$/s.exec(plain(text)) ?? []
  if (value === undefined) return undefined
  const read = (digits) => Number(digits.replaceAll(',', '').replace('−', '-'))
  const [, low, high] = /^ ?%? ?\(([\d.]+)(?:–| to )([\d.]+) ?%?\)/.exec(rest) ?? []
  return low === undefined ? read(value) : { value: read(value), low: read(low), high: read(high) }
}

/** All numbers of `text`, in order, as in `0.182`, `0.375 / 0.253 / 0.369` or `58.4/95.0 · 61.8/95.8`. */
export const numbers = (text) => [...plain(text).matchAll(/\d[\d,]*\.?\d*|\.\d+/g)].map(([each]) => Number(each.replaceAll(',', '')))

const cells = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim())

function tables(lines) {
  const found = []
  for (let at = 1; at < lines.length; at += 1) {
    if (!/^\|[-| ]+\|$/.test(lines[at])) continue
    const rows = []
    for (let row = at + 1; lines[row]?.startsWith('|'); row += 1) rows.push(cells(lines[row]))
    found.push({ head: cells(lines[at - 1]), rows })
  }
  return found
}

/** The day on which each line was last written down, as the history has it; empty where there is none. */
function days(root, path) {
  try {
    const blamed = execFileSync('git', ['blame', '--line-porcelain', '--', path], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
    return [...blamed.matchAll(/^committer-time (\d+)$/gm)].map(([, seconds]) => new Date(Number(seconds) * 1000).toISOString().slice(0, 10))
  } catch {
    return []
  }
}

/** One document. `text` and `written` (a day for each line) are for tests; else the file is read, and its history. */
export function book(root, path, { text = readFileSync(join(root, path), 'utf8'), written = days(root, path) } = {}) {
  const lines = text.split('\n')
  return {
    path,
    /** What stands below the heading `title`, up to the next heading of its level or above. */
    section(title) {
      const from = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title)
      if (from < 0) throw new Missing(`${path} has no section "${title}"`)
      const level = /^#+/.exec(lines[from])[0].length
      const length = lines.slice(from + 1).findIndex((line) => new RegExp(`^#{1,${level}} `).test(line))
      const to = length < 0 ? lines.length : from + 1 + length
      const own = lines.slice(from + 1, to)
      const fence = own.indexOf('```sh')
      return {
        title,
        place: `${path}#${title.toLowerCase().replaceAll(/[^\w -]/g, '').replaceAll(' ', '-')}`,
        command: fence < 0 ? undefined : own.slice(fence + 1, own.indexOf('```', fence + 1)).join('\n'),
        day: written.slice(from + 1, to).filter((_, at) => own[at].trim() !== '').toSorted().at(-1),
        /** The cell of the first table that has a row that begins with the cells `row`, in the column `column`, a title or a number. Empty cells are those above. */
        cell(row, column) {
          for (const { head, rows } of tables(own)) {
            const at = typeof column === 'number' ? column : head.findIndex((each) => plain(each) === column)
            let above = []
            for (const each of rows) {
              above = row.map((_, part) => (plain(each[part]) === '' && part < row.length - 1 ? above[part] : plain(each[part])))
              if (at >= 0 && row.every((part, nth) => above[nth] === part)) return each[at]
            }
          }
          throw new Missing(`${path}, "${title}": no row "${row.join(' | ')}" with a column "${column}"`)
        },
        /** What the groups of `pattern` catch in the section. */
        said(pattern) {
          const found = pattern.exec(own.join('\n'))
          if (found === null) throw new Missing(`${path}, "${title}": nothing is like ${pattern}`)
          return found.slice(1)
        },
      }
    },
    /** The lines of the section that are items of a list, joined where they go on. */
    items(title) {
      const section = this.section(title)
      const text = section.said(/([\s\S]*)/)[0]
      return text.split(/\n(?=- )/).filter((each) => each.startsWith('- ')).map((each) => each.slice(2).split('\n\n')[0].replaceAll(/\s*\n\s*/g, ' ').trim())
    },
  }
}
