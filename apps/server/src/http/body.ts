import { isAscii } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'

/** What is asked for nothing, or sent to no route at all, has little to say. */
export const smallBody = 65_536

/** Sent without a login, a body is small; organisers paste long texts and many rows. */
const limitFor = {
  anonymous: smallBody,
  session: smallBody,
  user: 262_144,
  monitor: 262_144,
  admin: limits.bodyBytes,
} as const

/**
 * Bodies: JSON where a route declares one, forms for uploads (read by the multipart plugin), and nothing
 * elsewhere: what a client sends unasked is passed over.
 */
export const readBodies = (app: FastifyInstance, maxBodyBytes: number): void => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const parse = createParser()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { contract } = request.routeOptions.config
    if (contract?.body === undefined) return done(null)
    const parsed = parse(bytes as Buffer)
    if (parsed === unreadable) done(new Problem('request.malformed'))
    else done(null, parsed)
  })
  app.addHook('onRoute', (route) => {
    const { contract } = route.config ?? {}
    if (contract?.body !== undefined) route.bodyLimit = bodyLimitOf(contract, maxBodyBytes)
  })
}

export const bodyLimitOf = ({ access }: Route, maxBodyBytes: number): number =>
  Math.min(limitFor[access], maxBodyBytes)

/** Instead of a value: the bytes are no JSON, or none that anybody would send. */
export const unreadable = Symbol('unreadable')

export const createParser = (): ((bytes: Buffer) => unknown) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    try {
      const text = isAscii(bytes) ? bytes.toString('latin1') : decoder.decode(bytes)
      return isTooDeep(text) ? unreadable : (JSON.parse(text) as unknown)
    } catch {
      return unreadable
    }
  }
}

const [quote, backslash, open, close, openList, closeList] = [...'"\\{}[]'].map((char) => char.charCodeAt(0))

/** No body of the wire is nested that deep; whatever walks through one may rely on it. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) quoted = !quoted
    else if (quoted) {
      if (char === backslash) at++
    } else if (char === open || char === openList) {
      if (++depth > limits.jsonDepth) return true
    } else if (char === close || char === closeList) depth--
  }
  return false
}
