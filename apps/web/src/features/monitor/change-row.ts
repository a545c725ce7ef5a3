import type { ChangedKind } from '@pennant/contract/acts'
import type { Change } from '@pennant/contract/audit'
import { type ChangeLine, linesOf } from './change-line.ts'
import type { Entry } from './entry.ts'

export type ChangeRow = Change & Entry & { subject: Subject; lines: readonly ChangeLine[] }

/** What was changed. `to` is null for what is gone. */
type Subject = { kind: ChangedKind | null; id: string | null; to: string | null }

export const rowOfChange = (change: Change): ChangeRow => {
  const { id, time, object, name, gameId = null, gone = false } = change
  const [kind = '', ...rest] = object.split(':')
  const key = rest.length === 0 ? null : rest.join(':')
  const known = isKind(kind) ? kind : null
  const teamId = known === 'team' ? Number(key) : teamIn(change)
  return {
    ...change,
    key: `${id ?? time}`,
    team: (known === 'team' || known === 'participation' ? name : null) ?? `#${teamId}`,
    teamId,
    challengeId: known === 'challenge' ? Number(key) : null,
    ...(known === 'challenge' ? { challenge: name ?? `#${key}` } : {}),
    subject: { kind: known, id: key, to: known === null || gone ? null : pathOf(known, key, gameId) },
    lines: linesOf(change),
  }
}

const teamIn = ({ before, after }: Change): number | null => {
  const id = after['teamId'] ?? before['teamId']
  return typeof id === 'number' ? id : null
}

type PathOf = (id: string, game: number | null) => string | null
const inGame =
  (rest: (id: string) => string): PathOf =>
  (id, game) =>
    game === null ? null : `/admin/games/${game}${rest(id)}`

const paths: Readonly<Record<ChangedKind, PathOf | string>> = {
  game: (id) => `/admin/games/${id}`,
  division: inGame(() => '/divisions'),
  challenge: inGame((id) => `/challenges/${id}`),
  participation: inGame(() => '/review'),
  adjustment: inGame(() => '/scoring'),
  notice: inGame(() => '/notices'),
  post: (id) => `/posts/${id}/edit`,
  user: (id) => `/admin/users?user=${id}`,
  team: (id) => `/admin/teams?q=${id}&team=${id}`,
  token: '/admin/tokens',
  file: '/admin/files',
  instance: '/admin/instances',
  venue: '/admin/settings',
  mail: '/admin/mail',
  setting: '/admin/settings',
  backup: '/admin/status',
  rehearsal: '/admin/status',
  database: '/admin/status',
}

const isKind = (text: string): text is ChangedKind => Object.hasOwn(paths, text)

const pathOf = (kind: ChangedKind, id: string | null, game: number | null): string | null => {
  const path = paths[kind]
  if (typeof path === 'string') return path
  return id === null ? null : path(id, game)
}
