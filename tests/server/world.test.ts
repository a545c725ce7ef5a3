import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../kit/world.ts'

describe('the test world', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  it('registers, logs in and knows who calls', async () => {
    const admin = await world.person('Admin')
    const answer = await admin.get<{ role: string; userName: string }>('/api/account/profile')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ role: 'Admin', userName: admin.userName })
  })

  it('answers strangers with the error body of the wire', async () => {
    const answer = await world.visitor().get('/api/account/profile')
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ status: 401, title: expect.any(String) })
  })
})
