import type { ChallengeCreate, ChallengeUpdate } from '@pennant/contract/challenge'
import type { GameNotice } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import { runsContainers } from '@pennant/rules/challenge/kind'
import { isRunning } from '@pennant/rules/game/phase'
import { expectUnchanged } from '../../http/reply-edited.ts'
import type { Db } from '../../ports/database.ts'
import type { GameChange } from '../../ports/game-ledger.ts'
import type { HeldGame } from '../../ports/held-game.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { announcedBy, changeOf, refuseEdit } from './edit-change.ts'
import type { Caller, ChallengeEditNeeds, Editor, Place } from './edit-needs.ts'
import { basisOf } from './present-edit.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createChallengeDetailStore, type ChallengeDetail } from './store-detail.ts'
import { createChallengeEditStore } from './store-edit.ts'
import { createFlagStore } from './store-flag.ts'
import { createRemovalStore } from './store-removal.ts'

/** A challenge, and how many of its solves count. */
export type EditedChallenge = { detail: ChallengeDetail; solved: number }

type Announced = { notices: GameNotice[]; changes: GameChange[] }

export const createChallengeEditing = (needs: ChallengeEditNeeds) => {
  const { store, ledger, games, notices, files, clock, journal } = needs

  const note = (what: string, { id, cid }: Place, { principal, address }: Caller): void =>
    journal.write({
      message: `Challenge ${cid} in game ${id} ${what}`,
      status: 'Success',
      name: principal.userName,
      address,
    })

  const solvedOf = (game: HeldGame | null, id: number): number => game?.board.challengeOf(id)?.solved ?? 0

  const announce = async (db: Db, before: ChallengeRow, after: ChallengeRow): Promise<Announced> => {
    const { game_id: gameId, title } = after
    const { start_at, end_at } = await createChallengeEditStore(db).span(gameId)
    const running = isRunning({ start: start_at.getTime(), end: end_at.getTime() }, clock.now())
    const types = running ? announcedBy(before, after) : []
    if (types.length === 0) return { notices: [], changes: [] }
    // The board need not be read again for a notice, nor the notices for an edit that brings none.
    const changes = await ledger.advance(db, [gameId], ['notices'])
    const made: GameNotice[] = []
    for (const type of types) made.push(await notices.insert(db, gameId, { type, values: [title] }))
    return { notices: made, changes }
  }

  const edit = async (db: Db, place: Place, sent: ChallengeUpdate, { ifMatch }: Editor) => {
    const tx = createChallengeEditStore(db)
    const before = await tx.find(place.id, place.cid)
    if (before === undefined) throw new Problem('challenge.notFound')
    expectUnchanged(ifMatch, basisOf(before))
    refuseEdit(before, sent, { hasFlag: await createFlagStore(db).any(before.id) })
    const after = await tx.update(before, changeOf(before, sent))
    if (sent.isEnabled === true) await tx.ensureInstances(place.id, after.id)
    if (sent.isEnabled === false && runsContainers(after.type))
      await tx.expireContainers(after.id, new Date(clock.now()), { tests: false })
    const announced = await announce(db, before, after)
    return { before, detail: await createChallengeDetailStore(db).of(after), announced }
  }

  return {
    /** Null when there is no such game. */
    list: (gameId: number): Promise<HeldGame | null> => games.read(gameId),

    async read({ id, cid }: Place): Promise<EditedChallenge> {
      const game = await games.must(id)
      const detail = await store.find(id, cid)
      if (detail === undefined) throw new Problem('challenge.notFound')
      return { detail, solved: solvedOf(game, cid) }
    },

    async create(
      gameId: number,
      { title, category = 'Misc', type = 'StaticAttachment' }: ChallengeCreate,
      caller: Caller,
    ): Promise<EditedChallenge> {
      const detail = await ledger.change(gameId, ['setup'], async (db) =>
        createChallengeDetailStore(db).of(
          await createChallengeEditStore(db).insert({ game_id: gameId, title, category, type }),
        ),
      )
      note('created', { id: gameId, cid: detail.challenge.id }, caller)
      return { detail, solved: 0 }
    },

    async update(place: Place, sent: ChallengeUpdate, editor: Editor): Promise<EditedChallenge> {
      const { before, detail, announced } = await ledger.change(place.id, ['setup'], (db) =>
        edit(db, place, sent, editor),
      )
      ledger.announce(announced.changes)
      notices.tell(place.id, announced.notices)
      note(howChanged(before, detail.challenge), place, editor)
      return { detail, solved: solvedOf(await games.read(place.id), place.cid) }
    },

    async remove(place: Place, editor: Editor): Promise<void> {
      const condemned = await ledger.change(place.id, ['setup', 'purge'], async (db) => {
        const tx = createChallengeEditStore(db)
        const challenge = await tx.find(place.id, place.cid)
        if (challenge === undefined) throw new Problem('challenge.notFound')
        expectUnchanged(editor.ifMatch, basisOf(challenge))
        const removal = createRemovalStore(db)
        await removal.holdInstances(place.cid)
        await tx.expireContainers(place.cid, new Date(clock.now()), { tests: true })
        await removal.deleteSubmissions(place.id, place.cid)
        const dropped = await createAttachmentStore(db).files(place.cid)
        const exchanged = await files.exchange(db, { claimed: [], dropped })
        await tx.delete(place.cid)
        return exchanged.condemned
      })
      note('deleted', place, editor)
      await files.clear(condemned)
    },
  }
}

export type ChallengeEditing = ReturnType<typeof createChallengeEditing>

const howChanged = (before: ChallengeRow, after: ChallengeRow): string => {
  if (before.is_enabled === after.is_enabled) return 'changed'
  return after.is_enabled ? 'enabled' : 'disabled'
}
