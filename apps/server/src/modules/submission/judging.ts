import type { Role } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import { hasEnded } from '@pennant/rules/game/phase'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import { bloodAtJudging } from '@pennant/rules/submission/blood-type'
import { judge } from '@pennant/rules/submission/judge'
import type { GameGate, HeldChallenge, HeldGame, HeldParticipation } from '../../core/game/game.ts'
import { pairKey, type Pair } from '../../core/flag/pair.ts'
import type { InstanceFact, JudgedRow, NoticeRow } from './store.ts'

/** A flag on its way. */
export type Guess = {
  userId: string
  role: Role
  userName: string
  challengeId: number
  answer: string
  /** When the request arrived. */
  arrived: number
}

/** A guess that may be judged: who makes it, at what. */
export type Admitted = Guess & {
  participation: HeldParticipation
  challenge: HeldChallenge
  permissions: number
  /** By which it may. */
  basis: HeldGame
}

type Check = GameGate['check']

/** The checks of the wire, in its order, that need nothing but the game itself. */
export const admit = (game: HeldGame, guess: Guess, check: Check): Admitted => {
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

/** The same again, when the game has gone on: what others solve meanwhile changes nothing. */
export const admitAgain = (game: HeldGame, guess: Admitted, check: Check): Admitted => {
  const { basis } = guess
  const same =
    basis.settings === game.settings &&
    basis.divisions === game.divisions &&
    basis.challenges === game.challenges &&
    basis.participations === game.participations &&
    basis.registrations === game.registrations
  return same ? guess : admit(game, guess, check)
}

export const pairOf = ({ participation, challenge }: Admitted): Pair => ({
  participationId: participation.id,
  challengeId: challenge.id,
})

export const isDynamic = ({ type }: HeldChallenge): boolean =>
  type === 'DynamicAttachment' || type === 'DynamicContainer'

export type Facts = {
  instances: ReadonlyMap<string, InstanceFact>
  /** Counted up as a batch is judged. */
  attempts: Map<string, number>
}

/** Refuses what the team has no part in, or has tried too often. */
export const count = (guess: Admitted, { instances, attempts }: Facts): InstanceFact => {
  const key = pairKey(pairOf(guess))
  const instance = instances.get(key)
  if (instance === undefined) throw new Problem('challenge.notFound')
  const limit = guess.challenge.submissionLimit
  if (limit > 0) {
    const made = attempts.get(key) ?? 0
    if (made >= limit) throw new Problem('submission.limitReached', { limit })
    attempts.set(key, made + 1)
  }
  return instance
}

export const verdictOf = (guess: Admitted, instance: InstanceFact): 'Accepted' | 'WrongAnswer' =>
  judge({
    answer: guess.answer,
    own: instance.flag,
    listed: guess.challenge.flags,
    dynamic: isDynamic(guess.challenge),
  })

/** Clocks of two processes may differ by so much without anybody noticing. */
const clockSkewMs = 1_000

/**
 * A right answer is never earlier than the one accepted before it: the order of acceptance, which the ledger
 * gives, is then also the order of the times, and no blood changes hands afterwards. Nobody is moved beyond a
 * deadline or the end by that.
 */
const acceptedAt = ({ arrived, challenge }: Admitted, latest: number, { end }: { end: number }): number => {
  const bound = Math.min(end - 1, challenge.deadline ?? Number.POSITIVE_INFINITY)
  return latest > arrived && latest - arrived <= clockSkewMs && latest <= bound ? latest : arrived
}

/** Judges the guesses of one batch, one after the other, on top of a game that stands still. */
export class Bench {
  readonly rows: JudgedRow[] = []
  readonly notices: NoticeRow[] = []
  private readonly game: HeldGame
  private readonly now: number
  private readonly solvedHere = new Set<string>()
  private readonly bloodsHere = new Map<number, number>()
  private latest: number

  constructor(game: HeldGame, now: number) {
    this.game = game
    this.now = now
    this.latest = game.latestSolve
  }

  rule(guess: Admitted, status: 'Accepted' | 'WrongAnswer'): void {
    const solves = status === 'Accepted' && this.isFirst(guess)
    const time = solves ? acceptedAt(guess, this.latest, this.game.settings) : guess.arrived
    if (solves) {
      this.latest = Math.max(this.latest, time)
      this.announce(guess, time)
    }
    this.rows.push({
      participationId: guess.participation.id,
      challengeId: guess.challenge.id,
      userId: guess.userId,
      teamId: guess.participation.teamId,
      answer: guess.answer,
      status,
      time,
      solves,
      suspect: status === 'WrongAnswer' && isDynamic(guess.challenge),
    })
  }

  private isFirst(guess: Admitted): boolean {
    const pair = pairOf(guess)
    const key = pairKey(pair)
    if (this.solvedHere.has(key) || this.game.hasSolved(pair.participationId, pair.challengeId)) return false
    this.solvedHere.add(key)
    return true
  }

  private announce({ challenge, participation, permissions }: Admitted, time: number): void {
    const { settings, board } = this.game
    const earlier =
      (board.challengeOf(challenge.id)?.bloods.length ?? 0) + (this.bloodsHere.get(challenge.id) ?? 0)
    const type = bloodAtJudging({ game: settings, challenge, permissions, time, earlier })
    if (type !== 'FirstBlood' && type !== 'SecondBlood' && type !== 'ThirdBlood') return
    this.bloodsHere.set(challenge.id, (this.bloodsHere.get(challenge.id) ?? 0) + 1)
    if (hasEnded(settings, this.now)) return
    this.notices.push({
      type,
      values: [participation.teamName, challenge.title],
      time: Math.max(time, this.now),
    })
  }
}
