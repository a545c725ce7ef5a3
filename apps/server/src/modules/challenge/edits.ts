import type { ChallengeUpdate } from '@pennant/contract/challenge'
import type { GameNotice } from '@pennant/contract/hub'
import { runsContainers } from '@pennant/rules/challenge/container'
import { isRunning } from '@pennant/rules/game/phase'
import type { Db } from '../../ports/database.ts'
import type { GameChange } from '../../core/game/change.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { announcedBy, changeOf } from './edit-change.ts'
import type { Core } from '../../core/core.ts'
import { insertNotice, tellNotices } from '../../core/game/notices.ts'
import { createChallengeEditStore } from './store-edit.ts'

/** To be published only after the commit. */
export type Announced = { notices: GameNotice[]; changes: GameChange[] }

type AppliedEdit = { after: ChallengeRow; announced: Announced }

/** The caller holds the game's ledger. */
export const createEdits = ({ ledger, clock, live }: Pick<Core, 'clock' | 'ledger' | 'live'>) => {
  const announce = async (db: Db, before: ChallengeRow, after: ChallengeRow): Promise<Announced> => {
    const { game_id: gameId, title } = after
    const { start_at, end_at } = await createChallengeEditStore(db).span(gameId)
    const running = isRunning({ start: start_at.getTime(), end: end_at.getTime() }, clock.now())
    const types = running ? announcedBy(before, after) : []
    if (types.length === 0) return { notices: [], changes: [] }
    // A notice leaves the board as it is, and an edit without one leaves the notices.
    const changes = await ledger.advance(db, [gameId], ['notices'])
    const made: GameNotice[] = []
    for (const type of types)
      made.push(await insertNotice(db, gameId, { type, values: [title], time: new Date(clock.now()) }))
    return { notices: made, changes }
  }

  return {
    async apply(db: Db, before: ChallengeRow, sent: ChallengeUpdate): Promise<AppliedEdit> {
      const tx = createChallengeEditStore(db)
      const after = await tx.update(before, changeOf(before, sent))
      if (sent.isEnabled === true) await tx.ensureInstances(after.game_id, after.id)
      if (sent.isEnabled === false && runsContainers(after.type))
        await tx.expireContainers(after.id, new Date(clock.now()), { tests: false })
      return { after, announced: await announce(db, before, after) }
    },

    tell(gameId: number, { notices, changes }: Announced): void {
      void ledger.announce(changes)
      tellNotices(live, gameId, notices)
    },
  }
}

export type Edits = ReturnType<typeof createEdits>
