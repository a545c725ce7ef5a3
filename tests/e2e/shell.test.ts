import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { saying } from '../kit/live-regions.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { challengePanel, expectNoFaults, expectReadable, inspectedWidths, logOut } from './screen.ts'

const hour = 3_600_000

describe('the shell around every page', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let player: Person
  let open: OpenGame

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    journeys = await startJourneys(world.origin)
    admin = await world.person('Admin', 'boatswain')
    open = await createOpenGame(world, { title: 'Harbour Cup' })
    await open.challenge({ title: 'Tar and Feathers' })
    ;({ player } = await open.team({ name: 'Night Watch' }))
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAs = async (
    person: Person | null,
    options: Parameters<Journeys['visit']>[0] = {},
  ): Promise<Visit> => {
    const visit = await journeys.visit(options)
    if (person !== null) {
      const { userName, password } = person
      const answer = await visit.context.request.post('/api/account/login', { data: { userName, password } })
      expect(answer.status()).toBe(200)
    }
    return visit
  }
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search or type a command' })
  const accent = (page: Page): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))

  it('opens the commands with the first key there is, and goes where they say', async () => {
    const visit = await visitAs(null)
    const { page } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    await page.keyboard.press('Control+k')
    await search(page).waitFor()
    await page.getByRole('option', { name: 'Log in' }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: /Log out|Profile/ }).count()).toBe(0)
    await expectReadable(page, 'commands')
    await page.keyboard.type('abt')
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).innerText())
      .toContain('About')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/about$/)

    await page.keyboard.press('Control+k')
    const options = page.getByRole('listbox').getByRole('option')
    await options.first().waitFor()
    await page.keyboard.press('ArrowUp')
    const last = await options.last().getAttribute('id')
    await expect.poll(() => search(page).getAttribute('aria-activedescendant')).toBe(last)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('finds a player’s team and the challenges of the game that is open', async () => {
    const visit = await visitAs(player)
    const { page } = visit
    await page.goto(`/games/${open.game.id}/challenges`)
    await page.getByRole('link', { name: /Tar and Feathers/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Night Watch' }).waitFor()
    await search(page).fill('feather')
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).innerText())
      .toContain('Tar and Feathers')
    await page.keyboard.press('Enter')
    await challengePanel(page, 'Tar and Feathers').waitFor()
    expect(new URL(page.url()).searchParams.has('challenge')).toBe(true)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('goes by two keys, lists all keys, and lets anyone who types type', async () => {
    const visit = await visitAs(null)
    const { page } = visit
    await page.goto('/account/login')
    const name = page.getByLabel('Username or email')
    await name.pressSequentially('gg?')
    await expect.poll(() => name.inputValue()).toBe('gg?')
    await page.keyboard.press('Tab')
    await page.getByRole('main').focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Open search and commands').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('g')
    await page.waitForURL(/\/games$/)
    await visit.close()
  })

  it('has the color of the platform, or the visitor’s own, also before the first paint', async () => {
    const set = await admin.put('/api/admin/config', { globalConfig: { customTheme: '#8844ff' } })
    expect(set.status).toBe(200)
    const visit = await visitAs(null)
    const { page } = visit
    await page.goto('/')
    await expect.poll(() => accent(page)).toBe('#8844ff')

    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Change theme color' }).click()
    await page.getByRole('radio', { name: 'Custom' }).check()
    const code = page.getByLabel('Hex code')
    await code.fill('#ffcc00')
    await expect.poll(() => accent(page)).toBe('#ffcc00')
    await code.fill('#ffcc')
    await page.getByText('Enter # and six hex digits').waitFor()
    expect(await accent(page)).toBe('#ffcc00')
    expect(await page.evaluate(() => localStorage.getItem('custom-theme'))).toBe('#ffcc00')
    await expectReadable(page, 'color')

    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/static/index.*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.locator('.boot').waitFor()
    expect(await accent(page)).toBe('#ffcc00')
    release()
    await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
    await admin.put('/api/admin/config', { globalConfig: { customTheme: '' } })
  })

  /** Stored answers, which are compressed (except boards) and keyed by week. */
  const kept = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      const names = Object.keys(localStorage).filter((key) => /^pennant\.kept\.\d+\.(open|owned)\./.test(key))
      const small = names.map(async (key) => {
        const bytes = Uint8Array.from(atob(localStorage.getItem(key) ?? ''), (char) => char.charCodeAt(0))
        const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
        return (await new Response(unpacked).json()) as unknown
      })
      const known = (await indexedDB.databases()).map(({ name }) => name)
      const large = new Promise<unknown>((resolve) => {
        if (!known.includes('pennant.kept')) return resolve([])
        const opening = indexedDB.open('pennant.kept')
        opening.addEventListener('success', () => {
          const database = opening.result
          const all = database.transaction('answers').objectStore('answers').getAll()
          all.addEventListener('success', () => {
            database.close()
            resolve(all.result)
          })
        })
      })
      return JSON.stringify([...(await Promise.all(small)), await large])
    })

  withBreadth(() => {
    it('keeps a board in the database, the rest in local storage, and nothing of an earlier version', async () => {
      const visit = await visitAs(player)
      const { page } = visit
      await page.goto('/about')
      // An earlier version stored it like this.
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const opening = indexedDB.open('pennant', 1)
            opening.addEventListener('upgradeneeded', () => {
              const store = opening.result.createObjectStore('small', { keyPath: 'hash' })
              store.put({ hash: 'left over' })
            })
            opening.addEventListener('success', () => {
              opening.result.close()
              resolve()
            })
          }),
      )
      await page.goto(`/games/${open.game.id}/scoreboard`)
      await expect
        .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), {
          timeout: 20_000,
        })
        .toEqual(['pennant.kept'])
      await expect.poll(() => kept(page), { timeout: 20_000 }).toContain('"scoreboard"')
      await logOut(page)
      await page.getByText('You’re logged out').waitFor()
      await expect.poll(() => kept(page)).not.toContain('"scoreboard"')
      expect(await kept(page)).not.toContain(player.userName)
      await visit.close()
    })
  })

  it('shows the last visit while the server is away, says so, and recovers on its own', async () => {
    const visit = await visitAs(player)
    const { page } = visit
    const path = `/games/${open.game.id}/challenges`
    await page.goto(path)
    await page.getByRole('link', { name: /Tar and Feathers/ }).waitFor()
    await expect.poll(() => kept(page), { timeout: 15_000 }).toContain('Tar and Feathers')
    await expect.poll(() => kept(page), { timeout: 15_000 }).toContain('"session"')
    const { body } = await player.get<{ teamToken: string }>(`${open.path}/details`)
    expect(body.teamToken.length).toBeGreaterThan(10)
    expect(await kept(page)).not.toContain(body.teamToken)

    await page.route(/\/(api|hub)\//, (route) => route.abort())
    await page.reload()
    await page.getByRole('link', { name: /Tar and Feathers/ }).waitFor()
    await page.getByText('Night Watch').first().waitFor()
    const chip = page
      .getByRole('banner')
      .getByText(/^Server not responding/)
      .first()
    await chip.waitFor()
    await page
      .getByRole('banner')
      .getByText(/as of \d\d:\d\d:\d\d GMT/)
      .waitFor()
    await expectReadable(page, 'server-away')

    // The server returns with another build.
    await page.route(`${world.origin}/`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" crossorigin src="/static/index.other.js"></script>',
      }),
    )
    await page.unroute(/\/(api|hub)\//)
    // The longer the server was away, the longer the client waits before it asks again: up to 75 s.
    await page.getByRole('button', { name: 'Reload' }).waitFor({ timeout: 90_000 })
    await expect.poll(() => page.getByRole('banner').getByText('as of').count()).toBe(0)
    await page.getByRole('button', { name: 'Later' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Reload' }).count()).toBe(0)

    await logOut(page)
    await page.getByText('You’re logged out').waitFor()
    await expect.poll(() => kept(page)).not.toContain('Tar and Feathers')
    expect(await kept(page)).not.toContain(player.userName)
    await visit.close()
  })

  it('says that there is no network, and when there is again', async () => {
    const visit = await visitAs(null)
    const { page, context } = visit
    await page.goto('/')
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await context.setOffline(true)
    const chip = page.getByRole('banner').getByText(/^Offline/)
    await chip.first().waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Welcome' }).count()).toBe(1)
    await context.setOffline(false)
    await saying(page, 'polite').locator('p', { hasText: 'Up to date again' }).waitFor()
    await expect.poll(() => chip.count()).toBe(0)
    await visit.close()
  })

  it('counts by the clock of the server where the visitor’s is an hour wrong', async () => {
    const visit = await visitAs(player)
    const { page } = visit
    await page.clock.install({ time: Date.now() + hour })
    await page.goto(`/games/${open.game.id}/scoreboard`)
    await page.getByText(/Your clock is 3[56]\d\d seconds ahead/).waitFor()
    const left = page.getByText(/^\d\d:\d\d:\d\d$/).first()
    await expect.poll(() => left.innerText()).toMatch(/^23:/)
    await visit.close()
  })

  it('has the parts of a game at the bottom of a phone, with what is unread', async () => {
    const visit = await visitAs(player, { width: widths.phone })
    const { page } = visit
    await page.goto(`/games/${open.game.id}/scoreboard`)
    const bar = page.getByRole('navigation', { name: 'Game sections' })
    await bar.getByRole('link', { name: 'Notices, all read' }).waitFor()
    const posted = await admin.post(`/api/edit/games/${open.game.id}/notices`, { content: 'Mind the tide' })
    expect(posted.status).toBe(200)
    await bar.getByRole('link', { name: 'Notices, 1 unread' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\) Harbour Cup - /)
    await bar.getByRole('link', { name: 'Notices, 1 unread' }).click()
    await page.getByRole('dialog').getByText('Mind the tide').waitFor()
    await expectReadable(page, 'notices')
    await expect.poll(() => page.title(), { timeout: 10_000 }).toMatch(/^Harbour Cup - /)
    await page.keyboard.press('Escape')
    await bar.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Night Watch' }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it.each(Object.entries(inspectedWidths))('has no faults on a %s', async (size, width) => {
    const visit = await visitAs(player, { width })
    const { page } = visit
    await page.goto('/nowhere')
    for (const name of ['Search and commands', 'Keyboard shortcuts', 'Change theme color']) {
      await page.getByRole('button', { name: /’s menu$/ }).click()
      await page.locator('[data-menu-item]').filter({ hasText: name }).click()
      await page.getByRole('dialog').waitFor()
      await expectNoFaults(visit, `shell-${name.split(' ')[0]?.toLowerCase()}-${size}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
