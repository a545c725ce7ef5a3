import type { SystemStatus } from '@pennant/contract/status'
import { expect, it } from 'vitest'
import { patient } from '../kit/patient.ts'
import { createWorld, type World } from '../kit/world.ts'

it('a draining process leaves the recurring work to another one', async () => {
  const here = await createWorld()
  const admin = await here.person('Admin')
  const cookie = `pennant_session=${admin.cookie()}`
  const leads = async (world: World): Promise<boolean | undefined> => {
    const { body } = await world.visitor({ cookie }).get<SystemStatus>('/api/admin/status')
    // Each process lists itself first.
    return body.processes[0]?.elected
  }
  await expect.poll(() => leads(here), patient).toBe(true)
  const there = await here.another()
  const hurry = new AbortController()
  const drained = here.app.drain(3_600_000, hurry.signal)
  await expect.poll(() => leads(there), patient).toBe(true)
  expect(await leads(here)).toBe(false)
  hurry.abort()
  await drained
  await there.close()
  await here.close()
})
