import {
  leftBehind,
  missingTables,
  newestMigration,
  unknownTables,
} from '@pennant/interchange/compatible/schema'
import { createTally, type TableReport } from '@pennant/interchange/compatible/notes'
import { isSet, textOf } from '@pennant/interchange/compatible/row'
import type { Source } from '../adapters/sql/move-in/source.ts'
import { readGameKey } from './game-keys.ts'

/** Why a database can't be moved in. */
export class Unfit extends Error {
  override readonly name = 'Unfit'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const oldestPostgres = 150_000

export const expectKnown = async (source: Source): Promise<void> => {
  if (Number(source.postgres) < oldestPostgres)
    throw new Unfit('source.postgres', 'The database needs PostgreSQL 15 or later.')
  const history = '__EFMigrationsHistory'
  const missing = missingTables(source.tables)
  if (!source.tables.includes(history) || missing.length > 0)
    throw new Unfit('source.other', 'This is not the database of a platform that is known here.')
  const [newest = 'none'] = await source.column(
    `select "MigrationId" from "${history}" order by "MigrationId" collate "C" desc limit 1`,
  )
  if (newest !== newestMigration)
    throw new Unfit(
      'source.schema',
      `The database has the schema ${newest}, and only ${newestMigration} is known here.`,
    )
}

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
      "The XorKey of the settings isn't the one that the games' keys were masked with.",
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
