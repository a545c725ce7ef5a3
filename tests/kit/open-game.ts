import { randomBytes } from 'node:crypto'
import type { ParticipationStatus } from '@pennant/contract/enums'
import type { TeamRow } from '../../apps/server/src/ports/database.ts'
import type { ChallengeRow, NewChallengeRow } from '../../apps/server/src/ports/tables/challenge.ts'
import type { DivisionRow, GameRow, NewGameRow } from '../../apps/server/src/ports/tables/game.ts'
import type { ParticipationRow } from '../../apps/server/src/ports/tables/participation.ts'
import {
  insertChallenge,
  insertDivision,
  insertFlag,
  insertGame,
  insertInstance,
  insertParticipation,
  insertTeam,
} from './factories.ts'
import type { Person, World } from './world.ts'

export type OpenTeam = { team: TeamRow; participation: ParticipationRow; players: Person[]; player: Person }

type TeamOptions = {
  name?: string
  size?: number
  players?: Person[]
  division?: { id: number }
  status?: ParticipationStatus
  joined?: number
}

export type OpenGame = {
  game: GameRow
  division(name?: string, permissions?: number): Promise<DivisionRow>
  challenge(given?: Partial<NewChallengeRow> & { flags?: readonly string[] }): Promise<ChallengeRow>
  team(options?: TeamOptions): Promise<OpenTeam>
  /** The database was changed directly, so caches must be dropped. */
  changed(): Promise<void>
  submit(by: Person, challenge: { id: number }, flag: string): Promise<number>
  path: string
}

export const createOpenGame = async (world: World, settings: Partial<NewGameRow> = {}): Promise<OpenGame> => {
  const { db, clock } = world
  const hour = 3_600_000
  const game = await insertGame(db, {
    start_at: new Date(clock.now() - hour),
    end_at: new Date(clock.now() + 24 * hour),
    practice_mode: false,
    ...settings,
  })
  const path = `/api/game/${game.id}`
  const changed = (): Promise<void> =>
    world.core.ledger.touch([game.id], ['setup', 'teams', 'purge', 'notices'])

  return {
    game,
    path,
    changed,

    async division(name, permissions) {
      const division = await insertDivision(db, game, name)
      if (permissions !== undefined)
        await db
          .updateTable('division')
          .set({ default_permissions: permissions })
          .where('id', '=', division.id)
          .execute()
      await changed()
      return division
    },

    async challenge({ flags, ...rest } = {}) {
      const challenge = await insertChallenge(db, game, { type: 'StaticAttachment', ...rest })
      for (const flag of flags ?? [`flag{${randomBytes(6).toString('hex')}}`])
        await insertFlag(db, challenge, flag)
      if (challenge.is_enabled) {
        const participations = await db
          .selectFrom('participation')
          .selectAll()
          .where('game_id', '=', game.id)
          .execute()
        for (const participation of participations) await insertInstance(db, { participation, challenge })
      }
      await changed()
      return challenge
    },

    async team({ name, size = 1, players: given, division, status = 'Accepted', joined } = {}) {
      const players = given ?? (await people(world, size))
      const team = await insertTeam(db, players, name === undefined ? {} : { name })
      const participation = await insertParticipation(db, game, team, {
        status,
        members: players.slice(0, joined ?? players.length),
        ...(division === undefined ? {} : { division }),
      })
      const challenges = await db
        .selectFrom('challenge')
        .selectAll()
        .where('game_id', '=', game.id)
        .where('is_enabled', '=', true)
        .execute()
      for (const challenge of challenges) await insertInstance(db, { participation, challenge })
      await changed()
      const [player] = players
      if (player === undefined) throw new Error('a team has somebody in it')
      return { team, participation, players, player }
    },

    async submit(by, challenge, flag) {
      const answer = await by.post(`${path}/challenges/${challenge.id}`, { flag })
      if (answer.status !== 200) throw new Error(`the flag was not taken: ${answer.status} ${answer.text}`)
      return answer.body as number
    },
  }
}

const people = async (world: World, count: number): Promise<Person[]> => {
  const made: Person[] = []
  for (let each = 0; each < count; each++)
    made.push(await world.person('User', `p${randomBytes(5).toString('hex')}`))
  return made
}
