import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertSubmission } from '../kit/factories.ts'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { inspectedOf, inspectedWidths, expectNoFaultsAt, logIn, type Look, type Screen } from './screen.ts'

const hostile = '<img src=x onerror=alert(1)>\u202E=1+1'

describe('watching a game', () => {
  let world: World
  let journeys: Journeys
  let monitor: Person
  let admin: Person
  let open: OpenGame
  let owner: OpenTeam
  let thief: OpenTeam
  let buoy: { id: number }
  let tide: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    monitor = await world.person('Monitor', 'lookout')
    admin = await world.person('Admin', 'quartermaster')
    open = await createOpenGame(world, { title: 'Regatta' })
    const division = await open.division('Students')
    owner = await open.team({ name: 'Owners', size: 2, division })
    thief = await open.team({ name: 'Thieves' })
    buoy = await open.challenge({
      type: 'DynamicContainer',
      title: 'Buoy',
      category: 'Pwn',
      enable_traffic_capture: true,
      flags: [],
    })
    for (const each of [1, 2]) {
      const bytes = gzipSync(`capture ${each}`)
      const key = `capture/${buoy.id}/${owner.participation.id}/aaaaaaaaaaaa-${each}.pcap.gz`
      await world.adapters.blobs.put(key, Readable.from([bytes]), bytes.length)
    }
    tide = await open.challenge({ title: 'Tide', category: 'Web', flags: ['flag{tide}'] })
    for (const { participation } of [owner, thief])
      await world.db
        .updateTable('game_instance')
        .set({ flag: `flag{${participation.id}}` })
        .where('participation_id', '=', participation.id)
        .execute()
    const now = world.clock.now()
    const by = (each: number) =>
      each % 2 === 0
        ? { participation: owner.participation, user: owner.player }
        : { participation: thief.participation, user: thief.player }
    for (let each = 0; each < 240; each++)
      await insertSubmission(
        world.db,
        { ...by(each), challenge: tide },
        { answer: `flag{old ${each}}`, time: new Date(now - 1_800_000 + each * 1_000) },
      )
    await open.changed()
    await open.submit(owner.player, buoy, `flag{${owner.participation.id}}`)
    await open.submit(thief.player, buoy, `flag{${owner.participation.id}}`)
    await open.submit(thief.player, tide, hostile)
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const base = (): string => `/games/${open.game.id}/monitor`
  const table = ({ page }: Visit) => page.getByRole('table')

  const visitAs = async (person: Person): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    return visit
  }

  it('reads a long list as far as it is looked at, live, and by filters that stand in the address', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    await page.goto(`${base()}/submissions`)
    await page.getByText('243 entries').waitFor()
    await table(visit).getByText('<img src=x', { exact: false }).first().waitFor()
    await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBeLessThan(100)

    await page.getByText('Live', { exact: true }).first().waitFor()
    await open.submit(owner.player, tide, 'flag{while looking}')
    await table(visit).getByText('flag{while looking}').waitFor()
    await page.getByText('244 entries').waitFor()

    await page.getByRole('button', { name: 'Pause' }).click()
    await open.submit(owner.player, tide, 'flag{while paused}')
    await page.getByRole('button', { name: '1 new' }).waitFor()
    await expect.poll(() => table(visit).getByText('flag{while paused}').count()).toBe(0)
    await page.getByRole('button', { name: '1 new' }).click()
    await table(visit).getByText('flag{while paused}').waitFor()

    // The end of the list loads when it becomes visible, and rows grow when they load.
    const scroller = page.getByRole('region', { name: 'Submissions' })
    await expect
      .poll(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
        return table(visit).getByText('flag{old 0}').count()
      })
      .toBe(1)

    await page.getByLabel('Team', { exact: true }).fill('thie')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`team=${thief.team.id}`))
    await page.getByText('122 entries').waitFor()
    await page.getByRole('searchbox').fill('OLD 1')
    await page.waitForURL(/q=OLD/)
    await page.getByText('56 entries').waitFor()

    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Thieves, early')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('245 entries').waitFor()
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Thieves, early', exact: true }).click()
    await page.getByText('56 entries').waitFor()

    // Two quick changes both count.
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('245 entries').waitFor()
    await page.getByRole('searchbox').fill('OLD 1')
    await page.getByLabel('Type', { exact: true }).selectOption('WrongAnswer')
    await page.waitForURL((url) => url.searchParams.get('q') === 'OLD 1' && url.searchParams.has('type'))
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('exports what is filtered, with nothing in it that calculates', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    await page.goto(`${base()}/submissions?team=${thief.team.id}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`submissions-${open.game.id}.csv`)
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk))
    const lines = Buffer.concat(chunks).toString().trim().split('\r\n')
    expect(lines).toHaveLength(123)
    expect(lines[0]).toContain('time,result,team')
    expect(lines.every((line) => !/(^|,)"?[=+@]/.test(line))).toBe(true)
    await visit.close()
  })

  it('leads from a submission to everything about it', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    await page.goto(`${base()}/submissions?type=CheatDetected`)
    await page.getByRole('button', { name: 'Details for “Thieves”' }).click()
    const sheet = page.getByRole('dialog')
    for (const name of [
      'Submissions by “Thieves”',
      'Submissions for this challenge',
      '“Thieves” on the scoreboard',
    ])
      await sheet.getByRole('link', { name, exact: true }).waitFor()
    await expect
      .poll(() => sheet.getByRole('link', { name: 'Traffic of “Thieves”' }).getAttribute('href'))
      .toBe(`${base()}/traffic?challenge=${buoy.id}&team=${thief.participation.id}`)
    await sheet.getByRole('link', { name: 'Activity of “Thieves”' }).click()
    await page
      .getByRole('dialog', { name: 'Team activity' })
      .getByText('⟨U+202E⟩=1+1', { exact: false })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${base()}/submissions`)
    await page.getByRole('button', { name: 'Owners', exact: true }).first().click()
    await page.waitForURL(new RegExp(`team=${owner.team.id}`))
    await page.goBack()
    await page.waitForURL(/submissions$/)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('shows both teams of a case side by side, and suspends one', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto(`${base()}/cheatinfo`)
    await page.getByText('1 case', { exact: true }).waitFor()
    await page.getByRole('link', { name: /Owners/ }).click()
    await page.waitForURL(/case=\d+-\d+/)
    const steps = page.getByRole('list', { name: 'Activity of both teams' })
    await steps.getByText('Copied flag').waitFor()
    const panel = page.getByRole('region', { name: 'Thieves' })
    await panel.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('leave the scoreboard', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await panel.getByText('Suspended', { exact: true }).waitFor()
    await panel.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await panel.getByText('Accepted', { exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('shows the same overview by both doors: figures, what is worth a look, challenges, what came last', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    const seenAt = async (path: string): Promise<Record<string, string[]>> => {
      await page.goto(path)
      await page.getByText('Unusually many incorrect submissions').waitFor()
      await page.getByRole('heading', { name: 'Latest events' }).waitFor()
      return {
        figures: await page.getByRole('list', { name: 'Game stats' }).getByRole('listitem').allInnerTexts(),
        stuck: await page.getByRole('region', { name: 'Worth a look' }).getByRole('listitem').allInnerTexts(),
        heads: await table(visit).getByRole('columnheader').allInnerTexts(),
        challenges: await table(visit).locator('[data-row]').allInnerTexts(),
        submissions: await page.getByRole('region', { name: 'Latest submissions' }).allInnerTexts(),
      }
    }
    const watched = await seenAt(base())
    expect(watched['figures']).toHaveLength(11)
    expect(watched['stuck']).toHaveLength(1)
    expect(watched['challenges']?.[0]).toContain('Worth a look')
    expect(await seenAt(`/admin/games/${open.game.id}`)).toEqual(watched)
    // Only organizers get these.
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('goes from a challenge to a team to a file, and deletes what is asked for', async () => {
    const visit = await visitAs(monitor)
    const { page } = visit
    await page.goto(`${base()}/traffic`)
    await page.getByRole('link', { name: /Buoy/ }).click()
    await page.getByRole('link', { name: /Owners/ }).click()
    await page.waitForURL(`**/traffic?challenge=${buoy.id}&team=${owner.participation.id}`)
    await page.getByText('2 files,', { exact: false }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download aaaaaaaaaaaa-2.pcap.gz' }).click(),
    ])
    expect(file.suggestedFilename()).toContain('aaaaaaaaaaaa-2')
    await page.getByRole('button', { name: 'Delete aaaaaaaaaaaa-1.pcap.gz' }).click()
    await page
      .getByRole('dialog')
      .getByText('This deletes aaaaaaaaaaaa-1.pcap.gz', { exact: false })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 file,', { exact: false }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  withBreadth(() => {
    it('goes page by page where the server neither counts nor filters', async () => {
      const visit = await visitAs(monitor)
      const { page } = visit
      await page.route('**/api/game/*/submissions?*', async (route) => {
        const url = new URL(route.request().url())
        const [count, skip] = ['count', 'skip'].map((name) => url.searchParams.get(name) ?? '')
        const answer = await route.fetch({ url: `${url.origin}${url.pathname}?count=${count}&skip=${skip}` })
        await route.fulfill({ response: answer })
      })
      await page.goto(`${base()}/submissions?team=${thief.team.id}`)
      await page
        .getByText('This server sends no totals and supports few filters.', { exact: false })
        .waitFor()
      await table(visit).getByText('flag{old 239}').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await table(visit).getByText('flag{old 100}').waitFor()
      expect(visit.faults()).toEqual([])
      await visit.close()
    })
  })

  const screens = (): Screen[] => [
    { name: 'watch', path: base(), act: ({ page }) => page.getByRole('table').waitFor() },
    { name: 'events', path: `${base()}/events`, act: ({ page }) => page.getByText('entries').waitFor() },
    {
      name: 'submissions',
      path: `${base()}/submissions`,
      act: ({ page }) => page.getByText('entries').waitFor(),
    },
    {
      name: 'submission',
      path: `${base()}/submissions`,
      async act({ page }) {
        await page
          .getByRole('button', { name: /^Details/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'traces',
      path: `${base()}/events?traces=${thief.participation.id}`,
      act: ({ page }) => page.getByRole('dialog').getByRole('list').waitFor(),
    },
    { name: 'cheats', path: `${base()}/cheatinfo`, act: ({ page }) => page.getByText('1 case').waitFor() },
    {
      name: 'case',
      path: `${base()}/cheatinfo?case=${owner.participation.id}-${thief.participation.id}`,
      act: ({ page }) => page.getByText('Activity of both teams').waitFor(),
    },
    {
      name: 'traffic',
      path: `${base()}/traffic?challenge=${buoy.id}&team=${owner.participation.id}`,
      act: ({ page }) => page.getByText('.pcap.gz').first().waitFor(),
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
