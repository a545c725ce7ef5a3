import type { ReadBackup } from '../backup/read.ts'
import type { Db } from '../ports/database.ts'
import { done, type Outcome } from './verb.ts'

/** Of a game that ran at the backup. What came after `lastAt` is lost. */
export type GameEnd = {
  id: number
  title: string
  submissions: number
  /** Null: nobody had submitted anything. */
  lastAt: number | null
}

export const readGameEnds = async (db: Db, createdAt: number): Promise<GameEnd[]> => {
  const at = new Date(createdAt)
  const rows = await db
    .selectFrom('game')
    .leftJoin('submission', 'submission.game_id', 'game.id')
    .select(['game.id', 'game.title'])
    .select((eb) => eb.fn.count('submission.id').as('submissions'))
    .select((eb) => eb.fn.max('submission.time').as('last_at'))
    .where('game.start_at', '<=', at)
    .where('game.end_at', '>', at)
    .where('game.rehearsal_id', 'is', null)
    .groupBy('game.id')
    .orderBy('game.id')
    .execute()
  return rows.map(({ id, title, submissions, last_at: last }) => ({
    ...{ id, title, submissions: Number(submissions) },
    lastAt: last === null ? null : last.getTime(),
  }))
}

type Restored = {
  database: string
  /** Under which name the database from before is kept. */
  kept: string | null
  /** Where the data of an older built-in PostgreSQL is. */
  aside: string | null
  ends: readonly GameEnd[]
}

export const restoredOutcome = (
  { manifest }: ReadBackup,
  { database, kept, aside, ends }: Restored,
  looked: Outcome,
): Outcome => {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const time = timeOf(manifest.createdAt)
  const lines = [
    `The database "${database}" is as it was at ${time}: ${rows} rows, ${manifest.files.length} files.`,
    'What came after that is lost.',
    ...ends.map(endOf),
    ...(kept === null ? [] : [`What it was before is now the database "${kept}".`]),
    ...(aside === null ? [] : [`The data of the older PostgreSQL is in "${aside}".`]),
    'Everyone has to log in again. Instances from before are removed.',
    'Emails that were due stay in the outbox until you run `pennant restore release-emails`.',
    '',
    'What `pennant doctor` says about it (run it again once the server has started):',
    looked.text,
  ]
  return done(lines.join('\n'), {
    createdAt: manifest.createdAt,
    rows,
    files: manifest.files.length,
    games: ends,
    database,
    kept,
    aside,
    doctor: looked.findings,
  })
}

const timeOf = (at: number): string => new Date(at).toISOString()

const endOf = ({ id, title, submissions, lastAt }: GameEnd): string =>
  lastAt === null
    ? `Game ${id} ("${title}") was running, without submissions.`
    : `Game ${id} ("${title}") was running. Submissions here: ${submissions}, the last of ${timeOf(lastAt)}.`
