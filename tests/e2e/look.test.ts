import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityFaults, builtClient, type Journeys, overflow, picture, schemes, startJourneys, widths } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'

describe('look', () => {
  let world: World
  let journeys: Journeys
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  it('looks', async () => {
    const token = await world.app.modules.setup.token()
    for (const scheme of schemes) for (const [n, width] of Object.entries(widths)) {
      const v = await journeys.visit({ scheme, width })
      for (const [name, path] of Object.entries({ home: '/', setup: `/setup?token=${token}`, login: '/account/login', lost: '/nowhere' })) {
        await v.page.goto(path); await v.page.waitForLoadState('networkidle')
        await picture(v.page, `${name}-${scheme}-${n}`)
        console.log(name, scheme, n, await overflow(v.page), await accessibilityFaults(v.page))
      }
      console.log(v.faults())
      await v.close()
    }
    expect(1).toBe(1)
  })
})
