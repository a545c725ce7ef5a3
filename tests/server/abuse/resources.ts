import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ParticipationStatus } from '@pennant/contract/enums'
import { signedTeamText } from '@pennant/rules/team/team-token'
import {
  insertChallenge,
  insertContainer,
  insertDivision,
  insertFlag,
  insertGame,
  insertInstance,
  insertParticipation,
} from '../../kit/factories.ts'
import type { Setup } from './setup.ts'

export const newInvite = async ({ world: { db }, captain, newTeam }: Setup): Promise<string> => {
  const id = await newTeam(captain)
  const team = await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return `${team.name}:${id}:${team.invite_token}`
}

export const newDivision = async ({
  world: { db },
  newGame,
}: Setup): Promise<{ game: number; division: number; challenge: number }> => {
  const { game } = await newGame()
  const { id: division } = await insertDivision(db, { id: game })
  const { id: challenge } = await insertChallenge(db, { id: game })
  return { game, division, challenge }
}

export const newChallenge = async ({
  world: { db },
  newGame,
}: Setup): Promise<{ game: number; challenge: number; flag: number }> => {
  const { game } = await newGame()
  const challenge = await insertChallenge(db, { id: game }, { type: 'StaticContainer', is_enabled: false })
  return { game, challenge: challenge.id, flag: await insertFlag(db, challenge) }
}

export const newEndedGame = async ({ world: { db }, newGame }: Setup): Promise<{ game: number }> => {
  const { game } = await newGame()
  const end_at = new Date(Date.now() - 60_000)
  await db.updateTable('game').set({ end_at }).where('id', '=', game).execute()
  return { game }
}

export const newNotice = async (setup: Setup): Promise<{ game: number; notice: number }> => {
  const { game } = await setup.newGame()
  const { body } = await setup.admin.post<{ id: number }>(`/api/edit/games/${game}/notices`, {
    content: 'an announcement',
  })
  return { game, notice: body.id }
}

export const newEntrant = async ({ world: { db }, newUser, newTeam }: Setup) => {
  const as = await newUser()
  const game = await insertGame(db)
  const division = await insertDivision(db, game)
  await db.updateTable('division').set({ invite_code: 'code' }).where('id', '=', division.id).execute()
  const body = { teamId: await newTeam(as), divisionId: division.id, inviteCode: 'code' }
  return { as, game: game.id, body }
}

export const newPlayer = async (
  { world: { db }, newUser, newTeam }: Setup,
  status: ParticipationStatus = 'Accepted',
) => {
  const as = await newUser()
  const game = await insertGame(db, { writeup_required: true })
  await insertParticipation(db, game, { id: await newTeam(as) }, { status, members: [as] })
  return { as, game: game.id }
}

export const newPlayedChallenge = async (setup: Setup) => {
  const { db } = setup.world
  const { as, game } = await newPlayer(setup)
  const participation = await db
    .selectFrom('participation')
    .select(['id', 'game_id'])
    .where('game_id', '=', game)
    .executeTakeFirstOrThrow()
  const challenge = await insertChallenge(db, { id: game }, { type: 'DynamicContainer' })
  await insertInstance(db, { participation, challenge })
  return { as, game, challenge: challenge.id }
}

export const newSubmission = async (setup: Setup) => {
  const { as, game, challenge } = await newPlayedChallenge(setup)
  const { body } = await as.post<number>(`/api/game/${game}/challenges/${challenge}`, { flag: 'flag{a}' })
  return { as, game, challenge, submission: body }
}

export const newCapture = async (setup: Setup) => {
  const { game, participation } = await setup.newGame()
  const { id: challenge } = await insertChallenge(
    setup.world.db,
    { id: game },
    { enable_traffic_capture: true },
  )
  const filename = `${randomBytes(6).toString('hex')}-first.pcap.gz`
  await setup.world.adapters.blobs.put(
    `capture/${challenge}/${participation}/${filename}`,
    Readable.from([gzipSync('packets')]),
  )
  return { game, challenge, participation, filename }
}

export const newPost = async ({ admin }: Setup): Promise<string> =>
  (await admin.post<string>('/api/edit/posts', { title: 'News', summary: 'short', content: 'long' })).body

export const newFile = async ({ admin }: Setup): Promise<string> => {
  const files = [{ name: 'file.bin', bytes: new Uint8Array(randomBytes(64)) }]
  const { body } = await admin.upload<{ hash: string }[]>('POST', '/api/assets', 'files', files)
  const [file] = body
  if (file === undefined) throw new Error('nothing was stored')
  return file.hash
}

export const newToken = async ({ admin }: Setup): Promise<string> =>
  (await admin.post<{ info: { id: string } }>('/api/tokens', { name: 'a token' })).body.info.id

export const signedTeam = (): { teamToken: string; publicKey: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from(signedTeamText(7)), privateKey)
  return {
    teamToken: `7:${signature.toString('base64')}`,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64'),
  }
}

export const newTunnel = async (
  { world: { db }, newGame, fakeContainers }: Setup,
  { test = false }: { test?: boolean } = {},
): Promise<string> => {
  const { game, participation } = await newGame()
  const challenge = await insertChallenge(db, { id: game })
  const owned = test
    ? { test: challenge }
    : { challenge, participation: { id: participation, game_id: game } }
  const id = randomUUID()
  await insertContainer(db, owned, { id, is_proxied: true, runtime_id: await fakeContainers.put(id) })
  return id
}
