import { Problem } from '@pennant/contract/problem'
import type { Trace } from '@pennant/contract/watch'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { presentTrace } from './present-trace.ts'
import { createTraceStore } from './store-trace.ts'

type ParticipationRef = { id: number; pid: number }
type Query = { challenge?: number; from?: number; to?: number }

const most = 1_000

export const createTraceList = (
  { access, db }: Pick<Core, 'access' | 'db'>,
  ...writers: readonly { flush(): Promise<void> }[]
) => {
  const store = createTraceStore(db)

  return async (
    { id, pid }: ParticipationRef,
    { challenge, from, to }: Query,
    caller: Principal,
  ): Promise<Trace[]> => {
    const game = await access.visible(id, caller)
    const participation = game.participations.get(pid)
    if (participation === undefined) throw new Problem('participation.notFound')
    for (const writer of writers) await writer.flush()
    const rows = await store.list({
      game: id,
      participation: pid,
      team: participation.teamId,
      challenge: challenge ?? null,
      from: from === undefined ? null : new Date(from),
      to: to === undefined ? null : new Date(to),
      most,
    })
    return rows.map((row) => presentTrace(game, row, caller))
  }
}
