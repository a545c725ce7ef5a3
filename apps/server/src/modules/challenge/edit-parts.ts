import type { AttachmentCreate, FlagCreate } from '@pennant/contract/challenge'
import type { TaskStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { needsFlags, runsContainers } from '@pennant/rules/challenge/kind'
import type { Db } from '../../ports/database.ts'
import type { ChallengeRow } from '../../ports/tables/challenge.ts'
import { attachmentRow, hashesOf, sourceOf } from './attachment-source.ts'
import type { Caller, ChallengeEditNeeds, Place } from './edit-needs.ts'
import { createAttachmentStore } from './store-attachment.ts'
import { createChallengeEditStore } from './store-edit.ts'
import { createFlagStore, type FlagStore } from './store-flag.ts'

type Needs = Pick<ChallengeEditNeeds, 'games' | 'ledger' | 'files' | 'clock' | 'journal'> & {
  flags: Pick<FlagStore, 'has'>
}

/** What belongs to a challenge and is edited by calls of its own: its attachment, its flags and theirs. */
export const createChallengeParts = ({ flags, games, ledger, files, clock, journal }: Needs) => {
  const note = (message: string, { principal, address }: Caller): void =>
    journal.write({ message, status: 'Success', name: principal.userName, address })

  const mustFind = async (db: Db, { id, cid }: Place): Promise<ChallengeRow> => {
    const challenge = await createChallengeEditStore(db).find(id, cid)
    if (challenge === undefined) throw new Problem('challenge.notFound')
    return challenge
  }

  /** What cannot be solved any more is not shown. */
  const disable = async (db: Db, { id, type }: ChallengeRow): Promise<void> => {
    const tx = createChallengeEditStore(db)
    await tx.update({ id }, { is_enabled: false })
    if (runsContainers(type)) await tx.expireContainers(id, new Date(clock.now()), { tests: false })
  }

  return {
    async setAttachment(place: Place, sent: AttachmentCreate, caller: Caller): Promise<void> {
      const condemned = await ledger.change(place.id, ['setup'], async (db) => {
        const { type } = await mustFind(db, place)
        if (type === 'DynamicAttachment') throw new Problem('challenge.attachmentPerTeam')
        const source = sourceOf(sent)
        const attachments = createAttachmentStore(db)
        const dropped = await attachments.takeOwn(place.cid)
        const exchanged = await files.exchange(db, { claimed: hashesOf([source]), dropped })
        const owner = { challengeId: place.cid, flagId: null }
        await attachments.insert(attachmentRow(owner, source, exchanged.files))
        return exchanged.condemned
      })
      const removed = (sent.attachmentType ?? 'None') === 'None'
      note(`Attachment of ${named(place)} ${removed ? 'removed' : 'set'}`, caller)
      await files.clear(condemned)
    },

    async addFlags(place: Place, sent: readonly FlagCreate[], caller: Caller): Promise<void> {
      await ledger.change(place.id, ['setup'], async (db) => {
        await mustFind(db, place)
        const sources = sent.map(sourceOf)
        const exchanged = await files.exchange(db, { claimed: hashesOf(sources), dropped: [] })
        const ids = await createFlagStore(db).insert(
          place.cid,
          sent.map(({ flag }) => flag),
        )
        const rows = ids.flatMap((flagId, at) => {
          const source = sources[at] ?? { kind: 'none' }
          return attachmentRow({ challengeId: place.cid, flagId }, source, exchanged.files)
        })
        await createAttachmentStore(db).insert(rows)
      })
      note(`Flags added to ${named(place)}: ${sent.length}`, caller)
    },

    async removeFlag(
      place: Place,
      flagId: number,
      caller: Caller,
    ): Promise<Extract<TaskStatus, 'Success' | 'NotFound'>> {
      const game = await games.must(place.id)
      if (!game.challenges.has(place.cid)) throw new Problem('challenge.notFound')
      // Nothing is to change for nothing.
      if (!(await flags.has(place.cid, flagId))) return 'NotFound'
      const removed = await ledger.change(place.id, ['setup'], async (db) => {
        const challenge = await mustFind(db, place)
        const tx = createFlagStore(db)
        const flag = await tx.hold(place.cid, flagId)
        if (flag === undefined) return null
        if (flag.inUse) throw new Problem('challenge.flagInUse')
        const dropped = await createAttachmentStore(db).takeOfFlag(flagId)
        const exchanged = await files.exchange(db, { claimed: [], dropped })
        await tx.delete(flagId)
        const disabled = challenge.is_enabled && needsFlags(challenge.type) && !(await tx.any(place.cid))
        if (disabled) await disable(db, challenge)
        return { condemned: exchanged.condemned, disabled }
      })
      if (removed === null) return 'NotFound'
      const what = `Flag ${flagId} removed from ${named(place)}`
      note(removed.disabled ? `${what}, which is now disabled: it has no other` : what, caller)
      await files.clear(removed.condemned)
      return 'Success'
    },
  }
}

const named = ({ id, cid }: Place): string => `challenge ${cid} in game ${id}`

export type ChallengeParts = ReturnType<typeof createChallengeParts>
