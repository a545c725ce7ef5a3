import { isAscii } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Route } from '@pennant/contract/route'

export const smallBody = 65_536

// Without a login a body is small; organizers paste long texts and many rows.
const limitFor = {
  anonymous: smallBody,
  session: smallBody,
  user: 262_144,
  monitor: 262_144,
  admin: limits.bodyBytes,
} as const

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

// No valid body is nested that deep, and recursive readers rely on it.
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
