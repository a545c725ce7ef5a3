import type { UserInfo } from '@pennant/contract/user'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  builtClient,
  type Journeys,
  overflow,
  screenshot,
  startJourneys,
  type Visit,
  widths,
} from '../kit/browser.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import type { OpenTeam } from '../kit/open-game.ts'
import type { Person } from '../kit/world.ts'
import { tabTo } from './keyboard.ts'
import { unreachableByKeyboard } from './unreachable-by-keyboard.ts'
import { logIn } from './screen.ts'

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'

describe('those who run an event, on a phone', () => {
  let setup: InstanceSetup
  let journeys: Journeys
  let monitor: Person
  let owners: OpenTeam
  let thieves: OpenTeam
  let late: OpenTeam
  let buoy: { id: number }
  let tide: { id: number }

  beforeAll(async () => {
    setup = await createInstanceSetup({ webRoot: builtClient, game: { title: `Regatta ${longWord}` } })
    const { world, open } = setup
    monitor = await world.person('Monitor', 'lookout')
    owners = await open.team({ name: 'Owners', size: 2 })
    thieves = await open.team({ name: longWord.slice(0, 20) })
    late = await open.team({ name: 'Latecomers', status: 'Pending' })
    buoy = await open.challenge({ type: 'DynamicContainer', title: 'Buoy', category: 'Pwn', flags: [] })
    tide = await open.challenge({ title: 'Tide', category: 'Web', flags: ['flag{tide}'] })
    for (const { participation } of [owners, thieves])
      await world.db
        .updateTable('game_instance')
        .set({ flag: `flag{${participation.id}}` })
        .where('participation_id', '=', participation.id)
        .execute()
    await open.changed()
    await open.submit(owners.player, buoy, `flag{${owners.participation.id}}`)
    await open.submit(thieves.player, buoy, `flag{${owners.participation.id}}`)
    await open.submit(thieves.player, tide, `flag{${longWord.repeat(2)}}`)
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
  })

  const visitAs = async (person: Person): Promise<Visit> => {
    const visit = await journeys.visit({ width: widths.phone })
    await logIn(visit, person)
    return visit
  }
  /** Of the page as it is now: no faults, no overflow, and nothing out of the keyboard's reach. */
  const expectNoFaults = async ({ page, faults }: Visit, name: string): Promise<void> => {
    await page.waitForFunction(() => document.querySelector('main [role=progressbar]') === null)
    // A toast covers the page for some seconds.
    await page.waitForFunction(
      () => document.querySelector('section[aria-label=Notifications] [data-tone]') === null,
    )
    await screenshot(page, `staff-phone-${name}`)
    expect.soft(await accessibilityFaults(page), name).toEqual([])
    expect.soft(await overflow(page), name).toBe(0)
    expect.soft(await unreachableByKeyboard(page), name).toEqual([])
    expect.soft(faults(), name).toEqual([])
  }
  const goTo = async (page: Page, tab: string): Promise<void> => {
    await page.locator('main nav').getByRole('link', { name: tab, exact: true }).click()
    await page.locator('main nav [aria-current="page"]', { hasText: tab }).waitFor()
  }
  const dialog = (page: Page) => page.getByRole('dialog')

  it('a monitor watches what happens, narrows it down, and looks into a case', async () => {
    const { open } = setup
    const visit = await visitAs(monitor)
    const { page } = visit
    const base = `/games/${open.game.id}/monitor`
    await page.goto(base)
    await page.getByText('Latest submissions').waitFor()
    await expectNoFaults(visit, 'watch')

    await goTo(page, 'Submissions')
    await page.getByText('3 entries').waitFor()
    await page.getByText('Live', { exact: true }).first().waitFor()
    await open.submit(owners.player, tide, 'flag{as it comes}')
    await page.getByRole('table').getByText('flag{as it comes}').waitFor()
    await expectNoFaults(visit, 'submissions')

    // By keyboard alone: open the filters, choose one, clear all.
    const filters = page.getByRole('button', { name: 'Filters', exact: true })
    await filters.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Type'))
    await page.keyboard.type('Copied')
    await page.waitForURL(/type=CheatDetected/)
    await page.getByText('1 entry').waitFor()
    await tabTo(page, page.getByRole('combobox', { name: 'Team' }))
    await page.keyboard.type('donau')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`team=${thieves.team.id}`))
    await expectNoFaults(visit, 'submissions-filtered')
    await page.getByRole('button', { name: /^Details/ }).click()
    await dialog(page)
      .getByRole('link', { name: /^Activity of / })
      .click()
    await dialog(page).getByText('Submitted').first().waitFor()
    await expectNoFaults(visit, 'traces')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('4 entries').waitFor()

    await goTo(page, 'Events')
    await page.getByText('entries').waitFor()
    await page.getByRole('searchbox').fill('owners')
    await page.waitForURL(/q=owners/)
    await expectNoFaults(visit, 'events')

    await goTo(page, 'Cheating')
    await page.getByText('1 case', { exact: true }).waitFor()
    await page.getByRole('link', { name: /Owners/ }).click()
    await page.getByRole('list', { name: 'Activity of both teams' }).getByText('Copied flag').waitFor()
    // Only organizers can suspend a team.
    await expect.poll(() => page.getByRole('button', { name: 'Suspend' }).count()).toBe(0)
    await expectNoFaults(visit, 'case')
    await visit.close()
  })

  it('an organizer lets a team in, tells everybody, and pulls what has to be pulled', async () => {
    const { open, admin } = setup
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`/admin/games/${open.game.id}/review`)
    await page.getByText('3 of 3').waitFor()
    await page.getByLabel('Sort by').selectOption({ label: 'Team ↓' })
    await page.waitForURL(/order=down/)
    await page.getByRole('radio', { name: /^Pending/ }).click({ force: true })
    await page.getByText('1 of 3').waitFor()
    await page.getByRole('checkbox', { name: 'Select Latecomers' }).check()
    await expectNoFaults(visit, 'review')
    await page.getByRole('button', { name: 'Accept (1)' }).click()
    await dialog(page).getByRole('button', { name: 'Accept' }).click()
    await page.getByText('1 team changed').waitFor()
    const tidePath = `${open.path}/challenges/${tide.id}`
    expect((await late.player.get(tidePath)).status).toBe(200)

    await goTo(page, 'Notices')
    await page.getByLabel('Text', { exact: true }).fill('The **tide** is out for a moment')
    await page.getByText('is out for a moment').last().waitFor()
    await expectNoFaults(visit, 'notices')
    await page.getByRole('button', { name: 'Post notice', exact: true }).click()
    await page.getByText('Notice posted').waitFor()
    const { body: notices } = await late.player.get<{ values: string[] }[]>(`${open.path}/notices`)
    expect(notices.flatMap(({ values }) => values)).toContain('The **tide** is out for a moment')

    await goTo(page, 'Challenges')
    await expectNoFaults(visit, 'challenges')
    const enabled = page.getByRole('switch', { name: '“Tide” is enabled' })
    await tabTo(page, enabled)
    await page.keyboard.press('Space')
    await expect.poll(() => enabled.getAttribute('aria-checked')).toBe('false')
    expect((await late.player.get(tidePath)).status).toBe(404)
    await page.getByRole('switch', { name: '“Buoy” is enabled' }).click()
    await dialog(page).getByText('Running instances are stopped', { exact: false }).waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    // The missing description is mentioned first.
    await enabled.click()
    await dialog(page).getByRole('button', { name: 'Enable anyway' }).click()
    await expect.poll(() => enabled.getAttribute('aria-checked')).toBe('true')
    expect((await late.player.get(tidePath)).status).toBe(200)

    await goTo(page, 'Review')
    await page.getByRole('button', { name: longWord.slice(0, 20) }).click()
    await dialog(page).getByRole('button', { name: 'Suspend' }).click()
    await expectNoFaults(visit, 'suspend')
    await dialog(page).last().getByRole('button', { name: 'Suspend' }).click()
    await dialog(page).getByText('Suspended', { exact: true }).waitFor()
    expect((await thieves.player.get(tidePath)).status).toBe(400)
    await page.keyboard.press('Escape')

    await goTo(page, 'Overview')
    await expectNoFaults(visit, 'overview')
    await page.getByRole('button', { name: 'Hide game' }).click()
    await dialog(page).getByRole('button', { name: 'Hide game' }).click()
    await page.getByText('Game hidden').waitFor()
    expect((await setup.world.visitor().get<{ data: unknown[] }>('/api/game')).body.data).toEqual([])
    await page.getByRole('button', { name: 'Publish game' }).click()
    await dialog(page).getByRole('button', { name: 'Publish game' }).click()
    await page.getByText('Game published').waitFor()
    // A toast must not cover the button.
    await goTo(page, 'Info')
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).evaluate(isOnTop)).toBe(true)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('an administrator sees how the platform is, finds who it is about, and ends what runs', async () => {
    const { admin } = setup
    const { challenge, row } = await setup.running({ title: 'Lighthouse' })
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto('/admin/status')
    await page.getByRole('heading', { name: 'Status', level: 1 }).waitFor()
    await page.getByText('Database').first().waitFor()
    await page.getByText('No backup recorded').waitFor()
    await page.getByRole('button', { name: 'Record a backup made now' }).click()
    await page.getByText('No backup recorded').waitFor({ state: 'detached' })
    await expectNoFaults(visit, 'status')

    await goTo(page, 'Users')
    await page.getByRole('searchbox').fill('lookout')
    await page.waitForURL(/q=lookout/)
    await expect.poll(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count()).toBe(1)
    await page.getByRole('checkbox', { name: 'Select lookout' }).check()
    await expectNoFaults(visit, 'users')
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await dialog(page).getByRole('textbox').fill('1')
    await dialog(page).getByRole('button', { name: 'Ban' }).click()
    await page.getByText('1 user banned').waitFor()
    const { body: users } = await admin.get<{ data: UserInfo[] }>('/api/admin/users?count=100')
    expect(users.data.find(({ userName }) => userName === 'lookout')?.role).toBe('Banned')
    expect((await monitor.get(`${setup.open.path}/events`)).status).toBe(403)

    await goTo(page, 'Logs')
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('lookout')
    await page.waitForURL(/q=lookout/)
    await page.getByText(/^\d+ records?$/).waitFor()
    await expectNoFaults(visit, 'logs')

    await goTo(page, 'Instances')
    await page.getByText('1 of 1').waitFor()
    await page.getByRole('checkbox', { name: /Lighthouse/ }).check()
    await expectNoFaults(visit, 'instances')
    await page.getByRole('button', { name: 'Stop' }).click()
    await dialog(page).getByText('· Lighthouse').waitFor()
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    await page.getByText('1 instance stopped').waitFor()
    expect((await setup.rows(challenge)).filter(({ id }) => id === row.id)).toEqual([])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})

const isOnTop = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
