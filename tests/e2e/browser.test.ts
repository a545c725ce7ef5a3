import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
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

it('empties what a visit has left before the next one uses it', async () => {
  const first = await journeys.visit()
  await first.page.goto('/')
  await first.context.addCookies([{ name: 'mark', value: 'first', url: world.origin }])
  await first.page.evaluate(async () => {
    localStorage.setItem('mark', 'first')
    sessionStorage.setItem('mark', 'first')
    await new Promise((resolve) => indexedDB.open('mark').addEventListener('success', resolve))
  })
  let heard = 0
  first.page.on('request', () => void heard++)
  await first.close()
  const before = heard

  const second = await journeys.visit()
  expect(second.page).toBe(first.page)
  await second.page.goto('/')
  await second.page.locator('h1').first().waitFor()
  const left = await second.page.evaluate(async () => ({
    stored: [localStorage.getItem('mark'), sessionStorage.getItem('mark')],
    databases: (await indexedDB.databases()).filter(({ name }) => name === 'mark'),
  }))
  expect(left).toEqual({ stored: [null, null], databases: [] })
  expect(await second.context.cookies()).toEqual([])
  expect(heard).toBe(before)
  expect(second.faults()).toEqual([])
  await second.close()
})

it('undoes what can be undone before the next one uses it', async () => {
  const first = await journeys.visit()
  let held = 0
  for (const owner of [first.context, first.page]) {
    // A test may end without an answer to what it has held back.
    await owner.route('**/api/posts/latest', () => void held++)
    await owner.addInitScript(() => Object.assign(globalThis, { mark: true }))
  }
  await first.page.goto('/')
  await expect.poll(() => held).toBeGreaterThan(0)
  await first.context.setOffline(true)
  await first.close()

  const second = await journeys.visit()
  expect(second.page).toBe(first.page)
  const before = held
  await second.page.goto('/')
  await second.page.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await second.page.evaluate(() => 'mark' in globalThis)).toBe(false)
  expect(held).toBe(before)
  expect(second.faults()).toEqual([])
  await second.close()
})

it.each<[string, (visit: Visit) => unknown]>([
  ['a clock', ({ page }) => page.clock.install()],
  ['a permission', ({ context }) => context.grantPermissions(['clipboard-read'])],
])('ends with a visit that has given it %s', async (_, change) => {
  const visit = await journeys.visit()
  await change(visit)
  await visit.close()
  expect(visit.page.isClosed()).toBe(true)
})

it('is new to a visit that asks for that', async () => {
  const visit = await journeys.visit()
  await visit.page.goto('/')
  await visit.close()
  const cold = await journeys.visit({ cold: true })
  expect(cold.page).not.toBe(visit.page)
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
