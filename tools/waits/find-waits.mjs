// @ts-check
import { parseSync, Visitor } from 'oxc-parser'
import { lines } from '../lines.mjs'

/** A longer wait is a guess at the speed of the machine. */
const longestMs = 50

const usualNames = ['setTimeout', 'delay', 'wait', 'sleep', 'pause']

/**
 * Finds waits longer than `longestMs`, as a number or a constant of the same file, and waits in a browser of
 * any length.
 *
 * @param {string} file
 * @param {string} text
 * @returns {{ line: number, text: string }[]}
 */
export function findWaits(file, text) {
  const renamed = [...text.matchAll(/\bsetTimeout as (\w+)/g)].map(([, name = '']) => name)
  const names = new Set([...usualNames, ...renamed])
  /** @type {{ line: number, text: string }[]} */
  const found = []
  // Reading a whole tree takes long, and most tests call none of them.
  if (!new RegExp(`\\b(?:${[...names, 'waitForTimeout'].join('|')})\\s*[(<?]`).test(text)) return found
  const lineOf = lines(text)
  /** @param {{ type: string, start: number, end: number }} argument */
  const milliseconds = ({ type, start, end }) => {
    const written = text.slice(start, end)
    if (type === 'Literal') return Number(written.replaceAll('_', ''))
    if (type !== 'Identifier') return 0
    const [, value = ''] = new RegExp(`\\bconst ${written} = ([\\d_]+)\\b`).exec(text) ?? []
    return Number(value.replaceAll('_', ''))
  }
  new Visitor({
    CallExpression({ callee, arguments: given, start, end }) {
      const [name = '', owner] = text.slice(callee.start, callee.end).split('.').toReversed()
      // A socket's own timeout is a limit on silence.
      const waits = names.has(name) && !(name === 'setTimeout' && /socket/i.test(owner ?? ''))
      const isLong = waits && given.some((argument) => milliseconds(argument) > longestMs)
      if (isLong || name === 'waitForTimeout')
        found.push({ line: lineOf(start), text: text.slice(start, end).replaceAll(/\s+/g, ' ') })
    },
  }).visit(parseSync(file, text).program)
  return found
}
