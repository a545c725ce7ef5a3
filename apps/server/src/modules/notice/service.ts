import { hubEvents, type GameNotice } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import type { NoticeType } from '@pennant/contract/enums'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import type { Db } from '../../ports/database.ts'
import { basisOf, presentNotice } from './present.ts'
import { createNoticeStore, type NoticeStore, type StoredNotice } from './store.ts'

type Needs = Pick<Core, 'clock' | 'games' | 'journal' | 'ledger' | 'live'> & {
  store: Pick<NoticeStore, 'written'>
}

type Announcement = { type: NoticeType; values: readonly string[] }
type Caller = { principal: Principal; address: string | null }
type Place = { id: number; nid: number }
type Expected = readonly string[] | null

export const createNotices = ({ store, ledger, games, live, clock, journal }: Needs) => {
  /** Notices that come of what happens are part of its history: nobody rewrites them. */
  const findOurs = async (tx: NoticeStore, { id, nid }: Place): Promise<StoredNotice> => {
    const notice = await tx.find(id, nid)
    if (notice === undefined) throw new Problem('notice.notFound')
    if (notice.type !== 'Normal') throw new Problem('notice.notOurs')
    return notice
  }

  const follow = async (message: string, gameId: number, { principal, address }: Caller): Promise<void> => {
    journal.write({ message, status: 'Success', name: principal.userName, address })
    await games.caughtUp(gameId)
  }

  /** Inside a transaction that has advanced the notices of the game. `tell` follows once it is committed. */
  const insert = async (db: Db, gameId: number, notice: Announcement): Promise<GameNotice> =>
    presentNotice(await createNoticeStore(db).insert(gameId, { ...notice, time: new Date(clock.now()) }))

  const tell = (gameId: number, notices: readonly GameNotice[]): void => {
    for (const notice of notices) live.toPlayers(gameId, hubEvents.ReceivedGameNotice, notice)
  }

  return {
    insert,
    tell,

    async list(gameId: number): Promise<GameNotice[]> {
      await games.must(gameId)
      return (await store.written(gameId)).map(presentNotice)
    },

    async create(gameId: number, content: string, caller: Caller): Promise<GameNotice> {
      const notice = await ledger.change(gameId, ['notices'], (db) =>
        insert(db, gameId, { type: 'Normal', values: [content] }),
      )
      // Whoever hears of it may ask for the list at once, and has to find it there.
      await follow(`Notice ${notice.id} in game ${gameId} created`, gameId, caller).finally(() =>
        tell(gameId, [notice]),
      )
      return notice
    },

    async update(place: Place, content: string, caller: Caller & { ifMatch: Expected }): Promise<GameNotice> {
      const notice = await ledger.change(place.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        expectUnchanged(caller.ifMatch, basisOf(await findOurs(tx, place)))
        return tx.update(place.nid, [content], new Date(clock.now()))
      })
      await follow(`Notice ${place.nid} in game ${place.id} changed`, place.id, caller)
      return presentNotice(notice)
    },

    async remove(place: Place, caller: Caller & { ifMatch: Expected }): Promise<void> {
      await ledger.change(place.id, ['notices'], async (db) => {
        const tx = createNoticeStore(db)
        expectUnchanged(caller.ifMatch, basisOf(await findOurs(tx, place)))
        await tx.delete(place.nid)
      })
      await follow(`Notice ${place.nid} in game ${place.id} deleted`, place.id, caller)
    },
  }
}

export type Notices = ReturnType<typeof createNotices>
