import { Problem } from '@pennant/contract/problem'
import type { ResultsRevision } from '@pennant/contract/results'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { createResultsStore } from '../../core/game/store-results.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { RawJson, type Reply, versioned } from '../../http/reply.ts'
import { createPublishingStore } from './store.ts'

/** What everyone reads. A state of the game asks for each revision once. */
export const createPublishedResults = ({ access, db }: Pick<Core, 'access' | 'db'>) => {
  const known = new WeakMap<Game, Map<number, Promise<Reply>>>()

  const make = async ({ id, settings }: Game, wanted: number): Promise<Reply> => {
    const { resultsAt } = settings
    const stored = await createResultsStore(db).read(id, wanted === newest ? undefined : wanted)
    if (resultsAt === null || stored === undefined) throw new Problem('results.notFound')
    const { board, ...revision } = stored
    const revisions = (await createPublishingStore(db).revisions(id)).map(presentRevision)
    const facts = { ...presentRevision(revision), publishedAt: resultsAt, revisions }
    return versioned({
      tag: `${id}-R${revision.revision}-${revisions.length}-${resultsAt.toString(36)}-${revision.sha256.slice(0, 16)}`,
      modified: new Date(Math.max(resultsAt, revisions[0]?.time ?? 0)),
      // The board goes out as it was stored, or nobody could check its hash.
      value: new RawJson(`${JSON.stringify(facts).slice(0, -1)},"board":${board}}`),
    })
  }

  return async (gameId: number, wanted = newest, principal: Principal | null): Promise<Reply> => {
    const game = await access.visible(gameId, principal)
    const ofGame = known.get(game) ?? new Map<number, Promise<Reply>>()
    known.set(game, ofGame)
    const reply = ofGame.get(wanted) ?? make(game, wanted)
    ofGame.set(wanted, reply)
    reply.catch(() => ofGame.delete(wanted))
    return reply
  }
}

const newest = 0

// Who published them is for organizers.
const presentRevision = ({ revision, time, note, reason, sha256 }: ResultsRevision): ResultsRevision => ({
  ...{ revision, time, note, reason, sha256 },
})
