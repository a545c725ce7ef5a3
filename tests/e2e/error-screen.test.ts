import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, overflow, type Scheme, startJourneys, widths } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'
import { expectReadable } from './screen.ts'
import { textsIn } from './texts.ts'

type Situation = {
  name: string
  /** Causes the error in the next page. */
  bring: (page: Page) => Promise<unknown>
  /** Skips the time before the screen appears. */
  hurry?: (page: Page) => Promise<unknown>
  message: RegExp
  requestId?: string
}

const situations: readonly Situation[] = [
  {
    name: 'a script that is gone',
    bring: (page) => page.route('**/static/vendor.*.js', (route) => route.fulfill({ status: 404 })),
    message: /^Couldn't load http.*\/static\/index\..*\.js$/,
  },
  {
    name: 'a script that throws while it starts',
    bring: (page) =>
      page.route('**/static/index.*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'throw Object.assign(new Error("the mast is gone"), { requestId: "id-of-a-request" })',
        }),
      ),
    message: /the mast is gone/,
    requestId: 'id-of-a-request',
  },
  {
    name: 'texts that cannot be loaded',
    async bring(page) {
      await page.route('**/static/*.web.*.json', (route) => route.abort())
      await page.clock.install()
    },
    // The client retries for eleven seconds.
    hurry: (page) => page.clock.fastForward(3_000),
    message: /Couldn't load the texts/,
  },
  {
    name: 'a layout that throws',
    bring: (page) => page.route('**/api/config', (route) => route.fulfill({ json: { footerInfo: 7 } })),
    message: /trim/,
  },
]

type Look = { width: number; scheme: Scheme }
const looks = byBreadth<readonly Look[]>(
  [{ width: widths.phone, scheme: 'light' }],
  Object.values(widths).flatMap((width) =>
    (['dark', 'light'] satisfies Scheme[]).map((scheme) => ({ width, scheme })),
  ),
)

const english = textsIn('en-US')

const expectScreen = async (page: Page, { message, hurry, requestId }: Situation): Promise<void> => {
  const alert = page.getByRole('main').getByRole('alert', { name: english('error.title') })
  while (hurry !== undefined && (await alert.count()) === 0) await hurry(page)
  await alert.getByRole('heading', { level: 1, name: english('error.title') }).waitFor()
  expect(await alert.getByText(message).first().innerText()).toMatch(message)
  const stack = alert.getByLabel(english('error.stack'))
  expect(await stack.getAttribute('readonly')).not.toBeNull()
  expect(await stack.inputValue()).not.toBe('')
  const named = alert.getByText(english('common.requestId')).locator('code')
  expect(await named.allInnerTexts()).toEqual(requestId === undefined ? [] : [requestId])
  await alert.getByText(english('error.hint')).waitFor()
  expect(await alert.getByRole('button').allInnerTexts()).toEqual([
    english('common.retry'),
    english('error.cleanCache'),
  ])
}

describe('the error screen', () => {
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

  it.each(situations)('shows $name, whatever the page looks like, and tries again', async (situation) => {
    const look = async ({ width, scheme }: Look): Promise<void> => {
      const { page, close } = await journeys.visit({ width, scheme })
      await situation.bring(page)
      await page.goto('/about')
      await expectScreen(page, situation)
      await expectReadable(page, `error-${situation.name.replaceAll(' ', '-')}-${width}-${scheme}`)
      expect(await overflow(page), `${width}`).toBe(0)
      await page.unrouteAll()
      await page.getByRole('button', { name: english('common.retry') }).click()
      await page.getByText(english('about.what')).waitFor()
      expect(new URL(page.url()).pathname).toBe('/about')
      await close()
    }
    await Promise.all(looks.map(look))
  })

  it('cleans the cache without any file of the client, and leaves what was chosen', async () => {
    const [gone] = situations
    const { page, close } = await journeys.visit({ scheme: 'light' })
    await gone?.bring(page)
    await page.goto('/about')
    await page.evaluate(() => {
      localStorage.setItem('pennant.kept.1.open.x', 'an answer')
      sessionStorage.setItem('x', 'a memory')
    })
    await page.getByRole('alert').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: english('error.cleanCache') }).click()
    await page.getByText(english('about.what')).waitFor()
    const left = await page.evaluate(() => [
      localStorage.getItem('pennant.kept.1.open.x'),
      sessionStorage.getItem('x'),
      localStorage.getItem('mantine-color-scheme-value'),
    ])
    expect(left).toEqual([null, null, 'light'])
    await close()
  })

  it('speaks the language of the visitor before there are texts', async () => {
    const texts = textsIn('ja-JP')
    const { page, close } = await journeys.visit({ language: 'ja-JP' })
    await page.route('**/static/*.js', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('heading', { name: texts('error.title') }).waitFor()
    const screen = await page.getByRole('alert').innerText()
    for (const key of ['error.stack', 'error.hint', 'common.retry', 'error.cleanCache'])
      expect(screen).toContain(texts(key))
    await close()
  })

  it('is not shown for what an extension of the browser does wrong while the page loads', async () => {
    const { page, close } = await journeys.visit()
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as extensions do
      void Promise.reject({ code: 4_001, message: 'no wallet' })
      const foreign = new Error('no helper')
      foreign.stack = 'Error: no helper\n    at chrome-extension://abc/inject.js:1:1'
      void Promise.reject(foreign)
    })
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/static/index.*.js', async (route) => {
      await held
      await route.continue()
    })
    const opened = page.goto('/')
    await page.locator('.boot').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    go()
    await opened
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })
})
