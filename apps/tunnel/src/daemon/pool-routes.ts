import { PoolFault, type Pool } from '../pool/pool.ts'
import { readTunnelRemoval, readTunnelRequest } from '../pool/read-request.ts'
import { presentInstance, presentListItem } from '../pool/tunnel.ts'
import type { Scopes } from '../scope/scopes.ts'
import { empty, json, text, type Answer } from './answer.ts'
import { readAs } from './body.ts'
import type { Handler, Methods } from './routes.ts'

/** Refuses what a browser would hide from a site, too, because some callers are not browsers. */
export const poolRoutes = (scopes: Scopes, pool: Pool): Methods => {
  const forAllowed =
    (handler: Handler): Handler =>
    async (call) => {
      const scope = scopes.find(call.origin)
      if (scope === undefined) return text(403, `Scope ${call.origin} not found`)
      if (scope.state !== 'allowed') return text(403, `Scope ${call.origin} is not allowed yet`)
      try {
        return await handler(call)
      } catch (error) {
        return faultAnswer(error)
      }
    }

  return {
    GET: forAllowed(({ origin }) => json(pool.of(origin).map(presentListItem))),

    POST: forAllowed(async ({ origin, body }) => {
      const request = readAs(body, readTunnelRequest)
      if ('refused' in request) return request.refused
      return json(presentInstance(await pool.open(origin, request.value)))
    }),

    DELETE: forAllowed(async ({ origin, body }) => {
      const removal = readAs(body, readTunnelRemoval)
      if ('refused' in removal) return removal.refused
      await pool.remove(origin, removal.value.local)
      return empty(200)
    }),
  }
}

const faultAnswer = (error: unknown): Answer => {
  if (error instanceof PoolFault) return text(error.status, error.message)
  throw error
}
