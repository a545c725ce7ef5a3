import { leftBehind, newestMigration, tables, unknownTables } from '@pennant/interchange/compatible/schema'
import { createTally, type TableReport } from '@pennant/interchange/compatible/notes'
import { isSet, textOf } from '@pennant/interchange/compatible/row'
import type { Source } from '../adapters/sql/move-in/source.ts'
import { readGameKey } from './game-keys.ts'

/** Why a database can't be moved in. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
  readonly code: string
  readonly remedy: string

  constructor(code: string, message: string, remedy: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}

const oldestPostgres = 150_000

export const expectKnown = async (source: Source): Promise<void> => {
  if (Number(source.postgres) < oldestPostgres)
    throw new Unfit(
      'source.postgres',
      'The database runs on a PostgreSQL that is older than 15.',
      'Load a dump of it into a newer one, and move in from there.',
    )
  if (source.schemas.length > 1)
    throw new Unfit(
      'source.schemas',
      `More than one schema has tables of such a platform: ${source.schemas.join(', ')}.`,
      "Say which one at the end of --from: '?options=-csearch_path=NAME'.",
    )
  if (source.closed.length > 0)
    throw new Unfit(
      'source.closed',
      `The account of --from can't read ${source.closed.join(', ')}.`,
      'Use the account that owns the database, or grant it SELECT on all tables.',
    )
  if (source.filtered.length > 0)
    throw new Unfit(
      'source.filtered',
      `Row-level security can hide rows from the account of --from, in ${source.filtered.join(', ')}.`,
      'Use the account that owns the tables or, if they force it on their owner too, one that has BYPASSRLS.',
    )
  const history = '__EFMigrationsHistory'
  const missing = [history, ...tables].filter((name) => !source.tables.includes(name))
  if (missing.length > 0)
    throw new Unfit(
      'source.other',
      `This is not the database of a platform that is known here: it lacks ${listed(missing)}.`,
      'Name its database at the end of --from. If you loaded a dump into it, check what was said while loading.',
    )
  const [newest = 'none'] = await source.column(
    `select "MigrationId" from "${history}" order by "MigrationId" collate "C" desc limit 1`,
  )
  if (newest !== newestMigration)
    throw new Unfit(
      'source.schema',
      `The database has the schema ${newest}, and only ${newestMigration} is known here.`,
      'That is version 1.8.5 of the other platform. Update it if it is older, or Pennant if it is newer.',
    )
}

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')}, and ${names.length - 3} more tables` : names.join(', ')

/** The right key opens the private key of at least one game. Without games, nothing was masked with it. */
export const expectKey = async (source: Source, xorKey: Buffer): Promise<void> => {
  let games = 0
  for await (const rows of source.rows('select * from "Games" order by "Id"'))
    for (const row of rows) {
      if (readGameKey(row, xorKey) !== null) return
      games += 1
    }
  if (games > 0)
    throw new Unfit(
      'key.wrong',
      xorKey.length === 0
        ? "The settings have no XorKey, and the games' keys were masked with one."
        : "The XorKey of the settings isn't the one that the games' keys were masked with.",
      'Name the settings file that the other platform ran with.',
    )
}

/** Tables whose rows are not carried. */
export const surveyRest = async (source: Source): Promise<TableReport[]> => {
  const reports: TableReport[] = []
  const unknown = unknownTables(source.tables).map((table) => ({ table, why: 'The table is not known here' }))
  for (const { table, why } of [...leftBehind, ...unknown]) {
    if (!source.tables.includes(table)) continue
    const tally = createTally(table)
    if (table === 'ApiTokens') await nameTokens(source, tally, why)
    else {
      const name = table.replaceAll('"', '""')
      const rows = Number((await source.column(`select count(*) from "${name}"`))[0] ?? 0)
      tally.read(rows)
      tally.lostRows(why, rows)
    }
    const report = tally.report()
    if (report.read > 0) reports.push(report)
  }
  return reports
}

const nameTokens = async (
  source: Source,
  tally: ReturnType<typeof createTally>,
  why: string,
): Promise<void> => {
  const query = `select t.*, u."UserName" from "ApiTokens" t left join "AspNetUsers" u on u."Id" = t."CreatorId"
    order by t."CreatedAt", t."Id"`
  for await (const rows of source.rows(query))
    for (const row of rows) {
      tally.read()
      const [name, by] = [textOf(row, 'Name') ?? '', textOf(row, 'UserName') ?? '']
      if (isSet(row, 'IsRevoked')) tally.lost('row', 'It was revoked', `"${name}"`)
      else tally.lost('row', why, `"${name}" of ${by}`)
    }
}
