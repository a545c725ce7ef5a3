import { connect, type DatabaseConnection } from '../adapters/sql/connect.ts'
import { assertUsable } from '../adapters/sql/assert-usable.ts'
import { migrate, NewerSchema, readSchema, type SchemaState } from '../adapters/sql/migrate.ts'
import { type PlannedMigration, planOf } from '../adapters/sql/plan.ts'
import { createAudit } from '../core/audit/audit.ts'
import { atShell } from '../core/identity/caller.ts'
import { openDatabase } from './database.ts'
import { readSettings } from './settings.ts'
import {
  done,
  expectConsent,
  type Finding,
  finding,
  type Input,
  type Io,
  type Outcome,
  type Verbs,
} from './verb.ts'

const changeLog = '0022-audit'

export const migrateVerbs: Verbs = {
  'migrate status': {
    words: [],
    flags: {},
    summary: 'Say whether the database has the tables that this version needs',
    run: (input, io) =>
      onDatabase(input, io, async (_connection, state) => {
        const { applied, pending } = state
        const text = pending.length === 0 ? `The database is current: ${applied.at(-1)}.` : listed(pending)
        return { ...done(text, state), exit: pending.length === 0 ? 0 : 3 }
      }),
  },

  'migrate plan': {
    words: [],
    flags: {},
    summary: 'Say what `migrate apply` would do: names, kinds, and which tables would be locked',
    run: (input, io) =>
      onDatabase(input, io, async ({ db }, { pending }) => {
        const planned = (await planOf(db, pending)).map((one) => ({ ...one, beside: besideOf(one) }))
        const text = planned.length === 0 ? nothing : planned.map(describe).join('\n')
        return { ...done(text, { migrations: planned }), exit: planned.length === 0 ? 0 : 3 }
      }),
  },

  'migrate apply': {
    words: [],
    flags: { expand: { type: 'boolean' } },
    flagTexts: { expand: 'Only those that programs of the version before can live with. The default' },
    summary: 'Bring the database up to date before the server starts',
    run: (input, io) =>
      onDatabase(input, io, async (connection, { applied, pending }) => {
        if (pending.length === 0) return done(nothing, { applied: [], left: [] })
        const planned = await planOf(connection.db, pending)
        // Migrations are applied in order, so the first that contracts ends what expands.
        const end = planned.findIndex(({ kind }) => kind === 'contract')
        // A database without tables has no program to live with.
        const expanding = applied.length === 0 || end < 0 ? pending : pending.slice(0, end)
        const left = pending.slice(expanding.length)
        const last = expanding.at(-1)
        if (last === undefined)
          return { ...done('', { applied: [], left }), exit: 3, findings: [leftBy(left)] }
        await expectConsent(input, io, `Apply ${expanding.join(', ')}?`)
        const made = await migrate(connection.untyped, last)
        await record(connection, io, made)
        const outcome = done(`Applied ${made.join(', ')}.`, { applied: made, left })
        return left.length === 0 ? outcome : { ...outcome, exit: 3, findings: [leftBy(left)] }
      }),
  },
}

const nothing = 'The database is current: there is nothing to apply.'

const listed = (pending: readonly string[]): string =>
  ['The database lacks:', ...pending.map((name) => `  ${name}`)].join('\n')

const besideOf = ({ kind }: PlannedMigration): string =>
  kind === 'expand'
    ? 'Servers of the version before go on working, but report as unhealthy until they are updated'
    : 'Nothing: stop all servers first'

const describe = (one: PlannedMigration & { beside: string }): string =>
  [
    `${one.name}  ${one.kind}`,
    ...one.locks.map(({ table, stops, rows }) => `  locks ${table} (about ${rows} rows) against ${stops}`),
    `  beside it: ${one.beside}`,
  ].join('\n')

const leftBy = (left: readonly string[]): Finding =>
  finding(
    'warning',
    'migration.contract',
    'database',
    `Not applied, because they contract: ${left.join(', ')}.`,
    {
      remedy: 'Stop all servers of older versions, and start one of this version: it applies them.',
      facts: { left },
    },
  )

const record = async (
  { db, untyped, afterCommit }: DatabaseConnection,
  { account, clock }: Io,
  made: readonly string[],
): Promise<void> => {
  if (!(await readSchema(untyped)).applied.includes(changeLog)) return
  const audit = createAudit({ db, clock, afterCommit, signals: { emit: () => undefined } })
  const after = { migrations: [...made] }
  await audit.alone(atShell(account), 'migration.apply', { id: null, after })
}

const onDatabase = async (
  input: Input,
  io: Io,
  work: (connection: DatabaseConnection, state: SchemaState) => Promise<Outcome>,
): Promise<Outcome> => {
  const { config } = readSettings(input, io)
  const database = await openDatabase(config, io)
  const connection = connect(database.address, { poolSize: 2, onError: () => undefined })
  try {
    await assertUsable(connection.pool)
    const state = await readSchema(connection.untyped)
    if (state.unknown.length > 0) throw new NewerSchema(state.unknown)
    io.signal.throwIfAborted()
    return await work(connection, state)
  } finally {
    await connection.close()
    await database.close()
  }
}
