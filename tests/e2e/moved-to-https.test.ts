import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { testPassword, createWorld, type World } from '../kit/world.ts'

describe('the login page after the site has moved to HTTPS', () => {
  let world: World
  let journeys: Journeys
  beforeAll(async () => {
    // Chromium accepts secure cookies from localhost without HTTPS.
    world = await createWorld({ webRoot: builtClient, settings: { PUBLIC_URL: 'https://ctf.example' } })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const sentence = 'This site has moved to HTTPS. Log in again.'

  it('tells users who were logged in before why to log in again, until they have', async () => {
    const person = await world.person()
    const { context, page, faults } = await journeys.visit()
    await context.addCookies([{ name: 'pennant_session', value: 'x'.repeat(43), url: world.origin }])
    await page.goto('/teams')
    await page.getByText(sentence).waitFor()
    await page.getByLabel('Username or email', { exact: true }).fill(person.userName)
    await page.getByLabel('Password', { exact: true }).fill(testPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).toContain('__Host-pennant_session')
    expect(names).not.toContain('pennant_session')
    expect(faults()).toEqual([])
  })

  it('says nothing of it to anybody else', async () => {
    const { page } = await journeys.visit()
    await page.goto('/account/login')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.getByText(sentence).count()).toBe(0)
  })
})
