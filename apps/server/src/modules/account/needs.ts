import type { Language } from '@pennant/contract/enums'
import type { Core } from '../../core/core.ts'
import type { Origin } from '../../core/identity/caller.ts'
import type { LoginGuard } from './login-guard.ts'
import type { AccountStore } from '../../core/identity/users.ts'
import type { RegistrationStore } from './store-registration.ts'

export type AccountParts =
  | 'clock'
  | 'files'
  | 'hasher'
  | 'journal'
  | 'ledger'
  | 'mail'
  | 'names'
  | 'sessions'
  | 'settings'
  | 'site'

/** What accounts need beyond core is made once, in `module.ts`. */
export type AccountNeeds = Pick<Core, AccountParts> & {
  store: AccountStore
  registrations: RegistrationStore
  /** Whether mails with links leave by themselves; otherwise administrators pass them on. */
  mailLeaves: () => boolean
  /** One household, or one site. */
  networkOf: (address: string) => string
  /** Opens what a client may have encrypted; throws `password.unreadable`. */
  envelope: { open(value: string): string }
  /** Signs the links of mails. */
  mailKey: Buffer
  guard: LoginGuard
}

/** What a mail is about, and what its link is to prove. */
export type Letter = {
  to: string
  userName: string
  userId: string
  stamp: string
  language: Language
  platform: string
  /** When it was asked for, and from where. */
  asked?: { at: number; network: string | null }
  /** The registration that it confirms. */
  about?: string
}

export type Asked = Origin & { language: Language }
