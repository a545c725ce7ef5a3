import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createInstanceSetup } from '../kit/instance-setup.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createOrganizer, type Organizer } from '../kit/organizer.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import {
  expectNoFaultsAt,
  expectReadable,
  inspectedOf,
  inspectedWidths,
  logIn,
  type Screen,
  writtenIn,
} from './screen.ts'

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'
const whole = { content: 'Where does the **light** come from?', is_enabled: false }

describe('the challenges of a game, for those who make them', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let organizer: Organizer
  let look: OpenGame
  let post: string
  const made: Record<'service' | 'handouts' | 'plain', number> = { service: 0, handouts: 0, plain: 0 }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    organizer = await createOrganizer(world, admin)
    look = await createOpenGame(world, { title: `Regatta ${longWord}`.slice(0, 60) })
    await fill()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const fill = async (): Promise<void> => {
    const plain = await look.challenge({
      ...whole,
      title: longWord,
      category: 'Crypto',
      hints: ['Look *up*', 'Higher'],
      flags: ['flag{fresnel}', `flag{${longWord}}`],
      deadline_at: new Date(world.clock.now() + 3_600_000),
    })
    const service = await look.challenge({
      title: 'Lighthouse',
      category: 'Web',
      type: 'DynamicContainer',
      flags: [],
    })
    const handouts = await look.challenge({
      ...whole,
      title: 'Message in a bottle',
      type: 'DynamicAttachment',
      flags: ['flag{a}', 'flag{b}'],
    })
    await look.challenge({ title: 'Empty hold', category: 'Pwn', is_enabled: false, content: '', flags: [] })
    await look.team({ name: 'Pequod' })
    Object.assign(made, { service: service.id, handouts: handouts.id, plain: plain.id })
    const written = {
      title: 'Qualifier results',
      summary: 'Forty teams go on.',
      content: '# Results',
      tags: ['a'],
    }
    post = (await admin.post<string>('/api/edit/posts', written)).body
  }

  const at = async (path: string, options: { width?: number } = {}): Promise<Visit> => {
    const visit = await journeys.visit(options)
    await logIn(visit, admin)
    await visit.page.goto(path)
    return visit
  }
  /** A separate game for tests that change it. */
  const game = async (): Promise<{ open: OpenGame; path: string }> => {
    const open = await createOpenGame(world, { title: 'Harbour Cup' })
    return { open, path: `/admin/games/${open.game.id}/challenges` }
  }
  const titles = (page: Page): Promise<string[]> =>
    page
      .getByRole('table', { name: 'Challenges' })
      .getByRole('link')
      .filter({ hasNotText: 'Flags' })
      .allTextContents()

  const screens = (): Screen[] => {
    const base = `/admin/games/${look.game.id}/challenges`
    return [
      {
        name: 'staff-challenges',
        path: base,
        act: ({ page }) => page.getByLabel('Select Lighthouse').check(),
      },
      { name: 'staff-challenges-cards', path: `${base}?view=cards&state=lacking` },
      {
        name: 'staff-challenges-new',
        path: base,
        act: async ({ page }) => {
          await page.getByRole('button', { name: 'New challenge' }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
      { name: 'staff-challenge', path: `${base}/${made.plain}` },
      { name: 'staff-challenge-container', path: `${base}/${made.service}` },
      {
        name: 'staff-challenge-preview',
        path: `${base}/${made.service}`,
        act: async ({ page }) => {
          await page.getByRole('button', { name: 'Preview as player' }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
      { name: 'staff-flags', path: `${base}/${made.plain}/flags` },
      {
        name: 'staff-flags-handouts',
        path: `${base}/${made.handouts}/flags`,
        act: ({ page }) =>
          page.getByLabel('Flag and link, one pair per line').fill('flag{c} nowhere\nflag{a}'),
      },
      {
        name: 'staff-flags-template',
        path: `${base}/${made.service}/flags`,
        act: ({ page }) => page.getByRole('textbox', { name: 'Flag template' }).fill('flag{light}'),
      },
      { name: 'staff-post', path: `/posts/${post}/edit` },
      { name: 'staff-post-new', path: '/posts/new/edit' },
    ]
  }
  it.each(Object.entries(inspectedWidths))('have no faults on a %s', async (_size, width) => {
    const visit = await journeys.visit()
    await logIn(visit, admin)
    for (const screen of inspectedOf(screens())) {
      await expectNoFaultsAt(visit, screen, { width })
      // A draft of one screen must not show up on the next.
      await visit.page.evaluate(() => localStorage.clear())
    }
    await visit.close()
  })

  it('come into being by keyboard, are written, and say what they lack until they do not', async () => {
    const { path } = await game()
    const { page, faults, close } = await at(path)
    await page.getByRole('button', { name: 'New challenge' }).first().click()
    await page.getByLabel('Title').fill('Buoy')
    await page.getByRole('radio', { name: 'Static attachment' }).check()
    await page.getByLabel('Title').press('Enter')
    await page.getByRole('heading', { name: 'Buoy' }).waitFor()
    await page.getByLabel('Missing:').getByText('Description').waitFor()

    await page.getByRole('textbox', { name: 'Description' }).fill('It *swims*.')
    await page.getByRole('button', { name: 'Add hint' }).click()
    await page.keyboard.type('It is red')
    await page.getByLabel('Original points').fill('300')
    await page.getByText('Unsaved changes').waitFor()
    // The flags are a part of this page, and leaving it asks.
    await page.getByRole('link', { name: 'Flags' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('flags')
    expect(new URL(page.url()).pathname).toMatch(/\/challenges\/\d+\/flags$/)
    await page.getByRole('link', { name: 'Notices' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('main').getByText('Saved', { exact: true }).first().waitFor()

    await page.getByRole('link', { name: 'Flags' }).click()
    await page.getByLabel('Flags, one per line').fill('flag{red}\nflag{red}\nflag{blue}')
    await page.getByText('1 line will be skipped').waitFor()
    // Saving the rest doesn't add them, so they are asked about, and are still there afterward.
    await page.getByRole('link', { name: 'Notices' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave', exact: true })
      .click()
    await page.getByRole('heading', { name: 'Notices' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Add 2 flags' }).click()
    await page.getByRole('heading', { name: '2 flags' }).waitFor()
    await expect.poll(() => page.getByLabel('Missing:').count()).toBe(0)
    await page.getByRole('switch', { name: '“Buoy” is enabled' }).click()
    await page.getByText('Challenge enabled').waitFor()

    await page.getByRole('radio', { name: 'Link' }).check()
    await page.getByLabel('File link').fill('javascript:buoy')
    await page.getByRole('button', { name: 'Save link' }).click()
    await page.getByText('Enter a URL that leads to a file, not to a script or data').waitFor()
    await page.getByLabel('File link').fill('https://files.example/buoy.zip')
    await page.getByRole('button', { name: 'Save link' }).click()
    await page.getByRole('link', { name: 'https://files.example/buoy.zip' }).waitFor()

    await page.getByLabel('Select flag{red}').check()
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 1 flag?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: '1 flag', exact: true }).waitFor()

    // An unsaved draft is deleted with the challenge, without a question.
    await page.getByRole('link', { name: 'Edit challenge' }).click()
    await page.getByLabel('Title').fill('Bell buoy')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete “Buoy”?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No challenges yet').waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))),
    ).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  it('come into being with text, flag, file, and hint on one page', async () => {
    const { path } = await game()
    const { page, faults, close } = await at(path)
    const opened = new Set<string>()
    page.on('framenavigated', (frame) => opened.add(new URL(frame.url()).pathname))
    await page.getByRole('button', { name: 'New challenge' }).first().click()
    await page.getByLabel('Title').fill('Beacon')
    await page.getByLabel('Title').press('Enter')
    await page.getByRole('textbox', { name: 'Description' }).fill('It *burns*.')
    await page.getByRole('button', { name: 'Add hint' }).click()
    await page.keyboard.type('At night')
    await page.getByLabel('Flags, one per line').fill('flag{fire}')
    await page.getByRole('button', { name: 'Add 1 flag' }).click()
    const file = { name: 'beacon.txt', mimeType: 'text/plain', buffer: Buffer.from('light') }
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.getByRole('link', { name: 'beacon.txt' }).waitFor()
    // Neither has taken the unsaved text along.
    await page.getByText('Unsaved changes').waitFor()
    // The first field at fault gets the focus, above or below the flags, and Enter saves in both.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    const [heading, points] = [page.getByLabel('Title'), page.getByLabel('Original points')]
    await heading.fill('')
    await points.fill('-1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(focused).toBe('title')
    await heading.fill('Beacon')
    await heading.press('Enter')
    await expect.poll(focused).toBe('originalScore')
    await points.fill('300')
    await points.press('Enter')
    await page.getByRole('main').getByText('Saved', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByLabel('Missing:').count()).toBe(0)
    const id = Number(page.url().split('/').at(-1))
    expect([...opened].filter((one) => one !== path)).toEqual([`${path}/${id}`])
    const gameId = Number(path.split('/')[3])
    expect((await organizer.read(gameId, id)).body).toMatchObject({
      ...{ title: 'Beacon', content: 'It *burns*.', hints: ['At night'], flags: [{ flag: 'flag{fire}' }] },
      originalScore: 300,
      attachment: { url: expect.stringContaining('beacon.txt') },
    })
    // A link that is followed while it is being saved asks, and needs no answer once it is.
    let answer = (): void => undefined
    const isAnswered = new Promise<void>((done) => (answer = done))
    await page.route(`**/challenges/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await isAnswered
      await route.continue()
    })
    await points.fill('400')
    await points.press('Enter')
    await page.getByRole('link', { name: 'Challenges', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    answer()
    await page.waitForURL(({ pathname }) => pathname === path)
    expect((await organizer.read(gameId, id)).body).toMatchObject({ originalScore: 400 })
    expect(faults()).toEqual([])
    await close()
  })

  it('lead from the address of their flags to that part, on opening, and by a click', async () => {
    const { open, path } = await game()
    const { id } = await open.challenge({ ...whole, title: 'Buoy' })
    const { page, faults, close } = await at(`${path}/${id}/FLAGS`)
    const flags = page.locator('#flags')
    const isShown = () =>
      flags.evaluate((part) => part === document.activeElement && part.getBoundingClientRect().top < 200)
    await expect.poll(isShown).toBe(true)
    await page.getByRole('link', { name: 'Edit challenge' }).click()
    await page.getByLabel('Title').fill('Bell buoy')
    await page.getByRole('link', { name: 'Flags and files' }).click()
    await expect.poll(isShown).toBe(true)
    expect(await page.getByLabel('Title').inputValue()).toBe('Bell buoy')
    expect(faults()).toEqual([])
    await close()
  })

  it('are changed in bulk, each refused one by name, and put in order by keys and by hand', async () => {
    const { open, path } = await game()
    for (const title of ['Anchor', 'Buoy', 'Capstan']) await open.challenge({ ...whole, title })
    const bare = await open.challenge({ ...whole, title: 'Dinghy', flags: [] })
    const { page, faults, expectAnswer, close } = await at(path)
    expectAnswer(400, `/api/edit/games/${open.game.id}/challenges/${bare.id}`)
    await page.getByLabel('Select all').check()
    const bar = page.getByRole('region', { name: '4 selected' })
    await bar.getByRole('button', { name: 'Enable' }).click()
    const dialog = page.getByRole('dialog', { name: '1 challenge isn’t ready' })
    await dialog.getByText('Dinghy').waitFor()
    await dialog.getByRole('button', { name: 'Enable anyway' }).click()
    await page.locator('[data-alert]').getByText('Dinghy').waitFor()
    await page.getByText('3 challenges changed').waitFor()
    await expect.poll(() => page.getByRole('switch', { checked: true }).count()).toBe(3)

    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete…' }).click()
    const doomed = page.getByRole('dialog', { name: 'Delete 1 challenge?' })
    await doomed.getByText('Dinghy').waitFor()
    await doomed.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 challenge deleted').waitFor()

    const answered = (): Promise<unknown> =>
      page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().endsWith('/challenges'))
    const row = page.getByRole('row', { name: /Anchor/ })
    await row.focus()
    const byKey = answered()
    await page.keyboard.press('Alt+ArrowDown')
    await byKey
    await expect.poll(() => titles(page)).toEqual(['Buoy', 'Anchor', 'Capstan'])
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)

    const grip = page.getByRole('row', { name: /Capstan/ }).getByTitle('Drag to reorder')
    const target = await page.getByRole('row', { name: /Buoy/ }).boundingBox()
    await grip.hover()
    await page.mouse.down()
    await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 4, { steps: 5 })
    const byHand = answered()
    await page.mouse.up()
    await byHand
    await page.reload()
    await page.getByRole('row', { name: /Anchor/ }).waitFor()
    await expect.poll(() => titles(page)).toEqual(['Capstan', 'Buoy', 'Anchor'])
    expect(faults()).toEqual([])
    await close()
  })

  withBreadth(() => {
    it('lose nothing when two people write at the same time', async () => {
      const { open, path } = await game()
      const { id } = await open.challenge({ ...whole, title: 'Anchor' })
      const { page, expectAnswer, faults, close } = await at(`${path}/${id}`)
      expectAnswer(412, `/api/edit/games/${open.game.id}/challenges/${id}`)
      await page.getByLabel('Title').fill('Sheet anchor')
      await organizer.edit(open.game.id, id, { content: 'Heavier than it looks.' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' })
      await dialog.getByText('Heavier than it looks.').waitFor()
      await dialog.getByText('Sheet anchor').waitFor()
      await dialog.getByRole('button', { name: 'Use theirs' }).click()
      await expect
        .poll(() => writtenIn(page.getByRole('textbox', { name: 'Description' })))
        .toBe('Heavier than it looks.')

      // The draft stays in the browser.
      await page.getByLabel('Title').fill('Kedge')
      await page.goto(path)
      await page.goto(`${path}/${id}`)
      await page.getByText('Restored your unsaved draft').waitFor()
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Kedge')
      expect(faults()).toEqual([])
      await close()
    })
  })

  it('have templates for their flags that are shown at work and refused when weak', async () => {
    const { open, path } = await game()
    const { id } = await open.challenge({
      ...whole,
      title: 'Lighthouse',
      type: 'DynamicContainer',
      flags: [],
    })
    const { page, expectAnswer, close } = await at(`${path}/${id}/flags`)
    expectAnswer(400, `/api/edit/games/${open.game.id}/challenges/${id}`)
    await page.getByRole('textbox', { name: 'Flag template' }).fill('flag{a}')
    await page.getByText('Strength: 1 bits').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Flags made from this template are too easy to guess').waitFor()
    await page.getByRole('textbox', { name: 'Flag template' }).fill('flag{x_[TEAM_HASH]}')
    await page
      .getByText(/^flag\{x_[0-9a-f]{12}\}$/)
      .nth(2)
      .waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('main').getByText('Saved', { exact: true }).first().waitFor()
    expect((await organizer.read(open.game.id, id)).body.flagTemplate).toBe('flag{x_[TEAM_HASH]}')
    await close()
  })

  it('have flags with files of their own, uploaded many at once under one name', async () => {
    const { open, path } = await game()
    const { id } = await open.challenge({ ...whole, title: 'Bottle', type: 'DynamicAttachment', flags: [] })
    const { page, faults, close } = await at(`${path}/${id}/flags`)
    await page.getByLabel('Choose files').setInputFiles(
      ['a', 'b', 'c'].map((letter) => ({
        name: `flag{${letter}}.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from(letter),
      })),
    )
    await page.getByRole('button', { name: 'Upload 3 files' }).click()
    await page.getByRole('heading', { name: '3 flags' }).waitFor()
    const { flags } = (await organizer.read(open.game.id, id)).body
    expect(flags.map(({ flag }) => flag).toSorted()).toEqual(['flag{a}', 'flag{b}', 'flag{c}'])
    for (const { attachment } of flags) expect(attachment?.url).toMatch(/\/attachment$/)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the test instance of a challenge', () => {
  it('starts with what is saved, after asking, and says where it is and what it writes', async () => {
    const setup = await createInstanceSetup({ webRoot: builtClient })
    const journeys = await startJourneys(setup.world.origin)
    const { id } = await setup.challenge({ title: 'Lighthouse', content: 'Look up.', is_enabled: false })
    const visit = await journeys.visit()
    await logIn(visit, setup.admin)
    const { page, faults } = visit
    await page.goto(`/admin/games/${setup.open.game.id}/challenges/${id}`)
    await page.getByRole('textbox', { name: 'Container image' }).fill('registry.example/box:2')
    await page.getByRole('button', { name: 'Start test instance' }).click()
    await page
      .getByRole('dialog', { name: 'Save first?' })
      .getByRole('button', { name: 'Save and start' })
      .click()
    await page.getByText('Test instance started').waitFor()
    expect(setup.fakeContainers.orders.map(({ image }) => image)).toEqual(['registry.example/box:2'])
    await page.getByRole('button', { name: 'Copy address' }).waitFor()
    await page.getByRole('region', { name: 'Log' }).waitFor()
    await expectReadable(page, 'staff-challenge-test')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Start test instance' }).waitFor()
    expect(faults()).toEqual([])
    await journeys.close()
    await setup.close()
  })
})

describe('posts, for those who write them', () => {
  it('are published, pinned, changed and deleted', async () => {
    const world = await createWorld({ webRoot: builtClient })
    const journeys = await startJourneys(world.origin)
    const admin = await world.person('Admin', 'purser')
    const visit = await journeys.visit()
    await logIn(visit, admin)
    const { page, faults } = visit
    await page.goto('/posts')
    await page.getByRole('link', { name: 'New post' }).click()
    await page.getByLabel('Title').fill('Doors open at nine')
    await page.getByLabel('Tags').fill('venue, #start')
    await page.getByRole('textbox', { name: 'Text' }).fill('Bring a **badge**.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('switch', { name: 'Pinned' }).click()
    await page.getByRole('switch', { name: 'Pinned', checked: true }).waitFor()
    await page.getByRole('link', { name: 'View post' }).click()
    await page.getByRole('heading', { name: 'Doors open at nine' }).waitFor()
    await page.getByRole('link', { name: '#start' }).waitFor()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete “Doors open at nine”?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('Post deleted').waitFor()
    await page.getByRole('heading', { name: 'Posts' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Doors open at nine' }).count()).toBe(0)
    expect(faults()).toEqual([])
    await journeys.close()
    await world.close()
  })
})
