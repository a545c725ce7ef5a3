import type { Snapshot, StoredAttachment, StoredFlag } from './store-export.ts'

export type StoredParts = {
  attachment: StoredAttachment | undefined
  flags: { flag: string; attachment: StoredAttachment | undefined }[]
}

export const partsOf = ({
  flags,
  attachments,
}: Pick<Snapshot, 'flags' | 'attachments'>): { of(challengeId: number): StoredParts } => {
  const flagsOf = new Map<number, StoredFlag[]>()
  for (const flag of flags) {
    const listed = flagsOf.get(flag.challenge_id) ?? []
    flagsOf.set(flag.challenge_id, listed)
    listed.push(flag)
  }
  const own = new Map<number, StoredAttachment>()
  const ofFlag = new Map<number, StoredAttachment>()
  for (const row of attachments)
    if (row.flag_id === null) own.set(row.challenge_id, row)
    else ofFlag.set(row.flag_id, row)
  return {
    of: (id) => ({
      attachment: own.get(id),
      flags: (flagsOf.get(id) ?? []).map((flag) => ({ flag: flag.flag, attachment: ofFlag.get(flag.id) })),
    }),
  }
}
