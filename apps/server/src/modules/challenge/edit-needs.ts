import type { NoticeType } from '@pennant/contract/enums'
import type { GameNotice } from '@pennant/contract/hub'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import type { Db } from '../../ports/database.ts'
import type { ChallengeDetailStore } from './store-detail.ts'

/** Where a challenge is. */
export type Place = { id: number; cid: number }
export type Caller = { principal: Principal; address: string | null }
/** A caller who may say what state the edit is based on. */
export type Editor = Caller & { ifMatch: readonly string[] | null }

export type ChallengeEditNeeds = Pick<Core, 'clock' | 'files' | 'games' | 'journal' | 'ledger'> & {
  store: ChallengeDetailStore
  notices: {
    insert(
      db: Db,
      gameId: number,
      notice: { type: NoticeType; values: readonly string[] },
    ): Promise<GameNotice>
    /** Once they are committed. */
    tell(gameId: number, notices: readonly GameNotice[]): void
  }
}
