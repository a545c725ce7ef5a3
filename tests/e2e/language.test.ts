import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '@pennant/contract/enums'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'

describe('the language', () => {
  let world: World
  let journeys: Journeys
  const open: Visit[] = []

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  afterEach(async () => {
    for (const visit of open.splice(0)) await visit.close()
  })

  const enter = async (language: string, path = '/') => {
    const visit = await journeys.visit({ language })
    open.push(visit)
    const catalogues: string[] = []
    const asked: string[] = []
    visit.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const tag = /^\/static\/([\w-]+)\.web\.[\w-]{8}\.json$/.exec(pathname)?.[1]
      if (tag !== undefined) catalogues.push(tag)
      if (pathname === '/api/posts/latest') asked.push(request.headers()['accept-language'] ?? '')
    })
    await visit.page.goto(path)
    await visit.page.getByRole('heading', { level: 2 }).first().waitFor()
    return { ...visit, catalogues, asked }
  }
  const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)
  const stored = (page: Page): Promise<string | null> =>
    page.evaluate(() => localStorage.getItem('i18nextLng'))
  // The other list in the header is for colors.
  const list = (page: Page) => page.getByRole('banner').getByRole('combobox').first()
  const choose = (page: Page, language: string) => list(page).selectOption(language)

  it('is the one the browser speaks, and only its texts are downloaded', async () => {
    const { page, catalogues, faults } = await enter('ja-JP')
    await page.getByRole('heading', { name: '最新の記事' }).waitFor()
    expect(catalogues).toEqual(['ja-jp'])
    expect(await languageOf(page)).toBe('ja-JP')
    expect(await page.title()).toBe('ホーム - GZ::CTF')
    expect(faults()).toEqual([])
  })

  // `detect.test.ts` tries the others.
  it('for a browser that speaks zh-Hant-HK is zh-TW', async () => {
    const { page, catalogues } = await enter('zh-Hant-HK')
    expect(await languageOf(page)).toBe('zh-TW')
    expect(catalogues).toEqual(['zh-tw'])
  })

  it('can be any of the eleven, is kept, and is what the server is asked for', async () => {
    const { page, faults } = await enter('en-US')
    const offered = await list(page)
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    expect(offered).toEqual([...languages])

    await choose(page, 'ko-KR')
    await page.getByRole('heading', { name: '최신 글' }).waitFor()
    expect(await languageOf(page)).toBe('ko-KR')
    expect(await stored(page)).toBe('ko-KR')
    expect(await page.title()).toBe('홈 - GZ::CTF')

    const asked = page.waitForRequest('**/api/posts/latest')
    await page.reload()
    expect((await asked).headers()['accept-language']).toMatch(/^ko/i)
    await page.getByRole('heading', { name: '최신 글' }).waitFor()
    expect(faults()).toEqual([])
  })

  it('tells refusals of the server in the chosen language', async () => {
    const { page, expectAnswer, faults } = await enter('en-US', '/?lng=fr-FR')
    expectAnswer(401, '/api/account/login')
    await page.getByRole('link', { name: 'Se connecter' }).click()
    await page.getByLabel('Nom d’utilisateur ou adresse e-mail').fill('personne')
    await page.getByLabel('Mot de passe', { exact: true }).fill('Incorrect1')
    await page.keyboard.press('Enter')
    await page.locator('[data-alert]').getByText('Nom d’utilisateur ou mot de passe incorrect').waitFor()
    expect(faults()).toEqual([])
  })

  it('asks before it stays with a machine translation', async () => {
    const { page, faults } = await enter('en-US')
    await choose(page, 'es-ES')
    const dialog = page.getByRole('dialog', { name: 'Español: traducción automática' })
    await dialog.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByRole('heading', { name: 'Últimas publicaciones' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await stored(page)).toBe('es-ES')

    await choose(page, 'de-DE')
    await page.getByRole('button', { name: 'Zu Englisch wechseln' }).click()
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    expect(await stored(page)).toBe('en-US')

    await choose(page, 'fr-FR')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(faults()).toEqual([])
  })

  it('stays what it is when the texts of another cannot be had', async () => {
    const { page } = await enter('en-US')
    await page.route('**/static/vi-vn.*', (route) => route.abort())
    await choose(page, 'vi-VN')
    await page.locator('[data-alert]').getByText('Couldn’t load the language').waitFor({ timeout: 60_000 })
    expect(await languageOf(page)).toBe('en-US')
    await page.unroute('**/static/vi-vn.*')
    await choose(page, 'vi-VN')
    await page.getByRole('heading', { name: 'Bài viết mới nhất' }).waitFor()
    await expect.poll(() => page.locator('[data-alert]').count()).toBe(0)
  })

  it('is English, with a warning, when the browser speaks none of ours', async () => {
    const { page, faults } = await enter('pt-BR', '/?lng=tlh')
    expect(await languageOf(page)).toBe('en-US')
    expect(faults()).toEqual([
      expect.stringContaining(
        'Unsupported language: tlh (query string); pt-BR (navigator). Using en-US instead.',
      ),
    ])
  })

  it.each(byBreadth(['session storage'], ['cookie', 'local storage', 'session storage']))(
    'is the one of the next source, with a warning, when the %s names none of ours',
    async (source) => {
      const visit = await journeys.visit({ language: 'ja-JP' })
      open.push(visit)
      const { page, context, faults } = visit
      if (source === 'cookie')
        await context.addCookies([{ name: 'i18next', value: 'tlh', url: world.origin }])
      else
        await page.addInitScript((local) => {
          const store = local ? localStorage : sessionStorage
          if (store.getItem('i18nextLng') === null) store.setItem('i18nextLng', 'tlh')
        }, source === 'local storage')
      await page.goto('/')
      await page.getByRole('heading', { name: '最新の記事' }).waitFor()
      expect(faults()).toEqual([expect.stringContaining(`tlh (${source}). Using ja-JP instead.`)])
      expect(await stored(page)).toBe('ja-JP')
    },
  )

  it('is never taken from what looks like a script', async () => {
    const { page, faults } = await enter(
      'ja-JP',
      `/?lng=${encodeURIComponent('de,<script>alert(1)</script>')}`,
    )
    expect(await languageOf(page)).toBe('ja-JP')
    expect(faults()).toEqual([])
  })
})
