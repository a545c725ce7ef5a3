// @ts-check
import { parseSync } from 'oxc-parser'
import { isDeclared, isRead, memberRead, scopeOf } from './process-name.mjs'
import { isTypeOnly, lines, spell, walk } from './syntax.mjs'

/** @typedef {import('./syntax.mjs').Node} Node */

/**
 * What one source file imports, and the globals it uses that the table speaks of.
 *
 * @typedef {object} Arrow
 * @property {string} specifier
 * @property {boolean} type the import vanishes when types are stripped
 * @property {number} line
 * @property {boolean} [partial] the name is computed; `specifier` is its fixed beginning, perhaps empty
 *
 * @typedef {{ what: string, line: number }} Use
 *
 * @typedef {object} Source
 * @property {Arrow[]} arrows
 * @property {Use[]} process uses of the global `process`: the member's name, or '' for the whole object
 * @property {Use[]} impure uses of time and chance
 * @property {Use[]} values statements that leave something at run time
 * @property {Use[]} references `/// <reference types>` and `/// <reference lib>`
 * @property {string[]} errors
 */

// The syntax tree is built only for the files that need it: most have nothing but plain imports.
const needsTree = /\brequire\b|\bimport\s*\(|\bimport\.meta\b|\bprocess\b/

/**
 * @param {string} name
 * @param {string} text
 * @param {{ tree: boolean }} want `tree`: `impure` and `values` are wanted
 * @returns {Source}
 */
export function readSource(name, text, want) {
  const parsed = parseSync(name, text)
  const lineOf = lines(text)
  /** @type {Source} */
  const source = { arrows: [], process: [], impure: [], values: [], references: [], errors: [] }
  source.errors = parsed.errors.map((error) => error.message)

  for (const statement of parsed.module.staticImports) {
    // `import { type X }` does not vanish: verbatimModuleSyntax leaves `import {}`.
    const type =
      statement.entries.some((entry) => entry.isType) &&
      /^import\s+type\b/.test(text.slice(statement.start, statement.start + 20))
    source.arrows.push({ specifier: statement.moduleRequest.value, type, line: lineOf(statement.start) })
  }
  for (const statement of parsed.module.staticExports) {
    const request = statement.entries[0]?.moduleRequest
    if (!request) continue
    const type = /^export\s+type\b/.test(text.slice(statement.start, statement.start + 20))
    source.arrows.push({ specifier: request.value, type, line: lineOf(statement.start) })
  }
  for (const match of text.matchAll(/^\/\/\/\s*<reference\s+((?:types|lib)\s*=\s*["'][^"']+["'])/gm)) {
    source.references.push({ what: match[1] ?? '', line: lineOf(match.index) })
  }
  if (want.tree || needsTree.test(text)) readTree(parsed.program, source, lineOf)
  source.arrows.sort((a, b) => a.line - b.line)
  return source
}

/**
 * @param {any} program
 * @param {Source} source
 * @param {(offset: number) => number} lineOf
 */
function readTree(program, source, lineOf) {
  for (const statement of program.body) {
    if (leavesSomething(statement))
      source.values.push({ what: statement.type, line: lineOf(statement.start) })
  }
  /** @type {{ node: Node, member: string }[]} */
  const processUses = []
  /** @type {Node[]} */
  const processScopes = []
  walk(program, [], false, (node, parents, inType) => {
    for (const arrow of arrowsOf(node)) source.arrows.push({ ...arrow, line: lineOf(node.start) })
    if (inType) return
    const impure = impureUse(node)
    if (impure) source.impure.push({ what: impure, line: lineOf(node.start) })
    if (node.type === 'Identifier' && node.name === 'process') {
      if (isDeclared(node, parents)) processScopes.push(scopeOf(node, parents))
      else if (isRead(node, parents)) processUses.push({ node, member: memberRead(node, parents) })
    }
  })
  for (const { node, member } of processUses) {
    const shadowed = processScopes.some((scope) => scope.start <= node.start && node.end <= scope.end)
    if (!shadowed) source.process.push({ what: member, line: lineOf(node.start) })
  }
}

/** @param {Node} statement */
function leavesSomething(statement) {
  if (statement.declare) return false
  if (statement.type === 'ImportDeclaration') return false // an arrow, judged as such
  if (statement.type === 'ExportAllDeclaration') return statement.exportKind !== 'type'
  if (statement.type === 'ExportNamedDeclaration') {
    if (statement.declaration) return leavesSomething(statement.declaration)
    return statement.exportKind !== 'type' && statement.specifiers.length > 0
  }
  return !isTypeOnly(statement)
}

/**
 * Imports that are no statement of their own.
 *
 * @param {Node} node
 * @returns {Omit<Arrow, 'line'>[]}
 */
function arrowsOf(node) {
  switch (node.type) {
    case 'ImportExpression':
      return [named(node.source)]
    case 'TSImportType':
      return [{ ...named(node.source ?? node.argument), type: true }]
    case 'TSExternalModuleReference':
      return [named(node.expression)]
    case 'CallExpression': {
      const callee = spell(node.callee)
      const known = ['require', 'require.resolve', 'import.meta.resolve', 'import.meta.glob'].includes(callee)
      if (!known || node.arguments.length === 0) return []
      if (callee === 'import.meta.glob') return globs(node.arguments[0])
      return [named(node.arguments[0])]
    }
    case 'NewExpression': {
      // new Worker(new URL('./hash.ts', import.meta.url)) runs that file.
      const [name, base] = node.arguments
      const script = name?.type === 'Literal' && /^\.{1,2}\/.*\.[cm]?[jt]sx?$/.test(String(name.value))
      return spell(node.callee) === 'URL' && script && base && spell(base) === 'import.meta.url'
        ? [named(name)]
        : []
    }
    default:
      return []
  }
}

/**
 * @param {Node | undefined} name
 * @returns {Omit<Arrow, 'line'>}
 */
function named(name) {
  const node = name?.type === 'TSLiteralType' ? name.literal : name
  if (node?.type === 'Literal' && typeof node.value === 'string')
    return { specifier: node.value, type: false }
  const first = node?.type === 'TemplateLiteral' ? node.quasis[0] : undefined
  const partial = node?.type !== 'TemplateLiteral' || node.quasis.length > 1
  return { specifier: String(first?.value.cooked ?? ''), type: false, partial }
}

/**
 * @param {Node} argument
 * @returns {Omit<Arrow, 'line'>[]}
 */
function globs(argument) {
  const list = argument.type === 'ArrayExpression' ? argument.elements : [argument]
  return list
    .map((/** @type {Node} */ one) => named(one))
    .filter((/** @type {Arrow} */ arrow) => !arrow.specifier.startsWith('!'))
    .map((/** @type {Arrow} */ arrow) => ({
      ...arrow,
      specifier: arrow.specifier.replace(/[*{[?].*$/, ''),
      partial: true,
    }))
}

/**
 * @param {Node} node
 * @returns {string | undefined}
 */
function impureUse(node) {
  if (node.type === 'MemberExpression') {
    const name = spell(node).replace(/^globalThis\./, '')
    return name === 'Date.now' || name === 'Math.random' ? name : undefined
  }
  if (node.type === 'NewExpression' && spell(node.callee) === 'Date' && node.arguments.length === 0)
    return 'new Date()'
  if (node.type === 'CallExpression' && spell(node.callee) === 'Date') return 'Date()'
  return undefined
}
