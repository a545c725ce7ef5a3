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

/** Where the picture of a user or a team is served; without an extension, as compatible clients expect. */
export const avatarUrl = (hash: string | null): string | null =>
  hash === null ? null : `/assets/${hash}/avatar`

/** Where a stored file is served under the name it is to be saved as. */
export const fileUrl = (hash: string, name: string): string =>
  `/assets/${hash}/${encodeURIComponent(name.toWellFormed())}`

/** `20261121-10.15.30Z`, as it stands in names of files that the server makes. */
export const fileStamp = (at: Date): string => {
  const [date = '', time = ''] = at.toISOString().split(/[T.]/)
  return `${date.replaceAll('-', '')}-${time.replaceAll(':', '.')}Z`
}

/** `2026-11-21 10:15:30Z`, as times stand in the cells of sheets. */
export const cellTime = (at: number): string =>
  new Date(at).toISOString().replace('T', ' ').replace(/\.\d+/, '')

/** A title as part of the name of a file: what no such name may hold becomes a line below. */
export const fileTitle = (title: string): string =>
  title.replace(/[\u0000-\u001f\u007f-\u009f/\\<>:"|?*]/g, '_').trim()

export const LocalFile = Model({ hash: Str, name: Str })

/** What holds a stored file. */
export const fileHolders = { Avatar: 0, Poster: 1, Attachment: 2, Writeup: 3, Logo: 4 } as const

/** Ours: more of a stored file, when it was asked for. */
export const StoredFile = Model({
  hash: Str,
  name: Str,
  size: Optional(Int32),
  references: Optional(Int32),
  uploadTime: Optional(Time),
  /** Who holds it: what it is of, its name, and for parts of a game the game. */
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
  summary: 'A stored file',
  access: 'anonymous',
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
  summary: 'Store files',
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
  summary: 'Give up one reference to a stored file',
  access: 'admin',
  params: HashParam,
  answer: 'nothing',
  problems: ['file.notFound', 'file.notDeletable'],
})

export const listFiles = route({
  id: 'file.list',
  method: 'GET',
  path: '/api/admin/files',
  summary: 'Stored files by name',
  access: 'admin',
  query: Model({
    ...pageOf(500, 50),
    /** Ours: part of the name or of the hash. */
    search: Optional(Text({ max: limits.search })),
    /** Ours: adds size, references, time and holders. */
    detail: Optional(Flag),
  }),
  answer: ArrayResponse(StoredFile),
})

export const favicon = route({
  id: 'file.favicon',
  method: 'GET',
  path: '/favicon.webp',
  summary: 'The icon of the installation',
  access: 'anonymous',
  answer: 'bytes',
  caching: 'revalidate',
})
