// @ts-check
import { createHash } from 'node:crypto'

/**
 * Values that differ between runs get names in order of appearance: `<id 3>`, `<guid 2>`. Equal values share
 * a name, and nothing is left out, so that types and equalities stay visible. A number becomes the bare name,
 * a text of digits `"<id 3>"`.
 *
 * @typedef {object} Names
 * @property {(text: string) => string} text
 * @property {(value: unknown, masked?: ReadonlySet<string>) => unknown} value  any JSON; members that are `masked` keep
 *   their type alone
 * @property {(name: string, value: string) => string} header
 * @property {(path: string) => string} path
 * @property {(time: number, name: string) => void} knowTime  a time that the client has set, such as a start
 * @property {(text: string, name: string) => void} knowText  such as a folder, or the address of the server
 */

/** These differ between any two answers. */
const leftOutHeaders = new Set(['date', 'content-length', 'age', 'keep-alive'])

const isCount = /^x-ratelimit-|^ratelimit/
const epoch = 'Thu, 01 Jan 1970 00:00:00 GMT'

const patterns = {
  httpDate: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/,
  isoTime: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/,
  day: /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d UTC/,
  stamp: /20\d{6}-?\d\d\.?\d\d\.?\d\dZ?(?!\d)/,
  nonce: /(?<=nonce(?:-|="))[\w+/=-]+/,
  guid: /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/,
  hash: /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/,
  signed: /eyJ[\w-]+\.[\w-]+/,
  key: /(?<![\w+/-])[A-Za-z0-9+/]{40,}(?:=|%3D){0,2}(?![\w+/-])/,
  token: /(?<![\w-])[\w-]{40,}(?![\w-])/,
  hex: /(?<![\w-])(?:[0-9a-f]{32}|[0-9a-f]{16}|[0-9a-f]{12}|[0-9a-f]{8})(?![\w-])/,
  time: /(?<!\d)1[6-9]\d{11}(?!\d)/,
  duration: /(?<![\w.])\d+(?:\.\d+)? m?s(?!\w)/,
}
const kinds = /** @type {(keyof typeof patterns)[]} */ (Object.keys(patterns))
const anyOf = new RegExp(kinds.map((kind) => `(?<${kind}>${patterns[kind].source})`).join('|'), 'g')

const idMember = /^(?:id|[a-z]\w*Id)$/
// Eight digits may be the id of a post, which is hexadecimal.
const digits = /^\d{1,6}$/

/** @returns {Names} */
export function createNames() {
  /** @type {Map<string, Map<string, number>>} */
  const given = new Map()
  /** @type {Map<number, string>} */
  const times = new Map()
  /** @type {[text: string, name: string][]} */
  const texts = []

  /**
   * @param {string} kind
   * @param {string} value
   */
  const name = (kind, value) => {
    const known = given.get(kind) ?? new Map()
    given.set(kind, known)
    if (!known.has(value)) known.set(value, known.size + 1)
    return `<${kind} ${known.get(value)}>`
  }

  /** @param {number} time */
  const timeName = (time) => {
    const known = times.get(time)
    return known === undefined ? '<time>' : `<time of ${known}>`
  }

  /**
   * @param {string} kind
   * @param {string} found
   * @returns {string}
   */
  const rename = (kind, found) => {
    if (kind === 'httpDate') return found === epoch ? found : '<http date>'
    if (kind === 'isoTime') {
      const known = times.get(Date.parse(found))
      return known === undefined ? '<iso time>' : `<iso time of ${known}>`
    }
    if (kind === 'stamp' || kind === 'day') return `<${kind}>`
    if (kind === 'nonce') return '<nonce>'
    if (kind === 'duration') return found.replace(/[\d.]+/, '<number>')
    if (kind === 'time') return timeName(Number(found))
    if (kind === 'key' || kind === 'token') {
      // Long words and paths are no keys: keys have all three.
      if (/[A-Z]/.test(found) && /[a-z]/.test(found) && /\d/.test(found)) return name('key', found)
      return found.split('/').length > 1 ? found.split('/').map(text).join('/') : found
    }
    return name(kind === 'hex' ? `hex${found.length}` : kind, found)
  }

  /**
   * @param {string} raw
   * @returns {string}
   */
  const text = (raw) => {
    const known = texts.reduce((all, [from, to]) => all.replaceAll(from, to), raw)
    return known.replace(anyOf, (found, ...rest) => {
      const groups = /** @type {Record<string, string | undefined>} */ (rest.at(-1))
      return rename(kinds.find((kind) => groups[kind] !== undefined) ?? '', found)
    })
  }

  /**
   * @param {unknown} value
   * @param {string} member
   * @param {ReadonlySet<string>} masked
   * @returns {unknown}
   */
  const visit = (value, member, masked) => {
    if (masked.has(member) && (typeof value === 'number' || typeof value === 'string'))
      return `<${typeof value === 'string' ? 'text' : 'number'}>`
    // The number of a board is a race; elsewhere a version is text.
    if (member === 'version' && typeof value === 'number') return '<number>'
    if (member === 'version' && typeof value === 'string' && value.length > 16) return name('version', value)
    if (typeof value === 'number') {
      if (idMember.test(member) && Number.isInteger(value)) return name('id', String(value))
      return value > 1_600_000_000_000 && value < 2_000_000_000_000 ? timeName(value) : value
    }
    if (typeof value === 'string')
      return idMember.test(member) && digits.test(value) ? `"${name('id', value)}"` : text(value)
    if (Array.isArray(value)) return value.map((one) => visit(one, member, masked))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        digits.test(key) ? name('id', key) : text(key),
        visit(one, key, masked),
      ]),
    )
  }

  return {
    text,
    value: (value, masked = new Set()) => visit(value, '', masked),
    header(headerName, value) {
      if (headerName === 'etag' || headerName === 'if-none-match' || headerName === 'if-match')
        return value.replace(/"([^"]+)"/g, (_, tag) => `"${name('tag', String(tag))}"`)
      if (headerName === 'set-cookie' || headerName === 'cookie')
        return text(value.replace(/(^|; )([\w-]+(?:_session|_browser|_known\w*))=([^;]+)/g, cookieName))
      if (headerName === 'retry-after') return '<seconds>'
      return text(value)
    },
    path: (path) =>
      path
        .split(/(?=[/?&])/)
        .map((part) => part.replace(/^(\/|[?&](?:game|team|challenge)=)(\d{1,6})$/, idInPath))
        .map(text)
        .join(''),
    knowTime: (time, known) => void times.set(time, known),
    knowText: (known, named) => void texts.push([known, named]),
  }

  /**
   * @param {string} _
   * @param {string} before
   * @param {string} id
   */
  function idInPath(_, before, id) {
    return before + name('id', id)
  }

  /**
   * @param {string} _
   * @param {string} before
   * @param {string} cookie
   * @param {string} value
   */
  function cookieName(_, before, cookie, value) {
    return `${before}${cookie}=${name('cookie', value)}`
  }
}

/** @param {string} headerName */
export function countsOrTicks(headerName) {
  return leftOutHeaders.has(headerName) || isCount.test(headerName)
}

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
