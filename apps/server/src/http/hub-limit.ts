import type { IncomingMessage } from 'node:http'
import type { SecureOf, AddressOf } from './address.ts'
import type { Authenticated } from '../core/identity/caller.ts'
import type { OpenLimit } from './limit.ts'
import { singleSession, sessionsIn } from './session-cookie.ts'

/** Throws `request.tooMany`. */
export type LimitHub = (request: IncomingMessage) => void

type Needs = {
  limit: OpenLimit
  addressOf: AddressOf
  secureOf: SecureOf
  sessions: {
    recall(token: string, options: { prolong: boolean }): Authenticated | undefined
    knows(token: string): boolean
    isIssued(token: string): boolean
  }
}

export const createHubLimit = ({ limit, addressOf, secureOf, sessions }: Needs) => ({
  limitHub: ((request) => {
    const token = singleSession(request.headers.cookie, secureOf(request))
    const known = token === null ? undefined : sessions.recall(token, { prolong: false })
    const person = known && `user:${known.principal.userId}`
    limit('open', { address: addressOf(request), person })
  }) satisfies LimitHub,

  isAnonymous: (request: IncomingMessage): boolean =>
    !sessionsIn(request.headers.cookie, secureOf(request)).some(
      (token) => sessions.knows(token) || sessions.isIssued(token),
    ),
})
