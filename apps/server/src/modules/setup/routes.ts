import * as wire from '@pennant/contract/setup'
import { bind, type Bound } from '../../http/bind.ts'
import type { Setup } from './service.ts'

type Needs = {
  setup: Setup
  sessions: {
    begin(userId: string, origin: { address: string | null; agent: string }): Promise<{ token: string; expiresAt: Date }>
  }
  envelope: { open(value: string): string }
}

export const setupRoutes = ({ setup, sessions, envelope }: Needs): Bound[] => [
  bind(wire.setupStatus, async () => ({ needed: await setup.needed() })),
  bind(wire.setupAdministrator, async (call) => {
    const { token, userName, password, email } = call.body
    const userId = await setup.claim(token, { userName, password: envelope.open(password), email }, call.address)
    const session = await sessions.begin(userId, call)
    call.cookie.begin(session.token, session.expiresAt)
    return undefined
  }),
]
