import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ParticipationStatus } from '@pennant/contract/enums'
import type { Insertable } from 'kysely'
import type { Db, TeamRow } from '../../apps/server/src/ports/database.ts'
import type {
  AttachmentTable,
  ChallengeRow,
  NewChallengeRow,
} from '../../apps/server/src/ports/tables/challenge.ts'
import type { ContainerRow, NewContainerRow } from '../../apps/server/src/ports/tables/container.ts'
import type { DivisionRow, GameRow, NewGameRow } from '../../apps/server/src/ports/tables/game.ts'
import type { GameInstanceRow, ParticipationRow } from '../../apps/server/src/ports/tables/participation.ts'
import type { NewSubmissionRow, SubmissionRow } from '../../apps/server/src/ports/tables/submission.ts'
import { newGameKey } from './game-key.ts'
import type { World } from './world.ts'

const hour = 3_600_000
let made = 0

export const insertUser = async (
  db: Db,
  name = `somebody${++made}`,
): Promise<{ id: string; name: string }> => {
  const id = randomUUID()
  const email = `${name}@players.example`
  await db
    .insertInto('user')
    .values({
      id,
      name,
      name_key: name,
      email,
      email_key: email,
      stamp: randomUUID(),
      registered_at: new Date(),
    })
    .execute()
  return { id, name }
}

export const insertGame = (db: Db, given: Partial<NewGameRow> = {}): Promise<GameRow> =>
  db
    .insertInto('game')
    .values({
      title: `Game ${++made}`,
      start_at: new Date(Date.now() - hour),
      end_at: new Date(Date.now() + 24 * hour),
      writeup_deadline: new Date(Date.now() + 48 * hour),
      ...newGameKey(),
      hash_salt: randomBytes(32).toString('hex'),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertDivision = (
  db: Db,
  game: { id: number },
  name = `Division ${++made}`,
): Promise<DivisionRow> =>
  db.insertInto('division').values({ game_id: game.id, name }).returningAll().executeTakeFirstOrThrow()

/** The first member is the captain. */
export const insertTeam = async (
  db: Db,
  members: readonly { id: string }[],
  given: Partial<Pick<TeamRow, 'name' | 'bio' | 'locked'>> = {},
): Promise<TeamRow> => {
  const captain = members[0] ?? (await insertUser(db))
  const team = await db
    .insertInto('team')
    .values({
      name: `Team ${++made}`,
      invite_token: randomBytes(16).toString('hex'),
      captain_id: captain.id,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('team_member')
    .values([captain, ...members.slice(1)].map(({ id }) => ({ team_id: team.id, user_id: id })))
    .execute()
  return team
}

type GivenParticipation = {
  status?: ParticipationStatus
  division?: { id: number }
  members?: readonly { id: string }[]
}

export const insertParticipation = async (
  db: Db,
  game: { id: number },
  team: { id: number },
  { status = 'Accepted', division, members = [] }: GivenParticipation = {},
): Promise<ParticipationRow> => {
  const participation = await db
    .insertInto('participation')
    .values({
      game_id: game.id,
      team_id: team.id,
      division_id: division?.id ?? null,
      status,
      token: `${team.id}:${randomBytes(64).toString('base64')}`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const { id } of members)
    await db
      .insertInto('participation_member')
      .values({ game_id: game.id, user_id: id, participation_id: participation.id, joined_at: new Date() })
      .execute()
  return participation
}

export const insertChallenge = (
  db: Db,
  game: { id: number },
  given: Partial<NewChallengeRow> = {},
): Promise<ChallengeRow> =>
  db
    .insertInto('challenge')
    .values({
      game_id: game.id,
      title: `Challenge ${++made}`,
      category: 'Misc',
      type: 'DynamicContainer',
      is_enabled: true,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertFlag = async (
  db: Db,
  challenge: { id: number },
  flag = `flag{${++made}}`,
): Promise<number> => {
  const values = { challenge_id: challenge.id, flag }
  const { id } = await db.insertInto('flag').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertAttachment = async (
  db: Db,
  challenge: { id: number },
  given: Partial<Insertable<AttachmentTable>> = {},
): Promise<void> => {
  const link = { type: 'Remote' as const, remote_url: `https://files.example/${++made}` }
  const { type, remote_url } = given.file_hash == null ? link : { type: 'Local' as const, remote_url: null }
  await db
    .insertInto('attachment')
    .values({ challenge_id: challenge.id, type, remote_url, ...given })
    .execute()
}

type Owned = { participation: { id: number; game_id: number }; challenge: { id: number } }

const keysOf = ({ participation, challenge }: Owned) => ({
  game_id: participation.game_id,
  participation_id: participation.id,
  challenge_id: challenge.id,
})

export const insertInstance = (
  db: Db,
  owned: Owned,
  given: Partial<Pick<GameInstanceRow, 'flag' | 'flag_id'>> = {},
): Promise<GameInstanceRow> =>
  db
    .insertInto('game_instance')
    .values({ ...keysOf(owned), ...given })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertContainer = async (
  db: Db,
  owned: Owned | { test: { id: number } },
  given: Partial<NewContainerRow> = {},
): Promise<ContainerRow> => {
  const keys = 'test' in owned ? { test: true, test_challenge_id: owned.test.id } : keysOf(owned)
  if (!('test' in owned))
    await db
      .insertInto('game_instance')
      .values(keysOf(owned))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return db
    .insertInto('container')
    .values({
      id: randomUUID(),
      ...keys,
      image: 'registry.example/box:1',
      status: 'Running',
      runtime_id: randomBytes(32).toString('hex'),
      is_proxied: false,
      ip: '10.7.0.2',
      port: 1337,
      started_at: new Date(Date.now() - 60_000),
      expect_stop_at: new Date(Date.now() + 2 * hour),
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const insertSubmission = (
  db: Db,
  owned: Owned,
  given: Partial<NewSubmissionRow> = {},
): Promise<SubmissionRow> =>
  db
    .insertInto('submission')
    .values({ ...keysOf(owned), answer: 'flag{no}', status: 'WrongAnswer', time: new Date(), ...given })
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertSolve = async (db: Db, owned: Owned, time = new Date()): Promise<SubmissionRow> => {
  const submission = await insertSubmission(db, owned, { answer: 'flag{yes}', status: 'Accepted', time })
  await db
    .insertInto('first_solve')
    .values({ ...keysOf(owned), submission_id: submission.id })
    .execute()
  return submission
}

export const insertWriteup = async (
  { db, app }: Pick<World, 'db' | 'app'>,
  participation: { id: number; game_id: number; team_id: number },
  { bytes, name, at = new Date() }: { bytes: Buffer; name?: string; at?: Date },
): Promise<{ hash: string; name: string }> => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const stored = name ?? `Writeup-${participation.game_id}-${participation.team_id}.pdf`
  const key = `uploads/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
  await app.adapters.blobs.put(key, Readable.from([bytes]), bytes.length)
  await db
    .insertInto('file')
    .values({ hash, name: stored, size: bytes.length, uploaded_at: at, refs: 1 })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ name: stored, refs: (is) => is('file.refs', '+', 1) }),
    )
    .execute()
  await db
    .updateTable('participation')
    .set({ writeup_hash: hash, writeup_name: stored, writeup_at: at })
    .where('id', '=', participation.id)
    .execute()
  return { hash, name: stored }
}
