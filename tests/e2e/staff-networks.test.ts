import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createFakeContainers, type FakeContainers } from '../kit/fake-containers.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaults, inspectedWidths, logIn } from './screen.ts'

const why =
  'This server has no right to set packet rules: it needs to run as root, or with the capability NET_ADMIN'

describe('instances that are refused here', () => {
  let fakeContainers: FakeContainers
  let world: World
  let journeys: Journeys
  let admin: Person
  beforeAll(async () => {
    fakeContainers = createFakeContainers({ limits: { isolated: why, unguarded: why } })
    world = await createWorld({ webRoot: builtClient, containers: fakeContainers })
    admin = await world.person('Admin', 'quartermaster')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
    await fakeContainers.end()
  })

  it.each(Object.entries(inspectedWidths))(
    'are named before a game and on the status page, with the reason, on a %s',
    async (size, width) => {
      const open = await createOpenGame(world, { start_at: new Date(world.clock.now() + 3_600_000) })
      await open.challenge({ title: 'Sealed hold', type: 'DynamicContainer', network_mode: 'Isolated' })
      await open.challenge({ title: 'Open deck', type: 'DynamicContainer', network_mode: 'Open' })
      const visit = await journeys.visit({ width })
      await logIn(visit, admin)
      const { page } = visit
      await page.goto(`/admin/games/${open.game.id}`)
      const item = page.getByRole('listitem').filter({ hasText: 'Instance networks' })
      await item.getByText('can’t start on this server').waitFor()
      expect(await item.getByRole('link').allTextContents()).toEqual(['Instance networks', 'Sealed hold'])
      await expectNoFaults(visit, `staff-networks-list-${size}`)
      await item.getByRole('link', { name: 'Instance networks' }).click()
      await page.getByText(`Isolated instances can’t start: ${why}`).waitFor()
      await expectNoFaults(visit, `staff-networks-status-${size}`)
      await visit.close()
    },
  )
})
