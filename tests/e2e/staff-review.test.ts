import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertWriteup } from '../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { realPdf } from '../kit/real-pdf.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedOf, inspectedWidths, expectNoFaultsAt, logIn, type Look, type Screen } from './screen.ts'

describe('reviewing a game', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let open: OpenGame
  let crabs: OpenTeam

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    open = await createOpenGame(world, { title: 'Regatta', writeup_required: true })
    const students = await open.division('Students')
    await open.division('Open')
    crabs = await open.team({ name: 'Crabs', size: 3, joined: 2, status: 'Pending', division: students })
    for (const name of ['Eels', 'Urchins', 'Anemones']) await open.team({ name, status: 'Pending' })
    const starfish = await open.team({ name: 'Starfish', status: 'Accepted' })
    await world.db
      .updateTable('user')
      .set({ real_name: 'Ada Example', std_number: 'S-4711' })
      .where('id', '=', crabs.player.id)
      .execute()
    for (const [index, team] of [crabs, starfish].entries())
      await insertWriteup(world, team.participation, {
        bytes: realPdf([
          `How team ${index} did it`,
          { shiftJis: '939491e482cc8cf5' },
          'Third page',
          'Last page',
        ]),
        at: new Date(world.clock.now() - index * 60_000),
      })
    await open.changed()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const base = (): string => `/admin/games/${open.game.id}`
  const visitAs = async (person: Person): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    return visit
  }

  it('finds a team by the number of a member, shows who joined, and moves it to another division', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`${base()}/review`)
    await page.getByText('5 of 5').waitFor()
    await page.getByRole('searchbox').fill('s-4711')
    await page.waitForURL(/q=s-4711/)
    await page.getByText('1 of 5').waitFor()
    await page.getByRole('button', { name: 'Crabs' }).click()
    const sheet = page.getByRole('dialog', { name: 'Crabs' })
    await sheet.getByText('Members joined: 2 of 3').waitFor()
    await sheet.getByText('Ada Example').waitFor()
    await sheet.getByLabel('Division').selectOption('Open')
    await page.getByText('1 team changed').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Crabs/ }).getByText('Open', { exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('decides by keys, on one and on many', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`${base()}/review?sort=name&status=Pending`)
    await page.getByText('4 of 5').waitFor()
    const down = async (name: string): Promise<void> => {
      await page.keyboard.press('j')
      await page.locator('[data-row]:focus', { hasText: name }).waitFor()
    }
    const decide = async (name: string): Promise<void> => {
      await page.getByRole('dialog').getByRole('button', { name }).click()
      // The dialog captures keys while it is open.
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await down('Anemones')
    await page.keyboard.press('a')
    await page.getByRole('dialog').locator('strong').getByText('Anemones').waitFor()
    await decide('Accept')
    await page.getByText('3 of 5').waitFor()

    await down('Crabs')
    await down('Eels')
    await page.keyboard.press('x')
    await down('Urchins')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('r')
    await page.getByRole('dialog').getByText('Eels · Urchins').waitFor()
    await decide('Reject')
    await page.getByText('2 teams changed').waitFor()
    await page.getByText('1 of 5').waitFor()
    await page.getByRole('radio', { name: /Rejected/ }).click({ force: true })
    await page.getByText('2 of 5').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('exports one line for every member', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`${base()}/review`)
    await page.getByText('5 of 5').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines.some((line) => line.includes('S-4711'))).toBe(true)
    await visit.close()
  })

  it('reads write-ups in the page, one after the other, and deletes all of them', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`${base()}/writeups`)
    await page.getByText('2 writeups, 2 unread').waitFor()
    await page.keyboard.press('j')
    await page.waitForURL(/open=/)
    // The text over the image can be selected, and exists only for pages near the visible ones.
    await page.getByText('How team 0 did it').waitFor()
    await page.getByText('4 pages').waitFor()
    await expect.poll(() => page.locator('canvas').count()).toBeLessThan(4)
    // Character maps that a document does not embed come from the server.
    await page.getByRole('figure', { name: 'Page 2' }).scrollIntoViewIfNeeded()
    await page.getByText('灯台の光').waitFor()
    await page.getByText('2 writeups, 1 unread').waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByText('125%').waitFor()
    await page.keyboard.press('j')
    await page.getByText('How team 1 did it').waitFor()
    await page.getByText('2 writeups, 0 unread').waitFor()
    expect(visit.faults()).toEqual([])

    await page.getByRole('button', { name: 'Delete all writeups' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This deletes 2 writeups').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await visit.close()
  })

  const screens = (): Screen[] => [
    {
      name: 'review',
      path: `${base()}/review`,
      act: ({ page }) => page.getByText('5 of 5').waitFor(),
      byKeyboard: true,
    },
    {
      name: 'review-chosen',
      path: `${base()}/review`,
      async act({ page }) {
        await page.getByRole('checkbox', { name: 'Select Starfish' }).check()
        await page.getByRole('region', { name: '1 selected' }).waitFor()
      },
    },
    {
      name: 'review-open',
      path: `${base()}/review?open=${crabs.participation.id}`,
      act: ({ page }) => page.getByRole('dialog').waitFor(),
    },
    {
      name: 'writeups',
      path: `${base()}/writeups`,
      act: ({ page }) => page.getByText('2 writeups').waitFor(),
    },
    {
      name: 'writeup-open',
      path: `${base()}/writeups`,
      async act({ page }) {
        await page.getByRole('link', { name: /Crabs/ }).click()
        await page.getByText('How team 0 did it').waitFor()
      },
    },
  ]
  const expectNoFaultsAnywhere = async (at: Look): Promise<void> => {
    const visit = await journeys.visit(at)
    await logIn(visit, admin)
    for (const screen of inspectedOf(screens())) await expectNoFaultsAt(visit, screen, at)
    await visit.close()
  }
  for (const [size, width] of Object.entries(inspectedWidths))
    it(`has no faults on a ${size}`, () => expectNoFaultsAnywhere({ width }))
})
