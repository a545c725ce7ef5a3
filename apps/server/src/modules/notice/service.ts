import type { GameNotice } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { Caller, Editor } from '../../core/identity/caller.ts'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import { noticeOf } from '../../core/game/assemble.ts'
import { insertNotice, tellNotices } from '../../core/game/notices.ts'
import type { StoredNotice } from '../../core/game/store.ts'
import { basisOf } from './present.ts'
import { createNoticeStore, type NoticeStore } from './store.ts'

type NoticeRef = { id: number; nid: number }

export const createNotices = (
  { ledger, games, live, clock, journal }: Pick<Core, 'clock' | 'games' | 'journal' | 'ledger' | 'live'>,
  store: Pick<NoticeStore, 'written'>,
) => {
  // Notices about what happened are history, which can't be rewritten.
  const findOurs = async (tx: NoticeStore, { id, nid }: NoticeRef): Promise<StoredNotice> => {
    const notice = await tx.find(id, nid)
    if (notice === undefined) throw new Problem('notice.notFound')
    if (notice.type !== 'Normal') throw new Problem('notice.notOurs')
    return notice
  }

  const follow = async (message: string, gameId: number, caller: Caller): Promise<void> => {
    journal.done(caller, message)
    await games.caughtUp(gameId)
  }

  return {
    async list(gameId: number): Promise<GameNotice[]> {
      await games.must(gameId)
      return (await store.written(gameId)).map(noticeOf)
    },

    async create(gameId: number, content: string, caller: Caller): Promise<GameNotice> {
      const notice = await ledger.change(gameId, ['notices'], (db) =>
        insertNotice(db, gameId, { type: 'Normal', values: [content], time: new Date(clock.now()) }),
      )
      // A listener may ask for the list immediately and must find the notice there.
      await follow(`Notice ${notice.id} in game ${gameId} created`, gameId, caller).finally(() =>
        tellNotices(live, gameId, [notice]),
      )
      return notice
    },

    async update(ref: NoticeRef, content: string, caller: Editor): Promise<GameNotice> {
      const notice = await ledger.change(ref.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        expectUnchanged(caller.ifMatch, basisOf(await findOurs(tx, ref)))
        return tx.update(ref.nid, [content], new Date(clock.now()))
      })
      await follow(`Notice ${ref.nid} in game ${ref.id} changed`, ref.id, caller)
      return noticeOf(notice)
    },

    async remove(ref: NoticeRef, caller: Editor): Promise<void> {
      await ledger.change(ref.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        expectUnchanged(caller.ifMatch, basisOf(await findOurs(tx, ref)))
        await tx.delete(ref.nid)
      })
      await follow(`Notice ${ref.nid} in game ${ref.id} deleted`, ref.id, caller)
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
