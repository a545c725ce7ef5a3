import type { AttachmentCreate, FlagCreate } from '@pennant/contract/challenge'
import type { TaskStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { needsFlags, runsContainers } from '@pennant/rules/challenge/container'
import type { Db } from '../../ports/database.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { attachmentRow, hashesOf, sourceOf } from './attachment-source.ts'
import type { Core } from '../../core/core.ts'
import { type ChallengeRef, type EditingParts, loggedOf } from './edit.ts'
import { presentChallengeToEdit } from './present-edit.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createChallengeDetailStore } from './store-detail.ts'
import { createChallengeEditStore } from './store-edit.ts'
import { createFlagStore } from './store-flag.ts'
import type { Caller } from '../../core/identity/caller.ts'

export const createChallengeParts = (core: Pick<Core, EditingParts>) => {
  const { audit, games, ledger, files, clock, journal } = core
  const flags = createFlagStore(core.db)

  const mustFind = async (db: Db, { id, cid }: ChallengeRef): Promise<ChallengeRow> => {
    const challenge = await createChallengeEditStore(db).find(id, cid)
    if (challenge === undefined) throw new Problem('challenge.notFound')
    return challenge
  }

  // A challenge that can't be solved anymore is hidden.
  const disable = async (db: Db, { id, type }: ChallengeRow): Promise<void> => {
    const tx = createChallengeEditStore(db)
    await tx.update({ id }, { is_enabled: false })
    if (runsContainers(type)) await tx.expireContainers(id, new Date(clock.now()), { tests: false })
  }

  // A challenge that loses its last flag is disabled along with it.
  const logging = async (
    db: Db,
    action: 'challenge.setAttachment' | 'challenge.addFlags' | 'challenge.removeFlag',
    ref: ChallengeRef,
    caller: Caller,
  ): Promise<() => Promise<void>> => {
    const stateOf = async (challenge: ChallengeRow) =>
      presentChallengeToEdit(await createChallengeDetailStore(db).of(challenge), 0)
    const before = await stateOf(await mustFind(db, ref))
    return async () => {
      const challenge = await mustFind(db, ref)
      const states = { before, after: await stateOf(challenge) }
      await audit.record(db, caller, action, { ...loggedOf(challenge), ...states })
    }
  }

  return {
    async setAttachment(ref: ChallengeRef, sent: AttachmentCreate, caller: Caller): Promise<void> {
      const orphaned = await ledger.change(ref.id, ['setup'], async (db) => {
        const { type } = await mustFind(db, ref)
        if (type === 'DynamicAttachment') throw new Problem('challenge.attachmentPerTeam')
        const log = await logging(db, 'challenge.setAttachment', ref, caller)
        const source = sourceOf(sent)
        const attachments = createAttachmentStore(db)
        const dropped = await attachments.takeOwn(ref.cid)
        const exchanged = await files.exchange(db, { claimed: hashesOf([source]), dropped })
        const owner = { challengeId: ref.cid, flagId: null }
        await attachments.insert(attachmentRow(owner, source, exchanged.files))
        await log()
        return exchanged.orphaned
      })
      const removed = (sent.attachmentType ?? 'None') === 'None'
      journal.done(caller, `Attachment of ${named(ref)} ${removed ? 'removed' : 'set'}`)
      await files.clear(orphaned)
    },

    async addFlags(ref: ChallengeRef, sent: readonly FlagCreate[], caller: Caller): Promise<void> {
      await ledger.change(ref.id, ['setup'], async (db) => {
        const log = await logging(db, 'challenge.addFlags', ref, caller)
        const sources = sent.map(sourceOf)
        const exchanged = await files.exchange(db, { claimed: hashesOf(sources), dropped: [] })
        const ids = await createFlagStore(db).insert(
          ref.cid,
          sent.map(({ flag }) => flag),
        )
        const rows = ids.flatMap((flagId, at) => {
          const source = sources[at] ?? { kind: 'none' }
          return attachmentRow({ challengeId: ref.cid, flagId }, source, exchanged.files)
        })
        await createAttachmentStore(db).insert(rows)
        await log()
      })
      journal.done(caller, `Flags added to ${named(ref)}: ${sent.length}`)
    },

    async removeFlag(
      ref: ChallengeRef,
      flagId: number,
      caller: Caller,
    ): Promise<Extract<TaskStatus, 'Success' | 'NotFound'>> {
      const game = await games.must(ref.id)
      if (!game.challenges.has(ref.cid)) throw new Problem('challenge.notFound')
      if (!(await flags.has(ref.cid, flagId))) return 'NotFound'
      const removed = await ledger.change(ref.id, ['setup'], async (db) => {
        const challenge = await mustFind(db, ref)
        const tx = createFlagStore(db)
        const flag = await tx.hold(ref.cid, flagId)
        if (flag === undefined) return null
        if (flag.inUse) throw new Problem('challenge.flagInUse')
        const log = await logging(db, 'challenge.removeFlag', ref, caller)
        const dropped = await createAttachmentStore(db).takeOfFlag(flagId)
        const exchanged = await files.exchange(db, { claimed: [], dropped })
        await tx.delete(flagId)
        const disabled = challenge.is_enabled && needsFlags(challenge.type) && !(await tx.any(ref.cid))
        if (disabled) await disable(db, challenge)
        await log()
        return { orphaned: exchanged.orphaned, disabled }
      })
      if (removed === null) return 'NotFound'
      const what = `Flag ${flagId} removed from ${named(ref)}`
      journal.done(caller, removed.disabled ? `${what}, which is now disabled: it has no other` : what)
      await files.clear(removed.orphaned)
      return 'Success'
    },
  }
}

const named = ({ id, cid }: ChallengeRef): string => `challenge ${cid} in game ${id}`

export type ChallengeParts = ReturnType<typeof createChallengeParts>
