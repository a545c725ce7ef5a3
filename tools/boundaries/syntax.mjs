// @ts-check
import { visitorKeys } from 'oxc-parser'

/** @typedef {Record<string, any> & { type: string, start: number, end: number }} Node */

/**
 * @param {Node} node
 * @param {Node[]} parents
 * @param {boolean} inType
 * @param {(node: Node, parents: Node[], inType: boolean) => void} visit
 */
export function walk(node, parents, inType, visit) {
  visit(node, parents, inType)
  const childrenInType = inType || isTypeOnly(node)
  parents.push(node)
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) {
      if (child) walk(child, parents, childrenInType, visit)
    }
  }
  parents.pop()
}

/** TypeScript nodes that hold expressions; every other TS node is gone at run time. */
const runtimeTypeScript = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
  'TSParameterProperty',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSImportEqualsDeclaration',
  'TSExternalModuleReference',
])

/** @param {Node} node */
export function isTypeOnly(node) {
  return node.type.startsWith('TS') && !runtimeTypeScript.has(node.type)
}

/**
 * @param {Node} node
 * @returns {string} `a.b.c`, or '' for anything else
 */
export function spell(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`
  if (node.type !== 'MemberExpression') return ''
  const object = spell(node.object)
  const property = propertyOf(node)
  return object && property ? `${object}.${property}` : ''
}

/** @param {Node} member */
export function propertyOf(member) {
  if (!member.computed) return String(member.property.name ?? '')
  return member.property.type === 'Literal' ? String(member.property.value) : ''
}

/**
 * @param {string} text
 * @returns {(offset: number) => number}
 */
export function lines(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
