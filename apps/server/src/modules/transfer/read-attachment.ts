import { fileTypes, type FileType } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { isLink } from '@pennant/rules/attachment/link'
import { safeFileName } from '@pennant/rules/file/name'
import { told, wholeOrNone } from './long-text.ts'
import type { PackedAttachment } from './packed.ts'
import { choice, fieldOf, hash, membersOf, orElse, text, type Read } from './reader.ts'

const url: Read<string | null> = (value, at) => {
  const read = wholeOrNone(limits.url)(value, at)
  if (read !== null && !isLink(read, URL.canParse))
    throw new Problem('transfer.urlInvalid', { field: fieldOf(at) })
  return read
}

const name: Read<string | null> = (value, at) => {
  const read = orElse(text({}), '')(value, at)
  if (read.trim() === '') return null
  const safe = safeFileName(read)
  return read.length > limits.fileName ? told(at, read, safe) : safe
}

/** What the package says of the size is not asked: the file is at hand. */
export const readAttachment: Read<PackedAttachment | null> = (value, at) => {
  const member = membersOf(value, at)
  const type: FileType = member('type', orElse(choice(fileTypes), 'None' as const))
  switch (type) {
    case 'None':
      return null
    case 'Local': {
      const file = member('hash', hash)
      return { type, hash: file, name: member('fileName', name) ?? file }
    }
    case 'Remote': {
      const link = member('remoteUrl', url)
      return link === null ? null : { type, url: link, name: member('fileName', name) }
    }
  }
}
