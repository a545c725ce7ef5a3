import type { Core } from '../../core/core.ts'
import type { BegunSession, Principal } from '../../core/identity/caller.ts'
import type { UserStore } from './store.ts'

export type UserNeeds = Pick<
  Core,
  'clock' | 'files' | 'hasher' | 'journal' | 'ledger' | 'names' | 'sessions'
> & { store: UserStore }

type Origin = { address: string | null; agent: string; secure: boolean }
export type { BegunSession }
export type Caller = Origin & { principal: Principal }
