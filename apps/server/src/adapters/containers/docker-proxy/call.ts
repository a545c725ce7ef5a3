/** What somebody asks, as it was sent: nothing is decoded yet. */
export type Call = {
  readonly method: string
  readonly target: string
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly body: string
}

export class Refused extends Error {
  readonly status: number

  constructor(why: string, status = 403) {
    super(why)
    this.status = status
  }
}

/** What the call names isn't there, which happens in ordinary use. */
export class Missing extends Refused {
  constructor(why: string) {
    super(why, 404)
  }
}

export type Address = { readonly path: string; readonly query: Readonly<Record<string, string>> }

// Stricter than any client needs, so that the daemon can't read another path than we do.
const plainPath = /^(?:\/[\w.:@-]+)+$/

export const addressOf = (target: string): Address => {
  const [path = '', search = '', ...more] = target.split('?')
  if (!plainPath.test(path) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(path) || more.length > 0)
    throw new Refused('the path is not plain')
  const query = new Map<string, string>()
  for (const part of search === '' ? [] : search.split('&')) {
    const [name = '', value, ...rest] = part.split('=')
    if (!/^[A-Za-z]+$/.test(name) || value === undefined || rest.length > 0 || value.includes('+'))
      throw new Refused('a parameter is not plain')
    if (query.has(name)) throw new Refused(`the parameter ${name} is there twice`)
    query.set(name, decoded(value))
  }
  return { path, query: Object.fromEntries(query) }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refused('a parameter is not encoded well')
  }
}

const usualHeaders = ['host', 'connection', 'content-type', 'content-length', 'accept', 'user-agent']

export const headersOf = ({ headers }: Call, more: readonly string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let at = 0; at < headers.length; at += 2) {
    const name = (headers[at] ?? '').toLowerCase()
    if (![...usualHeaders, ...more].includes(name)) throw new Refused(`the header ${name} has no use here`)
    if (found.has(name)) throw new Refused(`the header ${name} is there twice`)
    found.set(name, headers[at + 1] ?? '')
  }
  const connection = found.get('connection')?.toLowerCase() ?? 'close'
  if (![...(more.includes('upgrade') ? ['upgrade'] : []), 'close', 'keep-alive'].includes(connection))
    throw new Refused('the header connection is not as usual')
  return found
}

/**
 * JSON in one way of writing only. Docker's own reader takes members of any case and the last of several, so what
 * could be read in two ways is refused.
 */
export const jsonOf = (text: string, what: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) === text) return value
  } catch {
    throw new Refused(`${what} is not JSON`)
  }
  throw new Refused(`${what} is not written in the one way that is read`)
}
