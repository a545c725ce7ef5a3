import type { ContainerPolicy } from '@pennant/contract/setting'
import type { Config } from '../config/schema.ts'
import type { Bound } from '../http/bind.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Assignments } from '../modules/challenge/assignment.ts'
import type { Events } from '../modules/event/service.ts'
import { createEnding } from '../modules/instance/end.ts'
import { createInstanceGone, type InstanceGone } from '../modules/instance/gone.ts'
import { createInstanceNews } from '../modules/instance/news.ts'
import { createOwnInstances } from '../modules/instance/own.ts'
import { createStartQueue } from '../modules/instance/queue.ts'
import { createReaction } from '../modules/instance/reaction.ts'
import { createReconciliation } from '../modules/instance/reconcile.ts'
import { instanceRoutes } from '../modules/instance/routes.ts'
import { createInstances, type Instances } from '../modules/instance/service.ts'
import { createStarts } from '../modules/instance/start.ts'
import { createClaimStore } from '../modules/instance/store-claim.ts'
import { createEndStore } from '../modules/instance/store-end.ts'
import { createStartStore } from '../modules/instance/store-start.ts'
import { createInstanceStore } from '../modules/instance/store.ts'
import { createSweep } from '../modules/instance/sweep.ts'
import { createTrials } from '../modules/instance/trial.ts'
import type { GameLedger } from '../ports/game-ledger.ts'
import type { GameGate, HeldGames } from '../ports/held-game.ts'
import type { Live } from '../ports/live.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Services } from './services.ts'
import { createSlots } from './slots.ts'

type Needs = {
  services: Pick<Services, 'db' | 'bus' | 'clock' | 'containers'>
  config: Pick<Config, 'containerProvider'>
  policy: () => ContainerPolicy
  journal: Journal
  live: Pick<Live, 'toTeam'>
  ledger: Pick<GameLedger, 'listen'>
  games: HeldGames
  gate: Pick<GameGate, 'player'>
  assignments: Pick<Assignments, 'assignFlag'>
  events: Events
}

export type InstanceParts = {
  routes: Bound[]
  jobs: readonly Job[]
  gone: InstanceGone
  /** What runs them, and how much it has to do. */
  provider: Instances['provider']
  /** Stops what is due, now. */
  sweep(signal?: AbortSignal): Promise<void>
  /** Compares with what the provider has, now. */
  reconcile(signal?: AbortSignal): Promise<void>
  /** Breaks off what is being started. */
  close(): Promise<void>
}

const never = new AbortController().signal
const mostWaiting = 200
const claimsAtOnce = 3
const reconcileEveryMs = 60_000
/** Only after a failure: it watches for as long as it may. */
const watchEveryMs = 5_000

/** Everything about the containers of teams and organisers. */
export const wireInstances = (needs: Needs): InstanceParts => {
  const { services, config, policy, journal, live, ledger, games, gate, assignments, events } = needs
  const { db, bus, clock, containers } = services
  const { environmentAliases: aliases, portMappingType } = config.containerProvider

  const instances = createInstanceStore(db)
  const claims = createClaimStore(db)
  const operations = createStartStore(db)
  const ends = createEndStore(db)
  const gone = createInstanceGone(bus)
  const news = createInstanceNews({ live })
  const queue = createStartQueue({ atOnce: containers.startsAtOnce, mostWaiting })
  const ending = createEnding({ store: ends, containers, gone, news, bus, clock })
  const starts = createStarts({ store: operations, ends, containers, news, bus, clock, journal })
  const sweep = createSweep({ store: ends, ending, journal })
  const { reconcile, vanish } = createReconciliation({ store: ends, containers, ending, sweep, journal })
  const settings = { aliases, proxied: portMappingType === 'PlatformProxy' }
  const runs = { queue, starts, ending, settings, clock, journal }

  const onError = (error: unknown): void =>
    journal.write({ level: 'Error', message: 'Instances could not be looked after', name: 'System', error })
  const reaction = createReaction({ sweep, listen: ledger.listen, onError })

  const administration = createInstances({ instances, containers, ending, policy, news, clock, journal })

  return {
    gone,
    provider: administration.provider,
    sweep: (signal = never) => sweep(signal),
    reconcile: (signal = never) => reconcile(signal),
    routes: instanceRoutes({
      instances: administration,
      own: createOwnInstances({
        ...runs,
        instances,
        claims,
        operations,
        gate,
        assignFlag: assignments.assignFlag,
        turn: createSlots(claimsAtOnce),
        provider: containers.kind,
        policy,
        events,
        news,
      }),
      trials: createTrials({ ...runs, instances, claims, games, containers }),
    }),
    jobs: [
      {
        name: 'instances',
        everyMs: reconcileEveryMs,
        run: (signal) => untilAborted(reconcile(signal), signal),
      },
      {
        name: 'instance watch',
        everyMs: watchEveryMs,
        run: (signal) => containers.watch((runtimeId) => void vanish(runtimeId).catch(onError), signal),
      },
    ],
    async close() {
      reaction.close()
      await starts.close()
    },
  }
}

/** What a provider is at may take longer than there is time to stop. Whoever comes next finds it. */
const untilAborted = (work: Promise<void>, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => resolve()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
