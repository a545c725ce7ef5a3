import type { GameNotice } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import { judge as verdict } from '@pennant/rules/submission/judge'
import type { Core } from '../../core/core.ts'
import { type Game, type OwnChange, pairKey } from '../../core/game/game.ts'
import type { Outcome } from '../../kit/batch.ts'
import { BatchJudge, isHidden } from './batch-judge.ts'
import { type Admitted, admitAgain, isDynamic, isLimited, pairOf } from './guess.ts'
import { createKnownInstances } from './known-instance.ts'
import {
  createSubmissionStore,
  type InstanceFact,
  type JudgedRow,
  type NoticeRow,
  type SubmissionStore,
  type WrittenRows,
} from './store.ts'

export type Judged = {
  id: number
  row: JudgedRow
  guess: Admitted
  ownerId: number | null
}

export type CommitResult = {
  game: Game
  judged: readonly Judged[]
  notices: readonly GameNotice[]
  change: OwnChange | null
}

export type Committed = { outcomes: Outcome<number>[]; result: CommitResult | null }

type Attempt = { guess: Admitted; outcome: Outcome<number> | undefined }
type Admission = { attempt: Attempt; admitted: Admitted }
type Tried = Admission & { instance: InstanceFact }

export type Judge = ReturnType<typeof createJudge>

// Each batch is one statement, which takes effect only if the game is unchanged since this process looked.
// Otherwise, and where attempts are limited, the game is locked until the batch is committed.
export const createJudge = (
  { clock, games, access }: Pick<Core, 'access' | 'clock' | 'games'>,
  store: SubmissionStore,
) => {
  const knownInstances = createKnownInstances()

  const attemptsOf = async (
    tx: SubmissionStore,
    admitted: readonly Admitted[],
  ): Promise<Map<string, number>> => {
    const rows = await tx.attempts(distinct(admitted.filter(isLimited)).map(pairOf))
    return new Map(rows.map((row) => [pairKey(row), row.count]))
  }

  // Null if the game has changed meanwhile.
  const work = async (
    tx: SubmissionStore,
    game: Game,
    guesses: readonly Admitted[],
    { counting }: { counting: boolean },
  ): Promise<Committed | null> => {
    const attempts: Attempt[] = guesses.map((guess) => ({ guess, outcome: undefined }))
    const admissions = attempts.flatMap((attempt) =>
      tryTo(attempt, (): Admission => ({ attempt, admitted: admitAgain(game, attempt.guess, access.check) })),
    )
    const admitted = admissions.map((one) => one.admitted)
    if (!counting && admitted.some(isLimited)) return null
    const facts = {
      instances: await knownInstances.read(game, admitted, tx),
      attempts: await attemptsOf(tx, admitted),
    }
    const tried = admissions.flatMap((one) =>
      tryTo(one.attempt, (): Tried => ({ ...one, instance: count(one.admitted, facts) })),
    )
    if (tried.length === 0) return { outcomes: attempts.map(outcomeOf), result: null }

    const now = clock.now()
    const judge = new BatchJudge(game, now)
    for (const one of tried) judge.rule(one.admitted, verdictOf(one.admitted, one.instance.flag))
    const target = {
      ...{ gameId: game.id, revision: game.revision, now: new Date(now) },
      ...(judge.rows.every((row) => !row.solves || isHidden(game, row.time))
        ? { unmoved: game.shownVersion }
        : {}),
      free: !counting && judge.rows.every(({ status }) => status === 'WrongAnswer'),
    }
    const stored = await tx.write(target, judge.rows, { shown: judge.notices, held: judge.held })
    if (stored === null) return null
    const judged = judgedOf(tried, judge, stored)
    const notices = judge.notices.map((notice, at) => noticeOf(notice, stored.noticeIds[at]))
    const solves = judged.filter((one) => one.row.solves).map(solveOf)
    const change: OwnChange | null =
      solves.length === 0
        ? null
        : {
            gameId: game.id,
            from: game.revision,
            to: stored.revision,
            shown: stored.shown,
            boardAt: stored.boardAt,
            noticesAt: stored.noticesAt,
            solves,
            notices,
          }
    return { outcomes: attempts.map(outcomeOf), result: { game, judged, notices, change } }
  }

  const whileHeld = (gameId: number, guesses: readonly Admitted[]): Promise<Committed> =>
    store.atomically(async (db) => {
      const game = await games.hold(db, gameId)
      const committed = await work(createSubmissionStore(db), game, guesses, { counting: true })
      if (committed === null) throw new Error(`game ${gameId} changed although it was held`)
      return committed
    })

  return {
    /** True if the answer is wrong whatever others do meanwhile, and attempts are unlimited. */
    isSurelyWrong(guess: Admitted): boolean {
      if (isLimited(guess)) return false
      const flag = isDynamic(guess.challenge) ? (knownInstances.peek(guess)?.flag ?? null) : null
      if (isDynamic(guess.challenge) && flag === null) return false
      return verdictOf(guess, flag) === 'WrongAnswer'
    },

    /** Only for guesses that are surely wrong in this very game. Null if it has changed. */
    async wrong(game: Game, guesses: readonly Admitted[]): Promise<Committed | null> {
      const now = clock.now()
      const judge = new BatchJudge(game, now)
      for (const guess of guesses) judge.rule(guess, 'WrongAnswer')
      const target = { gameId: game.id, revision: game.revision, now: new Date(now), free: true }
      const stored = await store.write(target, judge.rows)
      if (stored === null) return null
      const tried = guesses.map(
        (guess): Admission => ({
          attempt: { guess, outcome: undefined },
          admitted: guess,
        }),
      )
      const judged = judgedOf(tried, judge, stored)
      const outcomes = tried.map(({ attempt }) => outcomeOf(attempt))
      return { outcomes, result: { game, judged, notices: [], change: null } }
    },

    /** Null if the game has changed, or attempts have to be counted. */
    unheld: (game: Game, guesses: readonly Admitted[]): Promise<Committed | null> =>
      work(store, game, guesses, { counting: false }),

    held: whileHeld,
  }
}

type Facts = {
  instances: ReadonlyMap<string, InstanceFact>
  attempts: Map<string, number>
}

const count = (guess: Admitted, { instances, attempts }: Facts): InstanceFact => {
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

const verdictOf = ({ answer, challenge }: Admitted, flag: string | null): 'Accepted' | 'WrongAnswer' =>
  verdict({ answer, own: flag, listed: challenge.flags, dynamic: isDynamic(challenge) })

const judgedOf = (tried: readonly Admission[], judge: BatchJudge, stored: WrittenRows): Judged[] =>
  tried.flatMap((one, at) => {
    const submission = stored.submissions.get(at)
    const row = judge.rows[at]
    if (submission === undefined || row === undefined) {
      one.attempt.outcome = { refused: new Problem('challenge.notFound') }
      return []
    }
    const { id, ownerId } = submission
    one.attempt.outcome = { result: id }
    const status = ownerId === null ? row.status : 'CheatDetected'
    return [{ id, ownerId, row: { ...row, status }, guess: one.admitted }]
  })

const tryTo = <T>(attempt: Attempt, work: () => T): T[] => {
  try {
    return [work()]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    attempt.outcome = { refused: error }
    return []
  }
}

const outcomeOf = ({ outcome }: Attempt): Outcome<number> =>
  outcome ?? { refused: new Error('a submission was neither accepted nor refused') }

const distinct = (guesses: readonly Admitted[]): Admitted[] => [
  ...new Map(guesses.map((guess) => [pairKey(pairOf(guess)), guess])).values(),
]

const noticeOf = ({ type, values, time }: NoticeRow, id: number | undefined): GameNotice => {
  if (id === undefined) throw new Error('a notice has no id')
  return { id, type, values: [...values], time }
}

const solveOf = ({ id, row, guess }: Judged): OwnChange['solves'][number] => ({
  participationId: row.participationId,
  challengeId: row.challengeId,
  submissionId: id,
  time: row.time,
  userId: guess.userId,
  userName: guess.userName,
})
