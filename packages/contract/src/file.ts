import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  ArrayResponse,
  EnumOf,
  Flag,
  Int32,
  List,
  Matching,
  Model,
  Nullable,
  Optional,
  pageOf,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'

/** Without an extension, as compatible clients expect. */
export const avatarUrl = (hash: string | null): string | null =>
  hash === null ? null : `/assets/${hash}/avatar`

export const smallAvatarWidth = 64
export const smallAvatarName = 'avatar-64'

/** Servers ignore the last part of the path, so one that has no small avatars answers with the avatar itself. */
export const smallAvatarUrl = (url: string | null): string | null =>
  url === null ? null : url.replace(/^(\/assets\/[0-9a-f]{64}\/)avatar$/, `$1${smallAvatarName}`)

export const fileUrl = (hash: string, name: string): string =>
  `/assets/${hash}/${encodeURIComponent(name.toWellFormed())}`

export const fileStamp = (at: Date): string => {
  const [date = '', time = ''] = at.toISOString().split(/[T.]/)
  return `${date.replaceAll('-', '')}-${time.replaceAll(':', '.')}Z`
}

export const cellTime = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace(/\.\d+/, '')

export const fileTitle = (title: string): string =>
  title.replace(/[\u0000-\u001f\u007f-\u009f/\\<>:"|?*]/g, '_').trim()

export const LocalFile = Model({ hash: Str, name: Str })

export const fileHolders = { Avatar: 0, Poster: 1, Attachment: 2, Writeup: 3, Logo: 4 } as const

/** Extension. */
export const StoredFile = Model({
  hash: Str,
  name: Str,
  size: Optional(Int32),
  references: Optional(Int32),
  uploadTime: Optional(Time),
  holders: Optional(
    List(Model({ kind: EnumOf(fileHolders), name: Str, gameId: Nullable(Int32), id: Nullable(Str) })),
  ),
})
export type StoredFile = Static<typeof StoredFile>

const HashParam = Model({ hash: Matching('^[^/]{64}$') })

export const downloadFile = route({
  id: 'file.download',
  method: 'GET',
  path: '/assets/:hash/:filename',
  summary: 'Download a stored file',
  access: 'anonymous',
  open: 'unlessHeld',
  params: Model({
    hash: Matching('^[^/]{64}$'),
    filename: Str,
  }),
  answer: 'bytes',
  caching: 'week',
  problems: ['file.hashMalformed', 'file.notFound'],
})

export const uploadFiles = route({
  id: 'file.upload',
  method: 'POST',
  path: '/api/assets',
  summary: 'Upload files',
  access: 'admin',
  query: Model({ filename: Optional(Text({ max: limits.fileName })) }),
  upload: { field: 'files', maxBytes: limits.bodyBytes, many: true },
  answer: List(LocalFile),
  problems: ['file.uploadFailed'],
})

export const deleteFile = route({
  id: 'file.delete',
  method: 'DELETE',
  path: '/api/assets/:hash',
  summary: 'Release one reference to a stored file',
  access: 'admin',
  params: HashParam,
  answer: 'nothing',
  problems: ['file.notFound', 'file.notDeletable'],
})

export const listFiles = route({
  id: 'file.list',
  method: 'GET',
  path: '/api/admin/files',
  summary: 'List stored files by name',
  access: 'admin',
  query: Model({
    ...pageOf(500, 50),
    /** Matches part of the name or hash. Extension. */
    search: Optional(Text({ max: limits.search })),
    /** Adds size, references, time, and holders. Extension. */
    detail: Optional(Flag),
  }),
  answer: ArrayResponse(StoredFile),
})

export const favicon = route({
  id: 'file.favicon',
  method: 'GET',
  path: '/favicon.webp',
  summary: 'Get the icon of the site',
  access: 'anonymous',
  open: 'always',
  answer: 'bytes',
  caching: 'revalidate',
})
