// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/** @typedef {Record<string, any> & { type: string, start: number, end: number }} Node */

/**
 * Read from the source, so that nothing needs to be built first. Follows spreads of constants, also from
 * files imported by a relative path.
 *
 * @param {string} file
 * @param {string} [name]
 * @returns {Set<string>}
 */
export function readProblemCodes(file, name = 'problems') {
  /** @type {Node} */
  const program = parseSync(file, readFileSync(file, 'utf8')).program
  const object = bare(constant(program, name))
  if (object?.type !== 'ObjectExpression') throw new Error(`${file}: no constant object named ${name}`)
  const codes = new Set()
  for (const property of object.properties) {
    if (property.type === 'SpreadElement') {
      for (const code of spread(file, program, property.argument)) codes.add(code)
    } else if (property.computed || (property.key.type !== 'Literal' && property.key.type !== 'Identifier')) {
      throw new Error(`${file}: ${name} has a computed key`)
    } else {
      codes.add(String(property.key.value ?? property.key.name))
    }
  }
  return codes
}

/**
 * @param {string} file
 * @param {Node} program
 * @param {Node} argument
 * @returns {Set<string>}
 */
function spread(file, program, argument) {
  if (argument.type !== 'Identifier') throw new Error(`${file}: spreads something other than a constant`)
  if (constant(program, argument.name)) return readProblemCodes(file, argument.name)
  for (const statement of program['body']) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) continue
    const imported = statement.specifiers.find(
      (/** @type {Node} */ one) => one['local'].name === argument.name,
    )
    if (!imported) continue
    return readProblemCodes(
      path.join(path.dirname(file), statement.source.value),
      imported.imported?.name ?? argument.name,
    )
  }
  throw new Error(`${file}: ${argument.name} can't be followed`)
}

/**
 * @param {Node} program
 * @param {string} name
 * @returns {Node | undefined} what the constant is set to
 */
function constant(program, name) {
  for (const statement of program['body']) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    const found = declaration.declarations.find((/** @type {Node} */ one) => one['id'].name === name)
    if (found) return found.init ?? undefined
  }
  return undefined
}

/**
 * @param {Node | undefined} node
 * @returns {Node | undefined}
 */
function bare(node) {
  if (!node) return undefined
  if (node.type === 'CallExpression') return bare(node['arguments'][0])
  return 'expression' in node ? bare(node['expression']) : node
}
