import type { GameInfo } from '@pennant/contract/game'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { type ExistingPlatform, openExistingPlatform } from '../kit/existing-platform.ts'
import { insertWriteup } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { realPdf } from '../kit/real-pdf.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { goTo, logIn } from './screen.ts'

/** Called once to find out which kind of server it is. */
const foundOut = ['GET /api/account/session']

describe('the pages of staff with a server that has none of our additions', () => {
  let world: World
  let platform: ExistingPlatform
  let journeys: Journeys
  let admin: Person
  let open: OpenGame
  let challenge: number
  let post: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    open = await createOpenGame(world, { title: 'Regatta', writeup_required: true })
    const lighthouse = await open.challenge({ title: 'Lighthouse', flags: ['flag{fresnel}'] })
    challenge = lighthouse.id
    const owner = await open.team({ name: 'Gulls' })
    const thief = await open.team({ name: 'Crabs' })
    for (const name of ['Eels', 'Urchins']) await open.team({ name, status: 'Pending' })
    const copied = await open.challenge({
      title: 'Buoy',
      type: 'DynamicAttachment',
      flags: ['flag{a}', 'flag{b}'],
    })
    await open.submit(owner.player, lighthouse, 'flag{fresnel}')
    await open.submit(thief.player, lighthouse, 'flag{nothing}')
    await open.submit(thief.player, copied, 'flag{a}')
    await insertWriteup(world, owner.participation, { bytes: realPdf(['How it was done']) })
    post = (await admin.post<string>('/api/edit/posts', { title: 'Tides', content: 'High' })).body
    await open.changed()
    platform = await openExistingPlatform(world.origin)
    journeys = await startJourneys(platform.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await platform.close()
    await world.close()
  })

  const visitAs = async (person: Person): Promise<Visit & { vain: string[] }> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    platform.vain.length = 0
    return { ...visit, vain: platform.vain }
  }
  const asked = (vain: readonly string[]): string[] => vain.filter((one) => !foundOut.includes(one))
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

  it('shows every screen, and asks for nothing that is not there', async () => {
    const { page, vain, faults, close } = await visitAs(admin)
    const game = `/admin/games/${open.game.id}`
    const watch = `/games/${open.game.id}/monitor`
    for (const path of [
      '/admin/games',
      ...['', '/info', '/divisions', '/challenges', `/challenges/${challenge}`].map((part) => game + part),
      ...[`/challenges/${challenge}/flags`, '/scoring', '/notices', '/review', '/writeups'].map(
        (part) => game + part,
      ),
      ...[`/posts/${post}/edit`, '/posts/new/edit'],
      ...['', '/events', '/submissions', '/cheatinfo', '/traffic'].map((part) => watch + part),
      ...['teams', 'users', 'instances', 'files', 'logs', 'mail', 'tokens', 'settings', 'status'].map(
        (part) => `/admin/${part}`,
      ),
    ]) {
      await goTo(page, path)
      expect([path, await page.locator('[data-alert]').allTextContents()]).toEqual([path, []])
      expect([path, asked(vain), faults()]).toEqual([path, [], []])
    }
    await page.goto('/admin/mail')
    await page.getByText('This server doesn’t support this').waitFor()
    await close()
  })

  it('keeps events and submissions apart on the way from one to the other', async () => {
    const { page, faults, close } = await visitAs(admin)
    await page.goto(`/games/${open.game.id}/monitor/events`)
    const parts = page.getByRole('navigation', { name: 'Monitor' })
    await page.getByRole('table', { name: 'Events' }).getByText('flag{nothing}').first().waitFor()
    await parts.getByRole('link', { name: 'Submissions' }).click()
    await page.getByRole('table', { name: 'Submissions' }).getByText('flag{nothing}').waitFor()
    await parts.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('table', { name: 'Events' }).getByText('flag{nothing}').first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  // The same pages are used elsewhere with a server that has them.
  describe.each(byBreadth<readonly string[]>([], ['in use']))('%s', () => {
    it('lets organizers make a game, challenges, flags, notices and posts, and review teams', async () => {
      const { page, vain, faults, close } = await visitAs(admin)
      await page.goto('/admin/games')
      await page.getByRole('button', { name: 'New game' }).click()
      await page.getByRole('dialog').getByLabel('Title').fill('Harbour Cup')
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'Harbour Cup' }).waitFor()
      const made = Number(/\/admin\/games\/(\d+)/.exec(page.url())?.[1])
      await page.goto(`/admin/games/${made}/info`)
      await page.getByLabel('Summary').fill('Two days')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect
        .poll(async () => (await admin.get<GameInfo>(`/api/edit/games/${made}`)).body.summary)
        .toBe('Two days')

      const challenges = `/admin/games/${open.game.id}/challenges`
      await page.goto(`${challenges}/${challenge}`)
      await page.getByRole('textbox', { name: 'Title' }).fill('Lighthouses')
      await page.getByRole('button', { name: 'Save' }).click()
      await saved(page)
      await page.goto(`${challenges}/${challenge}/flags`)
      await page.getByLabel('Flags, one per line').fill('flag{lens}')
      await page.getByRole('button', { name: 'Add 1 flag' }).click()
      await page.getByText('flag{lens}').first().waitFor()

      await page.goto(`/admin/games/${open.game.id}/notices`)
      await page.getByRole('textbox').first().fill('Fog at nine')
      await page.getByRole('button', { name: 'Post notice', exact: true }).click()
      await page.getByText('Fog at nine').first().waitFor()

      await page.goto(`/admin/games/${open.game.id}/review?status=Pending`)
      for (const name of ['Eels', 'Urchins']) await page.getByLabel(`Select ${name}`).check()
      await page
        .getByRole('region', { name: '2 selected' })
        .getByRole('button', { name: /^Accept/ })
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
      await page.getByText('2 teams changed').waitFor()

      await page.goto(`/posts/${post}/edit`)
      await page.getByRole('textbox', { name: 'Text' }).fill('Low')
      await page.getByRole('button', { name: 'Save' }).click()
      await saved(page)
      expect([asked(vain), faults()]).toEqual([[], []])
      await close()
    })

    it('lets monitors look at what happens by what the server can tell apart', async () => {
      const { page, vain, faults, close } = await visitAs(await world.person('Monitor'))
      const watch = `/games/${open.game.id}/monitor`
      await page.goto(`${watch}/submissions`)
      await page.getByText('flag{nothing}').waitFor()
      await page.getByLabel('Type').selectOption('Accepted')
      await page.waitForURL(/type=Accepted/)
      await page.getByText('flag{fresnel}').first().waitFor()
      await page.getByText('flag{nothing}').waitFor({ state: 'detached' })
      await page.goto(`${watch}/cheatinfo`)
      await page.getByRole('heading').first().waitFor()
      expect([asked(vain), faults()]).toEqual([[], []])
      await close()
    })

    it('lets administrators find and change users and teams, and save settings', async () => {
      const { page, vain, faults, close } = await visitAs(admin)
      await page.goto('/admin/users')
      await page.getByLabel('Search users').fill('quartermaster')
      await page.getByRole('button', { name: 'quartermaster', exact: true }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel('Bio').fill('Counts the oars')
      await sheet.getByRole('button', { name: 'Save' }).click()
      await saved(page)
      await page.goto('/admin/teams')
      await page.getByLabel('Search teams').fill('Gulls')
      await page.getByRole('button', { name: 'Gulls', exact: true }).waitFor()
      await page.goto('/admin/settings')
      await page.getByLabel('Slogan').fill('All hands')
      await page.getByRole('button', { name: 'Save' }).first().click()
      await saved(page)
      await page.goto('/admin/logs')
      await page.getByLabel('Level').selectOption('Information')
      await page.getByRole('table').getByText('quartermaster').first().waitFor()
      expect([asked(vain), faults()]).toEqual([[], []])
      await close()
    })
  })
})
