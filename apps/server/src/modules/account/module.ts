import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { type Confirmation, createConfirmation } from './confirmation.ts'
import { createLetters } from './letter.ts'
import { createLoginGuard } from './login-guard.ts'
import type { AccountNeeds } from './needs.ts'
import { accountRoutes } from './routes.ts'
import { createRegistrationStore } from './store-registration.ts'

type Needs = Omit<AccountNeeds, keyof Own> &
  Pick<Core, 'cache' | 'db' | 'mailer' | 'translator' | 'users' | 'vault'>
type Own = Pick<
  AccountNeeds,
  'envelope' | 'guard' | 'mailKey' | 'mailLeaves' | 'networkOf' | 'registrations' | 'store'
>
type Others = Pick<AccountNeeds, 'networkOf'>
type AccountModule = Module & { letters: ReturnType<typeof createLetters>; confirmation: Confirmation }

const [minute, hour] = [60_000, 3_600_000]

export const accountModule = (core: Needs, { networkOf }: Others): AccountModule => {
  const mailKey = core.vault.derive('mail links')
  const own = {
    ...core,
    store: core.users,
    registrations: createRegistrationStore(core.db),
    envelope: core.settings.envelope,
    mailKey: () => mailKey,
    mailLeaves: () => core.mailer.kind !== 'outbox' && core.site.url() !== null,
    networkOf,
    guard: createLoginGuard({ cache: core.cache, clock: core.clock, countedAs: networkOf }),
  }
  const letters = createLetters(own)
  const confirmation = createConfirmation(own)
  return {
    letters,
    confirmation,
    routes: accountRoutes({ ...own, confirmation }),
    jobs: [
      { name: 'registrations', everyMs: hour, run: () => confirmation.sweep() },
      // Should one have been held just when the address became known.
      { name: 'held mail', everyMs: minute, run: () => letters.release() },
    ],
  }
}
