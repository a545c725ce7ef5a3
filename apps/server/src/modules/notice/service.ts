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

export type NoticeParts = 'audit' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'live'

export const createNotices = (core: Pick<Core, NoticeParts>) => {
  const { audit, ledger, games, live, clock, journal } = core
  const store = createNoticeStore(core.db)

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
      const notice = await ledger.change(gameId, ['notices'], async (db) => {
        const values = { type: 'Normal', values: [content], time: new Date(clock.now()) } as const
        const made = await insertNotice(db, gameId, values)
        await audit.record(db, caller, 'notice.create', { game: gameId, id: made.id, after: stateOf(made) })
        return made
      })
      // A listener may ask for the list immediately and must find the notice there.
      await follow(`Notice ${notice.id} in game ${gameId} created`, gameId, caller).finally(() =>
        tellNotices(live, gameId, [notice]),
      )
      return notice
    },

    async update(ref: NoticeRef, content: string, caller: Editor): Promise<GameNotice> {
      const notice = await ledger.change(ref.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        const before = await findOurs(tx, ref)
        expectUnchanged(caller.ifMatch, basisOf(before))
        const after = await tx.update(ref.nid, [content], new Date(clock.now()))
        const states = { before: stateOf(noticeOf(before)), after: stateOf(noticeOf(after)) }
        await audit.record(db, caller, 'notice.update', { game: ref.id, id: ref.nid, ...states })
        return after
      })
      await follow(`Notice ${ref.nid} in game ${ref.id} changed`, ref.id, caller)
      return noticeOf(notice)
    },

    async remove(ref: NoticeRef, caller: Editor): Promise<void> {
      await ledger.change(ref.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        const before = await findOurs(tx, ref)
        expectUnchanged(caller.ifMatch, basisOf(before))
        await tx.delete(ref.nid)
        const logged = { game: ref.id, id: ref.nid, before: stateOf(noticeOf(before)) }
        await audit.record(db, caller, 'notice.delete', logged)
      })
      await follow(`Notice ${ref.nid} in game ${ref.id} deleted`, ref.id, caller)
    },
  }
}

const stateOf = ({ values, time }: GameNotice) => ({ content: values[0] ?? '', time })
