// @ts-check
import { propertyOf } from './syntax.mjs'

/**
 * Tells the global `process` from other things of that name.
 *
 * @typedef {import('./syntax.mjs').Node} Node
 */

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const blocks = new Set([
  'BlockStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'CatchClause',
  'Program',
])
const patterns = new Set(['ObjectPattern', 'ArrayPattern', 'AssignmentPattern', 'RestElement', 'Property'])

/**
 * @param {Node} node an identifier
 * @param {Node[]} parents
 */
export function isDeclared(node, parents) {
  const parent = parents.at(-1)
  if (!parent) return false
  if (parent.type.startsWith('Import')) return 'local' in parent && parent.local === node
  if ((functions.has(parent.type) || parent.type === 'ClassDeclaration') && parent.id === node) return true
  let child = node
  for (const one of parents.toReversed()) {
    if (one.type === 'VariableDeclarator') return one.id === child
    if (functions.has(one.type)) return one.params.includes(child)
    if (one.type === 'CatchClause') return one.param === child
    // { process: other } names a property, { process = 1 } takes its default from elsewhere.
    if (one.type === 'Property' && one.value !== child) return false
    if (one.type === 'AssignmentPattern' && one.left !== child) return false
    if (!patterns.has(one.type) && one.type !== 'TSParameterProperty') return false
    child = one
  }
  return false
}

/**
 * @param {Node} node
 * @param {Node[]} parents
 * @returns {Node} where the declared name counts
 */
export function scopeOf(node, parents) {
  const parent = parents.at(-1)
  const outside = parent && functions.has(parent.type) && parent.id === node ? parents.slice(0, -1) : parents
  const scope = outside.toReversed().find((one) => functions.has(one.type) || blocks.has(one.type))
  return scope ?? /** @type {Node} */ (parents[0])
}

/**
 * @param {Node} node an identifier that declares nothing
 * @param {Node[]} parents
 */
export function isRead(node, parents) {
  const parent = parents.at(-1)
  if (!parent) return false
  if (isPropertyName(node, parent)) return parent.type === 'MemberExpression' && isGlobalObject(parent.object)
  return !['LabeledStatement', 'BreakStatement', 'ContinueStatement', 'ImportSpecifier'].includes(parent.type)
}

/**
 * @param {Node} node `process`, or the last name of `globalThis.process`
 * @param {Node[]} parents
 * @returns {string} what is read of it, '' when it is handed on whole
 */
export function memberRead(node, parents) {
  const parent = parents.at(-1)
  const global = parent && isPropertyName(node, parent)
  const object = global ? parent : node
  const member = global ? parents.at(-2) : parent
  return member?.type === 'MemberExpression' && member.object === object ? propertyOf(member) : ''
}

/**
 * @param {Node} node
 * @param {Node} parent
 */
function isPropertyName(node, parent) {
  return !parent.computed && (parent.property === node || parent.key === node)
}

/** @param {Node} node */
function isGlobalObject(node) {
  return node.type === 'Identifier' && ['globalThis', 'global'].includes(node.name)
}
