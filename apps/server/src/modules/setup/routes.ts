import type { AddressSource } from '@pennant/contract/setting'
import * as wire from '@pennant/contract/setup'
import { bind, type BegunSession, type Bound, type Principal } from '../../http/bind.ts'
import type { Administrator, Setup } from './service.ts'

type Needs = {
  setup: Setup
  sessions: {
    begin(
      owner: Administrator,
      origin: { address: string | null; agent: string; secure: boolean },
    ): Promise<BegunSession>
    end(principal: Principal): Promise<void>
  }
  envelope: { open(value: string): string }
  site: { source(): AddressSource }
  /** Throws `setting.address`. */
  readAddress(text: string): string
  keepAddress(address: string, caller: { userName: string; address: string | null }): Promise<void>
}

export const setupRoutes = ({
  setup,
  sessions,
  envelope,
  site,
  readAddress,
  keepAddress,
}: Needs): Bound[] => [
  bind(wire.setupStatus, async () => {
    const needed = await setup.needed()
    const asks = needed && ['None', 'OwnMachine'].includes(site.source())
    return { needed, ...(asks ? { addressNeeded: true } : {}) }
  }),
  bind(wire.setupAdministrator, async (call) => {
    const { token, userName, password, email, address } = call.body
    const entered = address == null || address.trim() === '' ? null : readAddress(address)
    const first = { userName, password: envelope.open(password), email }
    const session = await sessions.begin(await setup.claim(token, first, call.address), call)
    if (entered !== null && site.source() !== 'Configuration')
      await keepAddress(entered, { userName, address: call.address })
    if (call.principal !== null) await sessions.end(call.principal)
    call.cookie.begin(session)
    return undefined
  }),
]
