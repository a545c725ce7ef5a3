// @ts-check
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { lines } from '../lines.mjs'

/**
 * @typedef {{ kind: 'file' | 'node' | 'vendor', name: string } | { kind: 'unknown', name: string, why: string }} Target
 *   of a file, the short path
 * @typedef {object} Arrow
 * @property {number} line
 * @property {string} specifier
 * @property {boolean} type the import vanishes when types are stripped
 * @property {boolean} lazy no import statement
 * @property {boolean} partial the name is computed; `specifier` is its fixed beginning, perhaps empty
 * @property {Target} target
 * @typedef {{ path: string, short: string, arrows: Arrow[], notes: Note[] }} File
 * @typedef {{ line: number, kind: 'error' | 'value' | 'now', text: string }} Note what else the table can refuse
 */

/** `packages/contract/src/team.ts` → `contract/team.ts`. @param {string} file */
const shortPath = (file) => file.replace(/^(?:packages|apps)\/([^/]+)\/src(\/|$)/, '$1$2')

/** Most files have neither of these, and their trees take most of the time. @param {string} file @param {string} text */
const needsTree = (file, text) =>
  /(^|\/)ports\//.test(file) ||
  /\bimport\s*(\(|\/[*/])|\brequire\b|\bimport\.meta\.(resolve|glob)\b|\bnew\s+(Date|URL)\b/.test(text)

/** @param {string} file @param {string} text @returns {File} */
export function readFile(file, text) {
  const parsed = parseSync(file, text)
  const { module, errors } = parsed
  const lineOf = lines(text)
  /** @type {Arrow[]} */
  const arrows = []
  /** @type {Note[]} */
  const notes = errors.map(({ message }) => ({ line: 1, kind: 'error', text: `can't be read: ${message}` }))
  /** @param {number} start @param {Note['kind']} kind @param {string} said */
  const note = (start, kind, said) => void notes.push({ line: lineOf(start), kind, text: said })
  /** @param {number} start @param {{ specifier: string, type?: boolean, lazy?: boolean, partial?: boolean }} arrow */
  const add = (start, { specifier, type = false, lazy = false, partial = false }) => {
    const target = targetOf(file, specifier, partial)
    arrows.push({ line: lineOf(start), specifier, type, lazy, partial, target })
  }
  /** @param {any} node @param {any} name @param {boolean} [type] */
  const addLazy = (node, name, type = false) => add(node.start, { ...named(name), lazy: true, type })
  /** @param {{ start: number, end: number }} node */
  const source = ({ start, end }) => text.slice(start, end)

  const exports = module.staticExports.map((one) => ({
    ...one,
    moduleRequest: one.entries[0]?.moduleRequest,
  }))
  for (const { start, entries, moduleRequest: request } of [...module.staticImports, ...exports]) {
    // `import { type X }` does not vanish: verbatimModuleSyntax leaves `import {}`.
    const type =
      entries.some(({ isType }) => isType) && /^(im|ex)port\s+type\b/.test(text.slice(start, start + 20))
    if (request) add(start, { specifier: request.value, type })
  }
  if (needsTree(file, text)) {
    const { program } = parsed
    for (const statement of program.body) {
      const { type, exportKind, declare } = { exportKind: '', declare: false, ...statement }
      const vanishes = /^Import|^TS(TypeAlias|Interface)/.test(type) || exportKind === 'type' || declare
      if (!vanishes) note(statement.start, 'value', `a value (${type}): ports are types only`)
    }
    new Visitor({
      ImportExpression: (node) => addLazy(node, node.source),
      TSImportType: (node) => addLazy(node, node.source, true),
      CallExpression(node) {
        const isImport = /^(require(\.resolve)?|import\.meta\.(resolve|glob))$/.test(source(node.callee))
        if (isImport) addLazy(node, node.arguments[0])
      },
      NewExpression(node) {
        const [callee, name, base] = [node.callee, ...node.arguments].map(source)
        if (callee === 'Date' && name === undefined)
          note(node.start, 'now', 'new Date(): time comes in as an argument')
        // new Worker(new URL('hash.ts', import.meta.url)) runs that file.
        const script = /^'([^:]+\.[cm]?[jt]sx?)'$/.exec(name ?? '')?.[1]
        if (script && callee === 'URL' && base === 'import.meta.url')
          add(node.start, { specifier: script.replace(/^(?!\.)/, './'), lazy: true })
      },
    }).visit(program)
  }
  return { path: file, short: shortPath(file), arrows: arrows.toSorted((a, b) => a.line - b.line), notes }
}

/** @param {any} node @returns {{ specifier: string, partial: boolean }} */
function named(node) {
  if (typeof node?.value === 'string') return { specifier: node.value, partial: false }
  return { specifier: node?.quasis?.[0].value.cooked ?? '', partial: node?.quasis?.length !== 1 }
}

/** @param {string} from @param {string} written @param {boolean} partial @returns {Target} */
function targetOf(from, written, partial) {
  const name = partial ? written : written.replace(/\?[^?]*$/, '')
  if (/^\.{1,2}(\/|$)/.test(name))
    return {
      kind: 'file',
      name: shortPath(path.posix.join(path.posix.dirname(from), name).replace(/\/$/, '')),
    }
  const computed = "a computed name can't be checked: begin it with a fixed relative path"
  if (partial) return { kind: 'unknown', name: 'a computed name', why: computed }
  if (isBuiltin(name)) return { kind: 'node', name: name.replace(/^node:/, '') }
  if (name.startsWith('@pennant/')) return { kind: 'file', name: `${name.slice('@pennant/'.length)}.ts` }
  const vendor = /^((?:@[a-z0-9~_.-]+\/)?[a-z0-9~_-][a-z0-9~_.-]*)(?:\/|$)/i.exec(name)?.[1]
  if (vendor !== undefined) return { kind: 'vendor', name: vendor }
  return { kind: 'unknown', name, why: 'neither a package nor a relative path: aliases hide arrows' }
}
