import jsqr from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, overflow, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { isFocused } from './keyboard.ts'
import { challengePanel, connected, expectReadable, logIn } from './screen.ts'
import { keepWorldTime } from './world-time.ts'

const password = 'Passw0rd'
const hour = 3_600_000

describe('the way of a player', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let challenge: { id: number }

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, {
      ...{ title: 'Regatta', accept_without_review: true, invite_code: 'HARPOON' },
    })
    challenge = await open.challenge({
      title: 'Lighthouse',
      category: 'Web',
      content: 'Where does the **light** come from?',
      flags: ['flag{fresnel}'],
      hints: ['Look *up*'],
    })
    await open.challenge({ title: 'Anchor', category: 'Pwn', type: 'StaticContainer' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const fillAccount = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Email address', { exact: true }).fill(`${name}@players.example`)
    await page.getByLabel('Username', { exact: true }).fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
  }
  const register = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('heading', { name: 'Create your account' }).waitFor()
    await fillAccount(page, name)
    await page.keyboard.press('Enter')
  }
  const decoded = async (image: Locator): Promise<string | undefined> => {
    await image.waitFor()
    const { data, info } = await sharp(await image.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
  }
  const isInSight = async (page: Page, part: Locator): Promise<boolean> => {
    const box = await part.boundingBox()
    const size = page.viewportSize()
    return box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height
  }
  const expectNoFaults = async ({ page, faults }: Visit, name: string): Promise<void> => {
    await expectReadable(page, name)
    expect(await overflow(page)).toBe(0)
    expect(faults()).toEqual([])
  }

  it('leads from nothing to a solved challenge, on a phone, with a second person invited', async () => {
    const captain = await journeys.visit({ width: widths.phone })
    const { page } = captain
    await page.goto(`/games/${open.game.id}`)
    await page.getByRole('link', { name: 'Join game' }).click()
    await register(page, 'ahab')

    // There is a form for the game only once there is a team.
    await page.getByRole('heading', { name: 'Name your team' }).waitFor()
    await page.getByLabel('Team name').fill('Pequod of the Nantucket fleet')
    await page.getByText('29 of 20 characters').waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Team name').fill('Pequod')
    await expectNoFaults(captain, 'player-new-team')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Invite teammates' }).waitFor()
    const { body: code } = await page.evaluate(async () => {
      const [team] = (await (await fetch('/api/team')).json()) as { id: number }[]
      return { body: (await (await fetch(`/api/team/${team?.id}/invite`)).json()) as string }
    })
    const link = `${world.origin}/invite/${code.split(':').at(-2)}#${code.split(':').at(-1)}`
    const drawn = page.getByRole('img', { name: 'QR code of the invite link' })
    expect(await decoded(drawn)).toBe(link)
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
    expect(await decoded(drawn)).toBe(link)
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
    await page.getByText('1 member so far').waitFor()
    await expectNoFaults(captain, 'player-share')

    // A logged-out invitee is asked for an account, and nobody is asked for the code again.
    const mate = await journeys.visit({ width: widths.phone })
    const addresses: string[] = []
    mate.page.on('request', (request) =>
      addresses.push(`${request.url()} ${request.headers()['referer'] ?? ''}`),
    )
    await mate.page.goto(link)
    await mate.page.getByRole('heading', { name: 'Pequod invites you' }).waitFor()
    await mate.page.getByText('Members: ahab').waitFor()
    await mate.page.getByRole('button', { name: 'Create account and join' }).waitFor()
    await expectNoFaults(mate, 'player-invited')
    await mate.page.getByRole('button', { name: 'Log in instead' }).click()
    await mate.page.getByRole('button', { name: 'Log in and join' }).waitFor()
    await mate.page.getByRole('button', { name: 'Create an account instead' }).click()
    await fillAccount(mate.page, 'starbuck')
    await mate.page.getByRole('button', { name: 'Create account and join' }).click()
    await mate.page.getByRole('heading', { name: 'You’re on Pequod' }).waitFor()
    await page.getByText('2 members so far').waitFor()
    await mate.page.goto(new URL(page.url()).pathname)
    await mate.page.getByText('Only the captain can invite members. Ask ahab for the link.').waitFor()
    expect(await mate.page.getByRole('img', { name: 'QR code of the invite link' }).count()).toBe(0)
    const secret = code.split(':').at(-1) ?? ''
    expect(secret).toMatch(/^[0-9a-f]{32}$/)
    expect(await mate.page.content()).not.toContain(secret)
    await mate.page.goto('/teams')
    await mate.page.getByText('Pequod').first().waitFor()
    expect(await mate.page.content()).not.toContain(secret)
    expect(addresses.filter((address) => address.includes(secret))).toEqual([])

    await page.getByRole('link', { name: 'Join Regatta' }).click()
    await page.getByRole('heading', { name: 'Join Regatta as Pequod' }).waitFor()
    const harpoon = page.getByLabel('Invite code from the organizers')
    await harpoon.fill('HARPOON')
    await expectNoFaults(captain, 'player-join')
    await page.getByRole('link', { name: 'Create or join another team' }).click()
    await page.getByRole('link', { name: /Pequod/ }).waitFor()
    await expectNoFaults(captain, 'player-teams-from-game')
    await page.getByRole('link', { name: 'Back to Regatta' }).click()
    await expect.poll(() => harpoon.inputValue()).toBe('HARPOON')
    await page.getByRole('button', { name: 'Join game' }).click()

    // Joining a running game ends where it is played.
    await page.waitForURL(`**/games/${open.game.id}/challenges`)
    await page.goto(`/games/${open.game.id}`)
    await page.getByText('Your teammates still need to join').waitFor()
    expect(
      await page
        .locator('div', { has: page.getByText('Not joined yet') })
        .last()
        .innerText(),
    ).toContain('starbuck')
    await expectNoFaults(captain, 'player-mates')

    // Being on the team isn't enough, and the home page says so.
    await mate.page.goto('/')
    const steps = mate.page.getByRole('region', { name: 'Three steps to your first game' })
    await expect.poll(() => steps.locator('[data-done]').count()).toBe(2)
    await expectNoFaults(mate, 'player-steps')
    await steps.getByRole('link', { name: 'Join a game' }).click()
    await mate.page.getByLabel('Invite code from the organizers').fill('HARPOON')
    await mate.page.getByRole('button', { name: 'Join game' }).click()
    await mate.page.waitForURL(`**/games/${open.game.id}/challenges`)

    await page.getByRole('link', { name: 'Challenges' }).first().click()
    await page.getByRole('link', { name: /Lighthouse/ }).waitFor()
    await expectNoFaults(captain, 'player-challenges')
    await page.getByRole('link', { name: /Anchor/ }).click()
    await page.getByText('Instances aren’t available here').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Start instance' }).count()).toBe(0)
    await expectNoFaults(captain, 'player-no-instances')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /Lighthouse/ }).click()

    const panel = page.getByRole('dialog', { name: 'Lighthouse' })
    const box = panel.getByLabel('Flag', { exact: true })
    await panel.getByText('Hint 1 of 1').click()
    await panel.getByText('Look up').waitFor()
    await box.fill('flag{mirror} ')
    await page.keyboard.press('Enter')
    await panel.getByText('It starts or ends with a space.').waitFor()
    await expect.poll(() => box.inputValue()).toBe('flag{mirror} ')
    await panel.getByText('1 attempt so far').waitFor()
    await expectNoFaults(captain, 'player-wrong')

    await box.fill('flag{fresnel}')
    await page.keyboard.press('Enter')
    await panel.getByRole('heading', { name: 'First blood' }).waitFor()
    expect(new URL(page.url()).searchParams.get('challenge')).toBe(String(challenge.id))
    await panel.getByText(' by your team').click()
    await panel.getByText('flag{mirror}').waitFor()
    await expectNoFaults(captain, 'player-solved')

    // Everything a player comes for is on the home page, without scrolling.
    await page.goto('/')
    const cockpit = page.getByRole('region', { name: 'Regatta' })
    await cockpit.getByText('ahab solved Lighthouse').waitFor()
    const next = cockpit.getByRole('link', { name: /Anchor/ })
    for (const seen of [cockpit.getByText('Rank', { exact: true }), cockpit.getByText('Points'), next])
      expect(await isInSight(page, seen)).toBe(true)
    await cockpit.getByText('Pequod took first blood in Lighthouse').waitFor()
    await expectNoFaults(captain, 'player-cockpit')
    await Promise.all([captain.close(), mate.close()])
  })

  it('opens at the start on its own, and tells of a first blood at once', async () => {
    const soon = await createOpenGame(world, {
      title: 'Soon',
      start_at: new Date(world.clock.now() + hour),
    })
    const [own, rival] = [await soon.team({ name: 'Early' }), await soon.team({ name: 'Quick' })]
    const target = await soon.challenge({ title: 'Buoy', flags: ['flag{b}'] })
    const visit = await journeys.visit()
    const { page } = visit
    // Clocks agree to half a second: a client that asks too early is refused once and asks again.
    visit.expectAnswer(400, `/api/game/${soon.game.id}/details`)
    visit.expectAnswer(400, `/api/game/${soon.game.id}/notices`)
    const time = await keepWorldTime(world, page)
    await page.goto(`/account/login?from=${encodeURIComponent(`/games/${soon.game.id}/challenges`)}`)
    await page.getByLabel('Username or email').fill(own.player.userName)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('The game hasn’t started yet').waitFor()
    await time.pass(hour)
    await page.getByRole('link', { name: /Buoy/ }).waitFor()
    await connected(page)

    await soon.submit(rival.player, target, 'flag{b}')
    await page.getByText('took first blood in').filter({ hasText: 'Quick' }).waitFor()
    await page.getByRole('link', { name: /Buoy/ }).getByText('1 solve').waitFor()

    // A new challenge is marked until it is opened.
    await soon.challenge({ title: 'Bell' })
    await page.reload()
    const bell = page.getByRole('link', { name: /Bell/ })
    await bell.getByText('New', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(1)
    await bell.click()
    await challengePanel(page, 'Bell').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0)
    expect(visit.faults()).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await visit.close()
  })

  it('turns a countdown on the home page into rank and challenges, and leaves the focus alone', async () => {
    const dawn = await createOpenGame(world, {
      title: 'Dawn',
      start_at: new Date(world.clock.now() + hour),
      end_at: new Date(world.clock.now() + 9 * hour),
    })
    await dawn.challenge({ title: 'Gull' })
    const { player } = await dawn.team({ name: 'Larks' })
    const visit = await journeys.visit()
    const { page } = visit
    // A client that asks too early is refused once and asks again.
    visit.expectAnswer(400, `/api/game/${dawn.game.id}/details`)
    await logIn(visit, player)
    const time = await keepWorldTime(world, page)
    await page.goto('/')
    await page.getByRole('timer').waitFor()
    const link = page.getByRole('banner').getByRole('link', { name: 'Games' })
    await link.focus()
    let loads = 0
    page.on('load', () => void loads++)
    await time.pass(hour - 60_000)
    await page.getByRole('heading', { name: 'Dawn' }).first().waitFor()
    expect(await page.getByText('Rank', { exact: true }).count()).toBe(0)
    await time.pass(61_000)
    const cockpit = page.getByRole('region', { name: 'Dawn' })
    await cockpit.getByText('Rank', { exact: true }).waitFor()
    await cockpit.getByRole('link', { name: /Gull/ }).waitFor()
    expect([await isFocused(link), loads]).toEqual([true, 0])
    expect(visit.faults()).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await visit.close()
  })

  withBreadth(() => {
    it('has no countdown where the end is years away', async () => {
      const endless = await createOpenGame(world, {
        title: 'Open Sea',
        end_at: new Date(world.clock.now() + 3_300 * 24 * hour),
      })
      await endless.challenge({ title: 'Plankton' })
      const { player } = await endless.team({ name: 'Whales' })
      const visit = await journeys.visit({ width: widths.phone })
      const { page } = visit
      await logIn(visit, player)
      await keepWorldTime(world, page)
      await page.goto('/')
      await page.getByRole('region', { name: 'Open Sea' }).getByText('No end', { exact: true }).waitFor()
      for (const path of ['/games', `/games/${endless.game.id}`, `/games/${endless.game.id}/challenges`]) {
        await page.goto(path)
        await page.locator('main').getByText('No end', { exact: true }).first().waitFor()
        expect(await page.getByRole('timer').count()).toBe(0)
      }
      await expectNoFaults(visit, 'player-endless')
      await page.unrouteAll({ behavior: 'wait' })
      await visit.close()
    })
  })

  it('shows the password rules, and says at the field that a name is taken', async () => {
    const visit = await journeys.visit()
    const { page } = visit
    visit.expectAnswer(400, '/api/account/register')
    await page.goto('/account/Register')
    await page.getByLabel('Email address').fill('second@players.example')
    await page.getByLabel('Username').fill('captain-ahab-of-the-pequod')
    await page.getByText('26 of 15 characters').waitFor()
    await page.getByLabel('Username').fill('ahab')
    await expect.poll(() => page.getByText('of 15 characters').count()).toBe(0)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill('Passw0rt')
    await page.keyboard.press('Enter')
    await page.getByText('The passwords don’t match').waitFor()
    await page.getByLabel('Confirm password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('This username is already taken').waitFor()
    await expect.poll(() => page.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('second@players.example')
    await expectNoFaults(visit, 'register-taken')
    await visit.close()
  })
})
