import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { sampleImage } from '../kit/images.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

describe('a page that is asked to come back later', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let team: OpenTeam
  let admin: Person
  let visit: Visit
  let page: Page

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta' })
    team = await open.team()
    admin = await world.person('Admin')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })
  const logIn = async ({ userName, password }: { userName: string; password: string }): Promise<void> => {
    await visit.context.request.post('/api/account/login', { data: { userName, password } })
  }
  beforeEach(async () => {
    visit = await journeys.visit()
    ;({ page } = visit)
  })
  afterEach(() => visit.close())

  /** Refuses the first call of a path and lets the others through. Returns all calls. */
  const refuseFirst = async (path: string, method: string): Promise<string[]> => {
    const asked: string[] = []
    await page.route(path, async (route) => {
      if (route.request().method() !== method) return route.continue()
      asked.push(route.request().url())
      if (asked.length > 1) return route.continue()
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' })
    })
    return asked
  }

  it('downloads the file when it may', async () => {
    await logIn(admin)
    const asked = await refuseFirst('**/submissionsheet*', 'GET')
    await page.goto(`/games/${open.game.id}/monitor/submissions`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export XLSX' }).click(),
    ])
    expect(file.suggestedFilename()).toContain('.xlsx')
    expect(asked).toHaveLength(2)
  })

  it('sends a picture again, all of it', async () => {
    await logIn(team.player)
    const asked = await refuseFirst('**/api/account/avatar', 'PUT')
    const buffer = await sampleImage('png')
    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Change avatar' }).click()
    await page
      .getByLabel('Choose an image')
      .setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer })
    const stored = page.waitForResponse(
      (response) => response.url().endsWith('/api/account/avatar') && response.ok(),
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await stored
    expect(asked).toHaveLength(2)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})
