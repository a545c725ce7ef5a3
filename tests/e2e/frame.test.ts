import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'
import { expectReadable, logIn } from './screen.ts'

describe('the frame around every page', () => {
  let world: World
  let journeys: Journeys
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
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

  const scheme = (): Promise<string | undefined> =>
    page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])

  it('says that a page does not exist and leads home', async () => {
    const answer = await page.goto('/no/such/Page')
    expect(answer?.status()).toBe(200)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(await page.title()).toBe('Page not found - GZ::CTF')
    await page.getByRole('main').getByText('/no/such/Page').waitFor()
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    expect(await page.title()).toBe('Home - GZ::CTF')
    expect(visit.faults()).toEqual([])
  })

  it('finds the pages of organizers by their whole address, and says of others below that they do not exist', async () => {
    await page.goto('/admin/settings?x=1#mail')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(new URL(page.url()).hash).toBe(`#from=${encodeURIComponent('/admin/settings?x=1#mail')}`)
    for (const path of ['/admin/no/such', '/posts/1/edit/more']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByRole('main').getByText(path).waitFor()
    }
    expect(visit.faults()).toEqual([])
  })

  it('leads back from the first page of organizers to the one before it', async () => {
    await logIn(visit, await world.person('Admin'))
    await page.goto('/about')
    await page.goto('/')
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.waitForURL('**/admin/**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    // Loaded without their table, and come back to by the browser's history.
    await page.reload()
    await page.goForward()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\//)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goBack()
    await page.waitForURL('**/about')
    expect(visit.faults()).toEqual([])
  })

  it('puts the keyboard into the content after moving to another page', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('userName')
  })

  it('lets the keyboard skip the header', async () => {
    await page.goto('/account/login')
    await page.getByLabel('Username or email').waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('userName')
    expect(visit.faults()).toEqual([])
  })

  it('follows the system from the first paint, until a choice is made, which is kept', async () => {
    const first = await journeys.visit()
    await first.page.addInitScript(() => {
      if (sessionStorage.getItem('cleared') === null) localStorage.removeItem('mantine-color-scheme-value')
      sessionStorage.setItem('cleared', 'yes')
    })
    page = first.page
    const system = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme })
    const themeColor = () => page.locator('meta[name="theme-color"]').getAttribute('content')
    const surface = (of: string) =>
      page.locator(of).evaluate((element) => getComputedStyle(element).backgroundColor)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await system('light')
    await page.route(/\.(js|css)$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/account/login', { waitUntil: 'commit' })
    await page.locator('.boot').waitFor()
    expect(await surface('html')).toBe('rgb(245, 246, 248)')
    release()

    const input = page.getByLabel('Username or email')
    await input.waitFor()
    expect([await scheme(), await themeColor()]).toEqual(['light', '#f5f6f8'])
    const light = await surface('input[name="userName"]')
    await system('dark')
    await expect.poll(scheme).toBe('dark')
    expect(await themeColor()).toBe('#0b0e12')
    expect(await surface('input[name="userName"]')).not.toBe(light)

    const appearance = page.getByRole('combobox', { name: 'Appearance' })
    expect(await appearance.inputValue()).toBe('auto')
    await appearance.selectOption('Light')
    expect([await scheme(), await themeColor()]).toEqual(['light', '#f5f6f8'])
    await page.reload()
    await appearance.waitFor()
    expect([await scheme(), await themeColor()]).toEqual(['light', '#f5f6f8'])
    await appearance.selectOption('System')
    expect(await scheme()).toBe('dark')
    expect(await page.evaluate(() => localStorage.getItem('mantine-color-scheme-value'))).toBe('auto')
    await page.unrouteAll({ behavior: 'wait' })
    expect(first.faults()).toEqual([])
    await first.close()
  })

  it('shows the time of the server, with its zone, and says when the own clock is wrong', async () => {
    // Both are half a second off, because answers name whole seconds.
    const server = Date.UTC(2026, 5, 1, 12, 0, 0)
    await page.clock.setFixedTime(server + 90_500)
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch()
      const date = new Date(server).toUTCString()
      await route.fulfill({ response, headers: { ...response.headers(), date } })
    })
    await page.goto('/')
    await page.getByText('Your clock is 90 seconds ahead').waitFor()
    await expect.poll(() => page.locator('footer time').innerText()).toBe('14:00:00 GMT+2')
    const shown = Date.parse((await page.locator('footer time').getAttribute('datetime')) ?? '')
    expect(shown - server).toBe(500)
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('names the zone of every date', async () => {
    await page.goto('/')
    await page.locator('article time').first().waitFor()
    expect(await page.locator('article time').first().innerText()).toMatch(/\d\d:\d\d GMT[+][12]$/)
  })

  it('says that the posts could not be loaded, and tries again when asked', async () => {
    visit.expectAnswer(500, '/api/posts/latest')
    await page.route('**/api/posts/latest', (route) =>
      route.fulfill({ status: 500, json: { title: 'All hands asleep', status: 500 } }),
    )
    await page.goto('/')
    await page.locator('[data-alert]').getByText('All hands asleep').waitFor()
    await page.unroute('**/api/posts/latest')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await expect.poll(() => page.locator('[data-alert]').count()).toBe(0)
    expect(visit.faults()).toEqual([])
  })

  it('says that something else than the server answered', async () => {
    await page.route('**/api/posts/latest', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Hotel</h1>' }),
    )
    await page.goto('/')
    const alert = page
      .locator('[data-alert]')
      .filter({ hasText: 'Something between you and the server answered instead' })
    await alert.waitFor()
    await expect.poll(() => alert.getByRole('button', { name: 'Try again' }).count()).toBe(1)
  })

  it('contains a fault in one part and recovers from it', async () => {
    let broken = true
    // Removing the route could catch the next request halfway.
    await page.route('**/api/posts/latest', (route) =>
      broken ? route.fulfill({ json: [null] }) : route.continue(),
    )
    await page.goto('/')
    await page.getByText('Couldn’t show this part of the page').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    broken = false
    // As on a busy phone: the part renders again before the page gets the new answer.
    await page.evaluate(() => {
      const later = window.setTimeout.bind(window)
      Object.assign(window, {
        setTimeout: (call: () => void, ms = 0): number => later(call, ms + 300),
      })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await expect.poll(() => page.getByText('Couldn’t show this part of the page').count()).toBe(0)
    await page.unroute('**/api/posts/latest')
  })

  it('loads itself again, once, when a part of it is gone, then shows the error and ways on', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    let loads = 0
    page.on('load', () => void loads++)
    await page.route('**/static/login.*', (route) => route.abort())
    await page.getByRole('link', { name: 'Log in' }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'This page crashed' }).waitFor()
    // The page may still be loading.
    await expect.poll(() => loads).toBe(1)
    expect(page.url()).toBe(`${world.origin}/account/login`)
    expect(await alert.getByLabel('Error details').getAttribute('readonly')).not.toBeNull()
    await expect.poll(() => alert.getByLabel('Error details').inputValue()).toContain('Error')

    await expectReadable(page, 'error')

    await page.unroute('**/static/login.*')
    await page.getByRole('button', { name: 'Clear cache' }).click()
    await page.getByLabel('Username or email').waitFor()
  })
})
