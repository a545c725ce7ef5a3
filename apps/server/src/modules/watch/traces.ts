import { Problem } from '@pennant/contract/problem'
import type { Trace } from '@pennant/contract/watch'
import type { Principal } from '../../core/identity/caller.ts'
import type { GameGate } from '../../core/game/game.ts'
import type { TraceBook } from './book.ts'
import type { Downloads } from './downloads.ts'
import { presentTrace } from './present-trace.ts'
import type { TraceStore } from './store-trace.ts'

type Needs = {
  store: Pick<TraceStore, 'list'>
  gate: Pick<GameGate, 'visible'>
  downloads: Pick<Downloads, 'flush'>
  book: Pick<TraceBook, 'flush'>
}
type Place = { id: number; pid: number }
type Query = { challenge?: number; from?: number; to?: number }

/** Who wants older ones asks for what was before the last. */
const most = 1_000

/** What the players of a team did, for those who watch the game. */
export const createTraceList =
  ({ store, gate, downloads, book }: Needs) =>
  async ({ id, pid }: Place, { challenge, from, to }: Query, caller: Principal): Promise<Trace[]> => {
    const game = await gate.visible(id, caller)
    const participation = game.participations.get(pid)
    if (participation === undefined) throw new Problem('participation.notFound')
    // What this process has just seen is there, too.
    await downloads.flush()
    await book.flush()
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
