import type { DetailedGameInfo } from '@pennant/contract/game'
import { hasStarted, isOver } from '@pennant/rules/game/phase'

export type JoinState =
  /** Over, without practice. */
  | { kind: 'over' }
  | { kind: 'logIn' }
  | { kind: 'needsTeam' }
  | { kind: 'join'; again: boolean }
  | { kind: 'pending' }
  | { kind: 'suspended' }
  | { kind: 'accepted'; open: boolean }

type Visitor = { loggedIn: boolean; teams: number }

export const joinStateOf = (game: DetailedGameInfo, { loggedIn, teams }: Visitor, now: number): JoinState => {
  const over = isOver(game, now)
  switch (game.status) {
    case 'Accepted':
      return over ? { kind: 'over' } : { kind: 'accepted', open: hasStarted(game, now) }
    case 'Pending':
      return { kind: 'pending' }
    case 'Suspended':
      return { kind: 'suspended' }
    case 'Rejected':
    case 'Unsubmitted':
      if (over) return { kind: 'over' }
      if (!loggedIn) return { kind: 'logIn' }
      return teams === 0 ? { kind: 'needsTeam' } : { kind: 'join', again: game.status === 'Rejected' }
  }
}

export const asksFor = (
  { divisions, inviteCodeRequired }: Pick<DetailedGameInfo, 'divisions' | 'inviteCodeRequired'>,
  joinable: readonly number[],
  divisionId: number | null,
): { division: boolean; code: boolean } => {
  const open = (divisions ?? []).filter(({ id }) => joinable.includes(id))
  if (open.length === 0) return { division: false, code: inviteCodeRequired }
  return { division: true, code: open.find(({ id }) => id === divisionId)?.inviteCodeRequired === true }
}

export const joinAddress = (game: number): string => `/games/${game}/join`

export const teamsAddress = (game: number): string => `/teams?from=${encodeURIComponent(joinAddress(game))}`

/** Where members go on who have joined. */
export const playAddress = (game: DetailedGameInfo, now: number): string =>
  game.status === 'Accepted' && hasStarted(game, now) && !isOver(game, now)
    ? `/games/${game.id}/challenges`
    : `/games/${game.id}`
