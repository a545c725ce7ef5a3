import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { workerBrowser } from '../kit/worker-browser.ts'
import { createWorld, type World } from '../kit/world.ts'

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

it('is one for all journeys, and keeps nothing of one for the next', async () => {
  const others = await startJourneys(world.origin)
  const first = await journeys.visit()
  await first.page.goto('/')
  await first.page.evaluate(() => localStorage.setItem('mark', 'first'))
  await first.context.addCookies([{ name: 'mark', value: 'first', url: world.origin }])

  const second = await others.visit()
  await second.page.goto('/')
  expect(second.context.browser()).toBe(first.context.browser())
  expect(await second.page.evaluate(() => localStorage.getItem('mark'))).toBeNull()
  expect(await second.context.cookies()).toEqual([])

  await others.close()
  expect(second.page.isClosed()).toBe(true)
  expect(first.page.isClosed()).toBe(false)
})

it('refuses what was open in it when it crashes, and is there for the next visit', async () => {
  const visit = await journeys.visit()
  await visit.page.goto('/')
  const waiting = visit.page.getByText('Nobody writes this').waitFor({ timeout: 0 })
  const crashed = await workerBrowser()
  const gone = new Promise<void>((resolve) => void crashed.once('disconnected', () => resolve()))
  const session = await crashed.newBrowserCDPSession()
  await Promise.all([
    expect(waiting).rejects.toThrow('closed'),
    expect(session.send('Browser.crash')).rejects.toThrow('closed'),
    gone,
  ])

  await expect(visit.page.goto('/')).rejects.toThrow('closed')
  const next = await journeys.visit()
  await next.page.goto('/')
  await next.page.locator('h1').first().waitFor()
  expect(next.context.browser()).not.toBe(crashed)
  expect(next.faults()).toEqual([])
})
