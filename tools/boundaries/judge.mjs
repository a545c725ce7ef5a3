// @ts-check
import { exempt, reasons, rows, testRows, vendors } from './table.mjs'

/**
 * @typedef {import('./table.mjs').Row} Row
 * @typedef {import('./arrows.mjs').Arrow} Arrow
 * @typedef {import('./arrows.mjs').File} File
 * @typedef {{ file: string, line: number, text: string }} Fault
 */

/** Leaves out what oxlint checks. @param {File[]} files @returns {Fault[]} */
export function judge(files) {
  const judged = files.filter(({ path }) => !exempt.test(path))
  return [...judged.flatMap(faultsOf), ...judgeHomes(judged), ...lazyCircles(judged)]
}

/** @param {File} file @returns {Fault[]} */
function faultsOf(file) {
  const { path, short, arrows, notes } = file
  const row = rowOf(short)
  if (!row) return [{ file: path, line: 1, text: `no row in tools/boundaries/table.mjs covers ${short}` }]
  const kinds = ['error', row.marks.has('types') && 'value', row.marks.has('pure') && 'now']
  const wrong = arrows.map((arrow) => ({ arrow, why: whyWrong(file, arrow, row) }))
  return [
    ...notes.filter(({ kind }) => kinds.includes(kind)).map(({ line, text }) => ({ file: path, line, text })),
    ...wrong.flatMap(({ arrow, why }) => (why === undefined ? [] : [wrongArrow(file, arrow, why)])),
  ]
}

/** @param {File} file @param {Arrow} arrow @param {string} why */
const wrongArrow = ({ path, short }, { line, target: { kind, name } }, why) => ({
  file: path,
  line,
  text: `wrong arrow: ${short} → ${kind === 'node' ? 'node:' : ''}${name} (${why})`,
})

/** @param {string} short */
const isTest = (short) => /\.(test|suite)(\.[cm]?tsx?)?$/.test(short) || /^(tests|bench)\//.test(short)

/** @param {string} short @returns {Row | undefined} */
const rowOf = (short) =>
  [...(isTest(short) ? testRows : []), ...rows].find(({ files }) => covered(files, short) !== undefined)

/** @param {File} file @param {Arrow} arrow @param {Row} row @returns {string | undefined} */
function whyWrong({ path, short }, { target, type, partial, specifier }, row) {
  const test = isTest(short)
  const { kind, name } = target
  if (kind === 'unknown') return test && partial ? undefined : target.why
  if (kind === 'node' && row.marks.has('-node')) return 'neither Node nor its types'
  if (kind === 'node') return row.marks.has('node-types') && !type ? 'types only' : undefined
  if (kind === 'vendor') return test ? undefined : whyNoHome(short, name, type, row)
  if (isTest(name) && !test) return 'the product imports no tests'
  const home = /^(packages|apps)\/([^/]+)/.exec(path)?.[2]
  const same = name.split('/')[0] === home
  const apart = /^(tests|demo|packages\/i18n\/locales)\//.test(name)
  if (home && specifier.startsWith('.') && !same && !apart) return 'another package: import it by its name'
  if (same && !specifier.startsWith('.')) return 'its own package: import it by its path'
  const own = covered(row.files, short)
  if (own && covered(own, name)) return undefined
  const why = whyNoFit(row.may, name, type, `may import ${row.may.join(', ') || 'nothing of ours'}`)
  return why && (reasons.find(({ from, to }) => covered(from, short) && covered(to, name))?.why ?? why)
}

/** @param {string} short @param {string} name @param {boolean} type @param {Row} row */
function whyNoHome(short, name, type, row) {
  const vendor = vendors.find((one) => covered(one.name, name))
  if (!vendor) return row.marks.has('-packages') ? `no packages in ${row.files}` : undefined
  if (vendor.homes.length === 0) return 'in tests only'
  return whyNoFit(vendor.homes, short, type, `only ${vendor.homes.join(', ')} may touch it`)
}

/** @param {string[]} entries patterns, or `type:` and a pattern @param {string} name @param {boolean} type @param {string} none */
function whyNoFit(entries, name, type, none) {
  const fitting = entries.filter((entry) => covered(entry.replace(/^type:/, ''), name))
  if (fitting.some((entry) => type || !entry.startsWith('type:'))) return undefined
  return fitting.length > 0 ? 'types only' : none
}

/** Packages that only one folder of the server should wrap. @param {File[]} files */
function judgeHomes(files) {
  /** @type {Map<string, string>} */
  const homes = new Map()
  return files.flatMap((file) => {
    const row = isTest(file.short) ? undefined : rowOf(file.short)
    const folder = row && covered(row.files, file.short)
    return file.arrows.flatMap((arrow) => {
      const { kind, name } = arrow.target
      const vendor = vendors.find((one) => covered(one.name, name))
      if (!folder || kind !== 'vendor' || !(vendor?.wraps ?? row.marks.has('wraps'))) return []
      const home = homes.get(name) ?? folder
      homes.set(name, home)
      const why = `${home} touches it already; one folder wraps a package, or table.mjs lists its homes`
      return home === folder ? [] : [wrongArrow(file, arrow, why)]
    })
  })
}

/** Circles that only a lazy import closes; oxlint doesn't follow those. @param {File[]} files */
function lazyCircles(files) {
  const graph = new Map(files.map(({ short, arrows }) => [short, arrows.map(({ target }) => target.name)]))
  /** @param {string} from @param {string} to @param {Set<string>} seen @returns {boolean} */
  const reaches = (from, to, seen = new Set()) =>
    from === to ||
    (!seen.has(from) && !!seen.add(from) && (graph.get(from) ?? []).some((next) => reaches(next, to, seen)))
  return files.flatMap(({ path, short, arrows }) =>
    arrows
      .filter(({ lazy, target }) => lazy && reaches(target.name, short))
      .map(({ line, target }) => ({
        file: path,
        line,
        text: `circle: ${short} → ${target.name} → … → ${short}`,
      })),
  )
}

/**
 * @param {string} pattern
 * @param {string} file
 * @returns {string | undefined} what the pattern names: `server/modules/team` of `server/modules/*` in `server/modules/team/a.ts`
 */
function covered(pattern, file) {
  const part = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
  return new RegExp(`^${part}(?=/|$)`).exec(file)?.[0]
}
