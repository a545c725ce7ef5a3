import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ratePolicies } from '@pennant/contract/limit'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createWorld, type World } from '../kit/world.ts'
import { expectAccessible, inspectedWidths, logIn } from './screen.ts'

describe('the venues of the settings', () => {
  let world: World
  let journeys: Journeys
  let visit: Visit
  beforeEach(async () => {
    world = await createWorld({
      webRoot: builtClient,
      settings: { DISABLE_RATE_LIMIT: 'false', LIMITS__VENUES: '203.0.113.0/24=40' },
    })
    journeys = await startJourneys(world.origin)
    visit = await journeys.visit()
    await logIn(visit, await world.person('Admin'))
  })
  afterEach(async () => {
    await journeys.close()
    await world.close()
  })
  const section = () => visit.page.getByRole('region', { name: 'Venues', exact: true })
  const row = (text: string) => section().getByRole('row').filter({ hasText: text })

  it('show who was refused and who is a venue, and are added and removed', async () => {
    const school = world.visitor({ 'x-forwarded-for': '192.0.2.7' })
    for (let nr = 0; nr <= ratePolicies.query.capacity + 5; nr++) await school.get('/api/game')

    await visit.page.goto('/admin/settings')
    await row('203.0.113.0/24').getByText('Set where the server runs').waitFor()
    await row('192.0.2.7/32').getByRole('button', { name: 'Add as venue' }).click()
    expect(await section().getByLabel('Network').inputValue()).toBe('192.0.2.7/32')
    await section().getByLabel('People').fill('400')
    await section().getByRole('button', { name: 'Add venue' }).click()
    await visit.page.getByText('Venue added').waitFor()
    await row('192.0.2.7/32').getByText('400').waitFor()
    expect(await row('192.0.2.7/32').getByRole('button', { name: 'Add as venue' }).count()).toBe(0)
    expect(world.core.venues.times('192.0.2.7')).toBe(100)
    for (const [size, width] of Object.entries(inspectedWidths)) {
      await visit.page.setViewportSize({ width, height: 1000 })
      await expectAccessible(visit.page, `admin-venues-${size}`)
    }

    await row('192.0.2.7/32').getByRole('button', { name: 'Remove' }).click()
    await visit.page.getByText('Venue removed').waitFor()
    expect(world.core.venues.times('192.0.2.7')).toBe(1)
    expect(visit.faults()).toEqual([])
  })

  it('say what is wrong with what was entered', async () => {
    await visit.page.goto('/admin/settings')
    await section().getByRole('button', { name: 'Add venue' }).click()
    await section().getByText('Fill out this field').waitFor()
    await section().getByLabel('Network').fill('school')
    visit.expectAnswer(400, '/api/admin/venues')
    await section().getByRole('button', { name: 'Add venue' }).click()
    await section().getByText('Enter a network such as 192.0.2.0/24 or 2001:db8::/48').waitFor()
    await section().getByLabel('Network').fill('203.0.113.0/24')
    visit.expectAnswer(400, '/api/admin/venues')
    await section().getByRole('button', { name: 'Add venue' }).click()
    await section().getByText('This network is set where the server runs').waitFor()
    expect(visit.faults()).toEqual([])
  })
})
