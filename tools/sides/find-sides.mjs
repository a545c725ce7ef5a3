// @ts-check
import { lines } from '../lines.mjs'

const physical =
  /(?<=[{;\s])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear|transform-origin)\s*:[^;]*\b(?:left|right)\b/g

/**
 * Declarations that name a side of the screen instead of the start or end of a line.
 *
 * @param {string} sheet
 * @returns {{ line: number, text: string }[]}
 */
export function findSides(sheet) {
  const text = sheet.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const lineOf = lines(text)
  return [...text.matchAll(physical)].map(({ 0: found, index }) => ({ line: lineOf(index), text: found }))
}
