import { createHash, randomUUID } from 'node:crypto'
import { Problem, type ProblemCode } from '@pennant/contract/problem'
import { environmentOf, type EnvironmentFacts } from '@pennant/rules/instance/environment'
import type { Core } from '../../core/core.ts'
import type { GameChallenge } from '../../core/game/game.ts'
import type { ContainerOrder, StartOptions, StartRefusal } from '../../ports/containers.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { imageOf, startLeaseMs, type Claim } from './claim.ts'
import type { Progress, StartProgress } from './progress.ts'
import { cancelTopic, type Cancel } from './stop.ts'
import type { ClaimStore, InstanceKey } from './store-claim.ts'
import type { InstanceStore } from './store.ts'

type Parts = 'bus' | 'clock' | 'containers' | 'journal'

type Start = Claim & {
  challenge: GameChallenge
  facts: EnvironmentFacts
  /** Null for a test. */
  key: InstanceKey | null
  lifetimeMs: number
  what: string
  name: string
  address: string | null
  /** Called before the team is told that it runs. */
  onRunning(row: ContainerRow): Promise<void> | void
}

export type OrderSettings = {
  aliases: readonly string[]
  proxied: boolean
  leastCpu: number
}

const renewEveryMs = 10_000

const problemOfRefusal: Readonly<Record<StartRefusal, ProblemCode>> = {
  image: 'instance.imageUnusable',
  quota: 'instance.noRoom',
  network: 'instance.networkRefused',
  exited: 'instance.exited',
  timeout: 'instance.timedOut',
  unavailable: 'instance.unavailable',
  invalid: 'instance.startFailed',
}

export const createStarts = (
  { bus, clock, containers, journal }: Pick<Core, Parts>,
  claims: Pick<ClaimStore, 'begin' | 'renew' | 'finish' | 'leave'>,
  instances: Pick<InstanceStore, 'delete'>,
  progress: Progress,
  settings: OrderSettings,
) => {
  const underWay = new Map<string, { control: AbortController; done: Promise<unknown> }>()
  let closed = false

  const now = (): Date => new Date(clock.now())
  const abort = (id: string, code: ProblemCode): void => underWay.get(id)?.control.abort(new Problem(code))

  const renew = async (): Promise<void> => {
    if (underWay.size === 0) return
    const asked = [...underWay.keys()]
    const wanted = await claims.renew(asked, new Date(clock.now() + startLeaseMs), now())
    for (const id of asked) if (!wanted.has(id)) abort(id, 'instance.cancelled')
  }
  let failing = false
  const beat = setInterval(() => {
    renew().then(
      () => (failing = false),
      (error: unknown) => {
        if (!failing) journal.failed("Couldn't renew the starts of instances", error)
        failing = true
      },
    )
  }, renewEveryMs).unref()
  const unsubscribe = bus.subscribe<Cancel>(cancelTopic, ({ id }) => abort(id, 'instance.cancelled'))

  const refuse = (start: Start, refusal: StartRefusal, detail: string): Problem => {
    journal.write({
      level: 'Warning',
      message: `Couldn't start the instance of ${start.what}: ${refusal}: ${detail}`,
      name: start.name,
      address: start.address,
    })
    return new Problem(problemOfRefusal[refusal], {}, start.key === null ? { data: { detail } } : {})
  }

  const launch = async (
    start: Start,
    signal: AbortSignal,
    following: StartProgress | null,
  ): Promise<ContainerRow> => {
    const { id } = start
    const onProgress: StartOptions['onProgress'] = (phase, share) =>
      following?.at(phase === 'pulling' ? 'Pulling' : 'Starting', { share })
    const outcome = await containers
      .start(orderOf(start, settings), { signal, onProgress })
      .catch((cause: unknown) => {
        throw new EngineFailure(cause)
      })
    if ('refused' in outcome) throw refuse(start, outcome.refused, outcome.detail)
    const { runtimeId } = outcome.started
    const startedAt = clock.now()
    const times = { now: new Date(startedAt), stopAt: new Date(startedAt + start.lifetimeMs) }
    const row = await claims.finish(id, outcome.started, times).catch(async (error: unknown) => {
      await containers.destroy(runtimeId).catch(() => undefined)
      throw error
    })
    if (row !== undefined) return row
    try {
      await containers.destroy(runtimeId)
    } catch {
      throw new Leftover(runtimeId)
    }
    throw new Problem('instance.cancelled')
  }

  const clearUp = async (start: Start, thrown: unknown): Promise<unknown> => {
    const { id } = start
    const { told, left } = endOf(thrown)
    if (thrown instanceof EngineFailure)
      journal.write({
        level: 'Error',
        message: `Couldn't start the instance of ${start.what}`,
        name: start.name,
        address: start.address,
        error: thrown.cause,
      })
    // If this fails, too, the lease runs out.
    await (left === null ? instances.delete(id) : claims.leave(id, left.runtimeId)).catch(() => undefined)
    if (start.key === null) return told
    const code = told instanceof Problem ? told.code : 'server.internal'
    if (code === 'instance.cancelled') progress.tell(start.key, 'Gone')
    else progress.tell(start.key, 'Failed', code)
    return told
  }

  const run = async (start: Start, { signal }: AbortController): Promise<ContainerRow> => {
    const following = start.key === null ? null : progress.follow(start.key)
    try {
      const release = await start.ticket.turn(signal, (position) => following?.at('Queued', { position }))
      try {
        following?.at('Starting')
        if (!(await claims.begin(start.id, now()))) throw new Problem('instance.cancelled')
        return await launch(start, signal, following)
      } finally {
        release()
      }
    } catch (error) {
      following?.close()
      const unexpected = error instanceof Leftover || !signal.aborted
      throw await clearUp(start, unexpected ? error : signal.reason)
    } finally {
      following?.close()
    }
  }

  return {
    /** Goes on even if the caller no longer waits. */
    async begin(start: Start): Promise<ContainerRow> {
      const { id, key } = start
      const control = new AbortController()
      if (closed) control.abort(new Problem('server.unavailable'))
      const done = run(start, control).finally(() => underWay.delete(id))
      underWay.set(id, { control, done })
      const row = await done
      await start.onRunning(row)
      if (key !== null) progress.tell(key, 'Running')
      return row
    },

    async close(): Promise<void> {
      closed = true
      for (const id of underWay.keys()) abort(id, 'server.unavailable')
      await Promise.allSettled([...underWay.values()].map(({ done }) => done))
      clearInterval(beat)
      unsubscribe()
    },
  }
}

export type Starts = ReturnType<typeof createStarts>

class Leftover extends Error {
  readonly runtimeId: string

  constructor(runtimeId: string) {
    super("couldn't stop a container")
    this.runtimeId = runtimeId
  }
}

class EngineFailure extends Error {
  constructor(cause: unknown) {
    super('the provider failed', { cause })
  }
}

type End = { told: unknown; left: { runtimeId: string | null } | null }

const endOf = (thrown: unknown): End => {
  if (thrown instanceof Problem && thrown.code === 'instance.unavailable')
    return { told: thrown, left: { runtimeId: null } }
  if (thrown instanceof Problem) return { told: thrown, left: null }
  if (thrown instanceof Leftover)
    return { told: new Problem('instance.cancelled'), left: { runtimeId: thrown.runtimeId } }
  const told = thrown instanceof EngineFailure ? new Problem('instance.startFailed') : thrown
  return { told, left: { runtimeId: null } }
}

const usualCpu = 1

const orderOf = (
  { id, challenge, facts, key }: Start,
  { aliases, proxied, leastCpu }: OrderSettings,
): ContainerOrder => ({
  id,
  ...(imageOf(challenge) ?? { image: '', port: 0 }),
  cpu: Math.max(challenge.cpuCount ?? usualCpu, leastCpu),
  memoryMb: challenge.memoryLimit ?? 64,
  storageMb: challenge.storageLimit ?? 256,
  network: challenge.networkMode ?? 'Open',
  environment: environmentOf(facts, aliases),
  suffix: createHash('md5')
    .update(facts.flag ?? randomUUID())
    .digest('hex')
    .slice(0, 16),
  owner: { gameId: facts.gameId, challengeId: facts.challengeId, team: facts.team },
  published: !proxied,
  userChange: challenge.allowUserChange,
  mayConnect: challenge.checkByConnecting,
  isTest: key === null,
})
