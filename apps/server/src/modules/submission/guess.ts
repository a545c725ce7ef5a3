import type { Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import type { Game, GameAccess, GameChallenge, GameParticipation, Pair } from '../../core/game/game.ts'

type Guess = {
  userId: string
  role: Role
  userName: string
  challengeId: number
  answer: string
  arrived: number
}

export type Admitted = Guess & {
  participation: GameParticipation
  challenge: GameChallenge
  permissions: number
  basis: Game
}

type Check = GameAccess['check']

/** The checks come in the order of the wire and need only the game. */
export const admit = (game: Game, guess: Guess, check: Check): Admitted => {
  const participation = check(game, guess, guess.arrived)
  const challenge = game.challenges.get(guess.challengeId)
  if (challenge === undefined || !challenge.isEnabled) throw new Problem('challenge.notFound')
  if (challenge.deadline !== null && guess.arrived > challenge.deadline && !game.settings.practiceMode)
    throw new Problem('submission.deadlinePassed')
  const division =
    participation.divisionId === null ? undefined : game.divisions.get(participation.divisionId)
  const permissions = permissionsFor(division, challenge.id)
  if (!allows(permissions, 'ViewChallenge', 'SubmitFlags')) throw new Problem('submission.notAllowed')
  const { userId, role, userName, challengeId, answer, arrived } = guess
  return {
    userId,
    role,
    userName,
    challengeId,
    answer,
    arrived,
    participation,
    challenge,
    permissions,
    basis: game,
  }
}

/** Whether it would be admitted again just so; what others solved meanwhile changes nothing. */
export const isCurrent = ({ basis, arrived }: Admitted, game: Game): boolean => {
  const { resultsAt } = game.settings
  return (
    basis.settings === game.settings &&
    basis.divisions === game.divisions &&
    basis.challenges === game.challenges &&
    basis.participations === game.participations &&
    basis.registrations === game.registrations &&
    (resultsAt === null || arrived >= resultsAt)
  )
}

export const admitAgain = (game: Game, guess: Admitted, check: Check): Admitted => {
  if (isCurrent(guess, game)) return guess
  const { resultsAt } = game.settings
  // Published results have all that counts. What is judged after them is of after the end, whenever it came.
  return admit(game, { ...guess, arrived: Math.max(guess.arrived, resultsAt ?? 0) }, check)
}

export const pairOf = ({ participation, challenge }: Admitted): Pair => ({
  participationId: participation.id,
  challengeId: challenge.id,
})

export const isDynamic = ({ type }: GameChallenge): boolean =>
  type === 'DynamicAttachment' || type === 'DynamicContainer'

export const isLimited = ({ challenge }: Admitted): boolean => challenge.submissionLimit > 0
