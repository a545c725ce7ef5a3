import * as wire from '@pennant/contract/setup'
import { bind, type Bound, type Principal } from '../../http/bind.ts'
import type { Administrator, Setup } from './service.ts'

type Needs = {
  setup: Setup
  sessions: {
    begin(
      owner: Administrator,
      origin: { address: string | null; agent: string; secure: boolean },
    ): Promise<{ token: string; expiresAt: Date }>
    end(principal: Principal): Promise<void>
  }
  envelope: { open(value: string): string }
}

export const setupRoutes = ({ setup, sessions, envelope }: Needs): Bound[] => [
  bind(wire.setupStatus, async () => ({ needed: await setup.needed() })),
  bind(wire.setupAdministrator, async (call) => {
    const { token, userName, password, email } = call.body
    const first = { userName, password: envelope.open(password), email }
    const session = await sessions.begin(await setup.claim(token, first, call.address), call)
    if (call.principal !== null) await sessions.end(call.principal)
    call.cookie.begin(session.token, session.expiresAt)
    return undefined
  }),
]
