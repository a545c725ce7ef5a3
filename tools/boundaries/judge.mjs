// @ts-check
import { covered, readEntry, shortPath } from './patterns.mjs'

/**
 * @typedef {import('./table.mjs').Table} Table
 * @typedef {import('./table.mjs').Row} Row
 * @typedef {import('./read-source.mjs').Source} Source
 * @typedef {import('./read-source.mjs').Arrow & { target: import('./resolve.mjs').Target }} ResolvedArrow
 * @typedef {{ file: string, line: number, text: string }} Fault
 * @typedef {{ path: string, source: Source, arrows: ResolvedArrow[] }} File path: from the root
 */

/**
 * Every fault of one file but import circles and packages touched in two folders.
 *
 * @param {File} file
 * @param {Table} table
 * @returns {Fault[]}
 */
export function judgeFile(file, table) {
  if (table.exempt.test(file.path)) return []
  const short = shortPath(file.path)
  const row = rowOf(short, table)
  /** @type {Fault[]} */
  const faults = file.source.errors.map((text) => ({
    file: file.path,
    line: 1,
    text: `cannot be read: ${text}`,
  }))
  /** @param {number} line @param {string} text */
  const fault = (line, text) => faults.push({ file: file.path, line, text })
  if (!row) {
    fault(1, `no row in tools/boundaries/table.mjs covers ${short}`)
    return faults
  }

  for (const arrow of file.arrows) {
    const wrong = judgeArrow(file.path, arrow, row, table)
    if (wrong) fault(arrow.line, `wrong arrow: ${short} → ${nameOf(arrow)} (${wrong})`)
  }
  if (row.node === false) {
    for (const { what, line } of file.source.references)
      fault(line, `${short} brings in ${what}: it has neither Node nor DOM`)
  }
  if (row.typesOnly) {
    for (const { what, line } of file.source.values)
      fault(line, `${short} holds a value (${what}): ports are types only`)
  }
  if (!isTest(short, table)) {
    const mayProcess = table.process.files.some((pattern) => covered(pattern, short))
    for (const { what, line } of file.source.process) {
      if (mayProcess || table.process.members.includes(what)) continue
      fault(
        line,
        `${what ? `process.${what}` : 'process'} in ${short}: only ${table.process.files.join(', ')} may; hand the value in`,
      )
    }
    if (table.pure.some((pattern) => covered(pattern, short))) {
      for (const { what, line } of file.source.impure)
        fault(line, `${what} in ${short}: time and chance come in as arguments`)
    }
  }
  return faults
}

/**
 * @param {string} short
 * @param {Table} table
 * @returns {Row | undefined}
 */
export function rowOf(short, table) {
  const rows = isTest(short, table) ? [...table.testRows, ...table.rows] : table.rows
  return rows.find((row) => covered(row.files, short))
}

/**
 * @param {string} short
 * @param {Table} table
 */
function isTest(short, table) {
  return (
    table.testFile.test(short) ||
    covered('tests', short) !== undefined ||
    covered('bench', short) !== undefined
  )
}

/**
 * @param {string} from
 * @param {ResolvedArrow} arrow
 * @param {Row} row
 * @param {Table} table
 * @returns {string | undefined} why the arrow is wrong
 */
function judgeArrow(from, arrow, row, table) {
  const short = shortPath(from)
  const { target } = arrow
  const test = isTest(short, table)
  if (target.kind === 'unknown') return test && arrow.partial ? undefined : target.why
  if (target.kind === 'node') {
    if (row.node === false) return 'neither Node nor its types'
    if (row.node === 'types' && !arrow.type) return 'types only'
    if (target.name === 'process' && !test && !table.process.files.some((one) => covered(one, short))) {
      return 'the process is seen in main.ts only'
    }
    return undefined
  }
  if (target.kind === 'vendor')
    return test ? undefined : judgeVendor(short, arrow.type, target.name, row, table)
  return judgeFolder(from, arrow, target.path, row, table)
}

/**
 * @param {string} from
 * @param {ResolvedArrow} arrow
 * @param {string} to
 * @param {Row} row
 * @param {Table} table
 */
function judgeFolder(from, arrow, to, row, table) {
  const a = shortPath(from)
  const b = shortPath(to)
  if (isTest(b, table) && !isTest(a, table)) return 'the product imports no tests'
  const home = workspaceOf(from)
  if (
    home &&
    arrow.specifier.startsWith('.') &&
    workspaceOf(to) !== home &&
    covered('tests', b) === undefined &&
    covered('demo', b) === undefined &&
    // A pattern of files cannot be written by a package's name; texts are all that is gathered by one.
    covered('packages/i18n/locales', b) === undefined
  ) {
    return 'another package: import it by its name'
  }
  const same = covered(row.files, a)
  if (same && covered(same, b)) return undefined
  const fitting = row.may.map(readEntry).filter(({ pattern }) => covered(pattern, b))
  if (fitting.some(({ typesOnly }) => !typesOnly || arrow.type)) return undefined
  if (fitting.length > 0) return 'types only'
  return (
    row.never?.find(({ to: pattern }) => covered(pattern, b))?.why ??
    `may import ${row.may.join(', ') || 'nothing of ours'}`
  )
}

/**
 * @param {string} short
 * @param {boolean} type
 * @param {string} name
 * @param {Row} row
 * @param {Table} table
 */
function judgeVendor(short, type, name, row, table) {
  const vendor = table.vendors.find((one) => covered(one.name, name))
  if (!vendor) return row.vendors === 'none' ? `no packages in ${row.files}` : undefined
  const fitting = vendor.homes.map(readEntry).filter(({ pattern }) => covered(pattern, short))
  if (fitting.some(({ typesOnly }) => !typesOnly || type)) return undefined
  if (fitting.length > 0) return 'types only'
  return vendor.homes.length > 0 ? `only ${vendor.homes.join(', ')} may touch it` : 'in tests only'
}

/** @param {string} file */
function workspaceOf(file) {
  return /^(?:packages|apps)\/[^/]+/.exec(file)?.[0]
}

/** @param {ResolvedArrow} arrow */
function nameOf({ specifier, target, partial }) {
  if (target.kind === 'file') return shortPath(target.path) + (partial ? '/…' : '')
  if (target.kind === 'node') return `node:${target.name}`
  return target.kind === 'vendor' ? target.name : specifier || 'a computed name'
}

/**
 * Packages that one folder of the server should wrap, touched in two.
 *
 * @param {File[]} files
 * @param {Table} table
 * @returns {Fault[]}
 */
export function judgeVendorHomes(files, table) {
  /** @type {Map<string, Map<string, Fault[]>>} */
  const touched = new Map()
  for (const file of files) {
    const short = shortPath(file.path)
    const row = rowOf(short, table)
    const folder = row && covered(row.files, short)
    if (!row || !folder || isTest(short, table) || table.exempt.test(file.path)) continue
    for (const { target, line } of file.arrows) {
      if (target.kind !== 'vendor') continue
      const vendor = table.vendors.find((one) => covered(one.name, target.name))
      if (vendor ? !vendor.oneFolder : row.vendors !== 'one folder') continue
      const folders = touched.get(target.name) ?? new Map()
      const faults = folders.get(folder) ?? []
      faults.push({ file: file.path, line, text: `wrong arrow: ${short} → ${target.name}` })
      touched.set(target.name, folders.set(folder, faults))
    }
  }
  return [...touched.values()].flatMap((folders) => {
    const [first, ...others] = [...folders.keys()].toSorted()
    const hint = `(${first} touches it already; one folder wraps a package, or tools/boundaries/table.mjs lists its homes)`
    return others
      .flatMap((folder) => folders.get(folder) ?? [])
      .map((fault) => ({ ...fault, text: `${fault.text} ${hint}` }))
  })
}
