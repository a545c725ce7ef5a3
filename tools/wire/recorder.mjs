// @ts-check
import { contentOf } from './content.mjs'
import { countsOrTicks, createNames } from './names.mjs'
import { formOf, request } from './request.mjs'

/**
 * @typedef {import('./request.mjs').Part} Part
 * @typedef {import('./compare.mjs').Line} Line
 *
 * @typedef {object} Options
 * @property {string} [note]  what is special about this call, where another has the same door
 * @property {Record<string, string>} [headers]
 * @property {Part[]} [form]
 * @property {{ type: string, bytes: Uint8Array | string }} [raw]
 * @property {string[]} [mask]  members whose values no two runs share
 * @property {(body: any) => unknown} [raced]  the answer without what depends on the load of the machine
 * @property {boolean} [opaque]  what is answered is no part of the wire, or nobody could guess it
 * @property {boolean} [quiet]  nothing of it is written
 * @property {string} [base]  instead of the address of the site
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body  the JSON of it, where it is some
 * @property {Buffer} bytes
 * @property {(name: string) => string} header
 *
 * @typedef {(path: string, body?: unknown, options?: Options) => Promise<Answer>} Call
 *
 * @typedef {object} Visitor
 * @property {string} name
 * @property {() => string} cookie
 * @property {(path: string, options?: Options) => Promise<Answer>} get
 * @property {Call} post
 * @property {Call} put
 * @property {Call} delete
 * @property {(method: string, path: string, body?: unknown, options?: Options) => Promise<Answer>} call
 * @property {(method: string, path: string, part: Part | Part[], options?: Options) => Promise<Answer>} upload
 */

/** @typedef {ReturnType<typeof createRecorder>} Recorder */

/** @param {{ origin: string }} server */
export function createRecorder({ origin }) {
  /** @type {Line[]} */
  const lines = []
  /** @type {Map<string, number>} */
  const counts = new Map()
  /** @type {Set<string>} */
  const reached = new Set()
  const names = createNames()
  let section = ''
  let isReaching = true

  /** @param {string} given */
  const unique = (given) => {
    const count = (counts.get(given) ?? 0) + 1
    counts.set(given, count)
    return count === 1 ? given : `${given} #${count}`
  }

  /** @param {Line} line */
  const write = (line) => void lines.push({ ...line, name: unique(`${section} / ${line.name}`) })

  /**
   * @param {string} who
   * @param {string} method
   * @param {string} path
   * @param {Map<string, string>} cookies
   * @param {unknown} body
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  const exchange = async (who, method, path, cookies, body, options) => {
    const { note, headers = {}, mask, raced, opaque = false, quiet = false, base = origin } = options
    const content = options.form
      ? formOf(options.form)
      : (options.raw ??
        (body === undefined ? undefined : { type: 'application/json', bytes: JSON.stringify(body) }))
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await request(
      method,
      base + path,
      {
        'accept-language': 'en-US',
        ...(cookie === '' ? {} : { cookie }),
        ...(content === undefined ? {} : { 'content-type': content.type }),
        ...headers,
      },
      content === undefined ? undefined : Buffer.from(content.bytes),
    )
    keepCookies(cookies, response.headers)
    const header = (/** @type {string} */ name) => response.headers.find(([one]) => one === name)?.[1] ?? ''
    const shape = names.path(path.replace(/\?.*/, '')).replace(/<[^>]*>/g, '*')
    if (isReaching) reached.add(`${method} ${path.replace(/\?.*/, '')}`)
    const isJson = header('content-type').includes('json')
    const text = isJson && header('content-encoding') === '' ? response.bytes.toString('utf8') : ''
    const answer = {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      bytes: response.bytes,
      header,
    }
    if (quiet) return answer
    const answered = contentOf(names, {
      type: header('content-type'),
      encoding: header('content-encoding') || undefined,
      bytes: raced && text !== '' ? Buffer.from(JSON.stringify(raced(JSON.parse(text)))) : response.bytes,
      masked: new Set(mask),
    })
    write({
      name: `${who}: ${method} ${shape}${note === undefined ? '' : ` (${note})`}`,
      request: {
        line: `${method} ${names.path(path)}`,
        ...(Object.keys(headers).length === 0 ? {} : { headers: named(headers) }),
        ...(body === undefined ? {} : { body: names.value(body) }),
        ...(options.form === undefined
          ? {}
          : {
              form: options.form.map(({ name, file, type, bytes }) => ({
                name,
                file,
                type,
                isEmpty: bytes.length === 0,
              })),
            }),
        ...(options.raw === undefined ? {} : { type: options.raw.type }),
      },
      status: response.status,
      headers: headersOf(response.headers),
      ...(answered === undefined ? {} : { body: opaque && response.status === 200 ? '<opaque>' : answered }),
    })
    return answer
  }

  /** @param {Record<string, string>} headers */
  const named = (headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, names.header(name, value)]))

  /** @param {[string, string][]} headers */
  const headersOf = (headers) =>
    Object.fromEntries(
      headers
        .filter(([name]) => !countsOrTicks(name))
        .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([name, value], at, all) => {
          const before = all.slice(0, at).filter(([one]) => one === name).length
          return [before === 0 ? name : `${name} ${before + 1}`, names.header(name, value)]
        }),
    )

  return {
    origin,
    names,
    lines,
    /** Without calls from the door tests. */
    reached,
    write,
    /** @param {string} name */
    begin(name) {
      section = name
    },
    /** Calls during `work` don't count as reaching a route. */
    async aside(/** @type {() => Promise<void>} */ work) {
      isReaching = false
      await work()
      isReaching = true
    },
    /**
     * @param {string} name
     * @param {Record<string, string>} [usual]  headers of every call
     * @returns {Visitor}
     */
    visitor(name, usual = {}) {
      /** @type {Map<string, string>} */
      const cookies = new Map()
      /** @type {Visitor['call']} */
      const call = (method, path, body, options = {}) =>
        exchange(name, method, path, cookies, body, {
          ...options,
          ...(Object.keys(usual).length === 0 ? {} : { headers: { ...usual, ...options.headers } }),
        })
      return {
        name,
        cookie: () => [...cookies].map(([one, value]) => `${one}=${value}`).join('; '),
        call,
        get: (path, options) => call('GET', path, undefined, options),
        post: (path, body, options) => call('POST', path, body, options),
        put: (path, body, options) => call('PUT', path, body, options),
        delete: (path, body, options) => call('DELETE', path, body, options),
        upload: (method, path, part, options) =>
          call(method, path, undefined, { ...options, form: Array.isArray(part) ? part : [part] }),
      }
    },
  }
}

/**
 * @param {Map<string, string>} cookies
 * @param {[string, string][]} headers
 */
function keepCookies(cookies, headers) {
  for (const [header, line] of headers) {
    if (header !== 'set-cookie') continue
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(rest)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/**
 * @param {Answer} answer
 * @param {string} what
 * @returns {Answer}
 */
export function must(answer, what) {
  if (answer.status === 200) return answer
  throw new Error(
    `${what} was answered with ${answer.status}: ${answer.bytes.toString('utf8').slice(0, 300)}`,
  )
}
