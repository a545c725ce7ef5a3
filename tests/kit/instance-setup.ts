import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { EventType } from '@pennant/contract/enums'
import type { ContainerInfo } from '@pennant/contract/container'
import { type ContainerPolicy, defaultContainerPolicy } from '@pennant/contract/setting'
import { sql } from 'kysely'
import type { ChallengeRow, NewChallengeRow } from '../../apps/server/src/ports/tables/challenge.ts'
import type { ContainerRow } from '../../apps/server/src/ports/tables/container.ts'
import type { NewGameRow } from '../../apps/server/src/ports/tables/game.ts'
import type { Answer, Client } from './client.ts'
import { insertChallenge } from './factories.ts'
import { createFakeContainers, type FakeContainers } from './fake-containers.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from './open-game.ts'
import { patient } from './patient.ts'
import { createWorld, type Person, type World, type WorldOptions } from './world.ts'

type Given = Partial<NewChallengeRow> & { flags?: readonly string[] }
type Target = { id: number }
type Failure = { code?: string; title?: string; data?: unknown }

export type InstanceSetup = {
  world: World
  fakeContainers: FakeContainers
  admin: Person
  open: OpenGame
  challenge(given?: Given): Promise<ChallengeRow>
  challenges(count: number): Promise<ChallengeRow[]>
  team: OpenGame['team']
  start(by: Client, challenge: Target): Promise<Answer<ContainerInfo & Failure>>
  extend(by: Client, challenge: Target): Promise<Answer<ContainerInfo & Failure>>
  stop(by: Client, challenge: Target): Promise<Answer<Failure>>
  running(
    given?: Given,
  ): Promise<OpenTeam & { challenge: ChallengeRow; info: ContainerInfo; row: ContainerRow }>
  rows(challenge?: Target): Promise<ContainerRow[]>
  untilOrdered(count: number): Promise<void>
  untilRow(challenge: Target, status: ContainerRow['status']): Promise<ContainerRow>
  policy(policy: Partial<ContainerPolicy>): Promise<void>
  detail(by: Client, challenge: Target): Promise<ChallengeDetail['context']>
  events(
    challenge: Target,
  ): Promise<{ type: EventType; values: string[]; user_id: string | null; team_id: number | null }[]>
  flag(participation: Target): Promise<string>
  later(): void
  close(): Promise<void>
}

export const refused = (status: number, code: string) => ({ status, body: { status, code } })

export const createInstanceSetup = async (
  options: WorldOptions & { game?: Partial<NewGameRow>; startsAtOnce?: number } = {},
): Promise<InstanceSetup> => {
  const { game, startsAtOnce, ...rest } = options
  const fakeContainers = createFakeContainers(startsAtOnce === undefined ? {} : { startsAtOnce })
  const world = await createWorld({ containers: fakeContainers, ...rest })
  const admin = await world.person('Admin')
  const open = await createOpenGame(world, game)
  const pathOf = ({ id }: Target): string => `${open.path}/container/${id}`

  const rows = (challenge?: Target): Promise<ContainerRow[]> =>
    world.db
      .selectFrom('container')
      .selectAll()
      .$if(challenge !== undefined, (query) =>
        query.where((is) =>
          is.or([
            is('challenge_id', '=', challenge?.id ?? 0),
            is('test_challenge_id', '=', challenge?.id ?? 0),
          ]),
        ),
      )
      .orderBy('started_at')
      .execute()

  const challenge = (given: Given = {}): Promise<ChallengeRow> =>
    open.challenge({
      type: 'DynamicContainer',
      container_image: 'registry.example/box:1',
      flags: [],
      ...given,
    })

  const untilRow = async (target: Target, status: ContainerRow['status']): Promise<ContainerRow> => {
    for (let tries = 0; tries < 2_000; tries++) {
      const found = (await rows(target)).find((row) => row.status === status)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    throw new Error(`there is no container that is ${status}`)
  }

  const start = (by: Client, target: Target) => by.post<ContainerInfo & Failure>(pathOf(target))
  const later = (): void => world.clock.advance(10_000)

  return {
    world,
    fakeContainers,
    admin,
    open,
    challenge,
    async challenges(count) {
      const made: ChallengeRow[] = []
      for (let each = 0; each < count; each++)
        made.push(await insertChallenge(world.db, open.game, { container_image: 'registry.example/box:1' }))
      await open.changed()
      return made
    },
    team: open.team,
    start,
    extend: (by, target) => by.post(`${pathOf(target)}/extend`),
    stop: (by, target) => by.delete(pathOf(target)),

    async running(given) {
      const made = await challenge(given)
      const team = await open.team()
      const answer = await start(team.player, made)
      if (answer.status !== 200) throw new Error(`nothing was started: ${answer.text}`)
      const row = await untilRow(made, 'Running')
      return { ...team, challenge: made, info: answer.body, row }
    },

    rows,
    untilRow,

    async untilOrdered(count) {
      for (let tries = 0; tries < patient.timeout / 5; tries++) {
        if (fakeContainers.orders.length >= count) return
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      throw new Error(`only ${fakeContainers.orders.length} starts have come`)
    },

    async policy(policy) {
      const { status, text } = await admin.put('/api/admin/config', {
        containerPolicy: { ...defaultContainerPolicy, ...policy },
      })
      if (status !== 200) throw new Error(text)
    },
    detail: async (by, { id }) =>
      (await by.get<ChallengeDetail>(`${open.path}/challenges/${id}`)).body.context,
    events: ({ id }) =>
      world.db
        .selectFrom('game_event')
        .select(['type', 'values', 'user_id', 'team_id'])
        .where('game_id', '=', open.game.id)
        .where(sql<boolean>`values[1] = ${String(id)}`)
        .orderBy('id')
        .execute(),
    async flag({ id }) {
      const { flag } = await world.db
        .selectFrom('game_instance')
        .select('flag')
        .where('participation_id', '=', id)
        .where('flag', 'is not', null)
        .executeTakeFirstOrThrow()
      return flag ?? ''
    },
    later,
    async close() {
      await world.close()
      await fakeContainers.end()
    },
  }
}
