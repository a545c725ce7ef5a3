import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { logOut, ownMenu } from './screen.ts'

describe('logging in', () => {
  let world: World
  let journeys: Journeys
  let player: Person
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    player = await world.person('User', 'swab')
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    visit = await journeys.visit()
    page = visit.page
  })
  afterEach(() => visit.close())

  const submit = async (userName: string, password: string): Promise<void> => {
    await page.getByLabel('Username or email').fill(userName)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }

  it('leads back to exactly the place one came from', async () => {
    await page.goto('/somewhere/else?tab=two&q=a%26b#here')
    await page.getByRole('link', { name: 'Log in' }).click()
    await submit(player.userName, player.password)
    await page.waitForURL(`${world.origin}/somewhere/else?tab=two&q=a%26b#here`)
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(visit.faults()).toEqual([])
  })

  it.each([
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '/.//elsewhere.example/',
  ])('never leads to another site (%s)', async (from) => {
    await page.goto(`/account/login?from=${encodeURIComponent(from)}`)
    await submit(player.userName, player.password)
    await page.waitForURL(`${world.origin}/`)
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(page.url()).toBe(`${world.origin}/`)
  })

  it('says why it was refused and keeps what was typed', async () => {
    visit.expectAnswer(401, '/api/account/login')
    await page.goto('/Account/LogIn')
    await submit(player.userName, 'Wr0ngPassword')
    await page.locator('[data-alert]').getByText('The username or password is wrong').waitFor()
    await expect.poll(() => page.getByLabel('Username or email').inputValue()).toBe(player.userName)
    await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('Wr0ngPassword')
    expect(visit.faults()).toEqual([])
  })

  it('asks for what is missing without a call', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto('/account/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect.poll(() => page.getByText('Fill out this field').count()).toBe(2)
    expect(calls).not.toContain('/api/account/login')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('userName')
  })

  it('takes no second submission while the first is under way', async () => {
    let calls = 0
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/api/account/login', async (route) => {
      calls++
      await held
      await route.continue()
    })
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Logging in…' })
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await button.click({ force: true })
    goOn()
    await page.getByText('You’re logged in as swab.').waitFor()
    expect(calls).toBe(1)
  })

  it('is known again after a reload, and says so on the login page', async () => {
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await page.goto('/account/login?from=%2F')
    await page.getByText('You’re logged in as swab').waitFor()
    await expect.poll(() => page.getByLabel('Username or email').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  })

  it('logs out even when the session has ended meanwhile', async () => {
    visit.expectAnswer(401, '/api/account/logout')
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await visit.context.clearCookies()
    await logOut(page)
    await page.getByText('You’re logged out.').waitFor()
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('says that the session has ended elsewhere, keeps what was typed, and leads back', async () => {
    visit.expectAnswer(401, '/api/account/update')
    visit.expectAnswer(401, '/api/account/logout')
    await page.goto('/account/login?from=%2Faccount%2Fprofile')
    await submit(player.userName, player.password)
    await page.getByLabel('Bio').fill('Swabs the deck')
    await visit.context.clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('You’ve been logged out').waitFor()
    expect(await page.getByLabel('Bio').inputValue()).toBe('Swabs the deck')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL('**/account/login?from=%2Faccount%2Fprofile')
    await submit(player.userName, player.password)
    await page.getByLabel('Bio').waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('says when logging out has failed, and that one is still logged in', async () => {
    visit.expectAnswer(503, '/api/account/logout')
    await page.goto('/account/login')
    await submit(player.userName, player.password)
    await page.getByText('You’re logged in as swab.').waitFor()
    await page.route('**/api/account/logout', (route) =>
      route.fulfill({ status: 503, json: { title: 'The harbour is closed', status: 503 } }),
    )
    await logOut(page)
    await page.locator('[data-alert]').getByText('The harbour is closed').waitFor()
    await ownMenu(page).waitFor()
    expect(visit.faults()).toEqual([])
  })

  it('logs a banned account out and says why', async () => {
    const banned = await world.person('User', 'stowaway')
    await page.goto('/account/login')
    await submit(banned.userName, banned.password)
    await page.getByText('You’re logged in as stowaway.').waitFor()
    await world.db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
    await world.core.sessions.changed(banned.id)
    visit.expectAnswer(403, '/api/account/session')
    await page.goto('/no/such/page')
    await page.getByText('Your account is banned. You’ve been logged out.').waitFor()
    await page.waitForURL(`${world.origin}/`)
    await page.getByRole('link', { name: 'Log in' }).waitFor()
    // The mark of a known browser is not a session.
    const left = await visit.context.cookies()
    expect(left.map(({ name }) => name)).toEqual(['pennant_known'])
    expect(visit.faults()).toEqual([])
  })

  it('seals the password where the installation asks for that', async () => {
    const admin = await world.person('Admin', 'purser')
    const { body } = await admin.get<{ globalConfig: object }>('/api/admin/config')
    const globalConfig = { ...body.globalConfig, apiEncryption: true }
    expect((await admin.put('/api/admin/config', { ...body, globalConfig })).status).toBe(200)
    try {
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/api/account/login')) sent.push(request.postData() ?? '')
      })
      await page.goto('/account/login')
      await submit(player.userName, player.password)
      await page.getByText('You’re logged in as swab.').waitFor()
      expect(sent).toHaveLength(1)
      expect(sent[0]).not.toContain(player.password)
      expect(visit.faults()).toEqual([])
    } finally {
      await admin.put('/api/admin/config', body)
    }
  })
})
