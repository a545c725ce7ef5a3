import type { Language } from '@pennant/contract/enums'
import type { Core } from '../../core/core.ts'
import type { Origin } from '../../core/identity/caller.ts'
import type { LoginGuard } from './login-guard.ts'
import type { LoginTickets } from './store-login-ticket.ts'
import type { AccountStore } from '../../core/identity/users.ts'
import type { RegistrationStore } from './store-registration.ts'

export type AccountParts =
  | 'cache'
  | 'clock'
  | 'factorMail'
  | 'files'
  | 'hasher'
  | 'journal'
  | 'ledger'
  | 'mail'
  | 'names'
  | 'secondFactors'
  | 'sessions'
  | 'settings'
  | 'site'

export type AccountNeeds = Pick<Core, AccountParts> & {
  store: AccountStore
  registrations: RegistrationStore
  /** False: administrators pass the links on. */
  mailLeaves: () => boolean
  networkOf: (address: string) => string
  envelope: { open(value: string): string }
  mailKey: Buffer
  guard: LoginGuard
  tickets: LoginTickets
}

export type AccountMail = {
  to: string
  userName: string
  userId: string
  stamp: string
  language: Language
  platform: string
  asked?: { at: number; network: string | null }
  about?: string
  /** A path of this site. */
  returnTo?: string
}

export type AccountRequest = Origin & { language: Language }
