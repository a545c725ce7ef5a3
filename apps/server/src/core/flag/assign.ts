import { createExpiringCache } from '../../kit/expiring-cache.ts'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import type { Clock } from '../../ports/clock.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createBatches, type CreateBatches } from '../../kit/batch.ts'
import {
  type Assigned,
  type FlagRequest,
  assignFlags,
  isDynamic,
  keyOf,
  type Result,
  type Results,
} from './flags.ts'
import { createAssignmentStore, type AssignmentStore } from './store.ts'

const mostTogether = 200
const warnEveryMs = 60_000
const mostWarned = 1_000

// Each team gets one flag per challenge, forever, and no listed flag goes to two teams, in any process.
export const createAssignments = (
  store: Pick<AssignmentStore, 'atomically'>,
  { clock, journal }: { clock: Clock; journal: Journal },
  batches: CreateBatches = createBatches,
) => {
  const underWay = new Map<string, Promise<Assigned>>()
  const warned = createExpiringCache<number, true>({ clock, keepMs: warnEveryMs, most: mostWarned })

  // Every player of every team may run into it.
  const warn = ({ game, participation, challenge }: FlagRequest, reason: string): void => {
    if (warned.has(challenge.id)) return
    warned.set(challenge.id, true)
    journal.write({
      level: 'Warning',
      message: `Couldn't give team ${participation.teamName} a flag for challenge ${challenge.title} (${challenge.id}) in game ${game.id}: ${reason}`,
      name: 'System',
    })
  }

  const attempt = (gameId: number, requests: readonly FlagRequest[], wait: boolean): Promise<Results> =>
    store.atomically((db) => assignFlags(createAssignmentStore(db), gameId, requests, { wait }))

  const together = batches<FlagRequest, Result | undefined>({
    most: mostTogether,
    async commit(gameId, requests) {
      const results = await attempt(gameId, requests, false)
      return requests.map((request) => ({ result: results.get(keyOf(request)) }))
    },
  })

  // A single request may wait for another transaction: it holds nothing else meanwhile.
  const alone = async (gameId: number, request: FlagRequest): Promise<Result | undefined> =>
    (await attempt(gameId, [request], true)).get(keyOf(request))

  const assign = async (request: FlagRequest): Promise<Assigned> => {
    const { id } = request.game
    const result = (await together.add(id, request)) ?? (await alone(id, request))
    if (result === undefined) throw new Problem('challenge.notFound')
    if (typeof result === 'object') return result
    warn(request, reasons[result])
    throw new Problem('challenge.noFlagLeft')
  }

  return {
    /** Null when all teams have the same flag. Not for a transaction that holds the team's instance. */
    async assignFlag(request: FlagRequest): Promise<Assigned | null> {
      if (!isDynamic(request.challenge)) return null
      const key = keyOf(request)
      const assigned = underWay.get(key) ?? assign(request).finally(() => underWay.delete(key))
      underWay.set(key, assigned)
      return assigned
    },
  }
}

export type Assignments = ReturnType<typeof createAssignments>

const reasons = {
  noFlagLeft: 'all listed flags are assigned to other teams',
  tooLong: `a flag from its template is longer than ${limits.flag} characters`,
}
