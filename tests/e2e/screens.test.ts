import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  builtClient,
  type Journeys,
  overflow,
  picture,
  type Scheme,
  schemes,
  startJourneys,
  type Visit,
  widths,
} from '../kit/browser.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

type Screen = {
  name: string
  path: string
  /** What is done there before looking. */
  act?: (visit: Visit) => Promise<void>
  loggedIn?: true
}

/** The narrowest window that has to do. */
const narrowest = 360
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'

describe('every screen', () => {
  let fresh: World
  let lively: World
  let inFresh: Journeys
  let inLively: Journeys
  let admin: Person

  beforeAll(async () => {
    fresh = await createWorld({ webRoot: builtClient })
    lively = await createWorld({ webRoot: builtClient })
    inFresh = await startJourneys(fresh.origin)
    inLively = await startJourneys(lively.origin)
    admin = await lively.person('Admin', 'quartermaster')
    await writePosts(admin)
  })
  afterAll(async () => {
    await Promise.all([inFresh.close(), inLively.close()])
    await Promise.all([fresh.close(), lively.close()])
  })

  const setupLink = async (): Promise<string> => `/setup?token=${await fresh.app.modules.setup.token()}`

  const expectSound = async (visit: Visit, name: string): Promise<void> => {
    await picture(visit.page, name)
    expect(await accessibilityFaults(visit.page)).toEqual([])
    expect(await overflow(visit.page)).toBe(0)
    const { width = 0, height = 0 } = visit.page.viewportSize() ?? {}
    if (width === widths.phone) {
      await visit.page.setViewportSize({ width: narrowest, height })
      expect(await overflow(visit.page)).toBe(0)
    }
    expect(visit.faults()).toEqual([])
  }

  const inFreshInstallation = async (): Promise<Screen[]> => [
    { name: 'home-fresh', path: '/' },
    { name: 'setup', path: await setupLink() },
    {
      name: 'setup-refused',
      path: '/setup?token=made-up',
      async act({ page, expectAnswer }) {
        expectAnswer(401, '/api/setup')
        await page.getByLabel('Username').fill('captain')
        await page.getByLabel('Email address').fill('captain@example.com')
        await page.getByLabel('Password', { exact: true }).fill('Passw0rd')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
      },
    },
    {
      name: 'setup-faults',
      path: await setupLink(),
      async act({ page }) {
        await page.getByLabel('Username').fill('me')
        await page.getByLabel('Password', { exact: true }).fill('abcdefg1')
        await page.keyboard.press('Enter')
        await page.getByText('Enter at least 3 characters').waitFor()
      },
    },
    { name: 'setup-incomplete', path: '/setup' },
  ]

  const inLivelyInstallation: readonly Screen[] = [
    { name: 'home-posts', path: '/', loggedIn: true },
    { name: 'setup-done', path: '/setup?token=old' },
    { name: 'login', path: '/account/login' },
    { name: 'login-again', path: '/account/login', loggedIn: true },
    {
      name: 'login-refused',
      path: '/account/login',
      async act({ page, expectAnswer }) {
        expectAnswer(401, '/api/account/login')
        await page.getByLabel('Username or email address').fill('nobody')
        await page.getByLabel('Password', { exact: true }).fill('wrong-Passw0rd')
        await page.keyboard.press('Enter')
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'not-found', path: `/games/${longWord}/${longWord}` },
    {
      name: 'machine-translated',
      path: '/',
      async act({ page }) {
        await page.getByLabel('Language').selectOption('de-DE')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'home-russian',
      path: '/?lng=ru-RU',
      loggedIn: true,
      act: ({ page }) => page.getByText('Последние записи').waitFor(),
    },
  ]

  const expectAllSound = async (
    journeys: Journeys,
    screens: readonly Screen[],
    scheme: Scheme,
    width: number,
    size: string,
  ) => {
    for (const { name, path, act, loggedIn } of screens) {
      const visit = await journeys.visit({ scheme, width })
      if (loggedIn === true) await logIn(visit, admin)
      await visit.page.goto(path)
      await settled(visit)
      await act?.(visit)
      await expectSound(visit, `${name}-${scheme}-${size}`)
      await visit.close()
    }
  }

  for (const scheme of schemes)
    for (const [size, width] of Object.entries(widths))
      it(`is sound on a ${size} in the ${scheme} scheme`, async () => {
        await expectAllSound(inFresh, await inFreshInstallation(), scheme, width, size)
        await expectAllSound(inLively, inLivelyInstallation, scheme, width, size)
      })
})

/** Nothing is being loaded any more: there is a heading, and no place is held for anything. */
const settled = async ({ page }: Visit): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('output') === null)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

const logIn = async ({ context }: Visit, { userName, password }: Person): Promise<void> => {
  const answer = await context.request.post('/api/account/login', { data: { userName, password } })
  expect(answer.status()).toBe(200)
}

const writePosts = async (admin: Person): Promise<void> => {
  const posts = [
    {
      title: 'Qualifier results',
      summary: 'The first forty teams go on to the final. '.repeat(6),
      tags: ['results'],
    },
    { title: longWord.slice(0, 50), summary: longWord.repeat(3), tags: [longWord, 'a', 'b'] },
    { title: 'Doors open at nine', summary: 'Bring a badge, a cable and some patience.', tags: null },
  ]
  for (const [index, post] of posts.entries()) {
    const { status, body } = await admin.post<string>('/api/edit/posts', post)
    expect(status).toBe(200)
    if (index === 2) expect((await admin.put(`/api/edit/posts/${body}`, { isPinned: true })).status).toBe(200)
  }
}
