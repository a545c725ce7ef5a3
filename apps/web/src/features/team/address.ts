import { type Invite, parseInviteCode } from '@pennant/rules/team/invite-code'
import { returnPath } from '../../kit/return-path.ts'

/** The hash keeps the token out of logs. */
export const invitePath = ({ teamId, token }: Invite): string => `/invite/${teamId}#${token}`

export const inviteLink = (origin: string, code: string): string => {
  const invite = parseInviteCode(code)
  return invite === null ? `${origin}/teams` : origin + invitePath(invite)
}

export const inviteAt = (teamId: string | undefined, hash: string): Invite | null =>
  parseInviteCode(`:${teamId ?? ''}:${hash.slice(1)}`)

/** Links once looked like this. */
export const oldInviteIn = (address: string): Invite | null => {
  const found = /\/teams\/?(?:\?[^#]*)?#invite=(.+)$/.exec(address)?.[1]
  if (found === undefined) return null
  try {
    return parseInviteCode(decodeURIComponent(found))
  } catch {
    return null
  }
}

/** Of a code or a link, as it was pasted. */
export const inviteIn = (text: string): Invite | null => {
  const trimmed = text.trim()
  const link = /\/invite\/(\d+)(#[0-9a-f]+)$/.exec(trimmed)
  return link === null ? (oldInviteIn(trimmed) ?? parseInviteCode(trimmed)) : inviteAt(link[1], link[2] ?? '')
}

export type ReturnToGame = { game: number; path: string }

/** Null for any place but a game. */
export const gameToReturnTo = (from: string | null, origin: string): ReturnToGame | null => {
  const path = returnPath(from, origin)
  const game = /^\/games\/(\d{1,9})(?=[/?#]|$)/.exec(path)?.[1]
  return game === undefined ? null : { game: Number(game), path }
}

export const newTeamPath = (from: string | null): string => withFrom('/teams/new', from)

export const sharePath = (team: number, from: string | null): string =>
  withFrom(`/teams/${team}/invite`, from)

export const teamsPath = ({ from, join }: { from: string | null; join: boolean }): string => {
  const search = new URLSearchParams({ ...(from === null ? {} : { from }), ...(join ? { join: '1' } : {}) })
  return `/teams?${search}`
}

const withFrom = (path: string, from: string | null): string =>
  from === null ? path : `${path}?from=${encodeURIComponent(from)}`
