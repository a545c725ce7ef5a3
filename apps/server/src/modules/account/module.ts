import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { type Confirmation, createConfirmation } from './confirmation.ts'
import { createAccountMails } from './account-mail.ts'
import { createLoginGuard } from './login-guard.ts'
import { createLoginTickets } from './store-login-ticket.ts'
import type { AccountNeeds, AccountParts } from './needs.ts'
import { accountRoutes } from './routes.ts'
import { secondFactorRoutes } from './routes-second-factor.ts'
import { createRegistrationStore } from './store-registration.ts'

type Parts = AccountParts | 'bus' | 'db' | 'mailer' | 'translator' | 'users' | 'vault'
type AccountModule = Module & { mails: ReturnType<typeof createAccountMails>; confirmation: Confirmation }

const [minute, hour] = [60_000, 3_600_000]

export const accountModule = (
  core: Pick<Core, Parts>,
  networkOf: (address: string) => string,
): AccountModule => {
  const needs: AccountNeeds = {
    ...core,
    store: core.users,
    registrations: createRegistrationStore(core.db),
    envelope: core.settings.envelope,
    mailKey: core.vault.derive('mail links'),
    mailLeaves: () => core.mailer.kind !== 'outbox' && core.site.url() !== null,
    networkOf,
    guard: createLoginGuard(core, { countedAs: networkOf }),
    tickets: createLoginTickets(core),
  }
  const mails = createAccountMails(needs)
  const confirmation = createConfirmation(needs)
  return {
    mails,
    confirmation,
    routes: [...accountRoutes(needs, confirmation, core.translator), ...secondFactorRoutes(needs)],
    jobs: [
      { name: 'registrations', everyMs: hour, run: () => confirmation.sweep() },
      { name: 'login tickets', everyMs: hour, run: () => needs.tickets.sweep() },
      // Releases emails that were held just as the address became known.
      { name: 'held mail', everyMs: minute, run: () => mails.release() },
    ],
  }
}
