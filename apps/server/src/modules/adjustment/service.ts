import type { Adjustment, AdjustmentCreate } from '@pennant/contract/adjustment'
import { hubEvents, type TeamChange } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import { hidesSince } from '@pennant/rules/scoreboard/freeze'
import type { Core } from '../../core/core.ts'
import type { Hides } from '../../core/game/change.ts'
import type { Caller } from '../../core/identity/caller.ts'
import { presentAdjustment } from './present.ts'
import { type AdjustmentStore, createAdjustmentStore, type StoredAdjustment } from './store.ts'

type Parts = 'audit' | 'clock' | 'games' | 'journal' | 'ledger' | 'live'

export const createAdjustments = (
  { audit, clock, games, journal, ledger, live }: Pick<Core, Parts>,
  store: Pick<AdjustmentStore, 'list' | 'some'>,
) => {
  /** Points of after the freeze move nothing that everyone gets. */
  const hidesAt =
    (gameId: number, time: number): Hides =>
    async (db) =>
      hidesSince(await createAdjustmentStore(db).freeze(gameId), time)

  const tell = async (
    gameId: number,
    { time, points }: { time: number; points: number },
    teams: readonly StoredAdjustment[],
  ): Promise<void> => {
    await games.caughtUp(gameId)
    const { settings } = await games.must(gameId)
    if (hidesSince(settings, time)) return
    const news: TeamChange = { gameId, what: 'Points', time, points }
    for (const { participation_id } of teams)
      live.toTeam(gameId, participation_id, hubEvents.ReceivedTeamChange, news)
  }

  return {
    async list(gameId: number): Promise<Adjustment[]> {
      await games.must(gameId)
      return (await store.list(gameId)).map(presentAdjustment)
    },

    async create(gameId: number, sent: AdjustmentCreate, caller: Caller): Promise<Adjustment[]> {
      const { settings } = await games.must(gameId)
      const { points, reason } = sent
      const now = clock.now()
      const time = sent.time ?? now
      const participationIds = [...new Set(sent.participationIds)]
      if (participationIds.length === 0)
        throw new Problem('validation.required', { field: 'participationIds' })
      if (points === 0) throw new Problem('validation.required', { field: 'points' })
      if (time < settings.start || time > now)
        throw new Problem('validation.range', { field: 'time', min: settings.start, max: now })

      const made = await ledger.change(
        gameId,
        ['points'],
        async (db) => {
          const tx = createAdjustmentStore(db)
          if ((await tx.playing(gameId, participationIds)) < participationIds.length)
            throw new Problem('participation.notFound')
          const by = caller.principal.userId
          const ids = await tx.insert(gameId, participationIds, { points, reason, time: new Date(time), by })
          const [only] = ids
          await audit.record(db, caller, 'adjustment.create', {
            ...{ game: gameId, id: ids.length === 1 && only !== undefined ? only : null, reason },
            after: { participations: participationIds, points, time },
          })
          return tx.some(gameId, ids)
        },
        hidesAt(gameId, time),
      )
      journal.done(caller, `${points} points given by hand to ${made.length} teams of game ${gameId}`)
      await tell(gameId, { time, points }, made)
      return made.map(presentAdjustment)
    },

    /** The second time, the answer is that of the first. */
    async revoke(gameId: number, id: number, reason: string, caller: Caller): Promise<Adjustment> {
      const before = await find(store, gameId, id)
      if (before.revoked_at !== null) return presentAdjustment(before)
      const now = clock.now()
      const { after, isFirst } = await ledger.change(
        gameId,
        ['points'],
        async (db) => {
          const tx = createAdjustmentStore(db)
          const found = await find(tx, gameId, id)
          if (found.revoked_at !== null) return { after: found, isFirst: false }
          await tx.revoke(id, { reason, at: new Date(now), by: caller.principal.userId })
          const { points, time, participation_id } = found
          await audit.record(db, caller, 'adjustment.revoke', {
            ...{ game: gameId, id, reason },
            before: { participations: [participation_id], points, time: time.getTime() },
          })
          return { after: await find(tx, gameId, id), isFirst: true }
        },
        hidesAt(gameId, now),
      )
      if (!isFirst) return presentAdjustment(after)
      journal.done(caller, `Points by hand ${id} of game ${gameId} taken back`)
      await tell(gameId, { time: now, points: -after.points }, [after])
      return presentAdjustment(after)
    },
  }
}

const find = async (
  store: Pick<AdjustmentStore, 'some'>,
  gameId: number,
  id: number,
): Promise<StoredAdjustment> => {
  const [found] = await store.some(gameId, [id])
  if (found === undefined) throw new Problem('adjustment.notFound')
  return found
}
