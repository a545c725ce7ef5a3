// @ts-check
import { withoutTexts } from './openapi.mjs'

/**
 * @typedef {Record<string, unknown> & { name: string }} Line
 * @typedef {{ where: string, what: string }} Difference
 */

const nameInText = /<(?:[a-z]+\d* )\d+>/g
const examples = 3

/**
 * Each difference appears once, with the exchanges that show it. Names such as `<id 3>` are matched by place,
 * not by number.
 *
 * @param {Line[]} one
 * @param {Line[]} other
 * @returns {string[]}
 */
export function compare(one, other) {
  const match = createMatch()
  const others = new Map(other.map((line) => [line.name, line]))
  /** @type {Map<string, string[]>} */
  const found = new Map()
  const note = (/** @type {string} */ what, /** @type {string} */ name) =>
    void found.set(what, [...(found.get(what) ?? []), name])
  for (const line of one) {
    const partner = others.get(line.name)
    others.delete(line.name)
    if (partner === undefined) note('only in the first', line.name)
    else
      for (const { where, what } of differences(plain(line), plain(partner), '', match))
        note(`${where.replace(/\[\d+\]/g, '[]')}: ${what}`, line.name)
  }
  for (const name of others.keys()) note('only in the second', name)
  return [...found].map(([what, names]) => {
    const more = names.length > examples ? `, and ${names.length - examples} more` : ''
    return `${what}\n    ${names.slice(0, examples).join('\n    ')}${more}`
  })
}

/**
 * @param {Line} line
 * @returns {unknown}
 */
function plain(line) {
  return line.name.endsWith('/ document') ? withoutTexts(line) : line
}

/** @typedef {(one: string, other: string) => boolean} Match */

/** @returns {Match} */
function createMatch() {
  /** @type {Map<string, string>} */
  const there = new Map()
  /** @type {Map<string, string>} */
  const back = new Map()
  return (one, other) => {
    if (kindOf(one) !== kindOf(other)) return false
    if (!there.has(one) && !back.has(other)) {
      there.set(one, other)
      back.set(other, one)
    }
    return there.get(one) === other
  }
}

/** @param {string} name */
function kindOf(name) {
  return name.replace(/ \d+>$/, '')
}

/**
 * @param {unknown} one
 * @param {unknown} other
 * @param {string} where
 * @param {Match} match
 * @returns {Difference[]}
 */
function differences(one, other, where, match) {
  if (typeof one === 'string' && typeof other === 'string')
    return isSameText(one, other, match) ? [] : [{ where, what: inTexts(one, other) }]
  if (Array.isArray(one) && Array.isArray(other)) return ofLists(one, other, where, match)
  if (isObject(one) && isObject(other)) return ofObjects(one, other, where, match)
  return Object.is(one, other) ? [] : [{ where, what: `${shown(one)} → ${shown(other)}` }]
}

/**
 * @param {unknown[]} one
 * @param {unknown[]} other
 * @param {string} where
 * @param {Match} match
 * @returns {Difference[]}
 */
function ofLists(one, other, where, match) {
  if (one.length === other.length)
    return one.flatMap((entry, at) => differences(entry, other[at], `${where}[${at}]`, match))
  const pairs = longestCommon(one.map(shapeOf), other.map(shapeOf))
  const [kept, taken] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))]
  const said = (/** @type {string} */ what) => (/** @type {unknown} */ entry) => ({
    where: `${where}[]`,
    what: `${what}: ${shown(entry)}`,
  })
  return [
    ...pairs.flatMap(([mine, its]) => differences(one[mine], other[its], `${where}[${mine}]`, match)),
    ...one.filter((_, at) => !kept.has(at)).map(said('gone')),
    ...other.filter((_, at) => !taken.has(at)).map(said('new')),
  ]
}

/**
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[number, number][]} the longest way to pair equal entries without changing their order
 */
function longestCommon(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1))
  const at = (/** @type {number} */ mine, /** @type {number} */ its) => lengths[mine]?.[its] ?? 0
  for (let mine = one.length - 1; mine >= 0; mine--)
    for (let its = other.length - 1; its >= 0; its--) {
      const row = lengths[mine]
      if (row === undefined) continue
      const isSame = one[mine] === other[its]
      row[its] = isSame ? at(mine + 1, its + 1) + 1 : Math.max(at(mine + 1, its), at(mine, its + 1))
    }
  /** @type {[number, number][]} */
  const pairs = []
  let [mine, its] = [0, 0]
  while (mine < one.length && its < other.length) {
    if (one[mine] === other[its]) pairs.push([mine++, its++])
    else if (at(mine + 1, its) >= at(mine, its + 1)) mine += 1
    else its += 1
  }
  return pairs
}

/** @param {unknown} value */
function shapeOf(value) {
  return (JSON.stringify(value) ?? '').replace(nameInText, kindOf)
}

/**
 * @param {Record<string, unknown>} one
 * @param {Record<string, unknown>} other
 * @param {string} where
 * @param {Match} match
 * @returns {Difference[]}
 */
function ofObjects(one, other, where, match) {
  const partners = new Map(
    Object.keys(one).map((key) => [key, Object.keys(other).find((its) => isSameText(key, its, match))]),
  )
  const taken = new Set(partners.values())
  const kept = Object.keys(one).filter((key) => partners.get(key) !== undefined)
  const order = kept.map((key) => partners.get(key))
  const theirs = Object.keys(other).filter((key) => taken.has(key))
  const at = (/** @type {string} */ key) => (where === '' ? key : `${where}.${key}`)
  return [
    ...(order.join() === theirs.join() ? [] : [{ where, what: 'members in another order' }]),
    ...Object.keys(one)
      .filter((key) => partners.get(key) === undefined)
      .map((key) => ({ where: at(key), what: `${shown(one[key])} → nothing` })),
    ...Object.keys(other)
      .filter((key) => !taken.has(key))
      .map((key) => ({ where: at(key), what: `nothing → ${shown(other[key])}` })),
    ...kept.flatMap((key) => differences(one[key], other[partners.get(key) ?? ''], at(key), match)),
  ]
}

/**
 * @param {string} one
 * @param {string} other
 * @param {Match} match
 */
function isSameText(one, other, match) {
  if (one.replace(nameInText, kindOf) !== other.replace(nameInText, kindOf)) return false
  const [names, others] = [one.match(nameInText) ?? [], other.match(nameInText) ?? []]
  return names.every((name, at) => match(name, others[at] ?? ''))
}

/**
 * @param {string} one
 * @param {string} other
 */
function inTexts(one, other) {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const start = Math.max(0, same - 40)
  const [mine, theirs] = [one, other].map((text) => shown(`${start > 0 ? '…' : ''}${text.slice(start)}`))
  return `${mine} → ${theirs}`
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
