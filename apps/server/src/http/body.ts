import type { FastifyInstance } from 'fastify'
import { Problem } from '@pennant/contract/problem'

/** Sent without a login, a body is small; organisers paste long texts and many rows. */
const limitFor = { anonymous: 65_536, session: 65_536, user: 262_144, monitor: 262_144, admin: 30_000_000 } as const

/**
 * Bodies: JSON where a route declares one, forms for uploads (read by the multipart plugin), and nothing
 * elsewhere: what a client sends unasked is passed over.
 */
export const readBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { contract } = request.routeOptions.config
    if (contract?.body === undefined) return done(null)
    try {
      done(null, JSON.parse(decoder.decode(bytes as Buffer)))
    } catch {
      done(new Problem('request.malformed'))
    }
  })
  app.addHook('onRoute', (route) => {
    const { contract } = route.config ?? {}
    if (contract?.body !== undefined) route.bodyLimit = limitFor[contract.access]
  })
}
