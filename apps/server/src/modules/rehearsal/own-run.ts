import { Problem } from '@pennant/contract/problem'
import type {
  RehearsalCast,
  RehearsalOutcome,
  RehearsalPlan,
  RehearsalState,
  RehearsalStep,
} from '@pennant/contract/rehearsal'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { untilAborted } from '../../kit/timeout.ts'
import type { RehearsalService } from './service.ts'

/** Plays it, in processes of its own. */
export type Perform = (
  cast: RehearsalCast,
  options: { minutes: number | null; onStep(step: RehearsalStep): Promise<void>; signal: AbortSignal },
) => Promise<RehearsalOutcome>

// A lease lasts four times as long.
const usualRenewMs = 15_000

/** Rehearsals that the server plays itself. */
export const createOwnRun = (
  { journal }: Pick<Core, 'journal'>,
  rehearsals: Pick<RehearsalService, 'begin' | 'cast' | 'end' | 'renew' | 'tell'>,
  perform: Perform,
  renewEveryMs = usualRenewMs,
) => {
  // More than one where another process has ended the first.
  const runs = new Map<string, { stopping: AbortController; ended: Promise<void> }>()

  const playOnceMade = async (
    id: string,
    { prepared, minutes, signal }: { prepared: Promise<void>; minutes: number | null; signal: AbortSignal },
  ): Promise<RehearsalOutcome> => {
    await untilAborted(prepared, signal)
    const cast = await rehearsals.cast(id)
    if (cast === null) throw new Problem('rehearsal.notFound')
    const onStep = (step: RehearsalStep): Promise<void> => rehearsals.tell(id, step)
    return perform(cast, { minutes, onStep, signal })
  }

  const play = async (id: string, caller: Caller, how: Parameters<typeof playOnceMade>[1]): Promise<void> => {
    const { signal } = how
    const outcome = await playOnceMade(id, how).catch((error: unknown) => {
      // By a call to this process, or to another one, which cleans up in the caller's name.
      if (signal.aborted || (error instanceof Problem && error.code === 'rehearsal.notFound')) return 'ended'
      const why = error instanceof Error ? error.message : String(error)
      const { userName } = caller.principal
      // Such as a site that doesn't reach itself by its own address.
      const message = `Couldn't play a rehearsal: ${why}`
      journal.write({ level: 'Warning', message, status: 'Failed', name: userName, address: caller.address })
      return null
    })
    if (outcome !== 'ended' && !signal.aborted) await rehearsals.end(id, outcome, caller)
  }

  const stop = async (id: string): Promise<void> => {
    const run = runs.get(id)
    run?.stopping.abort()
    await run?.ended
  }

  return {
    async begin(
      { minutes = null, ...plan }: RehearsalPlan & { minutes?: number | null },
      caller: Caller,
    ): Promise<RehearsalState> {
      const { state, prepared } = await rehearsals.begin(plan, caller, 'rehearsal.run')
      const stopping = new AbortController()
      // Only the database can say that it's over.
      const renew = (): Promise<boolean> => rehearsals.renew(state.id).catch(() => true)
      const renewing = setInterval(
        () => void renew().then((isOurs) => (isOurs ? undefined : stopping.abort())),
        renewEveryMs,
      ).unref()
      const ended = play(state.id, caller, { prepared, minutes, signal: stopping.signal })
        .catch((error: unknown) => journal.failed("Couldn't end a rehearsal", error))
        .finally(() => {
          clearInterval(renewing)
          runs.delete(state.id)
        })
      runs.set(state.id, { stopping, ended })
      return state
    },

    stop,

    /** A later process, or another one, cleans up within a minute instead of an hour. */
    async close(): Promise<void> {
      const left = [...runs.keys()]
      await Promise.all(left.map(stop))
      for (const id of left) await rehearsals.tell(id, 'clean').catch(() => undefined)
    },
  }
}
