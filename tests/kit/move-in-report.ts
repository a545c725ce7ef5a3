import { expect } from 'vitest'
import type { Report } from '../../apps/server/src/move-in/report-text.ts'
import type { Tables } from '../../apps/server/src/ports/database.ts'
import type { TestDatabase } from './test-database.ts'

const into: Readonly<Record<string, keyof Tables>> = {
  ...{
    AspNetUsers: 'user',
    Teams: 'team',
    Games: 'game',
    Divisions: 'division',
    GameChallenges: 'challenge',
  },
  ...{ DivisionChallengeConfig: 'division_challenge', FlagContexts: 'flag', Attachments: 'attachment' },
  ...{ Participations: 'participation', UserParticipations: 'participation_member', Posts: 'post' },
  ...{ Submissions: 'submission', FirstSolves: 'first_solve', CheatInfo: 'cheat_info' },
  ...{ GameEvents: 'game_event', GameNotices: 'notice', Files: 'file' },
}

const rowsOf = (found: readonly { what: string; rows: number }[]): number =>
  found.filter(({ what }) => what === 'row' || what === 'file').reduce((sum, { rows }) => sum + rows, 0)

/** Each row that was read is carried, or named with its reason; each that is said to be carried is there. */
export const expectAccounted = async ({ tables }: Report, { db }: TestDatabase): Promise<void> => {
  const counted = tables.map(({ table, read, carried, lost, changed }) => ({
    ...{ table, read },
    accounted: carried + rowsOf(lost) + rowsOf(changed),
  }))
  expect(counted).toEqual(counted.map(({ table, read }) => ({ table, read, accounted: read })))
  for (const { table, carried } of tables) {
    const name = into[table]
    if (name === undefined) continue
    const { rows } = await db
      .selectFrom(name)
      .select((is) => is.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    expect([table, rows]).toEqual([table, carried])
  }
}
