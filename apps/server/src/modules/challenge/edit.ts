import type { ChallengeCreate, ChallengeUpdate } from '@pennant/contract/challenge'
import { Problem } from '@pennant/contract/problem'
import { expectUnchanged } from '../../kit/edit-tag.ts'
import type { Db } from '../../ports/database.ts'
import type { Game } from '../../core/game/game.ts'
import { publicBoard, type PublicBoard } from '../../core/game/public-board.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { refuseEdit } from './edit-change.ts'
import type { Core } from '../../core/core.ts'
import type { Edits } from './edits.ts'
import { basisOf, presentChallengeToEdit } from './present-edit.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createChallengeDetailStore, type ChallengeDetail } from './store-detail.ts'
import { createChallengeEditStore } from './store-edit.ts'
import { createFlagStore } from './store-flag.ts'
import { createRemovalStore } from './store-removal.ts'
import type { Caller, Editor } from '../../core/identity/caller.ts'

export type EditedChallenge = { detail: ChallengeDetail; solved: number }

export type ListedChallenges = {
  game: Game
  board: PublicBoard['board']
  bareFlags: ReadonlyMap<number, number>
}

/** `id` is the game's. */
export type ChallengeRef = { id: number; cid: number }

export type EditingParts = 'audit' | 'clock' | 'db' | 'files' | 'games' | 'journal' | 'ledger'

export const createChallengeEditing = (core: Pick<Core, EditingParts>, edits: Edits) => {
  const { audit, ledger, games, files, clock, journal } = core
  const store = createChallengeDetailStore(core.db)
  const flags = createFlagStore(core.db)

  const note = (what: string, { id, cid }: ChallengeRef, caller: Caller): void =>
    journal.done(caller, `Challenge ${cid} in game ${id} ${what}`)

  const solvedOf = (game: Game | null, id: number): number =>
    game === null ? 0 : (publicBoard(game, 'staff', clock.now()).board.challengeOf(id)?.solved ?? 0)

  const edit = async (db: Db, ref: ChallengeRef, sent: ChallengeUpdate, editor: Editor) => {
    const tx = createChallengeEditStore(db)
    const before = await tx.find(ref.id, ref.cid)
    if (before === undefined) throw new Problem('challenge.notFound')
    expectUnchanged(editor.ifMatch, basisOf(before))
    refuseEdit(before, sent, { hasFlag: await createFlagStore(db).any(before.id) })
    const { after, announced } = await edits.apply(db, before, sent)
    const states = { before: basisOf(before), after: basisOf(after) }
    await audit.record(db, editor, 'challenge.update', { ...loggedOf(after), ...states })
    return { before, detail: await createChallengeDetailStore(db).of(after), announced }
  }

  return {
    async list(gameId: number): Promise<ListedChallenges | null> {
      const game = await games.read(gameId)
      if (game === null) return null
      const perTeam = [...game.challenges.values()].some(({ type }) => type === 'DynamicAttachment')
      const bareFlags = perTeam ? await flags.bare(gameId) : new Map<number, number>()
      return { game, board: publicBoard(game, 'staff', clock.now()).board, bareFlags }
    },

    async read({ id, cid }: ChallengeRef): Promise<EditedChallenge> {
      const game = await games.must(id)
      const detail = await store.find(id, cid)
      if (detail === undefined) throw new Problem('challenge.notFound')
      return { detail, solved: solvedOf(game, cid) }
    },

    async create(
      gameId: number,
      { title, category = 'Misc', type = 'StaticAttachment', cpuCount }: ChallengeCreate,
      caller: Caller,
    ): Promise<EditedChallenge> {
      const detail = await ledger.change(gameId, ['setup'], async (db) => {
        const made = await createChallengeDetailStore(db).of(
          await createChallengeEditStore(db).insert({
            game_id: gameId,
            title,
            category,
            type,
            ...(cpuCount == null ? {} : { cpu_count: cpuCount }),
          }),
        )
        const logged = { ...loggedOf(made.challenge), after: presentChallengeToEdit(made, 0) }
        await audit.record(db, caller, 'challenge.create', logged)
        return made
      })
      note('created', { id: gameId, cid: detail.challenge.id }, caller)
      return { detail, solved: 0 }
    },

    async update(ref: ChallengeRef, sent: ChallengeUpdate, editor: Editor): Promise<EditedChallenge> {
      const { before, detail, announced } = await ledger.change(ref.id, ['setup'], (db) =>
        edit(db, ref, sent, editor),
      )
      edits.tell(ref.id, announced)
      note(howChanged(before, detail.challenge), ref, editor)
      return { detail, solved: solvedOf(await games.read(ref.id), ref.cid) }
    },

    async remove(ref: ChallengeRef, editor: Editor): Promise<void> {
      const orphaned = await ledger.change(ref.id, ['setup', 'purge'], async (db) => {
        const tx = createChallengeEditStore(db)
        const challenge = await tx.find(ref.id, ref.cid)
        if (challenge === undefined) throw new Problem('challenge.notFound')
        expectUnchanged(editor.ifMatch, basisOf(challenge))
        const before = presentChallengeToEdit(await createChallengeDetailStore(db).of(challenge), 0)
        await audit.record(db, editor, 'challenge.delete', { ...loggedOf(challenge), before })
        const removal = createRemovalStore(db)
        await removal.holdInstances(ref.cid)
        await tx.expireContainers(ref.cid, new Date(clock.now()), { tests: true })
        await removal.deleteSubmissions(ref.id, ref.cid)
        await removal.deleteTraces(ref.id, ref.cid)
        const dropped = await createAttachmentStore(db).files(ref.cid)
        const exchanged = await files.exchange(db, { claimed: [], dropped })
        await tx.delete(ref.cid)
        return exchanged.orphaned
      })
      note('deleted', ref, editor)
      await files.clear(orphaned)
    },
  }
}

export type ChallengeEditing = ReturnType<typeof createChallengeEditing>

export const loggedOf = ({ game_id: game, id, title: name }: ChallengeRow) => ({ game, id, name })

const howChanged = (before: ChallengeRow, after: ChallengeRow): string => {
  if (before.is_enabled === after.is_enabled) return 'changed'
  return after.is_enabled ? 'enabled' : 'disabled'
}
