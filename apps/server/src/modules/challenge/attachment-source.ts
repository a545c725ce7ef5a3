import type { AttachmentCreate } from '@pennant/contract/challenge'
import { Problem } from '@pennant/contract/problem'
import { isLink } from '@pennant/rules/attachment/link'
import type { NewAttachment } from './store-attachment.ts'

export type AttachmentSource =
  | { kind: 'none' }
  | { kind: 'local'; hash: string }
  | { kind: 'remote'; url: string }

type KnownFile = { hash: string; name: string; size: number }

export const sourceOf = ({ attachmentType, fileHash, remoteUrl }: AttachmentCreate): AttachmentSource => {
  switch (attachmentType) {
    case 'Local':
      return { kind: 'local', hash: (fileHash ?? '').toLowerCase() }
    case 'Remote': {
      const url = (remoteUrl ?? '').trim()
      if (!isLink(url, URL.canParse)) throw new Problem('challenge.urlInvalid')
      return { kind: 'remote', url }
    }
    default:
      return { kind: 'none' }
  }
}

export const hashesOf = (sources: readonly AttachmentSource[]): string[] =>
  sources.flatMap((source) => (source.kind === 'local' ? [source.hash] : []))

type Owner = { challengeId: number; flagId: number | null }

/** Null for no attachment. The name is that of the upload: others may store the same bytes under another. */
export const attachmentRow = (
  { challengeId, flagId }: Owner,
  source: AttachmentSource,
  files: ReadonlyMap<string, KnownFile>,
): NewAttachment[] => {
  const owner = { challenge_id: challengeId, flag_id: flagId }
  switch (source.kind) {
    case 'none':
      return []
    case 'remote':
      return [{ ...owner, type: 'Remote', remote_url: source.url }]
    case 'local': {
      const file = files.get(source.hash)
      if (file === undefined) throw new Problem('challenge.fileUnknown')
      return [{ ...owner, type: 'Local', file_hash: file.hash, file_name: file.name, file_size: file.size }]
    }
  }
}
