import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createOrganizer, type Organizer } from '../kit/organizer.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectNoFaultsAt, inspectedOf, inspectedWidths, logIn, type Screen } from './screen.ts'

const secret = 'flag{nobody-may-read-this}'
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'

describe('the change log, and editors beside each other', () => {
  let world: World
  let journeys: Journeys
  let anne: Person
  let bert: Person
  let organizer: Organizer
  let open: OpenGame
  let buoy: number
  let tide: number
  let division: { id: number }
  let post: string

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    anne = await world.person('Admin', 'anne')
    bert = await world.person('Admin', 'bert')
    organizer = await createOrganizer(world, anne)
    open = await createOpenGame(world, { title: 'Regatta', end_at: new Date(Date.now() + 86_400_000) })
    const create = async (title: string): Promise<number> =>
      (await organizer.create(open.game.id, { title, category: 'Web', type: 'StaticAttachment' })).body.id
    buoy = await create('Buoy')
    tide = await create('Tide')
    await organizer.addFlags(open.game.id, buoy, [{ flag: secret }])
    await organizer.edit(open.game.id, buoy, {
      title: longWord,
      content: `${longWord}\n`.repeat(20),
      hints: ['Look up', 'Look down'],
      deadlineUtc: Date.now() + 3_600_000,
      submissionLimit: 1_234,
      disableBloodBonus: true,
    })
    await organizer.edit(open.game.id, buoy, { title: 'Buoy', flagTemplate: secret })
    const gone = await create('Brief')
    await organizer.remove(open.game.id, gone)
    division = (await anne.post<{ id: number }>(`${edit()}/divisions`, { name: 'Students' })).body
    await anne.post(`${edit()}/notices`, { content: 'Welcome aboard' })
    await anne.put('/api/admin/config', { accountPolicy: { useCaptcha: true } })
    post = (await anne.post<string>('/api/edit/posts', { title: 'Tide tables', content: 'High' })).body
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const edit = (): string => `/api/edit/games/${open.game.id}`
  const base = (): string => `/admin/games/${open.game.id}`
  const visitAs = async (person: Person): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    return visit
  }
  const rowsOf = ({ page }: Visit) => page.locator('tbody tr[data-row]')

  it('grows where others look at it, says what was before and after, and shows no secret', async () => {
    const visit = await visitAs(bert)
    const { page } = visit
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.url().includes('/changes')) answers.push(await response.text())
    })
    await page.goto(base())
    await page.getByRole('link', { name: 'Changes', exact: true }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    const [before] = /\d+/.exec((await page.getByText(/^\d+ entries$/).textContent()) ?? '') ?? []
    await organizer.edit(open.game.id, tide, { title: 'Ebb' })
    await page.getByText(`${Number(before) + 1} entries`).waitFor()
    const newest = rowsOf(visit).first()
    await expect
      .poll(() => newest.innerText())
      .toMatch(/Challenge changed\s+Ebb[\s\S]*Title[\s\S]*Before:\s+Tide\s+After:\s+Ebb[\s\S]*anne/)
    await newest.getByRole('link', { name: 'Ebb' }).waitFor()

    const hidden = rowsOf(visit).filter({ hasText: 'Flag template' })
    expect(await hidden.innerText()).toMatch(/Flag template\s+Changed \(secret\)/)
    const deleted = rowsOf(visit).filter({ hasText: 'Challenge deleted' })
    expect(await deleted.innerText()).toContain('Brief (deleted)')
    expect(await deleted.getByRole('link').count()).toBe(0)

    await rowsOf(visit)
      .filter({ hasText: 'Flags added' })
      .getByRole('button', { name: /^Details/ })
      .click()
    await page.getByRole('dialog').getByText('Changed (secret)').waitFor()
    expect(answers.length).toBeGreaterThan(1)
    expect(`${await page.content()} ${answers.join(' ')}`).not.toContain(secret)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is filtered by person, challenge, and text, and stays so when the page is loaded again', async () => {
    const visit = await visitAs(bert)
    const { page } = visit
    await bert.put(`${edit()}/divisions/${division.id}`, { name: 'Pupils' })
    await page.goto(`${base()}/changes`)
    await page.getByRole('button', { name: 'bert', exact: true }).click()
    await page.waitForURL(new RegExp(`user=${bert.id}`))
    await page.getByText('1 entry').waitFor()
    await page.reload()
    await page.getByText('1 entry').waitFor()
    await rowsOf(visit).getByText('Division changed').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('searchbox').fill('LOOK DOWN')
    await page.waitForURL(/q=LOOK/)
    await page.getByText('1 entry').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByLabel('Challenge', { exact: true }).fill('buo')
    await page.getByRole('option', { name: 'Buoy' }).click()
    await page.waitForURL(new RegExp(`challenge=${buoy}`))
    await page.getByText('4 entries').waitFor()

    await page.goto(`${base()}/challenges/${buoy}`)
    await page.getByRole('navigation', { name: 'Challenge sections' }).getByText('Changes').click()
    await page.getByText('4 entries').waitFor()
    expect(await page.getByLabel('Challenge', { exact: true }).count()).toBe(0)

    await page.goto('/admin/changes?q=useCaptcha')
    await rowsOf(visit).getByText('Settings changed').waitFor()
    expect(await rowsOf(visit).innerText()).toMatch(/Require captcha\s+[\s\S]*No[\s\S]*Yes/)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('tells who edits the same challenge that another has saved it, and keeps the draft', async () => {
    const [one, other] = [await visitAs(anne), await visitAs(bert)]
    const path = `${base()}/challenges/${tide}`
    for (const { page } of [one, other]) await page.goto(path)
    const told = ({ page }: Visit) => page.getByText('Someone else saved this challenge')
    const title = ({ page }: Visit) => page.getByLabel('Title', { exact: true })
    const save = ({ page }: Visit) => page.getByRole('button', { name: 'Save', exact: true }).click()
    await title(other).fill('Flood')
    await title(one).fill('Spring tide')
    await save(one)
    await told(other).waitFor()
    await expect.poll(() => title(other).inputValue()).toBe('Flood')
    expect(await told(one).count()).toBe(0)

    await other.page.getByRole('button', { name: 'Compare versions' }).click()
    const dialog = other.page.getByRole('dialog', { name: 'Someone else saved changes' })
    await expect.poll(() => dialog.innerText()).toMatch(/Flood[\s\S]*Spring tide/)
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await expect.poll(() => title(other).inputValue()).toBe('Spring tide')
    expect(await told(other).count()).toBe(0)

    // Without a draft, the form follows, and nobody is asked anything.
    await title(one).fill('Neap tide')
    await save(one)
    await expect.poll(() => title(other).inputValue()).toBe('Neap tide')
    expect(await told(other).count()).toBe(0)
    for (const visit of [one, other]) {
      expect(visit.faults()).toEqual([])
      await visit.close()
    }
  })

  it('tells the same of games, divisions, notices, posts, and settings, and of another tab', async () => {
    const visit = await visitAs(bert)
    const { page } = visit
    const said = (what: string) => page.getByText(`Someone else saved ${what}`).waitFor()

    await page.goto(`${base()}/info`)
    await page.getByLabel('Summary').fill('In my words')
    const { body: game } = await bert.get<object>(edit())
    await bert.put(edit(), { ...game, summary: 'In other words' })
    await said('this game')
    await page.getByRole('button', { name: 'Compare versions' }).click()
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await expect.poll(() => page.getByLabel('Summary').inputValue()).toBe('In other words')

    await page.goto(`${base()}/divisions`)
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await anne.put(`${edit()}/divisions/${division.id}`, { name: 'Theirs' })
    await said('this division')
    await page.getByRole('button', { name: 'Compare versions' }).click()
    await page.getByRole('button', { name: 'Use theirs' }).click()

    await page.goto(`${base()}/notices`)
    await page.getByText('Welcome aboard').waitFor()
    const [notice] = (await anne.get<{ id: number }[]>(`${edit()}/notices`)).body
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await anne.put(`${edit()}/notices/${notice?.id}`, { content: 'All ashore' })
    await said('this notice')

    await page.goto(`/posts/${post}/edit`)
    await page.getByLabel('Title', { exact: true }).fill('Mine')
    await anne.put(`/api/edit/posts/${post}`, { title: 'Theirs' })
    await said('this post')
    await page.getByRole('button', { name: 'Compare versions' }).click()
    await page.getByRole('button', { name: 'Use theirs' }).click()

    await page.goto('/admin/settings')
    await page.getByLabel('Slogan').fill('Mine')
    await anne.put('/api/admin/config', { globalConfig: { slogan: 'Theirs' } })
    await said('these settings')
    await page.getByRole('button', { name: 'Use theirs' }).click()
    await expect.poll(() => page.getByLabel('Slogan').inputValue()).toBe('Theirs')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  let limit = 0
  const screens = (): Screen[] => [
    { name: 'changes', path: `${base()}/changes`, byKeyboard: true },
    {
      name: 'changes-sheet',
      path: `${base()}/changes?q=Look+down`,
      async act({ page }) {
        await page
          .getByRole('button', { name: /^Details/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'changes-of-challenge', path: `${base()}/challenges/${buoy}/changes` },
    { name: 'changes-of-all', path: '/admin/changes' },
    {
      name: 'changes-told',
      path: `${base()}/challenges/${tide}`,
      async act({ page }) {
        await page.getByLabel('Title', { exact: true }).fill('Draft')
        await organizer.edit(open.game.id, tide, { title: 'Springs', submissionLimit: (limit += 1) })
        await page.getByText('Someone else saved this challenge').waitFor()
      },
    },
  ]

  it.each(Object.entries(inspectedWidths))('looks right and is usable on a %s', async (_, width) => {
    const visit = await visitAs(anne)
    for (const screen of inspectedOf(screens())) await expectNoFaultsAt(visit, screen, { width })
    await visit.close()
  })
})
