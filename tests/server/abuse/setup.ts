import { randomBytes, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { MailTable } from '../../../apps/server/src/ports/database.ts'
import { createFakeContainers, type FakeContainers } from '../../kit/fake-containers.ts'
import { samplePng } from '../../kit/sample-image.ts'
import { createWorld, idleProgram, type Person, type World } from '../../kit/world.ts'

export type Setup = {
  world: World
  fakeContainers: FakeContainers
  admin: Person
  monitor: Person
  captain: Person
  mate: Person
  stranger: Person
  banned: Person
  team: number
  png: Uint8Array<ArrayBuffer>
  newUser(): Promise<Person>
  newTeam(captain: Person, members?: readonly Person[]): Promise<number>
  newGame(): Promise<{ game: number; participation: number; team: number }>
  mailOf(kind: MailTable['kind'], to: string): Promise<{ token: string; email: string }>
  elsewhere(): Promise<World>
  /** Elsewhere, so that its settings affect no other call. */
  elsewhereAdmin(): Promise<{ world: World; as: Person }>
  mailingAdmin(): Promise<{ world: World; as: Person }>
  underPolicy<T>(policy: Record<string, boolean>, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export const unique = (): string => randomBytes(5).toString('hex')

/** Mail is written, but addresses need no confirmation. */
const usualPolicy = { allowRegister: true, activeOnRegister: true, emailConfirmationRequired: true }

/** Four worlds with pools as usual, in each of two workers, are more than the database has connections for. */
const besides = { settings: { DATABASE_POOL: '2' } }

export const createSetup = async (): Promise<Setup> => {
  const fakeContainers = createFakeContainers()
  const world = await createWorld({
    program: idleProgram,
    settings: {
      CAPTCHA_CONFIG__PROVIDER: 'HashPow',
      CONTAINER_PROVIDER__PORT_MAPPING_TYPE: 'PlatformProxy',
    },
    containers: fakeContainers,
    // Any file will do.
    tunnelProgram: fileURLToPath(import.meta.url),
  })
  const { db } = world
  let empty: World | undefined
  let other: { world: World; as: Person } | undefined
  let mailing: { world: World; as: Person } | undefined
  const admin = await world.person('Admin')
  const setPolicy = async (policy: Record<string, boolean>): Promise<void> => {
    const { status, text } = await admin.put('/api/admin/config', { accountPolicy: policy })
    if (status !== 200) throw new Error(`the policy was not taken: ${text}`)
  }
  await setPolicy(usualPolicy)
  const newUser = (): Promise<Person> => world.person('User', `u${unique()}`)

  const newTeam = async (captain: Person, members: readonly Person[] = []): Promise<number> => {
    const { id } = await db
      .insertInto('team')
      .values({
        name: `team ${unique()}`,
        captain_id: captain.id,
        invite_token: randomBytes(16).toString('hex'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { id: user_id } of [captain, ...members])
      await db.insertInto('team_member').values({ team_id: id, user_id }).execute()
    return id
  }

  const newGame: Setup['newGame'] = async () => {
    const { id: game } = await db
      .insertInto('game')
      .values({
        title: `game ${unique()}`,
        start_at: new Date(0),
        end_at: new Date(Date.now() + 3_600_000),
        writeup_deadline: new Date(Date.now() + 7_200_000),
        public_key: '',
        private_key: '',
        hash_salt: randomBytes(32).toString('hex'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const team = await newTeam(captain)
    const { id: participation } = await db
      .insertInto('participation')
      .values({ game_id: game, team_id: team, status: 'Pending', token: unique() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { game, participation, team }
  }

  const captain = await newUser()
  const mate = await newUser()
  const banned = await newUser()
  await db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
  await world.core.sessions.changed(banned.id)

  return {
    world,
    fakeContainers,
    admin,
    monitor: await world.person('Monitor'),
    captain,
    mate,
    stranger: await newUser(),
    banned,
    team: await newTeam(captain, [mate]),
    png: await samplePng(),
    newUser,
    newTeam,
    newGame,

    async mailOf(kind, to) {
      const { text } = await db
        .selectFrom('mail')
        .select('text')
        .where('kind', '=', kind)
        .where('recipient', '=', to)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const [, token = '', email = ''] = /token=([\w+/=]+)&email=([\w+/=]+)/.exec(text) ?? []
      return { token, email }
    },

    async elsewhere() {
      await empty?.close()
      empty = await createWorld(besides)
      return empty
    },

    async elsewhereAdmin() {
      other ??= await createAdminWorld()
      return other
    },

    async mailingAdmin() {
      mailing ??= await createAdminWorld()
      return mailing
    },

    async underPolicy(policy, work) {
      await setPolicy({ ...usualPolicy, ...policy })
      try {
        return await work()
      } finally {
        await setPolicy(usualPolicy)
      }
    },

    async close() {
      await empty?.close()
      await other?.world.close()
      await mailing?.world.close()
      await world.close()
      await fakeContainers.end()
    },
  }
}

export const unused = {
  number: 2_000_000_000,
  guid: randomUUID(),
  text: 'ffffffff',
  hash: 'f'.repeat(64),
} as const

const createAdminWorld = async (): Promise<{ world: World; as: Person }> => {
  const world = await createWorld(besides)
  return { world, as: await world.person('Admin') }
}
