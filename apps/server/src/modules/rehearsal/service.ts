import { Problem } from '@pennant/contract/problem'
import type {
  RehearsalCast,
  RehearsalOutcome,
  RehearsalPlan,
  RehearsalReport,
  Rehearsals,
  RehearsalSize,
  RehearsalState,
  RehearsalStep,
} from '@pennant/contract/rehearsal'
import { v7 as uuidv7 } from 'uuid'
import { system } from '../../core/audit/audit.ts'
import type { Core } from '../../core/core.ts'
import type { Caller, Host } from '../../core/identity/caller.ts'
import type { RehearsalRow } from '../../ports/tables/rehearsal.ts'
import { createCasting } from './cast.ts'
import { createCleaning, type Removing } from './clean.ts'
import { reportOf } from './judge.ts'
import { createPreparation } from './prepare.ts'
import { createRehearsalStore, type FoundRehearsal, type InstanceSource } from './store.ts'

export type RehearsalParts =
  | 'audit'
  | 'clock'
  | 'db'
  | 'files'
  | 'hasher'
  | 'journal'
  | 'ledger'
  | 'lock'
  | 'names'
  | 'rehearsing'
  | 'sessions'
  | 'site'
  | 'vault'

const hour = 3_600_000
const nearMs = hour
const longestMs = hour
const abandonedMs = 60_000
const leaseMs = 60_000
// Longer than any process goes on creating.
const strayMs = 24 * hour
const membersPerTeam = 2
const leastTeams = 200
const teamsPerAccepted = 1.5
// Of an opening, in which a tenth of the teams submits each second.
const burstShare = 0.1

export const createRehearsals = (core: Pick<Core, RehearsalParts>, removing: Removing, version: string) => {
  const { audit, clock, journal, lock, rehearsing, site } = core
  const store = createRehearsalStore(core.db)
  const prepare = createPreparation(core)
  const clean = createCleaning(core, removing)
  const castOf = createCasting(core)
  const preparing = new Set<Promise<void>>()
  let isClosing = false

  const suggestedTeams = async (): Promise<number> => {
    const accepted = await store.acceptedTeams(new Date(clock.now()))
    return Math.max(leastTeams, Math.ceil(accepted * teamsPerAccepted))
  }

  const near = (): Promise<string[]> => store.near(new Date(clock.now()), new Date(clock.now() + nearMs))

  const expectQuiet = async (typed: string | null): Promise<void> => {
    const titles = await near()
    const [first] = titles
    if (first !== undefined && (typed === null || !titles.includes(typed)))
      throw new Problem('rehearsal.gameNear', { name: first })
  }

  const sourceFor = async (instances: number): Promise<InstanceSource | null> => {
    if (instances === 0) return null
    const source = await store.instanceSource()
    if (source === undefined) throw new Problem('rehearsal.noImage', { field: 'instances' })
    return source
  }

  const sizeOf = async (plan: RehearsalPlan): Promise<RehearsalSize> => {
    const teams = plan.teams ?? (await suggestedTeams())
    return {
      teams,
      players: teams * membersPerTeam,
      burst: plan.burst ?? Math.max(1, Math.round(teams * burstShare)),
      instances: plan.instances ?? 0,
      oneAddress: plan.oneAddress ?? false,
    }
  }

  const must = async (id: string): Promise<RehearsalRow> => {
    const row = await store.find(id)
    if (row === undefined) throw new Problem('rehearsal.notFound')
    return row
  }

  // While its lock is held, or two would get in each other's way.
  const remove = async (id: string, by: Caller | Host): Promise<string[]> => {
    const { left, isEnd } = await clean(id)
    if (isEnd) await audit.alone(by, 'rehearsal.end', { id })
    return left
  }

  const judge = async (
    row: RehearsalRow,
    outcome: RehearsalOutcome,
    { endedAt, left }: { endedAt: number; left: string[] },
  ): Promise<RehearsalReport> => {
    const report = reportOf({
      ...{ outcome, left, version, endedAt, size: row.size },
      ...{ url: site.url() ?? '', startedAt: row.begun_at.getTime() },
      before: await store.lastReport(row.begun_at),
    })
    await store.keep(row.id, report)
    return report
  }

  /** Fails when it is over, or ending. */
  const reach = async (id: string, step: RehearsalStep): Promise<void> => {
    if (!(await store.setStep(id, step))) throw new Problem('rehearsal.notFound')
  }

  const giveUp = async (id: string): Promise<void> => {
    // Someone who has ended it waits for the lock, to remove it in their own name.
    const isOurs = await store.setStep(id, 'clean')
    // A later process, or another one, has more time.
    if (isOurs && !isClosing) await remove(id, system)
  }

  /** While one is created, its lock is held. */
  const isDue = ({ step, until, begun_at, game_id, isLeft }: FoundRehearsal): boolean => {
    const now = clock.now()
    const isAbandoned = game_id === null && begun_at.getTime() <= now - abandonedMs
    return step === 'clean' || until.getTime() <= now || isAbandoned || isLeft
  }

  type Made = Pick<RehearsalRow, 'id' | 'size' | 'until'> & { source: InstanceSource | null }

  const create = async ({ id, size, source, until }: Made): Promise<void> => {
    const goOn = async (): Promise<void> => {
      if (isClosing) throw new Error('the server is stopping')
      await reach(id, 'prepare')
    }
    try {
      const end = new Date(until.getTime() + hour)
      const gameId = await prepare({ id, size, end, source, goOn })
      await goOn()
      await rehearsing.change({ id, until: until.getTime() })
      if (!(await store.setGame(id, gameId))) throw new Problem('rehearsal.notFound')
    } catch (error) {
      await giveUp(id).catch((fault: unknown) => journal.failed("Couldn't clean up after a rehearsal", fault))
      throw error
    }
  }

  return {
    async read(): Promise<Rehearsals> {
      const row = await store.unfinished()
      return {
        running: row === undefined ? null : stateOf(row),
        report: await store.lastReport(),
        suggestedTeams: await suggestedTeams(),
        near: await near(),
      }
    },

    /** Creating takes longer than a proxy waits for an answer: `prepared` says when it's done. */
    async begin(
      plan: RehearsalPlan,
      caller: Caller,
      action: 'rehearsal.begin' | 'rehearsal.run' = 'rehearsal.begin',
    ): Promise<{ state: RehearsalState; prepared: Promise<void> }> {
      await expectQuiet(plan.duringGame ?? null)
      const source = await sourceFor(plan.instances ?? 0)
      const size = await sizeOf(plan)
      const id = uuidv7()
      const begunAt = new Date(clock.now())
      const until = new Date(clock.now() + longestMs)
      const lease = action === 'rehearsal.run' ? leaseMs : null
      const by = caller.principal.userName
      return new Promise((resolve, reject) => {
        const prepared = lock.exclusive(lockOf(id), async () => {
          await store.atomically(async (db) => {
            if (!(await createRehearsalStore(db).insert({ id, begunAt, until, leaseMs: lease, by, size })))
              throw new Problem('rehearsal.running')
            await audit.record(db, caller, action, { id })
          })
          journal.done(caller, `Rehearsal with ${size.teams} teams begun`)
          resolve({ state: stateOf(await must(id)), prepared })
          await create({ id, size, source, until })
        })
        prepared.catch(reject)
        const done = prepared.catch(() => undefined).finally(() => preparing.delete(done))
        preparing.add(done)
      })
    },

    /** Null while it is being created. */
    async cast(id: string): Promise<RehearsalCast | null> {
      const row = await must(id)
      if (row.ended_at !== null || row.step === 'clean') throw new Problem('rehearsal.notFound')
      return row.game_id === null ? null : castOf(row, row.game_id)
    },

    tell: reach,

    /** The server that plays it is there. False if it's over, or being removed. */
    renew: (id: string): Promise<boolean> => store.lease(id, leaseMs),

    /** Without an outcome, it broke off. Asked again, it answers with what is kept. */
    async end(
      id: string,
      outcome: RehearsalOutcome | null,
      caller: Caller,
    ): Promise<{ left: string[]; report: RehearsalReport | null }> {
      const row = await must(id)
      // Kept before anything can fail.
      const endedAt = row.report?.endedAt ?? clock.now()
      if (outcome !== null && (row.report === null || row.ended_at === null))
        await judge(row, outcome, { endedAt, left: [] })
      // One that is being prepared stops, and its lock is free.
      await store.setStep(id, 'clean')
      const left = await lock.exclusive(lockOf(id), async () => {
        if ((await must(id)).ended_at !== null) return []
        const found = await remove(id, caller)
        journal.done(caller, `Rehearsal with ${row.size.teams} teams ended`)
        return found
      })
      if (outcome !== null && left.length > 0) await judge(row, outcome, { endedAt, left })
      return { left, report: (await must(id)).report }
    },

    /** Whatever is being created is left to be removed by another process. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.all(preparing)
    },

    /** Of rehearsals whose time is over, or whose process is gone, unless someone is at it. */
    async sweep(): Promise<void> {
      const row = await store.unfinished()
      const isSoonAfter = await store.hasBegunSince(new Date(clock.now() - strayMs))
      const ids = [
        ...(row !== undefined && isDue(row) ? [row.id] : []),
        ...(isSoonAfter ? await store.strays() : []),
      ]
      const left: string[] = []
      for (const id of ids)
        await lock.attempt(lockOf(id), async () => {
          const now = await store.find(id)
          // It was created in the meantime.
          if (now?.ended_at === null && !isDue(now)) return
          left.push(...(await remove(id, system)))
        })
      if (left.length > 0) throw new Error(`A rehearsal left behind ${left.join(', ')}`)
    },
  }
}

// Of what creates or removes what belongs to it.
const lockOf = (id: string): string => `rehearsal ${id}`

export type RehearsalService = ReturnType<typeof createRehearsals>

const stateOf = ({ id, step, size, by_name, begun_at, until }: RehearsalRow): RehearsalState => ({
  ...{ id, step, size, by: by_name },
  ...{ begunAt: begun_at.getTime(), until: until.getTime() },
})
