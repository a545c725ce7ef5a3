import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginTicket, second, setUpFactor } from '../../../../../tests/kit/second-factor.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

describe('two processes', () => {
  let here: World
  let there: World
  beforeAll(async () => {
    here = await createWorld()
    there = await here.another()
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  const race = async (codeFrom: (factor: Awaited<ReturnType<typeof setUpFactor>>) => string) => {
    const owner = await here.person()
    const code = codeFrom(await setUpFactor(here, owner))
    const tickets = await Promise.all(
      [here, there].map(async (world) => (await loginTicket(world.visitor(), owner.userName)).ticket),
    )
    const answers = await Promise.all(
      [here, there].map((world, at) => second(world.visitor(), tickets[at] ?? '', code)),
    )
    return answers.map(({ status }) => status).toSorted((a, b) => a - b)
  }

  it('take the same code of an app once', async () => {
    for (let round = 0; round < 5; round += 1) expect(await race(({ code }) => code())).toEqual([200, 400])
  })

  it('take the same recovery code once', async () => {
    const recovery = ({ recoveryCodes: [one = ''] }: { recoveryCodes: string[] }): string => one
    for (let round = 0; round < 5; round += 1) expect(await race(recovery)).toEqual([200, 400])
  })

  it('take the same ticket once', async () => {
    const owner = await here.person()
    const { recoveryCodes } = await setUpFactor(here, owner)
    const { ticket } = await loginTicket(here.visitor(), owner.userName)
    const answers = await Promise.all(
      [here, there].map((world, at) => second(world.visitor(), ticket, recoveryCodes[at] ?? '')),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('hear at once that an account has a second factor', async () => {
    const owner = await here.person()
    const moved = there.visitor()
    moved.setCookie(owner.cookie() ?? '')
    expect((await moved.get('/api/account/profile')).status).toBe(200)
    await setUpFactor(here, owner)
    expect((await moved.get('/api/account/profile')).status).toBe(401)
  })
})
