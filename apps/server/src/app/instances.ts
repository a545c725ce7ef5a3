import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { ContainerPolicy } from '@pennant/contract/setting'
import { tenthsOf } from '@pennant/rules/challenge/cores'
import type { Config } from '../config/schema.ts'
import type { Bound } from '../http/bind.ts'
import type { Job } from '../kit/scheduler.ts'
import { untilAborted } from '../kit/timeout.ts'
import type { Assignments } from '../core/flag/assign.ts'
import type { Events } from '../modules/event/service.ts'
import { createInstances, type Instances } from '../modules/instance/admin.ts'
import { createClaims } from '../modules/instance/claim.ts'
import { createProgress } from '../modules/instance/progress.ts'
import { createProviderState } from '../modules/instance/provider-state.ts'
import { createStartQueue } from '../modules/instance/queue.ts'
import { createReconciliation } from '../modules/instance/reconcile.ts'
import { instanceRoutes } from '../modules/instance/routes.ts'
import { createStarts } from '../modules/instance/start.ts'
import { createEnding, createInstanceGone, type InstanceGone } from '../modules/instance/stop.ts'
import { createClaimStore } from '../modules/instance/store-claim.ts'
import { createInstanceStore } from '../modules/instance/store.ts'
import { createSweep, onGameChange } from '../modules/instance/sweep.ts'
import { createTeamInstances } from '../modules/instance/team.ts'
import { createTestInstances } from '../modules/instance/test.ts'
import type { GameLedger } from '../core/game/change.ts'
import type { GameGate, HeldGames } from '../core/game/game.ts'
import type { Live } from '../live/live.ts'
import type { Journal } from '../telemetry/journal.ts'
import type { Adapters } from './adapters.ts'

type Needs = {
  services: Pick<Adapters, 'db' | 'bus' | 'clock' | 'containers'>
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
  /** Ends the leases of processes that are no more; only while there is no other process. */
  takeOver(): Promise<void>
  /** Compares with what the provider has, now. */
  reconcile(signal?: AbortSignal): Promise<void>
  /** Breaks off what is being started. */
  close(): Promise<void>
}

const never = new AbortController().signal
export const mostWaiting = 200
const claimsAtOnce = 3
const reconcileEveryMs = 60_000
/** What a team can no longer play, and what a process has left, is stopped within five seconds. */
const sweepEveryMs = 2_000
/** Only after a failure: it watches for as long as it may. */
const watchEveryMs = 5_000

/** Everything about the containers of teams and organisers. */
export const wireInstances = (needs: Needs): InstanceParts => {
  const { services, config, policy, journal, live, ledger, games, gate, assignments, events } = needs
  const { db, bus, clock, containers } = services
  const { environmentAliases: aliases, portMappingType, leastCpu } = config.containerProvider

  const instances = createInstanceStore(db)
  const claims = createClaimStore(db)
  const gone = createInstanceGone(bus)
  const progress = createProgress({ live })
  const queue = createStartQueue({ atOnce: containers.startsAtOnce, mostWaiting })
  const ending = createEnding({ store: instances, containers, gone, progress, bus, clock })
  const provider = createProviderState({ containers, journal })
  const sweep = createSweep({ store: instances, ending, provider, journal })
  const { reconcile, vanish } = createReconciliation({
    store: instances,
    containers,
    provider,
    ending,
    sweep,
    journal,
  })
  const settings = {
    aliases,
    proxied: portMappingType === 'PlatformProxy',
    leastCpu: tenthsOf(leastCpu),
  }
  const { proxied } = settings
  const starts = createStarts({ claims, instances, containers, progress, settings, bus, clock, journal })
  const claim = createClaims({
    claims,
    queue,
    ending,
    engine: provider,
    turn: pLimit(claimsAtOnce),
    provider: containers.kind,
    policy,
    proxied,
    clock,
    journal,
  })
  const common = { instances, starts, ending, clock, journal }

  const onError = (error: unknown): void =>
    journal.write({ level: 'Error', message: 'Instances could not be looked after', name: 'System', error })
  const reaction = onGameChange({ sweep, listen: ledger.listen, onError })

  const administration = createInstances({
    instances,
    containers,
    leastCpu: settings.leastCpu,
    ending,
    policy,
    progress,
    clock,
    journal,
  })

  return {
    gone,
    provider: administration.provider,
    sweep: (signal = never) => sweep(signal),
    takeOver: instances.releaseAll,
    reconcile: (signal = never) => reconcile(signal),
    routes: instanceRoutes({
      instances: administration,
      teams: createTeamInstances({
        ...common,
        rows: claims,
        gate,
        assignFlag: assignments.assignFlag,
        claim,
        policy,
        events,
        progress,
      }),
      tests: createTestInstances({ ...common, claims, games, queue, containers, proxied }),
    }),
    jobs: [
      {
        name: 'instance sweep',
        everyMs: sweepEveryMs,
        // One that hangs must not hold up the others.
        run: (signal) => Promise.race([sweep(signal), wait(sweepEveryMs, undefined, { ref: false })]),
      },
      {
        name: 'instances',
        everyMs: reconcileEveryMs,
        // A provider may take longer than there is time to stop. The next leader finds what is left.
        run: (signal) =>
          untilAborted(reconcile(signal), signal).catch((error: unknown) => {
            if (error !== signal.reason) throw error
          }),
      },
      {
        name: 'instance watch',
        everyMs: watchEveryMs,
        run: (signal) =>
          containers.watch((runtimeId, end) => void vanish(runtimeId, end).catch(onError), signal),
      },
    ],
    async close() {
      reaction.close()
      await starts.close()
    },
  }
}
