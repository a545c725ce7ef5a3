import { setTimeout as wait } from 'node:timers/promises'
import type { GameNotice } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import { type Game, type OwnChange, pairKey } from '../../core/game/game.ts'
import type { Outcome } from '../../kit/batch.ts'
import {
  type Admitted,
  admitAgain,
  BatchJudge,
  count,
  isDynamic,
  isHidden,
  pairOf,
  verdictOf,
} from './guess.ts'
import { createKnownInstances } from './known-instance.ts'
import {
  createSubmissionStore,
  hasCode,
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

type Attempt = { guess: Admitted; outcome: Outcome<number> | undefined }
type Admission = { attempt: Attempt; admitted: Admitted }
type Tried = Admission & { instance: InstanceFact }
type Committed = { outcomes: Outcome<number>[]; result: CommitResult | null }

// Usually one statement, which takes effect only if the game is unchanged since this process looked.
// Otherwise, and where attempts are limited, the game is locked until the batch is committed.
export const createCommit = (
  { clock, games, access, ledger }: Pick<Core, 'access' | 'clock' | 'games' | 'ledger'>,
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
    for (const one of tried) judge.rule(one.admitted, verdictOf(one.admitted, one.instance))
    const target = {
      ...{ gameId: game.id, revision: game.revision, now: new Date(now) },
      ...(judge.rows.every((row) => !row.solves || isHidden(game, row.time))
        ? { unmoved: game.shownVersion }
        : {}),
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

  // True if the answer is wrong whatever others do meanwhile, and attempts are unlimited.
  const isSurelyWrong = (game: Game, guess: Admitted): boolean => {
    if (isLimited(guess)) return false
    const flag = isDynamic(guess.challenge) ? (knownInstances.peek(game, guess)?.flag ?? null) : null
    if (isDynamic(guess.challenge) && flag === null) return false
    return verdictOf(guess, { ...pairFact(guess), flag }) === 'WrongAnswer'
  }

  // Null if an answer may be right or the game has changed.
  const writeWrong = async (gameId: number, guesses: readonly Admitted[]): Promise<Committed | null> => {
    const game = await games.must(gameId)
    const attempts: Attempt[] = guesses.map((guess) => ({ guess, outcome: undefined }))
    const tried = attempts.flatMap((attempt) =>
      tryTo(attempt, (): Admission => ({ attempt, admitted: admitAgain(game, attempt.guess, access.check) })),
    )
    if (tried.length === 0) return { outcomes: attempts.map(outcomeOf), result: null }
    if (!tried.every(({ attempt, admitted }) => admitted === attempt.guess || isSurelyWrong(game, admitted)))
      return null
    const now = clock.now()
    const judge = new BatchJudge(game, now)
    for (const { admitted } of tried) judge.rule(admitted, 'WrongAnswer')
    const target = { gameId, revision: game.revision, now: new Date(now), free: true }
    const stored = await store.write(target, judge.rows)
    if (stored === null) return null
    const judged = judgedOf(tried, judge, stored)
    return { outcomes: attempts.map(outcomeOf), result: { game, judged, notices: [], change: null } }
  }

  const whileHeld = (gameId: number, guesses: readonly Admitted[]): Promise<Committed> =>
    store.atomically(async (db) => {
      const row = await ledger.hold(db, gameId)
      if (row === undefined) throw new Problem('game.notFound')
      const game = await games.at(gameId, row.revision, db)
      const committed = await work(createSubmissionStore(db), game, guesses, { counting: true })
      if (committed === null) throw new Error(`game ${gameId} changed although it was held`)
      return committed
    })

  const contended = new Map<number, number>()
  const isContended = (gameId: number): boolean => {
    const until = contended.get(gameId)
    if (until === undefined) return false
    if (clock.now() < until) return true
    contended.delete(gameId)
    return false
  }

  const whole = async (gameId: number, guesses: readonly Admitted[]): Promise<Committed> => {
    for (let tries = guesses.some(isLimited) ? 0 : unheldTries; tries > 0; tries--) {
      const game = await games.must(gameId)
      const committed = await work(store, game, guesses, { counting: false })
      if (committed !== null) return committed
      contended.set(gameId, clock.now() + contendedMs)
      // The message about another process's change is on its way.
      await wait(wordMs)
      if ((await games.must(gameId)).revision === game.revision) break
    }
    return whileHeld(gameId, guesses)
  }

  return {
    isSurelyWrong,
    isContended,
    whole,
    wrong: async (gameId: number, guesses: readonly Admitted[]): Promise<Committed> =>
      (await writeWrong(gameId, guesses).catch(unlessGone)) ?? (await whole(gameId, guesses)),
  }
}

// After meeting another process at a game, it is taken to be there for this long.
const contendedMs = 1_000
// Locking a game costs the database five times as much as writing without.
const unheldTries = 3
const wordMs = 1

// Unlocked, what was submitted to or its author may be deleted meanwhile.
const unlessGone = (error: unknown): null => {
  if (hasCode(error, '23503')) return null
  throw error
}

const pairFact = ({ participation, challenge }: Admitted): Omit<InstanceFact, 'flag'> => ({
  participation_id: participation.id,
  challenge_id: challenge.id,
})

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

const isLimited = ({ challenge }: Admitted): boolean => challenge.submissionLimit > 0

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
