import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertSubmission } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectAccessible, inspectedWidths, logIn } from './screen.ts'

describe('finding challenges, teams, and users', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let monitor: Person
  let open: OpenGame
  let team: OpenTeam
  let challenge: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    monitor = await world.person('Monitor', 'lookout')
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team({ name: 'Mooring crew' })
    challenge = await open.challenge({ title: 'Tidal lock', category: 'Web', flags: ['flag{tide}'] })
    await insertSubmission(
      world.db,
      { participation: team.participation, challenge },
      { answer: 'flag{no}', user_id: team.player.id, time: new Date(world.clock.now() - 1_000) },
    )
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAs = async (who: Person, path: string): Promise<Visit & { asked: string[] }> => {
    const visit = await journeys.visit()
    await logIn(visit, who)
    await visit.page.goto(path)
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    const asked: string[] = []
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    return { ...visit, asked }
  }
  const typed = async ({ page }: Visit, text: string) => {
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search or type a command' })
    await box.fill(text)
    return page.getByRole('listbox', { name: 'Search and commands' })
  }

  it('is one search for administrators: of the game’s challenges, of all teams and users', async () => {
    const visit = await visitAs(admin, `/games/${open.game.id}/monitor`)
    const { page } = visit
    for (const [text, option, path] of [
      ['tidal', 'Tidal lock', `/admin/games/${open.game.id}/challenges/${challenge.id}`],
      ['mooring', 'Mooring crew', '/admin/teams'],
      [monitor.email, 'lookout', '/admin/users'],
    ] as const) {
      await page.goto(`/games/${open.game.id}/monitor`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      const list = await typed(visit, text)
      await list.getByRole('option', { name: option }).first().waitFor()
      if (text === 'mooring') await expectAccessible(page, 'palette-found')
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    }
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('leads monitors to what they may open, and asks for nothing else', async () => {
    const visit = await visitAs(monitor, `/games/${open.game.id}/monitor`)
    const list = await typed(visit, 'tidal')
    await list.getByRole('option', { name: 'Tidal lock' }).waitFor()
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.page.url()).toContain(`/monitor/submissions?challenge=${challenge.id}`)
    const others = await typed(visit, 'mooring')
    await others.getByRole('option', { name: 'Mooring crew' }).waitFor()
    await visit.page.getByRole('combobox', { name: 'Search or type a command' }).fill(admin.email)
    await visit.page.getByText('No results.').waitFor()
    expect(
      visit.asked.filter((path) => path.startsWith('/api/admin') || path.startsWith('/api/edit')),
    ).toEqual([])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('leads visitors to the teams on the board', async () => {
    const visit = await journeys.visit()
    await visit.page.goto(`/games/${open.game.id}`)
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor()
    const list = await typed(visit, 'mooring')
    await list.getByRole('option', { name: 'Mooring crew' }).waitFor()
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => visit.page.url()).toContain(`/scoreboard?team=`)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is a click from a submission, for administrators alone', async () => {
    for (const who of [admin, monitor]) {
      const visit = await visitAs(who, `/games/${open.game.id}/monitor/submissions`)
      await visit.page.getByRole('button', { name: 'Mooring crew' }).first().waitFor()
      await visit.page.getByRole('button', { name: 'Details for “Mooring crew”' }).first().click()
      const ways = visit.page.getByRole('navigation', { name: 'Related' })
      await ways.getByRole('link', { name: 'Submissions for this challenge' }).waitFor()
      const addresses = await ways
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      const adminLinks = addresses.filter((to) => to.startsWith('/admin'))
      const editor = `/admin/games/${open.game.id}/challenges/${challenge.id}`
      expect(adminLinks).toEqual(
        who === monitor
          ? []
          : [
              editor,
              `${editor}/flags`,
              `/admin/teams?q=${team.team.id}&team=${team.team.id}`,
              `/admin/users?q=${team.player.userName}&user=${team.player.id}`,
            ],
      )
      await visit.close()
    }
  })

  it('is a click from the overview’s list of challenges', async () => {
    const visit = await visitAs(admin, `/games/${open.game.id}/monitor`)
    const { page } = visit
    const flags = page.getByRole('link', { name: 'Flags of “Tidal lock”' }).first()
    await flags.waitFor()
    for (const [size, width] of Object.entries(inspectedWidths)) {
      await page.setViewportSize({ width, height: 1000 })
      await expectAccessible(page, `watch-links-${size}`)
    }
    await flags.click()
    await expect.poll(() => page.url()).toContain(`/challenges/${challenge.id}/flags`)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
