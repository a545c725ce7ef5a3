import * as wire from '@pennant/contract/challenge'
import { bind, type Bound } from '../../http/bind.ts'
import type { Play } from './play.ts'

export const challengePlayRoutes = (play: Play): Bound[] => [
  bind(wire.readChallenge, ({ params, principal, address }) =>
    play.read({ gameId: params.id, challengeId: params.cid }, principal, address),
  ),
]
