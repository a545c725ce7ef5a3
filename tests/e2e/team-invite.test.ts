import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byMail, lastMail, setPolicy } from '../kit/account.ts'
import { builtClient, type Journeys, startJourneys, widths } from '../kit/browser.ts'
import { insertTeam } from '../kit/factories.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { patient } from '../kit/patient.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { logIn } from './screen.ts'

let world: World
let journeys: Journeys
beforeAll(async () => {
  world = await createWorld({ webRoot: builtClient })
  journeys = await startJourneys(world.origin)
})
afterAll(async () => {
  await journeys.close()
  await world.close()
})

const nextCode = async (page: Page, teamId: number): Promise<string> => {
  const answer = await page.waitForResponse((response) =>
    response.url().endsWith(`/api/team/${teamId}/invite`),
  )
  return (await answer.json()) as string
}

it('a captain who removes a member is shown the code that counts from then on', async () => {
  const captain = await world.person('User', 'captain')
  const member = await world.person('User', 'rascal')
  const team = await insertTeam(world.db, [captain, member], { name: 'Otters' })
  const visit = await journeys.visit()
  await logIn(visit, captain)
  const { page } = visit
  const [before] = await Promise.all([nextCode(page, team.id), page.goto(`/teams?team=${team.id}`)])
  await page.getByRole('button', { name: 'Actions for rascal' }).click()
  await page.getByRole('button', { name: 'Remove from team' }).click()
  const confirm = page.getByRole('dialog').last()
  await confirm.getByText('The invite code is replaced', { exact: false }).waitFor()
  const [after] = await Promise.all([
    nextCode(page, team.id),
    confirm.getByRole('button', { name: 'Remove from team' }).click(),
  ])
  expect(after).not.toBe(before)
  expect((await captain.get<string>(`/api/team/${team.id}/invite`)).body).toBe(after)
  expect(visit.faults()).toEqual([])
  await visit.close()
})

const linksOf = async (captain: Person, team: { id: number }) => {
  const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
  return { link: `/invite/${team.id}#${code.slice(-32)}`, old: `/teams#invite=${encodeURIComponent(code)}` }
}

const fillAccount = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Email address', { exact: true }).fill(`${name}@players.example`)
  await page.getByLabel('Username', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill('Passw0rd')
  await page.getByLabel('Confirm password').fill('Passw0rd')
}

describe('somebody who is invited', () => {
  it('plays after one form and two more taps', async () => {
    const open = await createOpenGame(world, { title: 'Harbour Lights', accept_without_review: true })
    await open.challenge({ title: 'Fog Signal' })
    const { player: captain, team } = await open.team({ name: 'Low Tide' })
    const { link } = await linksOf(captain, team)
    const visit = await journeys.visit({ width: widths.phone })
    const { page } = visit
    await page.goto(link)
    await fillAccount(page, 'molly')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.getByText('Your team plays Harbour Lights').waitFor()
    await page.getByRole('button', { name: 'Join game' }).click()
    await page.waitForURL(`**/games/${open.game.id}/challenges`)
    await page.getByRole('link', { name: /Fog Signal/ }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is shown the team even if the list of teams, asked for before, arrives after it was joined', async () => {
    const captain = await world.person('User', 'finn')
    const team = await insertTeam(world.db, [captain], { name: 'Slow Tide' })
    const { link } = await linksOf(captain, team)
    const visit = await journeys.visit()
    const { page } = visit
    const joined = page.waitForResponse((response) => response.url().endsWith('/api/team/accept'))
    let lists = 0
    await page.route('**/api/team', async (route) => {
      const response = await route.fetch()
      lists += 1
      if (lists === 1) await joined
      await route.fulfill({ response })
    })
    // Only once the list has been read as it was before.
    await page.route('**/api/team/accept', async (route) => {
      await expect.poll(() => lists, patient).toBe(1)
      await route.continue()
    })
    await page.goto(link)
    await fillAccount(page, 'pip')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await page.getByRole('heading', { name: 'You’re on Slow Tide' }).waitFor()
    expect(lists).toBe(2)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is seen by the captain within six seconds, who does nothing for it', async () => {
    const captain = await world.person('User', 'rosie')
    const mate = await world.person('User', 'tuck')
    const team = await insertTeam(world.db, [captain], { name: 'Tide Table' })
    const { body: code } = await captain.get<string>(`/api/team/${team.id}/invite`)
    const visit = await journeys.visit({ width: widths.phone })
    const { page } = visit
    await logIn(visit, captain)
    await page.clock.install()
    await page.goto(`/teams/${team.id}/invite`)
    await page.getByText('1 member so far').waitFor()
    await visit.settled()
    // From here on, only the test moves the time of the page.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    expect((await mate.post('/api/team/accept', code)).status).toBe(200)
    await page.clock.runFor(6_000)
    await page.getByText('2 members so far').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'tuck' }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is told whom to ask where the team is full', async () => {
    const open = await createOpenGame(world, {
      ...{ title: 'Duel', accept_without_review: true, team_member_count_limit: 1 },
    })
    const { player: captain, team } = await open.team({ name: 'Ones' })
    const late = await world.person('User', 'late')
    await world.db.insertInto('team_member').values({ team_id: team.id, user_id: late.id }).execute()
    const visit = await journeys.visit()
    await logIn(visit, late)
    visit.expectAnswer(400, `/api/game/${open.game.id}`)
    await visit.page.goto(`/games/${open.game.id}/join`)
    await visit.page.getByRole('button', { name: 'Join game' }).click()
    await visit.page
      .locator('[data-alert]')
      .getByText(
        `1 member of your team already joined, which is the limit. Ask ${captain.userName} who plays.`,
      )
      .waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is told whom to ask for another link', async () => {
    const captain = await world.person('User', 'nova')
    const team = await insertTeam(world.db, [captain], { name: 'Quay' })
    const { link } = await linksOf(captain, team)
    await captain.put(`/api/team/${team.id}/invite`)
    const visit = await journeys.visit()
    visit.expectAnswer(400, '/api/team/invitation')
    await visit.page.goto(link)
    await visit.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await visit.page.getByText('Ask nova for a new one.').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('is not asked for the invitation again after confirming the email address', async () => {
    const [admin, captain] = [await world.person('Admin'), await world.person('User', 'kai')]
    const team = await insertTeam(world.db, [captain], { name: 'Gulls' })
    const { old, link } = await linksOf(captain, team)
    await setPolicy(admin, byMail)
    const visit = await journeys.visit()
    const { page } = visit
    await page.goto(old)
    await page.waitForURL(`**${link}`)
    await fillAccount(page, 'ada')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    // Without a mail server, an administrator passes the link on.
    await page.getByText('Your account was created').waitFor()
    const { url } = await lastMail(admin, 'ada@players.example')
    // On another device, too.
    const other = await journeys.visit({ width: widths.phone })
    await other.page.goto(url.href)
    await other.page.getByRole('button', { name: 'Confirm email address' }).click()
    await other.page.getByRole('button', { name: 'Join Gulls' }).click()
    await other.page.getByRole('heading', { name: 'You’re on Gulls' }).waitFor()
    await setPolicy(admin, {})
    expect([...visit.faults(), ...other.faults()]).toEqual([])
    await Promise.all([visit.close(), other.close()])
  })
})
