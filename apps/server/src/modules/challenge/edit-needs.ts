import type { NoticeType } from '@pennant/contract/enums'
import type { GameNotice } from '@pennant/contract/hub'
import type { Principal } from '../../http/bind.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import type { GameLedger } from '../../ports/game-ledger.ts'
import type { HeldGames } from '../../ports/held-game.ts'
import type { Journal } from '../../telemetry/journal.ts'
import type { ChallengeDetailStore } from './store-detail.ts'

/** Where a challenge is. */
export type Place = { id: number; cid: number }
export type Caller = { principal: Principal; address: string | null }
/** A caller who may say what state the edit is based on. */
export type Editor = Caller & { ifMatch: readonly string[] | null }

type KnownFile = { hash: string; name: string; size: number }

export type ChallengeEditNeeds = {
  store: ChallengeDetailStore
  ledger: Pick<GameLedger, 'change' | 'advance' | 'announce'>
  games: HeldGames
  notices: {
    insert(
      db: Db,
      gameId: number,
      notice: { type: NoticeType; values: readonly string[] },
    ): Promise<GameNotice>
    /** Once they are committed. */
    tell(gameId: number, notices: readonly GameNotice[]): void
  }
  files: {
    /** Moves references of files, in the transaction that writes what refers to them. */
    exchange(
      db: Db,
      exchange: { claimed: readonly string[]; dropped: readonly string[] },
    ): Promise<{ files: ReadonlyMap<string, KnownFile>; condemned: readonly string[] }>
    /** Deletes what nobody refers to any more, once that is committed. */
    clear(condemned: readonly string[]): Promise<void>
  }
  clock: Clock
  journal: Journal
}
