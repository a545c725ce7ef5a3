import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createTeam } from '@pennant/contract/team'
import { createTestClock } from '../../../../tests/kit/clock.ts'
import { memoryLimiter } from '../adapters/limiter/memory.ts'
import type { Principal } from '../core/identity/caller.ts'
import type { RequestOrigin } from './address.ts'
import { createGuard, type Visitor } from './guard.ts'
import type { ServerNeeds } from './needs.ts'

const origin: RequestOrigin = {
  client: '192.0.2.1',
  key: 'address:192.0.2.1',
  counted: true,
  scheme: 'http',
  host: 'ctf.example',
}
const principal: Principal = { sessionId: 's', userId: 'u', userName: 'user', role: 'User' }

const world = () => {
  const sessions = new Map([['a', principal]])
  const needs: Pick<ServerNeeds, 'addresses' | 'identify' | 'lacksFactor' | 'limiter' | 'onVisit'> & {
    options: object
  } = {
    addresses: { policyAt: (policy) => policy, noteRefused: () => undefined },
    limiter: memoryLimiter(createTestClock()),
    identify: async ([token = '']) => {
      const found = sessions.get(token)
      return found && { token, authenticated: { principal: found, renewed: null } }
    },
    onVisit: () => undefined,
    lacksFactor: () => false,
    options: { disableRateLimit: false },
  }
  // For a recognized visitor the guard needs nothing else.
  const guard = createGuard(needs as ServerNeeds)
  const enter = async (): Promise<{ visitor: Visitor; response: EventEmitter }> => {
    const response = new EventEmitter()
    const headers = { cookie: 'pennant_session=a', 'content-type': 'application/json' }
    const visitor: Visitor = { headers, origin, principal }
    await guard.enter(visitor, response as ServerResponse, createTeam)
    return { visitor, response }
  }
  return { sessions, enter }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('somebody recognized who has to wait', () => {
  it('is let in as who they are by then', async () => {
    const { sessions, enter } = world()
    const first = await enter()
    const second = enter()
    await turn()
    sessions.set('a', { ...principal, userName: 'renamed' })
    first.response.emit('close')
    expect((await second).visitor.principal?.userName).toBe('renamed')
  })

  it('is nobody once the session has ended', async () => {
    const { sessions, enter } = world()
    const first = await enter()
    const second = enter()
    await turn()
    sessions.clear()
    first.response.emit('close')
    await expect(second).rejects.toMatchObject({ code: 'auth.required' })
  })
})
