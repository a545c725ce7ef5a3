import { createHash, randomInt, randomUUID } from 'node:crypto'
import { challengeSalt, teamHash } from '@pennant/rules/flag/team-hash'
import { generateFlag } from '@pennant/rules/flag/template'
import type { GameChallenge, Game, GameParticipation } from '../game/game.ts'

type Owner = {
  game: Pick<Game, 'settings'>
  participation: Pick<GameParticipation, 'token'>
  challenge: Pick<GameChallenge, 'id' | 'flagTemplate'>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

// Random at each call, except for the hash of the team.
export const newFlag = ({ game, participation, challenge }: Owner): string =>
  generateFlag(challenge.flagTemplate, {
    pick: (count) => randomInt(count),
    guid: randomUUID,
    teamHash: teamHash(
      sha256,
      challengeSalt(sha256, game.settings.hashSalt, challenge.id),
      participation.token,
    ),
  })
