import type { IncomingMessage } from 'node:http'
import type { RequestOriginOf } from './address.ts'
import type { Authenticated } from '../core/identity/caller.ts'
import type { OpenLimit } from './limit.ts'
import { singleSession, sessionsIn } from './session-cookie.ts'

/** Throws `request.tooMany`. */
export type LimitHub = (request: IncomingMessage) => void

type Needs = {
  limit: OpenLimit
  requestOrigin: RequestOriginOf
  sessions: {
    recall(token: string, options: { prolong: boolean }): Authenticated | undefined
    knows(token: string): boolean
    isIssued(token: string): boolean
  }
}

export const createHubLimit = ({ limit, requestOrigin, sessions }: Needs) => ({
  limitHub: ((request) => {
    const { client, scheme } = requestOrigin(request)
    const token = singleSession(request.headers.cookie, scheme === 'https')
    const known = token === null ? undefined : sessions.recall(token, { prolong: false })
    const person = known && `user:${known.principal.userId}`
    limit('open', { address: client, person })
  }) satisfies LimitHub,

  isAnonymous: (request: IncomingMessage): boolean =>
    !sessionsIn(request.headers.cookie, requestOrigin(request).scheme === 'https').some(
      (token) => sessions.knows(token) || sessions.isIssued(token),
    ),
})
