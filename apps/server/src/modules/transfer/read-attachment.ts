import { limits } from '@pennant/contract/limit'
import {
  PackageAttachmentType,
  PackageLocalFile,
  PackageRemoteFile,
  type AttachmentDocument,
} from '@pennant/contract/package'
import { Problem } from '@pennant/contract/problem'
import { isLink } from '@pennant/rules/attachment/link'
import { safeFileName } from '@pennant/rules/file/name'
import { compileDocumentReader } from '../../kit/schema-reader.ts'
import { fieldOf, memberAt, noteShortened, wholeOrNone, type FieldPath } from './long-text.ts'
import type { PackedAttachment } from './packed.ts'

const within = { within: true }
const readType = compileDocumentReader(PackageAttachmentType, within)
const readLocal = compileDocumentReader(PackageLocalFile, within)
const readRemote = compileDocumentReader(PackageRemoteFile, within)

const nameOf = (name: string | null, at: FieldPath): string | null => {
  if (name === null || name.trim() === '') return null
  const safe = safeFileName(name)
  return name.length > limits.fileName ? noteShortened(memberAt(at, 'fileName'), name, safe) : safe
}

export const readAttachment = (given: AttachmentDocument | null, at: FieldPath): PackedAttachment | null => {
  if (given == null) return null
  const field = fieldOf(at)
  const { type } = readType(given, field)
  switch (type) {
    case 'None':
      return null
    case 'Local': {
      const { hash, fileName } = readLocal(given, field)
      const file = hash.toLowerCase()
      return { type, hash: file, name: nameOf(fileName, at) ?? file }
    }
    case 'Remote': {
      const { remoteUrl, fileName } = readRemote(given, field)
      const link = wholeOrNone(remoteUrl, limits.url, memberAt(at, 'remoteUrl'))
      if (link !== null && !isLink(link, URL.canParse))
        throw new Problem('transfer.urlInvalid', { field: fieldOf(memberAt(at, 'remoteUrl')) })
      return link === null ? null : { type, url: link, name: nameOf(fileName, at) }
    }
  }
}
