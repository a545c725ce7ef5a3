import { seesPersonalData } from '@pennant/contract/scope'
import type { Trace, TraceKind } from '@pennant/contract/watch'
import type { Principal } from '../../core/identity/caller.ts'
import type { Game } from '../../core/game/game.ts'
import type { ListedTrace } from './store-trace.ts'

const kinds: Readonly<Record<ListedTrace['kind'], TraceKind>> = {
  Opened: 'Opened',
  Downloaded: 'Downloaded',
  ContainerStart: 'Started',
  ContainerDestroy: 'Destroyed',
  Submitted: 'Submitted',
}

/** Only callers who see personal data see addresses. */
export const presentTrace = (game: Game, row: ListedTrace, caller: Principal): Trace => ({
  time: row.time.getTime(),
  kind: kinds[row.kind],
  userId: row.user_id,
  user: row.user_name,
  challengeId: row.challenge_id,
  challenge: (row.challenge_id === null ? null : game.challenges.get(row.challenge_id)?.title) ?? null,
  // `WrongAnswer flag{…}`: the status has no space in it.
  text: row.status === null ? row.text : `${row.status} ${row.text ?? ''}`,
  address: seesPersonalData(caller) ? row.address : null,
})
