import type { UserInfo } from '@pennant/contract/user'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { setUpFactor } from '../kit/second-factor.ts'
import { createWorld, type Person, testPassword, type World } from '../kit/world.ts'
import { expectNoFaults, logIn } from './screen.ts'

describe('what administrators do to people', () => {
  let world: World
  let journeys: Journeys
  let admin: Person

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    const crew = Array.from({ length: 8 }, (_, at) => ({
      userName: `sailor${at}`,
      password: testPassword,
      email: `sailor${at}@harbour.example`,
      ...(at < 3 ? { teamName: `Boat ${at}` } : {}),
    }))
    await admin.post('/api/admin/users', crew)
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAs = async (person: Person): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, person)
    return visit
  }
  /** The top one. */
  const dialog = (page: Page) => page.getByRole('dialog').last()
  const enter = async (userName: string, password = testPassword) => {
    const visitor = world.visitor()
    return { visitor, status: (await visitor.post('/api/account/login', { userName, password })).status }
  }
  const users = async (search: string): Promise<UserInfo[]> =>
    (await admin.get<{ data: UserInfo[] }>(`/api/admin/users?search=${search}&sort=name`)).body.data
  const rolesOf = async (search: string): Promise<string[]> =>
    (await users(search)).map(({ userName, role }) => `${userName} ${role}`)

  it('hand out a new password once, end sessions and change roles', async () => {
    const [first, second] = [await enter('sailor0'), await enter('sailor1')]
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto('/admin/users?q=sailor0')
    await page.getByRole('button', { name: 'sailor0', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Reset password' }).click()
    await dialog(page).getByRole('button', { name: 'Reset password' }).click()
    const secret = page.getByRole('dialog', { name: 'Password for sailor0' })
    const password = (await secret.locator('p span').first().textContent()) ?? ''
    // A click outside must not close the dialog: the password is shown only once.
    await page.mouse.click(10, 10)
    await secret.getByText(password, { exact: true }).waitFor()
    await expectNoFaults(visit, 'staff-user-password')
    await page.keyboard.press('Escape')
    await secret.waitFor({ state: 'detached' })
    expect((await enter('sailor0')).status).toBe(401)
    expect((await enter('sailor0', password)).status).toBe(200)
    expect((await first.visitor.get('/api/account/profile')).status).toBe(401)

    await page.goto('/admin/users?q=sailor1')
    await page.getByRole('button', { name: 'sailor1', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click()
    await dialog(page).getByRole('button', { name: 'End all sessions' }).click()
    await page.getByText('All sessions ended').waitFor()
    expect((await second.visitor.get('/api/account/profile')).status).toBe(401)
    expect((await enter('sailor1')).status).toBe(200)
    await dialog(page).getByLabel('Role').selectOption('Monitor')
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('row', { name: /sailor1/ })
      .getByText('Monitor')
      .waitFor()
    expect(await rolesOf('sailor1')).toEqual(['sailor1 Monitor'])

    const { visitor: third } = await enter('sailor2')
    await setUpFactor(world, third)
    expect((await enter('sailor2')).status).toBe(401)
    await page.goto('/admin/users?q=sailor2')
    await page.getByRole('button', { name: 'sailor2', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Turn off two-factor authentication' }).click()
    await dialog(page).getByRole('button', { name: 'Turn off two-factor authentication' }).click()
    await page.getByText('Two-factor authentication turned off').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Turn off two-factor authentication' }).count())
      .toBe(0)
    expect((await enter('sailor2')).status).toBe(200)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('ban and unban whom it concerns and nobody else, and are told whom they cannot delete', async () => {
    const { visitor } = await enter('sailor3')
    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    await page.goto('/admin/users?q=sailor')
    const choose = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    }
    const bulk = (name: string) =>
      page.getByRole('region', { name: /selected/ }).getByRole('button', { name, exact: true })
    await choose('sailor3', 'sailor4')
    await bulk('Ban').click()
    await dialog(page).getByLabel('Type “2” to confirm').fill('2')
    await expectNoFaults(visit, 'staff-users-ban')
    await page.keyboard.press('Enter')
    await page.getByText('2 users banned').waitFor()
    expect((await visitor.get('/api/account/profile')).status).toBe(403)

    await choose('sailor3', 'sailor4', 'sailor5')
    await bulk('Ban').click()
    await page.getByRole('dialog', { name: 'Ban 1 user?' }).getByText('sailor5', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await bulk('Unban').click()
    await page.getByText('2 users unbanned').waitFor()
    expect(await rolesOf('sailor')).not.toContain('sailor3 Banned')
    expect((await enter('sailor3')).status).toBe(200)

    const [captain] = await users('sailor2')
    expectAnswer(400, `/api/admin/users/${captain?.id}`)
    await choose('sailor2', 'sailor6', 'sailor7')
    await bulk('Delete').click()
    await dialog(page).getByLabel('Type “3” to confirm').fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('2 users deleted').waitFor()
    await page.getByText('This user is captain of the team “Boat 2”', { exact: false }).waitFor()
    await page.getByRole('region', { name: '1 selected' }).waitFor()
    await expectNoFaults(visit, 'staff-users-not-deleted')
    expect((await users('sailor')).map(({ userName }) => userName)).toEqual(
      [0, 1, 2, 3, 4, 5].map((at) => `sailor${at}`),
    )
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('lock, unlock and delete teams, and check whose a token is', async () => {
    const { game } = await createOpenGame(world, { title: 'Regatta', accept_without_review: true })
    const captain = await world.person('User', 'skipper')
    const team = (await captain.post<{ id: number }>('/api/team', { name: 'Long ship' })).body
    expect((await captain.post(`/api/game/${game.id}`, { teamId: team.id })).status).toBe(200)
    const { teamToken } = (await captain.get<{ teamToken: string }>(`/api/game/${game.id}/details`)).body
    const visit = await visitAs(admin)
    const { page, expectAnswer } = visit
    await page.goto('/admin/teams?q=boat')
    const lockedTeams = async (): Promise<string[]> =>
      (
        await admin.get<{ data: { name: string; locked: boolean }[] }>('/api/admin/teams?search=boat')
      ).body.data.flatMap(({ name, locked }) => (locked ? [name] : []))
    const bulk = (name: string) =>
      page.getByRole('region', { name: /selected/ }).getByRole('button', { name, exact: true })
    for (const name of ['Boat 0', 'Boat 1']) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    await bulk('Lock').click()
    await page.getByText('2 teams locked').waitFor()
    expect(await lockedTeams()).toEqual(['Boat 0', 'Boat 1'])
    await page.getByLabel('Select Boat 0', { exact: true }).check()
    await bulk('Unlock').click()
    await page.getByText('1 team unlocked').waitFor()
    expect(await lockedTeams()).toEqual(['Boat 1'])
    for (const name of ['Boat 0', 'Boat 1']) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    await bulk('Delete').click()
    await dialog(page).getByText('Boat 0, Boat 1').waitFor()
    await dialog(page).getByRole('textbox').fill('2')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 teams deleted').waitFor()
    await page.getByRole('button', { name: 'Boat 0', exact: true }).waitFor({ state: 'detached' })

    expectAnswer(401, '/api/team/verify')
    await page.getByRole('button', { name: 'Verify team token' }).click()
    await dialog(page).getByRole('textbox', { name: 'Team token' }).fill(teamToken)
    await dialog(page).getByLabel('Public key').fill(game.public_key)
    await dialog(page).getByRole('button', { name: 'Verify' }).click()
    await dialog(page).getByText(`Valid token for team ${team.id}`, { exact: false }).waitFor()
    await dialog(page).getByRole('textbox', { name: 'Team token' }).fill(`9${teamToken}`)
    await dialog(page).getByText('Valid token', { exact: false }).waitFor({ state: 'detached' })
    await dialog(page).getByRole('button', { name: 'Verify' }).click()
    await dialog(page).getByText('The team token doesn’t match the public key').waitFor()
    await expectNoFaults(visit, 'staff-team-token')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('lose no password that was made in an import', async () => {
    const visit = await visitAs(admin)
    const { page } = visit
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Import users' }).click()
    const file = (text: string) => ({ name: 'crew.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page
      .getByLabel('Choose a CSV file')
      .setInputFiles(file('\uFEFFUser name;E-Mail;Password\r\nmia;mia@;abc\r\nnoah;noah@reef.example;\r\n'))
    await page.getByText('1 row needs fixing').waitFor()
    await dialog(page).getByText('Not a valid email address').waitFor()
    await page.getByLabel('Or paste a table').fill('user,mail\nmia,mia@reef.example\nnoah,noah@reef.example')
    // Ctrl+Enter is pressed once while the answer is pending, and again afterward.
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/admin/users*', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await dialog(page).getByRole('button', { name: 'Create 2 users' }).click()
    await asked
    await page.keyboard.press('Escape')
    release()
    await dialog(page).getByText('2 passwords were generated', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Save passwords as CSV' }).waitFor()
    await expectNoFaults(visit, 'staff-users-imported')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Stay' }).click()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save passwords as CSV' }).click(),
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await rolesOf('reef.example')).toEqual(['mia User', 'noah User'])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})
