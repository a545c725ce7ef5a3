import { randomBytes, randomUUID } from 'node:crypto'
import type { ParticipationInfo } from '@pennant/contract/participation'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { logIn } from './screen.ts'

/** A list renders no more rows than this, however long it is. */
const mostRows = 100
const teams = 500
const sent = 30_000

const patient = { timeout: 20_000 }

describe('a big game, on the screens of those who run it', () => {
  let world: World
  let journeys: Journeys
  let admin: Person

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin', 'quartermaster')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visit = async () => {
    const visited = await journeys.visit()
    await logIn(visited, admin)
    return visited
  }
  const rowsThere = (page: Page): Promise<number> => page.locator('tbody tr[data-row]').count()

  describe('with five hundred teams that want to take part', () => {
    let open: OpenGame
    let last: OpenTeam
    let challenge: { id: number }

    beforeAll(async () => {
      open = await createOpenGame(world, { title: 'Regatta' })
      challenge = await open.challenge({ title: 'Buoy', flags: ['flag{buoy}'] })
      await insertApplications(teams - 1)
      last = await open.team({ name: nameOf(teams - 1), status: 'Pending' })
    })

    const nameOf = (at: number): string => `Boat ${String(at).padStart(3, '0')}`
    const insertApplications = async (count: number): Promise<void> => {
      const { db } = world
      const users = Array.from({ length: count }, (_, at) => ({
        id: randomUUID(),
        name: `rower${at}`,
        name_key: `rower${at}`,
        email: `rower${at}@players.example`,
        email_key: `rower${at}@players.example`,
        stamp: randomUUID(),
        registered_at: new Date(),
      }))
      await db.insertInto('user').values(users).execute()
      const boats = await db
        .insertInto('team')
        .values(users.map(({ id }, at) => ({ name: nameOf(at), captain_id: id, invite_token: token() })))
        .returning(['id', 'captain_id'])
        .execute()
      await db
        .insertInto('team_member')
        .values(boats.map(({ id, captain_id }) => ({ team_id: id, user_id: captain_id })))
        .execute()
      const applied = await db
        .insertInto('participation')
        .values(
          boats.map(({ id }) => ({
            game_id: open.game.id,
            team_id: id,
            status: 'Pending' as const,
            token: `${id}:${token()}`,
          })),
        )
        .returning(['id', 'team_id'])
        .execute()
      const captains = new Map(boats.map(({ id, captain_id }) => [id, captain_id]))
      await db
        .insertInto('participation_member')
        .values(
          applied.map(({ id, team_id }) => ({
            game_id: open.game.id,
            user_id: captains.get(team_id) ?? '',
            participation_id: id,
            joined_at: new Date(),
          })),
        )
        .execute()
    }

    const counted = async (): Promise<Record<string, number>> => {
      const { body } = await admin.get<ParticipationInfo[]>(`/api/game/${open.game.id}/participations`)
      const counts: Record<string, number> = {}
      for (const { status } of body) counts[status] = (counts[status] ?? 0) + 1
      return counts
    }
    const decide = async (page: Page, act: string, count: number): Promise<void> => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByText(`${count} selected`).waitFor()
      await page.getByRole('button', { name: `${act} (${count})` }).click()
      const dialog = page.getByRole('dialog', { name: `${act} ${count} teams?` })
      await dialog.getByRole('button', { name: act }).click()
      await dialog.waitFor({ state: 'detached' })
    }

    it('decides on all at once, on some of them otherwise, and takes that back', async () => {
      const visited = await visit()
      const { page } = visited
      await page.goto(`/admin/games/${open.game.id}/review?sort=name`)
      await page.getByText(`${teams} of ${teams}`).waitFor()
      expect(await rowsThere(page)).toBeLessThan(mostRows)
      const path = `${open.path}/challenges/${challenge.id}`
      expect((await last.player.get(path)).status).toBe(400)

      await decide(page, 'Accept', teams)
      // The toast closes after some seconds.
      await page.getByText(`${teams} teams changed`).waitFor()
      await expect.poll(counted, patient).toEqual({ Accepted: teams })
      expect((await last.player.get(path)).status).toBe(200)

      await page.getByRole('searchbox').fill('boat 00')
      await page.getByText(`10 of ${teams}`).waitFor()
      await decide(page, 'Reject', 10)
      await expect.poll(counted, patient).toEqual({ Accepted: teams - 10, Rejected: 10 })
      await page.getByRole('radio', { name: /^Rejected/ }).click({ force: true })
      await page.getByText(`10 of ${teams}`).waitFor()
      await decide(page, 'Reopen', 10)
      await expect.poll(counted, patient).toEqual({ Accepted: teams - 10, Pending: 10 })
      await page.getByText('No results for these filters').waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()

      // One key goes to the other end, which shows the last rows of the list.
      await page.getByText(`${teams} of ${teams}`).waitFor()
      await page.keyboard.press('j')
      await page.locator('[data-row="0"]:focus', { hasText: nameOf(0) }).waitFor()
      await page.keyboard.press('End')
      await page.locator(`[data-row="${teams - 1}"]:focus`, { hasText: nameOf(teams - 1) }).waitFor()
      expect(await rowsThere(page)).toBeLessThan(mostRows)
      expect(visited.faults()).toEqual([])
      await visited.close()
    })
  })

  describe('with thirty thousand submissions', () => {
    let open: OpenGame
    let crew: OpenTeam
    let challenge: { id: number }

    beforeAll(async () => {
      open = await createOpenGame(world, { title: 'Armada' })
      crew = await open.team({ name: 'Herring' })
      challenge = await open.challenge({ title: 'Buoy', flags: ['flag{buoy}'] })
      const { game, participation, player } = { game: open.game, ...crew }
      await sql`
        insert into submission (game_id, participation_id, challenge_id, user_id, answer, status, time)
        select ${game.id}, ${participation.id}, ${challenge.id}, ${player.id}, 'flag{old ' || n || '}',
               'WrongAnswer', ${new Date(world.clock.now() - 3_500_000)}::timestamptz + n * interval '100 ms'
        from generate_series(1, ${sent}) n`.execute(world.db)
      await open.changed()
    })

    /** Visible rows, by index in the list. */
    const seen = (page: Page): Promise<{ at: number; answer: string }[]> =>
      page.locator('tbody tr[data-row]').evaluateAll((rows) =>
        rows.map((row) => ({
          at: Number(row.getAttribute('data-row')),
          answer: /flag\{.+?\}/.exec(row.textContent ?? '')?.[0] ?? '',
        })),
      )
    const olds = (places: readonly { at: number }[], newer: number): { at: number; answer: string }[] =>
      places.map(({ at }) => ({ at, answer: `flag{old ${sent + newer - at}}` }))

    const scrollTo = async (page: Page, share: number): Promise<void> => {
      const scroller = page.getByRole('region', { name: 'Submissions' })
      await scroller.evaluate((element, part) => element.scrollTo(0, element.scrollHeight * part), share)
    }
    const scrolled = (page: Page): Promise<number> =>
      page.getByRole('region', { name: 'Submissions' }).evaluate(({ scrollTop }) => scrollTop)
    /** Waits until the row is visible and all visible rows are the expected ones. */
    const expectAround = async (page: Page, place: number, newer: number): Promise<void> => {
      let rows: { at: number; answer: string }[] = []
      await expect
        .poll(async () => {
          rows = await seen(page)
          const [first, end] = [rows[0]?.at ?? -1, rows.at(-1)?.at ?? -1]
          return first <= place && place <= end && rows.every(({ answer }) => answer !== '')
        }, patient)
        .toBe(true)
      expect(rows).toEqual(olds(rows, newer))
      expect(rows.length).toBeLessThan(mostRows)
    }

    it('shows any part of them, while more come', async () => {
      const visited = await visit()
      const { page } = visited
      const table = page.getByRole('table')
      await page.goto(`/games/${open.game.id}/monitor/submissions`)
      await page.getByText('30,000 entries').waitFor()
      await page.getByText('Live', { exact: true }).first().waitFor()
      await expectAround(page, 0, 0)

      await open.submit(crew.player, challenge, 'flag{at the top}')
      await table.getByText('flag{at the top}').waitFor()
      await page.getByText('30,001 entries').waitFor()

      // In the middle of the list, new rows must not move the others.
      await scrollTo(page, 0.5)
      await expectAround(page, 15_000, 1)
      const before = await scrolled(page)
      await open.submit(crew.player, challenge, 'flag{in the middle}')
      await page.getByRole('button', { name: '1 new' }).waitFor()
      await expectAround(page, 15_000, 1)
      expect(await scrolled(page)).toBe(before)
      await page.getByRole('button', { name: '1 new' }).click()
      await page.getByText('30,002 entries').waitFor()
      await expectAround(page, 15_000, 2)

      await expect
        .poll(async () => {
          await scrollTo(page, 1)
          return (await seen(page)).at(-1)
        }, patient)
        .toEqual({ at: sent + 1, answer: 'flag{old 1}' })
      await expectAround(page, sent + 1, 2)

      await page.getByRole('button', { name: 'Pause' }).click()
      await open.submit(crew.player, challenge, 'flag{while paused}')
      await page.getByRole('button', { name: '1 new' }).waitFor()
      await scrollTo(page, 0)
      await table.getByText('flag{in the middle}').waitFor()
      await expect.poll(() => table.getByText('flag{while paused}').count()).toBe(0)
      await page.getByRole('button', { name: 'Resume' }).click()
      await table.getByText('flag{while paused}').waitFor()
      await open.submit(crew.player, challenge, 'flag{going on}')
      await table.getByText('flag{going on}').waitFor()
      await page.getByText('30,004 entries').waitFor()
      expect(await rowsThere(page)).toBeLessThan(mostRows)

      // End goes to the oldest submission.
      await page.locator('[data-row="0"]').focus()
      await page.keyboard.press('End')
      await page.locator(`[data-row="${sent + 3}"]:focus`, { hasText: 'flag{old 1}' }).waitFor()
      expect(visited.faults()).toEqual([])
      await visited.close()
    })
  })
})

const token = (): string => randomBytes(16).toString('hex')
