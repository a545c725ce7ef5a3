import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestOriginOf } from './address.ts'

const probePath = '/api/config/probe/:token'

/** Whether `pennant doctor` of this installation made it, and lately. */
export type IsProbe = (token: string) => boolean

const mostSilentSeconds = 90
// Any other is none of the doctor's business.
const ownCookie = /(?:^|; *)(doctor=\w{1,16})(?:;|$)/

type Probed = FastifyRequest<{ Params: { token: string }; Querystring: { silent?: string } }>

/**
 * Tells `pennant doctor` how its own request arrived. Not part of the API: without a token that only the shell of the
 * installation can make, there is nothing here.
 */
export const registerProbe = (
  app: FastifyInstance,
  isProbe: IsProbe,
  requestOrigin: RequestOriginOf,
  guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void =>
  void app.get(probePath, { onRequest: guard }, async (request: Probed, reply) => {
    if (!isProbe(request.params.token)) return reply.callNotFound()
    const { headers, raw } = request
    const silent = Math.min(Number(request.query.silent ?? 0), mostSilentSeconds)
    if (silent > 0) await wait(silent * 1_000, undefined, { ref: false })
    void reply.header('cache-control', 'private, no-store')
    return reply.send({
      address: requestOrigin(raw).client,
      peer: raw.socket.remoteAddress ?? '',
      line: `${raw.socket.remoteAddress ?? ''} ${raw.socket.remotePort ?? 0} ${raw.socket.localPort ?? 0}`,
      forwarded: headers['x-forwarded-for'] !== undefined,
      cookie: ownCookie.exec(headers.cookie ?? '')?.[1] ?? '',
      now: Date.now(),
    })
  })
