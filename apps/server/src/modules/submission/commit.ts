import type { GameNotice, SubmissionInfo } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import type { Clock } from '../../ports/clock.ts'
import type { Db } from '../../ports/database.ts'
import type { GameLedgerRow } from '../../ports/tables/game.ts'
import type { GameGate, HeldGame, OwnChange } from '../../ports/held-game.ts'
import type { Outcome } from './batch.ts'
import {
  admit,
  Bench,
  count,
  isDynamic,
  pairKey,
  pairOf,
  verdictOf,
  type Admitted,
  type Facts,
  type Guess,
} from './judging.ts'
import {
  createSubmissionStore,
  type InstanceFact,
  type JudgedRow,
  type NoticeRow,
  type SubmissionStore,
} from './store.ts'

export type Accepted = { id: number; row: JudgedRow; guess: Admitted }

/** What a batch has come to, for those who are to hear of it. */
export type Written = {
  game: HeldGame
  judged: readonly Accepted[]
  notices: readonly GameNotice[]
  change: OwnChange | null
}

export type CommitNeeds = {
  store: Pick<SubmissionStore, 'atomically'>
  clock: Clock
  games: { at(gameId: number, revision: number, db: Db): Promise<HeldGame> }
  check: GameGate['check']
  ledger: {
    /** Holds the game until the transaction ends. */
    hold(db: Db, gameId: number): Promise<GameLedgerRow | undefined>
    step(db: Db, gameId: number, parts: readonly ('solves' | 'notices')[]): Promise<GameLedgerRow>
  }
}

type Attempt = { guess: Guess; outcome: Outcome<number> | undefined }
type Tried = { attempt: Attempt; admitted: Admitted; instance: InstanceFact }

/**
 * Judges and writes a batch in one transaction, on a game that stands still meanwhile: nobody else submits,
 * and no organiser changes anything, before it is committed.
 */
export const createCommit = ({ store, clock, games, check, ledger }: CommitNeeds) => {
  const factsOf = async (db: Db, gameId: number, admitted: readonly Admitted[]): Promise<Facts> => {
    const tx = createSubmissionStore(db)
    const pairs = distinct(admitted)
    const limited = distinct(admitted.filter(({ challenge }) => challenge.submissionLimit > 0))
    const instances = await tx.instances(gameId, pairs.map(pairOf))
    const attempts = await tx.attempts(limited.map(pairOf))
    return {
      instances: new Map(
        instances.map((row) => [
          pairKey({ participationId: row.participation_id, challengeId: row.challenge_id }),
          row,
        ]),
      ),
      attempts: new Map(attempts.map((row) => [pairKey(row), row.count])),
    }
  }

  const judgeAll = async (
    db: Db,
    game: HeldGame,
    tried: readonly Tried[],
  ): Promise<{ bench: Bench; rows: JudgedRow[] }> => {
    const verdicts = tried.map(({ admitted, instance }) => verdictOf(admitted, instance))
    const wrong = tried.filter(
      ({ admitted }, place) => verdicts[place] === 'WrongAnswer' && isDynamic(admitted.challenge),
    )
    const owners = await createSubmissionStore(db).owners(
      game.id,
      wrong.map(({ admitted }) => ({ challengeId: admitted.challenge.id, answer: admitted.answer })),
    )
    const bench = new Bench(game, clock.now())
    const rows = tried.map(({ admitted }, place) => {
      const verdict = verdicts[place] ?? 'WrongAnswer'
      const owner =
        verdict === 'Accepted'
          ? undefined
          : owners.find(
              (one) =>
                one.challenge_id === admitted.challenge.id &&
                one.flag === admitted.answer &&
                one.participation_id !== admitted.participation.id,
            )
      return bench.rule(admitted, verdict, owner)
    })
    return { bench, rows }
  }

  const writeAll = async (db: Db, gameId: number, guesses: readonly Guess[]) => {
    const attempts: Attempt[] = guesses.map((guess) => ({ guess, outcome: undefined }))
    const row = await ledger.hold(db, gameId)
    if (row === undefined) throw new Problem('game.notFound')
    const game = await games.at(gameId, row.revision, db)

    const admitted = attempts.flatMap((attempt) =>
      tryTo(attempt, () => ({ attempt, admitted: admit(game, attempt.guess, check) })),
    )
    const facts = await factsOf(
      db,
      gameId,
      admitted.map((one) => one.admitted),
    )
    const tried = admitted.flatMap((one) =>
      tryTo(one.attempt, () => ({ ...one, instance: count(one.admitted, facts) })),
    )
    if (tried.length === 0) return { attempts, written: null }

    const { bench, rows } = await judgeAll(db, game, tried)
    const { ids, noticeIds } = await createSubmissionStore(db).write(gameId, rows, bench.notices)
    const judged = tried.map((one, place) => {
      const id = ids[place]
      const judgedRow = rows[place]
      if (id === undefined || judgedRow === undefined) throw new Error('a submission has no id')
      one.attempt.outcome = { result: id }
      return { id, row: judgedRow, guess: one.admitted }
    })
    const notices = bench.notices.map((notice, place) => noticeOf(notice, noticeIds[place]))
    const solved = judged.filter((one) => one.row.solves)
    if (solved.length === 0) return { attempts, written: { game, judged, notices, change: null } }
    const parts = notices.length === 0 ? (['solves'] as const) : (['solves', 'notices'] as const)
    const { revision, board_at, notices_at } = await ledger.step(db, gameId, parts)
    const change: OwnChange = {
      gameId,
      from: row.revision,
      to: revision,
      boardAt: board_at,
      noticesAt: notices_at,
      solves: solved.map(solveOf),
      notices,
    }
    return { attempts, written: { game, judged, notices, change } satisfies Written }
  }

  return async (
    gameId: number,
    guesses: readonly Guess[],
  ): Promise<{ outcomes: Outcome<number>[]; written: Written | null }> => {
    const { attempts, written } = await store.atomically((db) => writeAll(db, gameId, guesses))
    return {
      outcomes: attempts.map(
        ({ outcome }) => outcome ?? { refused: new Error('a submission was neither taken nor refused') },
      ),
      written,
    }
  }
}

/** What a problem refuses is told to whom it concerns, and the others go on. */
const tryTo = <T>(attempt: Attempt, work: () => T): T[] => {
  try {
    return [work()]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    attempt.outcome = { refused: error }
    return []
  }
}

const distinct = (guesses: readonly Admitted[]): Admitted[] => [
  ...new Map(guesses.map((guess) => [pairKey(pairOf(guess)), guess])).values(),
]

const noticeOf = ({ type, values, time }: NoticeRow, id: number | undefined): GameNotice => {
  if (id === undefined) throw new Error('a notice has no id')
  return { id, type, values: [...values], time }
}

const solveOf = ({ id, row, guess }: Accepted): OwnChange['solves'][number] => ({
  participationId: row.participationId,
  challengeId: row.challengeId,
  submissionId: id,
  time: row.time,
  userId: guess.userId,
  userName: guess.userName,
})

export const infoOf = ({ row, guess }: Accepted): SubmissionInfo => ({
  answer: row.answer,
  status: row.status,
  time: row.time,
  user: guess.userName,
  team: guess.participation.teamName,
  challenge: guess.challenge.title,
})
