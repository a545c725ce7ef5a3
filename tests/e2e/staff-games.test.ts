import { readFile } from 'node:fs/promises'
import type { Division } from '@pennant/contract/division'
import { gamePermissions } from '@pennant/contract/enums'
import type { GameInfo } from '@pennant/contract/game'
import type { NoticeToEdit } from '@pennant/contract/notice'
import { unpackBloodBonus } from '@pennant/rules/scoring/blood-bonus'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertSubmission } from '../kit/factories.ts'
import { sampleImage } from '../kit/images.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { foreignChallenges, foreignGame, packageOf } from '../kit/package.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { readZip } from '../kit/zip.ts'
import {
  connected,
  expectNoFaults,
  expectNoFaultsAt,
  inspectedOf,
  inspectedWidths,
  logIn,
  type Look,
  type Screen,
  writtenIn,
} from './screen.ts'

const day = 86_400_000

describe('the screens of a game that is being made', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let open: OpenGame

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    open = await createOpenGame(world, {
      title: 'Regatta of the Donaudampfschifffahrtsgesellschaft',
      summary: 'Forty-eight hours on the water',
      content: '## Rules\n\nPlay **fair**.',
      hidden: true,
    })
    await fill()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const fill = async (): Promise<void> => {
    const students = await open.division('Students')
    await open.division('Guests', gamePermissions.JoinGame + gamePermissions.ViewChallenge)
    const lighthouse = await open.challenge({ title: 'Lighthouse', category: 'Web', flags: ['flag{a}'] })
    await open.challenge({ title: 'Anchor', category: 'Pwn', is_enabled: false })
    const stuck = await open.challenge({ title: 'Low tide', category: 'Crypto' })
    const team = await open.team({ name: 'Sea Urchins', division: students })
    await open.submit(team.player, lighthouse, 'flag{a}')
    const guess = { participation: team.participation, user: team.player, challenge: stuck }
    for (let each = 0; each < 9; each++)
      await insertSubmission(world.db, guess, { answer: `flag{${each}}`, time: new Date(world.clock.now()) })
    await open.changed()
    await open.submit(team.player, stuck, 'flag{b}')
    const exception = { challengeId: lighthouse.id, permissions: gamePermissions.ViewChallenge }
    const path = `/api/edit/games/${open.game.id}`
    const edited = await admin.put(`${path}/divisions/${students.id}`, {
      name: 'Students',
      inviteCode: 'tidewater',
      challengeConfigs: [exception],
    })
    expect(edited.status).toBe(200)
    expect((await admin.post(`${path}/notices`, { content: 'Doors **open** at nine' })).status).toBe(200)
  }

  const visitAs = async (person: Person, look: Partial<Look> = {}): Promise<Visit> => {
    const visit = await journeys.visit(look)
    await logIn(visit, person)
    return visit
  }
  const dialog = (page: Page) => page.getByRole('dialog')
  const gameOf = async (id: number): Promise<GameInfo> =>
    (await admin.get<GameInfo>(`/api/edit/games/${id}`)).body
  const idIn = (page: Page): number => Number(/\/admin\/games\/(\d+)/.exec(page.url())?.[1])

  const screens = (base: string): readonly Screen[] => [
    { name: 'staff-games', path: '/admin/games' },
    {
      name: 'staff-games-new',
      path: '/admin/games?q=regatta',
      async act({ page }) {
        await page.getByText('1 of 1').waitFor()
        await page.getByRole('button', { name: 'New game' }).click()
        await dialog(page).waitFor()
      },
    },
    {
      name: 'staff-overview',
      path: base,
      async act({ page }) {
        await page.getByText('Unusually many incorrect submissions: 10').waitFor()
        await page.getByText('Sea Urchins').first().waitFor()
        await page.getByRole('button', { name: 'Publish game' }).click()
        await dialog(page).getByText('Some things aren’t ready yet').waitFor()
      },
    },
    {
      name: 'staff-signed-text',
      path: base,
      async act({ page }) {
        await page.getByText('Sea Urchins').first().waitFor()
        await page.getByRole('button', { name: 'Change signed text' }).click()
        await dialog(page).getByLabel('Custom', { exact: true }).check()
        await dialog(page).getByLabel('Custom text').fill('TEAM')
        await dialog(page).getByRole('button', { name: 'Save' }).click()
        await dialog(page).getByText('with {id} exactly once').waitFor()
      },
    },
    {
      name: 'staff-info',
      path: `${base}/info`,
      act: ({ page }) => page.getByRole('heading', { name: 'Rules' }).waitFor(),
    },
    {
      name: 'staff-divisions',
      path: `${base}/divisions`,
      act: ({ page }) => page.getByRole('button', { name: '1 exception' }).click(),
    },
    {
      name: 'staff-divisions-edit',
      path: `${base}/divisions`,
      async act({ page }) {
        await page.getByRole('button', { name: 'Edit Students' }).click()
        await dialog(page).getByRole('group', { name: 'Lighthouse' }).waitFor()
      },
    },
    {
      name: 'staff-scoring',
      path: `${base}/scoring`,
      async act({ page }) {
        await page.getByLabel('Start from').selectOption({ label: 'Lighthouse' })
        await page.getByLabel('Select Lighthouse').check()
        await page.getByRole('button', { name: 'Change points' }).waitFor()
      },
    },
    {
      name: 'staff-notices',
      path: `${base}/notices`,
      act: ({ page }) => page.getByText('at nine').waitFor(),
    },
  ]

  for (const [size, width] of Object.entries(inspectedWidths))
    it(`have no faults on a ${size}`, async () => {
      const visit = await visitAs(admin, { width })
      for (const screen of inspectedOf(screens(`/admin/games/${open.game.id}`)))
        await expectNoFaultsAt(visit, screen, { width })
      await visit.close()
    })

  it('lead from a new game to a public one, to its copy, and to the end of that', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto('/admin/games')
    await page.getByRole('button', { name: 'New game' }).click()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await dialog(page).getByText('Fill out this field').waitFor()
    await page.keyboard.type('Winter Cup')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Winter Cup' }).waitFor()
    const id = idIn(page)
    const made = await gameOf(id)
    expect(made).toMatchObject({ hidden: true, title: 'Winter Cup' })
    expect(made.end - made.start).toBe(day)
    expect(made.start % 3_600_000).toBe(0)

    await page.getByRole('button', { name: 'Publish game' }).click()
    await dialog(page).getByText('No challenges enabled').waitFor()
    await dialog(page).getByRole('button', { name: 'Publish game' }).click()
    await page.getByText('Game published').waitFor()
    expect((await gameOf(id)).hidden).toBe(false)

    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('button', { name: 'Copy “Winter Cup”' }).click()
    await dialog(page).getByLabel('Title').fill('Winter Cup again')
    await dialog(page).getByRole('button', { name: 'Copy game', exact: true }).click()
    await page.getByRole('heading', { name: 'Winter Cup again' }).waitFor()
    const copy = idIn(page)
    expect(await gameOf(copy)).toMatchObject({ hidden: true, title: 'Winter Cup again' })

    await page.goto('/admin/games?q=again')
    await page.getByRole('button', { name: 'Delete “Winter Cup again”' }).click()
    const confirm = dialog(page).getByRole('button', { name: 'Delete game' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog(page).getByRole('textbox').fill('Winter Cup again')
    await confirm.click()
    await page.getByText('No results for these filters').waitFor()
    expect((await admin.get(`/api/edit/games/${copy}`)).status).toBe(404)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  withBreadth(() => {
    it('change what team tokens sign, for the teams that play already, too', async () => {
      const { game, path } = await createOpenGame(world, { title: 'Signed Cup', accept_without_review: true })
      const captain = await world.person('User', 'helmsman')
      const team = (await captain.post<{ id: number }>('/api/team', { name: 'Long boat' })).body
      expect((await captain.post(path, { teamId: team.id })).status).toBe(200)
      const verified = async (): Promise<number> => {
        const { teamToken } = (await captain.get<{ teamToken: string }>(`${path}/details`)).body
        const { publicKey } = await gameOf(game.id)
        return (await captain.post('/api/team/verify', { teamToken, publicKey })).status
      }
      const visit = await visitAs(admin)
      const { page } = visit
      const change = async (choice: string): Promise<void> => {
        await page.getByRole('button', { name: 'Change signed text' }).click()
        await dialog(page).getByLabel(choice, { exact: true }).check()
      }
      const save = async (): Promise<void> => {
        await dialog(page).getByRole('button', { name: 'Save' }).click()
        await dialog(page).waitFor({ state: 'detached' })
      }
      await page.goto(`/admin/games/${game.id}`)
      await page.getByText('PENNANT_TEAM_{id}', { exact: true }).waitFor()

      await change('Compatible platform')
      await save()
      await page.getByText('GZCTF_TEAM_{id}', { exact: true }).waitFor()
      expect((await gameOf(game.id)).signedTeamText).toBe('GZCTF_TEAM_{id}')
      await expect.poll(verified, patient).toBe(200)

      await change('Custom')
      await dialog(page).getByLabel('Custom text').fill('TEAM')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await dialog(page).getByText('Enter printable ASCII characters with {id} exactly once').waitFor()
      await dialog(page).getByLabel('Custom text').fill('boat {id}')
      await save()
      await page.getByText('boat {id}', { exact: true }).waitFor()
      expect((await gameOf(game.id)).signedTeamText).toBe('boat {id}')
      await expect.poll(verified, patient).toBe(200)

      await change('Pennant')
      await save()
      await page.getByText('PENNANT_TEAM_{id}', { exact: true }).waitFor()
      expect(await gameOf(game.id)).not.toHaveProperty('signedTeamText')
      await expect.poll(verified, patient).toBe(200)
      expect(visit.faults()).toEqual([])
      await visit.close()
    })
  })

  it('hand out a game as a package, and take one in again, but nothing else', async () => {
    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    await page.goto('/admin/games?q=regatta')
    const exported = async (choice?: string): Promise<Buffer> => {
      await page.getByRole('button', { name: 'Export “Regatta' }).click()
      if (choice !== undefined) await dialog(page).getByLabel(choice).check()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog(page).getByRole('button', { name: 'Export game' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/\.zip$/)
      return readFile(await download.path())
    }
    const formatOf = (zip: Buffer): string | undefined =>
      /"format": "([^"]+)"/.exec(readZip(zip).get('manifest.json')?.toString() ?? '')?.[1]
    expect(formatOf(await exported('Pennant only'))).toBe('PENNANT-GAME')
    const buffer = await exported()
    expect(formatOf(buffer)).toBe('GZCTF-GAME')

    await page.getByRole('button', { name: 'Import game' }).click()
    const notZip = { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('no package') }
    expectAnswer(400, '/api/edit/games/import/report')
    await dialog(page).getByLabel('Choose a package').setInputFiles(notZip)
    await dialog(page).locator('[data-alert]').getByText('Couldn’t import the package').waitFor()

    await dialog(page)
      .getByLabel('Choose a package')
      .setInputFiles({ ...notZip, buffer })
    await page.getByText('Game imported').waitFor()
    await page.getByRole('heading', { name: open.game.title }).waitFor()
    const imported = idIn(page)
    expect(imported).not.toBe(open.game.id)
    expect(await gameOf(imported)).toMatchObject({ title: open.game.title, hidden: true })
    expect(visit.faults()).toEqual([])
    await visit.close()
    expect((await admin.delete(`/api/edit/games/${imported}`)).status).toBe(200)
  })

  for (const [size, width] of Object.entries(inspectedWidths))
    it(`show what an import changed before the game, on a ${size}`, async () => {
      const visit = await visitAs(admin, { width })
      const { page } = visit
      const long = { ...foreignChallenges[0], title: `Far ${'away '.repeat(60)}`, hints: ['h'.repeat(5000)] }
      const buffer = Buffer.from(
        packageOf({
          game: { ...foreignGame, title: `Long cup ${'x'.repeat(200)}` },
          challenges: [long],
          files: [],
        }),
      )
      await page.goto('/admin/games')
      await page.getByRole('button', { name: 'Import game' }).click()
      await dialog(page)
        .getByLabel('Choose a package')
        .setInputFiles({ name: 'long.zip', mimeType: 'application/zip', buffer })
      await dialog(page).getByText('3 parts of the package were changed').waitFor()
      await dialog(page).getByText('game.json: title').waitFor()
      await dialog(page).getByText('Shortened from 304 to 128 characters').waitFor()
      await expectNoFaults(visit, `staff-games-import-report-${size}`)
      await dialog(page).getByRole('button', { name: 'Open game' }).click()
      await page.getByText('Game imported').waitFor()
      await page.getByRole('heading', { name: /Long cup x+…/ }).waitFor()
      const imported = idIn(page)
      expect((await gameOf(imported)).title).toHaveLength(128)
      expect(visit.faults()).toEqual([])
      await visit.close()
      expect((await admin.delete(`/api/edit/games/${imported}`)).status).toBe(200)
    })

  it('keep what is written, ask before leaving, and let nobody overwrite what another has saved', async () => {
    const { game } = await createOpenGame(world, {
      title: 'Autumn Cup',
      team_member_count_limit: 4,
      blood_bonus: 5,
    })
    const path = `/api/edit/games/${game.id}`
    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    await page.goto(`/admin/games/${game.id}/info`)
    await page.getByLabel('Summary').fill('Leaves fall')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'Divisions' }).click()
    await dialog(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const saved = await gameOf(game.id)
    expect(saved).toMatchObject({ summary: 'Leaves fall', teamMemberCountLimit: 4, bloodBonus: 5 })

    // Changes that take effect immediately keep the draft.
    await page.getByLabel('Title').fill('Autumn Regatta')
    const poster = { name: 'poster.png', mimeType: 'image/png', buffer: await sampleImage('png') }
    await page.getByLabel('Choose an image').setInputFiles(poster)
    await page.getByAltText('Current poster').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const renamed = await gameOf(game.id)
    expect(renamed).toMatchObject({ title: 'Autumn Regatta', poster: expect.stringContaining('/assets/') })

    // Another organizer's changes to other fields are kept without a question.
    expectAnswer(412, path)
    expect((await admin.put(path, { ...renamed, bloodBonus: 7 })).status).toBe(200)
    await page.getByLabel('Summary').fill('Leaves rustle')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const merged = await gameOf(game.id)
    expect(merged).toMatchObject({ summary: 'Leaves rustle', bloodBonus: 7 })

    // A form without a draft would follow.
    await page.getByLabel('Summary').fill('Leaves fly')
    expect((await admin.put(path, { ...merged, summary: 'Leaves are gone' })).status).toBe(200)
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('Leaves are gone').waitFor()
    await dialog(page).getByText('Leaves fly').waitFor()
    await dialog(page).getByRole('button', { name: 'Keep yours' }).click()
    await expect.poll(async () => (await gameOf(game.id)).summary).toBe('Leaves fly')
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('change divisions, points and bonuses', async () => {
    const fresh = await createOpenGame(world, { title: 'Spring Cup' })
    const first = await fresh.challenge({ title: 'Buoy' })
    const second = await fresh.challenge({ title: 'Keel' })
    const base = `/admin/games/${fresh.game.id}`
    const path = `/api/edit/games/${fresh.game.id}/divisions`
    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    await page.goto(`${base}/divisions`)
    await page.getByRole('button', { name: 'New division' }).first().click()
    await dialog(page).getByLabel('Name').fill('Guests')
    await dialog(page).getByRole('button', { name: 'Generate code' }).click()
    await page.keyboard.press('Escape')
    await dialog(page).getByText('Unsaved changes').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).getByLabel('Overall rank').uncheck()
    await dialog(page).getByLabel('Add an exception').selectOption({ label: 'Buoy' })
    await dialog(page).getByRole('group', { name: 'Buoy' }).getByLabel('Get points').uncheck()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: '1 exception' }).waitFor()
    const { body: divisions } = await admin.get<Division[]>(path)
    // This game requires a review, and so does a new division.
    const usual = gamePermissions.All - gamePermissions.RankOverall
    expect(divisions).toMatchObject([
      {
        name: 'Guests',
        inviteCode: expect.stringMatching(/^[a-z2-9]{12}$/),
        defaultPermissions: usual,
        challengeConfigs: [{ challengeId: first.id, permissions: usual - gamePermissions.GetScore }],
      },
    ])

    await page.getByRole('button', { name: 'Edit Guests' }).click()
    await dialog(page).getByLabel('Name').fill('Visitors')
    const place = `${path}/${divisions[0]?.id}`
    expect((await admin.put(place, { name: null, inviteCode: 'from another' })).status).toBe(200)
    expectAnswer(412, place)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('from another').waitFor()
    await dialog(page).getByRole('button', { name: 'Keep yours' }).click()
    await page.getByRole('button', { name: 'Edit Visitors' }).waitFor()

    await page.getByRole('link', { name: 'Scoring' }).click()
    await page.getByLabel('First blood').fill('7.5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => unpackBloodBonus((await gameOf(fresh.game.id)).bloodBonus))
      .toEqual({ first: 75, second: 30, third: 10 })

    await page.getByLabel('Original points').fill('400')
    await page.getByLabel('Select all').check()
    await page.getByRole('button', { name: 'Change points' }).click()
    await dialog(page).getByRole('button', { name: 'Apply' }).click()
    await page.getByText('2 challenges updated').waitFor()
    for (const { id } of [first, second]) {
      const { body } = await admin.get(`/api/edit/games/${fresh.game.id}/challenges/${id}`)
      expect(body).toMatchObject({ originalScore: 400, minScoreRate: 0.25, difficulty: 5 })
    }
    await page.getByRole('button', { name: 'Rebuild scoreboard' }).click()
    await dialog(page).getByRole('button', { name: 'Rebuild scoreboard' }).click()
    await page.getByText('Scoreboard rebuilt').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('announce something that players hear at once, and take it back', async () => {
    const fresh = await createOpenGame(world, { title: 'Summer Cup' })
    const { player } = await fresh.team()
    const listening = await visitAs(player)
    await listening.page.goto(`/games/${fresh.game.id}/challenges`)
    await connected(listening.page)

    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    const path = `/api/edit/games/${fresh.game.id}/notices`
    await page.goto(`/admin/games/${fresh.game.id}/notices`)
    await page.getByRole('textbox', { name: 'Text' }).fill('The *tide* turns')
    await page.getByRole('button', { name: 'Post notice' }).click()
    await page.getByText('Notice posted').waitFor()
    await listening.page.getByText('tide').first().waitFor()

    await page.getByRole('button', { name: /^Edit/ }).click()
    const notice = page.getByRole('article')
    const { body: notices } = await admin.get<NoticeToEdit[]>(path)
    const place = `${path}/${notices[0]?.id}`
    expect((await admin.put(place, { content: 'The tide waits' })).status).toBe(200)
    await notice.getByRole('textbox', { name: 'Text' }).fill('The *tide* has turned')
    expectAnswer(412, place)
    await notice.getByRole('button', { name: 'Save' }).click()
    await dialog(page).getByText('The tide waits').waitFor()
    await dialog(page).getByRole('button', { name: 'Keep yours' }).click()
    // A discarded draft does not come back.
    await notice.getByRole('button', { name: /^Edit/ }).click()
    await notice.getByRole('textbox', { name: 'Text' }).fill('Never mind')
    await notice.getByRole('button', { name: 'Cancel' }).click()
    await notice.getByRole('button', { name: /^Edit/ }).click()
    await expect
      .poll(() => writtenIn(notice.getByRole('textbox', { name: 'Text' })))
      .toBe('The *tide* has turned')
    await notice.getByRole('button', { name: 'Cancel' }).click()
    await notice.getByRole('button', { name: /^Delete/ }).click()
    await dialog(page).getByText('The *tide* has turned').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No notices yet').waitFor()
    expect([...visit.faults(), ...listening.faults()]).toEqual([])
    await Promise.all([visit.close(), listening.close()])
  })
})
