import { setTimeout as wait } from 'node:timers/promises'
import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { untilAborted } from '../../kit/timeout.ts'
import { createInstances, type Instances } from './admin.ts'
import { createClaims } from './claim.ts'
import { createProgress } from './progress.ts'
import { createProviderState } from './provider-state.ts'
import { createStartQueue } from './queue.ts'
import { createReconciliation } from './reconcile.ts'
import { instanceRoutes } from './routes.ts'
import { createStarts, type OrderSettings } from './start.ts'
import { createStopping } from './stop.ts'
import { createClaimStore } from './store-claim.ts'
import { createTargetStore } from './store-target.ts'
import { createInstanceStore } from './store.ts'
import { createSweep, onGameChange } from './sweep.ts'
import { createTargets, type TargetOptions, type Targets } from './target.ts'
import { createTeamInstances, type PlayedParts } from './team.ts'
import { createTestInstances, type TestedParts } from './test-instance.ts'

type Parts = PlayedParts | TestedParts | 'bus' | 'ledger' | 'limiter'

type InstanceModule = Module & {
  provider: Instances['provider']
  /** Null if instances are not reached through this server. */
  targets: Targets | null
  sweep(signal?: AbortSignal): Promise<void>
  /** Ends the leases of dead processes; only safe while no other process runs. */
  takeOver(): Promise<void>
  reconcile(signal?: AbortSignal): Promise<void>
  breakOff(): Promise<void>
}

const never = new AbortController().signal
const reconcileEveryMs = 60_000
// Instances that can no longer be played are stopped within five seconds.
const sweepEveryMs = 2_000
const watchEveryMs = 5_000

export const instanceModule = (
  core: Pick<Core, Parts>,
  settings: OrderSettings,
  relayed: TargetOptions,
): InstanceModule => {
  const { db, containers, journal } = core
  const { proxied, leastCpu } = settings
  const instances = createInstanceStore(db)
  const claims = createClaimStore(db)
  const progress = createProgress(core)
  const queue = createStartQueue(containers.startsAtOnce)
  const stopping = createStopping(core, instances, progress)
  const provider = createProviderState(core)
  const sweep = createSweep(core, instances, stopping, provider)
  const { reconcile, vanish } = createReconciliation(core, instances, stopping, provider, sweep)
  const starts = createStarts(core, claims, instances, progress, settings)
  const claim = createClaims(core, claims, queue, stopping, provider, proxied)
  const targets = proxied ? createTargets(core, createTargetStore(db), relayed) : null
  const administration = createInstances(core, instances, stopping, progress, leastCpu)
  const onError = (error: unknown): void =>
    journal.failed("Couldn't check the instances of a changed game", error)
  const gameListener = onGameChange(core, sweep, onError)

  const breakOff = async (): Promise<void> => {
    gameListener.close()
    await starts.close()
  }

  return {
    provider: administration.provider,
    targets,
    sweep: (signal = never) => sweep(signal),
    takeOver: instances.releaseAll,
    reconcile: (signal = never) => reconcile(signal),
    breakOff,
    routes: instanceRoutes(
      administration,
      createTeamInstances(core, instances, claims, claim, starts, stopping, progress),
      createTestInstances(core, instances, claims, queue, starts, stopping, proxied),
      targets,
    ),
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
        // A provider may take longer than a shutdown allows. The next leader finds what is left.
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
      await breakOff()
      targets?.close()
    },
  }
}
