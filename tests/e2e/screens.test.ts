import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedOf, inspectedWidths, expectNoFaultsAt, logIn, type Screen } from './screen.ts'

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
        await page.locator('[data-alert]').waitFor()
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

  const ofVisitors: readonly Screen[] = [
    { name: 'setup-done', path: '/setup?token=old' },
    { name: 'login', path: '/account/login' },
    {
      name: 'login-refused',
      path: '/account/login',
      async act({ page, expectAnswer }) {
        expectAnswer(401, '/api/account/login')
        await page.getByLabel('Username or email').fill('nobody')
        await page.getByLabel('Password', { exact: true }).fill('wrong-Passw0rd')
        await page.keyboard.press('Enter')
        await page.locator('[data-alert]').waitFor()
      },
    },
    { name: 'not-found', path: `/games/${longWord}/${longWord}` },
  ]
  const ofAdministrators: readonly Screen[] = [
    { name: 'home-posts', path: '/' },
    { name: 'login-again', path: '/account/login' },
  ]
  /** These run last, because the browser keeps the language. */
  const inOtherLanguages: readonly Screen[] = [
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
      act: ({ page }) => page.getByText('Последние публикации').waitFor(),
    },
  ]

  for (const [size, width] of Object.entries(inspectedWidths))
    it(`has no faults on a ${size}`, async () => {
      const newcomer = await inFresh.visit({ width })
      for (const screen of inspectedOf(await inFreshInstallation()))
        await expectNoFaultsAt(newcomer, screen, { width })
      await newcomer.close()
      const visit = await inLively.visit({ width })
      for (const screen of inspectedOf(ofVisitors)) await expectNoFaultsAt(visit, screen, { width })
      await logIn(visit, admin)
      for (const screen of inspectedOf([...ofAdministrators, ...inOtherLanguages]))
        await expectNoFaultsAt(visit, screen, { width })
      await visit.close()
    })
})

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
