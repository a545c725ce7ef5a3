import type { GameInfo } from '@pennant/contract/game'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { insertSolve } from '../kit/factories.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedWidths, expectNoFaults, logIn } from './screen.ts'

const dialog = (page: Page) => page.getByRole('dialog')

describe('what changes for others is said before', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let captain: Person
  let open: OpenGame
  let first: number

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    captain = await world.person('User', 'captain')
    open = await createOpenGame(world, { title: 'Harbour Cup', hidden: true })
    const challenge = await open.challenge({ title: 'Lighthouse', original_score: 1000 })
    const teams = [
      await open.team({ name: 'Sea Urchins', players: [captain] }),
      await open.team({ name: 'Night Watch' }),
      await open.team({ name: 'Otters' }),
    ]
    for (const [at, { participation }] of teams.entries())
      await insertSolve(world.db, { participation, challenge }, new Date(world.clock.now() - 60_000 + at))
    await open.changed()
    first = teams[0]?.team.id ?? 0
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAs = async (person: Person, width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, person)
    return visit
  }

  it.each(Object.entries(inspectedWidths))(
    'tells captains why their team stays, on a %s',
    async (size, width) => {
      const visit = await visitAs(captain, width)
      const { page } = visit
      await page.goto(`/teams?team=${first}`)
      await dialog(page).getByText('Only an administrator can delete the team', { exact: false }).waitFor()
      expect(await dialog(page).getByRole('button', { name: 'Disband team' }).isDisabled()).toBe(true)
      await expectNoFaults(visit, `team-played-${size}`)
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it.each(Object.entries(inspectedWidths))('asks who is to see a game, on a %s', async (size, width) => {
    const visit = await visitAs(admin, width)
    const { page } = visit
    const before = (await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)).body
    await page.goto(`/admin/games/${open.game.id}/info`)
    const choice = page.getByRole('group', { name: 'Who can see this game' })
    await choice.getByRole('radio', { name: 'Hidden', checked: true }).waitFor()
    await choice.scrollIntoViewIfNeeded()
    await expectNoFaults(visit, `visibility-${size}`)
    await choice.getByRole('radio', { name: 'Unlisted' }).click()
    await dialog(page).getByText('Everyone with the link sees the game', { exact: false }).waitFor()
    await expectNoFaults(visit, `visibility-dialog-${size}`)
    await dialog(page).getByRole('button', { name: 'Make unlisted' }).click()
    await choice.getByRole('radio', { name: 'Unlisted', checked: true }).waitFor()
    const after = (await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)).body
    expect(after).toEqual({ ...before, unlisted: true })

    const stranger = await journeys.visit({ width })
    await stranger.page.goto(`/games/${open.game.id}`)
    await stranger.page.getByText('Unlisted', { exact: true }).waitFor()
    await expectNoFaults(stranger, `unlisted-game-${size}`)
    await stranger.page.goto('/games')
    await stranger.page.getByText('No games', { exact: false }).waitFor()
    expect(stranger.faults()).toEqual([])
    await stranger.close()

    await page.goto('/admin/games')
    await page.getByRole('row').getByText('Unlisted', { exact: true }).first().waitFor()
    await expectNoFaults(visit, `games-unlisted-${size}`)
    await page.goto(`/admin/games/${open.game.id}/info`)
    await choice.getByRole('radio', { name: 'Hidden' }).click()
    await dialog(page).getByRole('button', { name: 'Hide game' }).click()
    await choice.getByRole('radio', { name: 'Hidden', checked: true }).waitFor()
    expect((await admin.get<GameInfo>(`/api/edit/games/${open.game.id}`)).body).toEqual(before)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it.each(Object.entries(inspectedWidths))(
    'names points, lead and bloods before a team is deleted, on a %s',
    async (size, width) => {
      const visit = await visitAs(admin, width)
      const { page } = visit
      await page.goto(`/admin/teams?team=${first}`)
      await dialog(page).getByRole('button', { name: 'Delete' }).click()
      const preview = page.getByRole('region', { name: 'What changes in “Harbour Cup”' })
      await preview.getByText('Lead: Sea Urchins → Night Watch').waitFor()
      await preview.getByText('First blood in “Lighthouse”: Sea Urchins → Night Watch').waitFor()
      await preview.getByText('Third blood in “Lighthouse”: Otters → nobody').waitFor()
      await preview.getByText('2 teams gain points').waitFor()
      await expectNoFaults(visit, `team-deletion-${size}`)
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it('is what happens', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`/admin/teams?team=${first}`)
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Lead: Sea Urchins → Night Watch').waitFor()
    await page.getByLabel('Type “Sea Urchins” to confirm').fill('Sea Urchins')
    await page.keyboard.press('Enter')
    await page.getByText('1 team deleted').waitFor()
    const { body } = await admin.get<{ items: { name: string; rank: number }[] }>(`${open.path}/scoreboard`)
    expect(body.items.map(({ name, rank }) => [name, rank])).toEqual([
      ['Night Watch', 1],
      ['Otters', 2],
    ])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
