import { gamePermissions } from '@pennant/contract/enums'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedWidths, expectNoFaults, logIn } from './screen.ts'

const hour = 3_600_000
const { All, RequireReview } = gamePermissions

describe('the list of a game’s overview', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  /** A game that fails its checks: no description, no poster, a challenge without a flag. */
  const bare = async (begins: number, ends: number): Promise<OpenGame> => {
    const open = await createOpenGame(world, {
      title: 'Harbour Cup',
      content: '',
      start_at: new Date(world.clock.now() + begins),
      end_at: new Date(world.clock.now() + ends),
    })
    await open.challenge({ title: 'Empty hold', flags: [] })
    await open.team({ name: 'Otters', status: 'Pending' })
    return open
  }
  const visitAt = async (path: string, width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, admin)
    await visit.page.goto(path)
    return visit
  }
  const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  it.each(Object.entries(inspectedWidths))(
    'names what is missing, what needs a look, and what is left to do, on a %s',
    async (size, width) => {
      const phases = [
        { name: 'Readiness', open: await bare(hour, 2 * hour) },
        { name: 'Needs attention', open: await bare(-hour, hour) },
        { name: 'Left to do', open: await bare(-2 * hour, -hour) },
      ]
      const visit = await visitAt('/', width)
      const { page } = visit
      const found = []
      for (const { name, open } of phases) {
        await page.goto(`/admin/games/${open.game.id}`)
        const panel = list(page, name)
        await panel.getByRole('listitem').first().waitFor()
        if (name !== 'Readiness') await page.getByText('Pending teams').waitFor()
        await expectNoFaults(visit, `phase-${name.replaceAll(' ', '-').toLowerCase()}-${size}`)
        found.push({
          crosses: await panel.getByText('Missing', { exact: true }).count(),
          poster: await panel.getByRole('link', { name: 'Poster' }).count(),
          waiting: await panel.getByText('1 team waits for your decision').count(),
          archive: await panel.getByRole('link', { name: 'Archive' }).count(),
        })
      }
      const feed = list(page, 'CTFtime')
      const { game } = phases[2]?.open ?? (await bare(-hour, hour))
      await feed.getByText(`${world.origin}/api/game/${game.id}/ctftime?form=minimal`).waitFor()
      await feed.getByRole('button', { name: 'Copy address of the minimal feed' }).click()
      await feed.getByRole('button', { name: 'Copied' }).waitFor()
      expect(found).toEqual([
        { crosses: 1, poster: 1, waiting: 0, archive: 0 },
        { crosses: 1, poster: 0, waiting: 1, archive: 0 },
        { crosses: 0, poster: 0, waiting: 0, archive: 1 },
      ])
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it('warns, as the editors do, of divisions that let everyone in although the game has an invite code', async () => {
    const open = await createOpenGame(world, { title: 'Harbour Cup', invite_code: 'harbour' })
    const path = `/admin/games/${open.game.id}`
    const visit = await visitAt(`${path}/info`)
    const { page } = visit
    await page.getByText('Only teams with the code can join', { exact: false }).waitFor()

    await open.division('Guests', All - RequireReview)
    await page.reload()
    await page.getByText('only the division’s own code counts', { exact: false }).waitFor()
    await page.getByText('Everyone can join these divisions without a code or review').waitFor()
    await expectNoFaults(visit, 'invite-code-of-divisions')
    await page.goto(path)
    await list(page, 'Needs attention')
      .getByText('Everyone can join these divisions', { exact: false })
      .waitFor()

    await page.goto(`${path}/divisions`)
    await page.getByText('Everyone can join these divisions without a code or review').waitFor()
    await page.getByRole('button', { name: 'Edit Guests' }).click()
    const dialog = page.getByRole('dialog')
    const warning = dialog.getByText('Everyone can join this division without a code or review', {
      exact: false,
    })
    await warning.waitFor()
    await expectNoFaults(visit, 'open-division')
    await dialog.locator('[name=inviteCode]').fill('guests')
    await warning.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Everyone can join these divisions', { exact: false }).waitFor({ state: 'detached' })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
