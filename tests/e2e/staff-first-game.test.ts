import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createFakeContainers, type FakeContainers } from '../kit/fake-containers.ts'
import { createWorld, type World } from '../kit/world.ts'
import { challengePanel } from './screen.ts'

const password = 'Semaph0re'

describe('the first game of an empty installation', () => {
  let fakeContainers: FakeContainers
  let world: World
  let journeys: Journeys
  let staff: Visit
  let player: Visit

  beforeAll(async () => {
    fakeContainers = createFakeContainers()
    world = await createWorld({ webRoot: builtClient, containers: fakeContainers })
    journeys = await startJourneys(world.origin)
    staff = await journeys.visit()
    player = await journeys.visit()
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
    await fakeContainers.end()
  })

  const dialog = (page: Page) => page.getByRole('dialog')
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const tab = (name: string) => staff.page.getByRole('link', { name, exact: true }).first().click()
  const saved = async (): Promise<void> => {
    await press(staff.page, 'Save')
    // Save is disabled once everything is saved.
    await staff.page.locator('button:disabled', { hasText: 'Save' }).waitFor()
  }

  const becomeAdministrator = async ({ page }: Visit): Promise<void> => {
    await page.goto(`/setup?token=${await world.app.modules.setup.token()}`)
    await page.getByLabel('Username').fill('harbourmaster')
    await page.getByLabel('Email address').fill('harbour@example.com')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Create administrator account')
    await page.getByRole('link', { name: 'Create your first game' }).click()
  }

  /** Without a click: the first field must have the focus. */
  const typeFirst = async (page: Page, label: string, text: string): Promise<void> => {
    await dialog(page).getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(text)
  }

  const makeGame = async ({ page }: Visit): Promise<void> => {
    await press(page, 'New game')
    await typeFirst(page, 'Title', 'Harbour Cup')
    await press(page, 'Create')
    await page.getByText('4 items to check').waitFor()
    await page.getByRole('link', { name: 'Poster' }).click()
    await expect.poll(() => page.getByText('Choose an image').evaluate(isInSight)).toBe(true)
    await page.getByLabel('Start').fill('2020-01-01T00:00')
    await page.getByRole('textbox', { name: 'Description' }).fill('Be **kind**.')
    await saved()
  }

  const makeDivisions = async ({ page }: Visit): Promise<void> => {
    await tab('Divisions')
    for (const name of ['Students', 'Guests']) {
      await press(page, 'New division')
      await typeFirst(page, 'Name', name)
      // The default is the setting of the game.
      await expect.poll(() => dialog(page).getByLabel('Require review').isChecked()).toBe(true)
      if (name === 'Guests') await dialog(page).getByLabel('Get bloods').uncheck()
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await page.getByRole('rowheader', { name }).waitFor()
    }
  }

  const newChallenge = async ({ page }: Visit, title: string, type: string): Promise<void> => {
    await tab('Challenges')
    await press(page, 'New challenge')
    await typeFirst(page, 'Title', title)
    await dialog(page).getByText(type, { exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Description' }).fill(`All about ${title}.`)
  }

  const addFlag = async ({ page }: Visit, flag: string): Promise<void> => {
    await page.getByLabel('Flags, one per line').fill(flag)
    await press(page, 'Add 1 flag')
    await page.getByText('1 flag', { exact: true }).waitFor()
  }

  const makeChallenges = async (visit: Visit): Promise<void> => {
    const { page } = visit
    await newChallenge(visit, 'Lighthouse', 'Static attachment')
    await saved()
    // A challenge that can't be enabled links to what it lacks.
    await page.getByRole('switch', { name: '“Lighthouse” is enabled' }).click()
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Enable anyway' }).count()).toBe(0)
    await press(page, 'Add flag')
    await addFlag(visit, 'flag{fresnel}')
    await page.getByRole('radio', { name: 'File' }).check()
    await page.getByLabel('Choose a file').setInputFiles(file('plan.txt'))
    await page.getByText('Attachment updated').waitFor()
    await newChallenge(visit, 'Bottle', 'Dynamic attachment')
    await saved()
    await page.getByRole('link', { name: 'Flags and files' }).click()
    await page.getByLabel('Choose files').setInputFiles([file('flag{ebb}.txt'), file('flag{flow}.txt')])
    await press(page, 'Upload 2 files')
    await page.getByText('2 flags', { exact: true }).waitFor()
    await newChallenge(visit, 'Anchor', 'Static container')
    await page.getByLabel('Container image', { exact: true }).fill('ctf/anchor:1')
    await saved()
    await page.getByRole('list', { name: 'Missing:' }).getByRole('link', { name: 'Flag' }).click()
    await addFlag(visit, 'flag{anchor}')
    await newChallenge(visit, 'Tide', 'Dynamic container')
    await page.getByLabel('Container image', { exact: true }).fill('ctf/tide:1')
    await saved()
    await page.getByRole('link', { name: 'Flags and files' }).click()
    await page.getByText('PENNANT_FLAG').waitFor()
    await page.getByRole('textbox', { name: 'Flag template' }).fill('flag{tide_[TEAM_HASH]}')
    await saved()
    await tab('Challenges')
    await page.getByLabel('Select all').check()
    await press(page, 'Enable')
    await page.getByText('4 challenges changed').waitFor()
  }

  const publish = async ({ page }: Visit): Promise<void> => {
    await tab('Notices')
    await page.getByRole('textbox', { name: 'Text' }).fill('Doors **open**')
    await press(page, 'Post notice')
    await page.getByText('Notice posted').waitFor()
    await tab('Overview')
    await press(page, 'Publish game')
    await dialog(page).getByRole('button', { name: 'Publish game' }).click()
    await page.getByText('Game published').waitFor()
  }

  const joinGame = async ({ page }: Visit): Promise<void> => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email address').fill('mate@example.com')
    await page.getByLabel('Username').fill('mate')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await press(page, 'Create account')
    await page.getByRole('link', { name: 'Create or join a team' }).click()
    await page.getByLabel('Team name').fill('Sea Urchins')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Join Harbour Cup' }).click()
    await page.getByLabel('Division').selectOption('Students')
    await press(page, 'Join game')
  }

  const solve = async ({ page }: Visit, title: string, flag: () => string): Promise<void> => {
    await page.getByRole('link', { name: title }).first().click()
    const panel = challengePanel(page, title)
    if (title === 'Tide') {
      await press(page, 'Start instance')
      await panel.getByText('Time left', { exact: false }).waitFor()
    }
    await panel.getByPlaceholder('flag{…}').fill(flag())
    await page.keyboard.press('Enter')
    await panel
      .getByRole('button', { name: /^Next: / })
      .or(panel.getByText('All challenges solved'))
      .waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
  }

  it('comes, click by click, from the set-up link to a team on the board', async () => {
    await becomeAdministrator(staff)
    await makeGame(staff)
    await makeDivisions(staff)
    await makeChallenges(staff)
    await publish(staff)
    await joinGame(player)
    await tab('Review')
    await staff.page.getByRole('checkbox', { name: 'Select Sea Urchins' }).check()
    await press(staff.page, 'Accept (1)')
    await dialog(staff.page).getByRole('button', { name: 'Accept' }).click()
    await staff.page.getByText('1 team changed').waitFor()
    await player.page.reload()
    await player.page.getByRole('link', { name: 'Challenges' }).first().click()
    await solve(player, 'Lighthouse', () => 'flag{fresnel}')
    await solve(player, 'Tide', () => fakeContainers.orders.at(-1)?.environment['PENNANT_FLAG'] ?? '')
    await player.page.getByRole('link', { name: 'Scoreboard' }).first().click()
    await player.page.getByRole('row', { name: /Sea Urchins.*2100/ }).waitFor()
    expect([...staff.faults(), ...player.faults()]).toEqual([])
  })
})

const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`this is ${name}`) })

const isInSight = (element: Element): boolean => element.getBoundingClientRect().bottom <= innerHeight
