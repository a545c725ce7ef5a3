import { randomBytes } from 'node:crypto'
import { mapGame } from '@pennant/interchange/compatible/competition'
import { nothingKnown, type Known } from '@pennant/interchange/compatible/known'
import { createTally, type Notes, type TableReport, type Tally } from '@pennant/interchange/compatible/notes'
import { captainOf, mapTeam } from '@pennant/interchange/compatible/people'
import { mapSettings } from '@pennant/interchange/compatible/platform'
import { idOf, integerOf, textOf, type Row } from '@pennant/interchange/compatible/row'
import type { Source } from '../adapters/sql/move-in/source.ts'
import type { Target, TargetRow } from '../adapters/sql/move-in/target.ts'
import { newGameKeys } from '../core/game/keys.ts'
import { createEnvelopeKey } from '../core/setting/envelope.ts'
import { storedKeyPair } from '../core/setting/key-pair.ts'
import type { Vault } from '../core/setting/vault.ts'
import type { MovedFiles } from './files.ts'
import { readGameKey } from './game-keys.ts'
import { gamesQuery, members, numbered, posts, type Step, stepsOfGames, teamsQuery, users } from './plan.ts'

type Means = {
  source: Source
  files: MovedFiles['files']
  xorKey: Buffer
  vault: Vault
  /** Null: everything is read and mapped, and nothing written. */
  target: Target | null
  now: number
  say(text: string): void
}

export type Carried = { reports: TableReport[]; known: Known }

const reportEvery = 100_000

/** Reads every table, and writes what becomes of it. */
export const carry = async (means: Means): Promise<Carried> => {
  const { source, target, say } = means
  const known = nothingKnown()
  for (const [id, file] of means.files) {
    known.files.set(id, file)
    known.byHash.set(file.hash, file)
  }
  const tallies = new Map<string, Tally>()
  const tallyOf = (table: string): Tally => {
    const tally = tallies.get(table) ?? createTally(table)
    tallies.set(table, tally)
    return tally
  }

  const run = async ({ table, query, key, into, isDerived, map }: Step): Promise<void> => {
    const tally = tallyOf(table)
    const own = isDerived === true ? createTally(table) : tally
    let before: string | null = null
    let read = 0
    for await (const rows of source.rows(query)) {
      const written: TargetRow[] = []
      for (const row of rows) {
        own.read()
        const at = JSON.stringify(key.map((column) => row[column] ?? null))
        if (at === before) {
          tally.lost('row', 'Another row has the same key')
          continue
        }
        before = at
        const mapped = map(row, known, tally)
        if (mapped === null) continue
        own.carried()
        written.push(mapped)
      }
      await target?.insert(into, written)
      if (Math.floor(read / reportEvery) < Math.floor((read + rows.length) / reportEvery))
        say(`${table}: ${read + rows.length} rows…`)
      read += rows.length
    }
  }

  const stepOf = (table: string, query: string, into: Step['into'], map: Step['map']): Step => ({
    ...{ table, query, into, map },
    key: ['Id'],
  })

  await run(users)
  const newToken = (): string => randomBytes(16).toString('hex')
  await run(stepOf('Teams', teamsQuery, 'team', (row, _known, notes) => mapTeam(row, known, notes, newToken)))
  await carryMembers(run, known, tallyOf('TeamUserInfo'), target)
  await run(posts)
  await run(
    stepOf('Games', gamesQuery.query, 'game', (row, _known, notes) => gameOf(row, means, known, notes)),
  )
  await target?.insert(
    'game_ledger',
    [...known.games].map((id) => ({ game_id: id })),
  )
  for (const step of stepsOfGames) await run(step)
  await carrySettings(means, known, tallyOf('Configs'))
  await target?.insert('file', fileRows(means.files, known))
  if (target !== null) await setSequences(source, target)
  return { reports: [...tallies.values()].map((tally) => tally.report()), known }
}

const gameOf = (row: Row, { vault, xorKey, target }: Means, known: Known, notes: Notes) => {
  const key = readGameKey(row, xorKey)
  if (key !== null) {
    const locked = target === null ? '' : vault.lock(key.seed)
    return mapGame(row, known, notes, { private_key: locked, hash_salt: key.hashSalt })
  }
  const why =
    'Its pair of keys is none; a new one was made, and team tokens that were given out stop verifying'
  notes.changed('PrivateKey', why, textOf(row, 'Title') ?? '')
  const { public_key, private_key, hash_salt } = newGameKeys(vault)
  const game = mapGame(row, known, notes, { private_key, hash_salt })
  return game === null ? null : { ...game, public_key }
}

const carryMembers = async (
  run: (step: Step) => Promise<void>,
  known: Known,
  tally: Tally,
  target: Target | null,
): Promise<void> => {
  const led = new Set<number>()
  await run({
    ...members,
    map(row, _known, notes) {
      const [team, user] = [integerOf(row, 'TeamsId') ?? 0, idOf(row, 'MembersId')]
      if (known.teams.get(team)?.captain === user) led.add(team)
      return members.map(row, known, notes)
    },
  })
  const missing = [...known.teams].filter(([team]) => !led.has(team))
  for (const [team] of missing)
    tally.changed('captain', 'The captain was not a member, and is now', `team ${team}`)
  await target?.insert(
    'team_member',
    missing.map(([team, { captain }]) => captainOf(known, team, captain)),
  )
}

const carrySettings = async (
  { source, target, vault, now }: Means,
  known: Known,
  tally: Tally,
): Promise<void> => {
  const given = new Map<string, string | null>()
  for await (const rows of source.rows('select * from "Configs" order by "ConfigKey"'))
    for (const row of rows) {
      tally.read()
      const key = textOf(row, 'ConfigKey')
      if (key === null || given.has(key))
        tally.lost('row', key === null ? 'It has no key' : 'Another row has the same key', key ?? '')
      else given.set(key, textOf(row, 'Value'))
    }
  const settings = mapSettings(given, known, tally)
  const { read, lost } = tally.report()
  const gone = lost.filter(({ what }) => what === 'row').reduce((sum, { rows }) => sum + rows, 0)
  tally.carried(read - gone)
  if (target === null) return
  const pair = settings.GlobalConfig.apiEncryption
    ? { ApiEncryption: storedKeyPair(createEnvelopeKey(), vault) }
    : {}
  const at = new Date(now).toISOString()
  await target.replaceSettings(
    Object.entries({ ...settings, ...pair }).map(([key, value]) => ({
      key,
      value: JSON.stringify(value),
      at,
    })),
  )
}

// An upload that nothing uses waits for someone to use it, as here.
const fileRows = (files: MovedFiles['files'], { uses }: Known): TargetRow[] =>
  [...new Map([...files.values()].map((file) => [file.hash, file])).values()].map(
    ({ hash, name, size, uploadedAt }) => ({
      ...{ hash, name, size, uploaded_at: uploadedAt },
      refs: uses.get(hash) ?? 1,
      unclaimed: uses.has(hash) ? 0 : 1,
    }),
  )

// Keys of deleted rows are in old links and events, and must not be given again.
const setSequences = async (source: Source, target: Target): Promise<void> => {
  for (const [table, theirs] of numbered) {
    const [last = '0'] = await source.column(
      `select coalesce(last_value, 0) from pg_sequences
       where schemaname = current_schema() and sequencename = '${theirs}_Id_seq'`,
    )
    await target.setSequence(table, Number(last))
  }
}
