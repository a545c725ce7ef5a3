import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertParticipation, insertTeam } from '../kit/factories.ts'
import { hearRequests, type Heard } from '../kit/heard.ts'
import { sampleImage } from '../kit/images.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { connected, logIn } from './screen.ts'

/** As many as a window shows, and more. */
const crowd = 40
const mostForBoard = 12

describe('how many requests reach the server', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let heard: Heard
  let challenge: { id: number }
  let limited: { id: number }
  let team: OpenTeam
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    for (let each = 0; each < crowd; each++) {
      const { id } = await insertTeam(world.db, [])
      await insertParticipation(world.db, open.game, { id })
      const image = await sampleImage('png', { width: 20 + each })
      const { hash } = await world.core.files.storeImage(image, { name: 'avatar', width: 300 })
      await world.db.updateTable('team').set({ avatar_hash: hash }).where('id', '=', id).execute()
    }
    challenge = await open.challenge({ title: 'Lighthouse', flags: ['flag{light}'] })
    limited = await open.challenge({ title: 'Lock', flags: ['flag{lock}'], submission_limit: 5 })
    journeys = await startJourneys(world.origin)
    heard = hearRequests(world)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  beforeEach(async () => {
    team = await open.team()
    await untilOnBoard()
    visit = await journeys.visit({ cold: true })
    ;({ page } = visit)
    await page.clock.install()
    await logIn(visit, team.player)
    heard.take()
  })
  // A page that stays open would be heard in the next test.
  afterEach(() => visit.close())

  const api = (part = ''): string => `${open.path}${part}`
  /** Told as a change of the board, which would make an open page ask for the game. */
  const untilOnBoard = (): Promise<void> =>
    expect
      .poll(async () => {
        const { body } = await team.player.get<{ items: { id: number }[] }>(api('/scoreboard'))
        return body.items.map(({ id }) => id)
      })
      .toContain(team.team.id)
  const settle = async (): Promise<void> => {
    await page.clock.runFor(4_000)
    await visit.settled()
  }
  const live = (): Promise<void> => connected(page)
  const isImage = (request: string): boolean => request.startsWith('GET /assets/')

  it('for the scoreboard of forty teams with images is twelve at most, but for images in memory', async () => {
    await page.goto(`/games/${open.game.id}/scoreboard`)
    await page.locator('main [data-team] img').first().waitFor()
    await live()
    await settle()
    const requests = heard.take()
    expect(requests.filter(isImage).length).toBeGreaterThan(mostForBoard)
    const others = requests.filter((one) => !isImage(one))
    expect(others).toContain(`GET ${api('/scoreboard')}`)
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(mostForBoard)
    expect(others.filter((one) => one.startsWith('upgrade'))).toEqual(['upgrade /hub/user'])

    await page.reload()
    await live()
    await settle()
    const again = heard.take()
    expect(again.length, again.join('\n')).toBeLessThanOrEqual(mostForBoard)
    expect(visit.faults()).toEqual([])
  })

  const enter = async (of: { id: number }): Promise<void> => {
    const attempts = page.waitForResponse((answer) => answer.url().endsWith('/attempts'))
    await page.goto(`/games/${open.game.id}/challenges?challenge=${of.id}`)
    await page.getByLabel('Flag', { exact: true }).waitFor()
    // The last that an open challenge asks for.
    await attempts
  }
  /** When what a page asks for every tenth second has just come. */
  const stopClock = async (): Promise<void> => {
    await settle()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_100))
    await visit.settled()
    await page.clock.runFor(100)
    heard.take()
  }
  /** In steps, so that answers come in between as they do. */
  const seen = (what: Locator): Promise<void> =>
    expect
      .poll(async () => {
        await page.clock.runFor(10)
        return what.count()
      })
      .toBeGreaterThan(0)
  const submit = async (flag: string): Promise<void> => {
    await page.getByLabel('Flag', { exact: true }).fill(flag)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
  }
  const status: unknown = expect.stringMatching(/^GET .*\/status\/\d+$/)
  const afterVerdict = (path: string): string[] => {
    const requests = heard.take()
    expect(requests.slice(0, 2), requests.join('\n')).toEqual([`POST ${path}`, status])
    return requests.slice(2)
  }

  describe('after a verdict', () => {
    const ways = ['with the live connection', 'without it']
    const start = async (of: { id: number }, how: string): Promise<string> => {
      const withHub = how === 'with the live connection'
      if (!withHub) await page.route('**/hub/**', (route) => route.abort())
      await enter(of)
      if (withHub) await live()
      await stopClock()
      return api(`/challenges/${of.id}`)
    }

    it.each(byBreadth(ways.slice(0, 1), ways))(
      '%s, is none for a wrong flag, and the attempt is shown',
      async (how) => {
        const path = await start(challenge, how)
        await submit('flag{dark}')
        await seen(page.getByText('Incorrect flag'))
        await seen(page.getByText('1 attempt so far'))
        await seen(page.getByText('flag{dark}'))
        await visit.settled()
        expect(afterVerdict(path)).toEqual([])
      },
    )

    it.each(byBreadth(ways.slice(0, 1), ways))(
      '%s, is one where attempts are limited, and those of teammates are counted',
      async (how) => {
        const path = await start(limited, how)
        await open.submit(team.player, limited, 'flag{teammate}')
        heard.take()
        await submit('flag{dark}')
        await seen(page.getByText('3 attempts left'))
        await visit.settled()
        expect(afterVerdict(path)).toEqual([`GET ${path}`])
      },
    )

    it.each(ways)(
      '%s, is one for a right flag, and points, rank, list and board are those of the server',
      async (how) => {
        const path = await start(challenge, how)
        await submit('flag{light}')
        await seen(page.getByRole('heading', { name: /\. [\d,]+ points\. Rank \d+/ }))
        await seen(page.getByText('1 attempt by your team'))
        for (let ms = 0; ms < 4_000; ms += 500) {
          await page.clock.runFor(500)
          await visit.settled()
        }
        expect(afterVerdict(path)).toEqual([`GET ${api('/details')}`])
        await page.clock.resume()

        const { body } = await team.player.get<{ rank: { score: number; rank: number } }>(api('/details'))
        const score = String(body.rank.score)
        await page.getByRole('heading', { name: new RegExp(`Rank ${body.rank.rank}(,|$)`) }).waitFor()
        const standing = page.getByRole('main').locator('header dl')
        await standing.getByText(score, { exact: true }).waitFor()
        await page.keyboard.press('Escape')
        const tabs = page.getByRole('navigation', { name: 'Game sections' })
        await tabs.getByRole('link', { name: 'Scoreboard' }).click()
        const row = page.locator(`main [data-team="${team.team.id}"]`).first()
        await row.locator('[data-column="2"]').getByText(score, { exact: true }).waitFor()
      },
    )
  })

  it('is two more where the server has begun to encrypt since the page was opened, and the flag counts', async () => {
    const admin = await world.person('Admin')
    const encrypt = (on: boolean) =>
      admin.put('/api/admin/config', { globalConfig: { title: 'GZ', slogan: '', apiEncryption: on } })
    const path = api(`/challenges/${challenge.id}`)
    visit.expectAnswer(400, path)
    await enter(challenge)
    await live()
    await encrypt(true)
    await stopClock()
    await submit('flag{light}')
    await seen(page.getByRole('heading', { name: /\d+ points/ }))
    const requests = heard.take()
    await encrypt(false)
    expect(requests.slice(0, 4)).toEqual([`POST ${path}`, 'GET /api/config', `POST ${path}`, status])
    expect(visit.faults()).toEqual([])
  })
})
