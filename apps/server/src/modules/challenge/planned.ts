import { Problem } from '@pennant/contract/problem'
import { system } from '../../core/audit/audit.ts'
import type { Core } from '../../core/core.ts'
import type { Db } from '../../ports/database.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { refuseEdit } from './edit-change.ts'
import { loggedOf } from './edit.ts'
import type { Announced, Edits } from './edits.ts'
import { basisOf } from './present-edit.ts'
import { createFlagStore } from './store-flag.ts'
import { createPlannedStore } from './store-planned.ts'

type Outcome = { id: number } & ({ announced: Announced } | { refused: Problem })

/** A challenge that can't be enabled stays disabled and is not tried again; the journal says why. */
export const createPlannedEnabling = (
  core: Pick<Core, 'audit' | 'clock' | 'db' | 'journal' | 'ledger'>,
  edits: Edits,
) => {
  const { audit, ledger, clock, journal } = core
  const store = createPlannedStore(core.db)

  const log = (db: Db, before: ChallengeRow, after: ChallengeRow): Promise<void> =>
    audit.record(db, system, 'planned challenges', {
      ...loggedOf(after),
      before: basisOf(before),
      after: basisOf(after),
    })

  const enable = async (db: Db, challenge: ChallengeRow): Promise<Outcome> => {
    const { id } = challenge
    const sent = { isEnabled: true }
    try {
      refuseEdit(challenge, sent, { hasFlag: await createFlagStore(db).any(id) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await createPlannedStore(db).forget(id)
      await log(db, challenge, { ...challenge, enable_at: null })
      return { id, refused: error }
    }
    const { after, announced } = await edits.apply(db, challenge, sent)
    await log(db, challenge, after)
    return { id, announced }
  }

  const tell = (gameId: number, outcome: Outcome): void => {
    const what = `${outcome.id} in game ${gameId}`
    if ('announced' in outcome) {
      edits.tell(gameId, outcome.announced)
      journal.write({ message: `Challenge ${what} enabled as planned`, status: 'Success', name: 'System' })
    } else
      journal.write({
        level: 'Warning',
        message: `Couldn't enable challenge ${what} as planned: ${outcome.refused.code}`,
        name: 'System',
      })
  }

  const enableIn = async (gameId: number, now: Date): Promise<void> => {
    const outcomes = await ledger.change(gameId, ['setup'], async (db) => {
      const done: Outcome[] = []
      for (const challenge of await createPlannedStore(db).due(gameId, now))
        done.push(await enable(db, challenge))
      return done
    })
    for (const outcome of outcomes) tell(gameId, outcome)
  }

  return async (signal: AbortSignal): Promise<void> => {
    const now = new Date(clock.now())
    const errors: unknown[] = []
    for (const gameId of await store.games(now)) {
      if (signal.aborted) return
      // An error in one game doesn't hold back the others.
      await enableIn(gameId, now).catch((error: unknown) => errors.push(error))
    }
    if (errors.length > 0) throw errors[0]
  }
}
