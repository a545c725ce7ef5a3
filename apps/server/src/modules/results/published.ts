import { Problem } from '@pennant/contract/problem'
import type { ResultsRevision } from '@pennant/contract/results'
import { LRUCache } from 'lru-cache'
import type { Core } from '../../core/core.ts'
import type { Game } from '../../core/game/game.ts'
import { resultsKey } from '../../core/game/results.ts'
import { createResultsStore } from '../../core/game/store-results.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { RawJson, type Reply, versioned } from '../../http/reply.ts'
import { createPublishingStore } from './store.ts'

type Made = { reply: Reply; bytes: number }

const mostBytes = 67_108_864

/** What everyone reads. Each revision is read once as long as nothing but solves and notices comes. */
export const createPublishedResults = ({ access, db }: Pick<Core, 'access' | 'db'>) => {
  const known = new LRUCache<string, Made>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes })
  const making = new Map<string, Promise<Reply>>()

  const make = async ({ id, settings }: Game, wanted: number | undefined, key: string): Promise<Reply> => {
    const { resultsAt } = settings
    const stored = await createResultsStore(db).read(id, wanted)
    if (resultsAt === null || stored === undefined) throw new Problem('results.notFound')
    const { board, ...revision } = stored
    const revisions = (await createPublishingStore(db).revisions(id)).map(presentRevision)
    const facts = { ...presentRevision(revision), publishedAt: resultsAt, revisions }
    const reply = versioned({
      tag: `${id}-R${revision.revision}-${revisions.length}-${resultsAt.toString(36)}-${revision.sha256.slice(0, 16)}`,
      modified: new Date(Math.max(resultsAt, revisions[0]?.time ?? 0)),
      // The board goes out as it was stored, or nobody could check its hash.
      value: new RawJson(`${JSON.stringify(facts).slice(0, -1)},"board":${board}}`),
    })
    known.set(key, { reply, bytes: board.length })
    return reply
  }

  return async (gameId: number, wanted: number | undefined, principal: Principal | null): Promise<Reply> => {
    const game = await access.visible(gameId, principal)
    const key = `${resultsKey(game)} ${wanted}`
    const begun = known.get(key)?.reply ?? making.get(key)
    if (begun !== undefined) return begun
    const made = make(game, wanted, key).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
}

// Who published them is for organizers.
const presentRevision = ({ revision, time, note, reason, sha256 }: ResultsRevision): ResultsRevision => ({
  ...{ revision, time, note, reason, sha256 },
})
