import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  insertChallenge,
  insertContainer,
  insertGame,
  insertInstance,
  insertParticipation,
  insertTeam,
} from '../../../../../tests/kit/factories.ts'
import { createTestClock, type TestClock } from '../../../../../tests/kit/clock.ts'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'
import { memoryBus } from '../../adapters/bus/memory.ts'
import { memoryLimiter } from '../../adapters/limiter/memory.ts'
import { createStoppedInstances } from './stop.ts'
import { createTargetStore, type TargetStore } from './store-target.ts'
import { createTargets, type Targets } from './target.ts'

let world: World
let clock: TestClock
let targets: Targets
let trips: string[][]
let road: () => Promise<unknown>
let stopped: ReturnType<typeof createStoppedInstances>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const build = ({ captures = true } = {}): Targets => {
  const bus = memoryBus()
  stopped = createStoppedInstances(bus)
  const stored = createTargetStore(world.db)
  const store: TargetStore = {
    async find(ids) {
      trips.push([...ids])
      const rows = await stored.find(ids)
      await road()
      return rows
    },
  }
  const limiter = memoryLimiter(clock)
  const countedAs = (address: string | null): string | null => address
  return createTargets({ bus, clock, limiter }, store, {
    countedAs,
    policyAt: (policy) => policy,
    captures,
    pauseMs: 20,
  })
}

beforeEach(() => {
  clock = createTestClock()
  trips = []
  road = async () => undefined
  targets = build()
})

const running = async ({ test = false, records = true } = {}) => {
  const game = await insertGame(world.db)
  const team = await insertTeam(world.db, [])
  const participation = await insertParticipation(world.db, game, team)
  const challenge = await insertChallenge(world.db, game, { enable_traffic_capture: records })
  const owned = { participation, challenge }
  if (!test) await insertInstance(world.db, owned, { flag: 'flag{theirs}' })
  const container = await insertContainer(world.db, test ? { test: challenge } : owned, { is_proxied: true })
  return { game, team, participation, challenge, container }
}

const find = (id: string, kind: 'team' | 'test' = 'team', address: string | null = null) =>
  targets.find(id, kind, address)

describe('what is recorded', () => {
  it('is the traffic of a team, when the challenge and the platform say so', async () => {
    const { team, participation, challenge, container } = await running()
    expect(await find(container.id)).toEqual({
      id: container.id,
      host: '10.7.0.2',
      port: 1337,
      capture: {
        challengeId: challenge.id,
        challengeTitle: challenge.title,
        participationId: participation.id,
        teamId: team.id,
        teamName: team.name,
        runtimeId: container.runtime_id,
        flag: 'flag{theirs}',
      },
    })
    expect((await build({ captures: false }).find(container.id, 'team', null))?.capture).toBeNull()
    const other = await running({ records: false })
    expect((await find(other.container.id))?.capture).toBeNull()
  })

  it('is never the test of an organizer, on either route', async () => {
    const { container } = await running({ test: true })
    expect((await find(container.id, 'team'))?.capture).toBeNull()
    expect((await find(container.id, 'test'))?.capture).toBeNull()
  })

  it('is nothing once its game has been deleted', async () => {
    const { game, container } = await running()
    await world.db.deleteFrom('game').where('id', '=', game.id).execute()
    expect(await find(container.id)).toMatchObject({ capture: null })
  })
})

describe('the database', () => {
  it('is asked once for many who come together, and not again for a while', async () => {
    const { container } = await running()
    await Promise.all(Array.from({ length: 50 }, () => find(container.id)))
    await find(container.id)
    expect(trips).toEqual([[container.id]])
    clock.advance(10_001)
    await find(container.id)
    expect(trips).toHaveLength(2)
  })

  it('is asked one question at a time, for all that have come up meanwhile', async () => {
    const { container } = await running()
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    road = () => arrived
    const first = find(randomUUID())
    const others = Array.from({ length: 700 }, () => find(randomUUID()))
    const real = find(container.id)
    arrive()
    expect(await first).toBeNull()
    expect((await real)?.id).toBe(container.id)
    await Promise.all(others)
    expect(trips.map((ids) => ids.length)).toEqual([1, 500, 201])
  })

  it('is soon asked again for what was not there', async () => {
    const id = randomUUID()
    expect(await find(id)).toBeNull()
    expect(await find(id)).toBeNull()
    expect(trips).toHaveLength(1)
    clock.advance(1_001)
    expect(await find(id)).toBeNull()
    expect(trips).toHaveLength(2)
  })

  it('is asked now and then by those who have guessed too often, and not once for each guess', async () => {
    const guess = (): Promise<unknown> =>
      find(randomUUID(), 'team', 'somewhere').catch((error: unknown) => error)
    for (let each = 0; each < 150; each++) expect(await guess()).toBeNull()
    const before = trips.length
    const refused = await Promise.all(Array.from({ length: 200 }, guess))
    for (const one of refused) expect(one).toMatchObject({ code: 'request.tooMany' })
    expect(trips.length - before).toBe(1)
    expect(trips.at(-1)).toHaveLength(60)
  })

  it('failing, lets those hear who asked, and is asked again by the next', async () => {
    const { container } = await running()
    road = () => Promise.reject(new Error('away'))
    await expect(find(container.id)).rejects.toThrow('away')
    road = async () => undefined
    expect((await find(container.id))?.id).toBe(container.id)
  })
})

describe('a container that is stopped', () => {
  it('is forgotten at once', async () => {
    const { container } = await running()
    await find(container.id)
    await world.db.deleteFrom('container').where('id', '=', container.id).execute()
    stopped.tell(container.id)
    await expect.poll(() => find(container.id)).toBeNull()
  })

  it('is not remembered either when word of it comes before the answer', async () => {
    const { container } = await running()
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    road = () => arrived
    const heard: string[] = []
    targets.onGone((id) => void heard.push(id))
    const asked = find(container.id)
    stopped.tell(container.id)
    await expect.poll(() => heard).toEqual([container.id])
    arrive()
    expect(await asked).toBeNull()
  })
})
