import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '@pennant/contract/enums'
import type { Route } from '@pennant/contract/route'
import type { Limiter } from '../ports/limiter.ts'
import type { RequestOriginOf } from './address.ts'
import type { LimitHub } from './hub-limit.ts'
import type { BoundRoute } from './bind.ts'
import type { Authenticated, Principal } from '../core/identity/caller.ts'
import type { BodyTime } from './body-pace.ts'
import type { ProblemTexts } from './error.ts'
import type { Shell } from './fallback.ts'
import type { Identify } from './identify.ts'
import type { Addresses, OpenLimit } from './limit.ts'
import type { IsProbe } from './probe.ts'
import type { RequestIdOf } from './request-id.ts'

export type LanguageHints = {
  query?: string | undefined
  cookie?: string | undefined
  acceptLanguage?: string | undefined
}

export type ServerNeeds = {
  routes: readonly BoundRoute[]
  texts: ProblemTexts
  negotiate(hints: LanguageHints): Language
  identify: Identify
  recall(token: string, options: { prolong: boolean }): Authenticated | undefined
  openLimit: OpenLimit
  authorize(token: string): Promise<Principal | null>
  lacksFactor(principal: Principal): boolean
  onVisit(principal: Principal, address: string | null): void
  onDenied(principal: Principal, route: Route, address: string | null): void
  captcha(answer: string | null | undefined, address: string | null): Promise<boolean>
  limiter: Limiter
  addresses: Addresses
  requestOrigin: RequestOriginOf
  requestIdOf: RequestIdOf
  isProbe: IsProbe
  shell: Shell
  hubs: {
    serves(url: string): boolean
    handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  }
  /** Called before any look-up; throws `request.tooMany`. */
  limitHub: LimitHub
  log: ServerLog
  metrics: {
    observe(route: string, method: string, status: number, seconds: number): void
    observeFast(route: string, outcome: string): void
  }
  bodyTime?: BodyTime | undefined
  options: ServerOptions
}

export type ServerLog = {
  error(facts: object, message: string): void
  info(facts: object, message: string): void
}

export type ServerOptions = {
  maxBodyBytes: number
  disableRateLimit: boolean
  requestLogging: boolean
  production: boolean
  publicUrl: string | null
  trustedOrigins: readonly string[]
}
