import type { AnswerResult } from '@pennant/contract/enums'
import { hubEvents, type TeamChange } from '@pennant/contract/hub'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { submissionLevel, submissionTask } from '@pennant/rules/submission/log-line'
import type { Core } from '../../core/core.ts'
import type { Principal } from '../../core/identity/caller.ts'
import type { Game } from '../../core/game/game.ts'
import type { LiveMessage } from '../../live/live.ts'
import { createBatches, type Outcome } from '../../kit/batch.ts'
import { settledWithin } from '../../kit/timeout.ts'
import { createCommit, type CommitResult, type Judged } from './judge.ts'
import { admit, type Admitted, type Guess, isHidden } from './guess.ts'
import { presentEvents, presentJudged, presentLogged } from './present.ts'
import { createRecentResults } from './recent-result.ts'
import { createSubmissionStore, hasCode } from './store.ts'

export type SubmissionParts = 'access' | 'clock' | 'db' | 'games' | 'journal' | 'ledger' | 'live' | 'settings'

// A statement of this size still takes milliseconds.
const mostTogether = 400
const wrongAtOnce = 3
// Fewer wait for those under way: a statement of their own costs the database more than the wait.
const worthwhile = 48
// A deadlock or a serialization failure concerns only the database.
const retries = 2

export const createSubmissions = (core: Pick<Core, SubmissionParts>) => {
  const store = createSubmissionStore(core.db)
  const { clock, games, ledger, live, journal } = core
  const { check } = core.access
  const { envelope } = core.settings
  const commits = createCommit(core, store)
  const results = createRecentResults()

  const tellPlayers = (gameId: number, { notices }: CommitResult): void => {
    for (const notice of notices) live.toPlayers(gameId, hubEvents.ReceivedGameNotice, notice)
  }

  // Of what is right, they hear when the board has it.
  const tellTeams = (gameId: number, { judged }: CommitResult): void => {
    for (const { row, guess } of judged) {
      if (row.status === 'Accepted') continue
      const { participationId, challengeId, time, userId } = row
      const change: TeamChange = { gameId, challengeId, what: 'Tried', time, userId, user: guess.userName }
      live.toTeam(gameId, participationId, hubEvents.ReceivedTeamChange, change)
    }
  }

  const toldOf = (game: Game, one: Judged): LiveMessage[] => [
    ...presentEvents(game, one).map((payload) => ({ event: hubEvents.ReceivedGameEvent, payload })),
    { event: hubEvents.ReceivedSubmissions, payload: presentJudged(one) },
  ]

  const noteCheat = (game: Game, { ownerId, guess }: Judged): void => {
    if (ownerId === null) return
    const owner = game.participations.get(ownerId)?.teamName ?? ''
    journal.write({
      level: submissionLevel,
      status: submissionTask,
      message: `Team ${guess.participation.teamName} submitted the flag of team ${owner} for challenge ${guess.challenge.title} in game ${game.id}`,
      name: guess.userName,
    })
  }

  // The board first: a client that hears of a solve finds it there.
  const react = (gameId: number, result: CommitResult): void => {
    const { game, change, judged } = result
    for (const one of judged) {
      const { guess, row } = one
      results.remember(one.id, {
        gameId,
        challengeId: guess.challengeId,
        participationId: guess.participation.id,
        userId: guess.userId,
        status: row.status,
      })
    }
    if (change !== null) {
      games.applyOwn(change)
      const parts = change.notices.length === 0 ? (['solves'] as const) : (['solves', 'notices'] as const)
      const hides = change.solves.every(({ time }) => isHidden(game, time))
      void ledger.announce([
        {
          ...{ gameId, revision: change.to, parts, shown: change.shown, made: change },
          ...(hides ? { isHidden: true } : {}),
        },
      ])
    }
    tellPlayers(gameId, result)
    tellTeams(gameId, result)
    live.allToMonitors(gameId, () => judged.flatMap((one) => toldOf(game, one)))
    live.allToAdmins(() =>
      judged.map((one) => ({ event: hubEvents.ReceivedLog, payload: presentLogged(game, one) })),
    )
    for (const one of judged) noteCheat(game, one)
  }

  // The submissions are written, so a failure from here on is not the players' concern.
  const tell = (gameId: number, result: CommitResult): void => {
    try {
      react(gameId, result)
    } catch (error) {
      const message = "Couldn't tell some clients about submissions"
      journal.failed(message, error)
    }
  }

  const commitWith = (commit: typeof commits.whole) => {
    const together = async (gameId: number, guesses: readonly Admitted[]): Promise<Outcome<number>[]> => {
      const { outcomes, result } = await withRetries(() => commit(gameId, guesses))
      if (result !== null) tell(gameId, result)
      return outcomes
    }
    const alone = (gameId: number, guess: Admitted): Promise<Outcome<number>[]> =>
      together(gameId, [guess]).catch((error: unknown) => [{ refused: error }])
    return async (gameId: number, guesses: readonly Admitted[]): Promise<Outcome<number>[]> => {
      try {
        return await together(gameId, guesses)
      } catch (error) {
        // One of the users or teams has just been deleted; the others go on.
        if (!hasCode(error, '23503') || guesses.length === 1) throw error
        const outcomes: Outcome<number>[] = []
        for (const guess of guesses) outcomes.push(...(await alone(gameId, guess)))
        return outcomes
      }
    }
  }
  // Most answers are wrong. They wait for nothing, so several batches are written at the same time.
  const wrongBatches = createBatches<Admitted, number>({
    most: mostTogether,
    atOnce: wrongAtOnce,
    worthwhile,
    commit: commitWith(commits.wrong),
  })
  const batches = createBatches<Admitted, number>({
    most: mostTogether,
    commit: commitWith(commits.whole),
    comeAlong: (gameId, most) => (commits.isContended(gameId) ? [] : wrongBatches.handOver(gameId, most)),
  })

  const underWay = new Map<number, Set<Promise<number>>>()
  const untilJudged = async (gameId: number, judging: Promise<number>): Promise<number> => {
    const ofGame = underWay.get(gameId) ?? new Set()
    underWay.set(gameId, ofGame.add(judging))
    try {
      return await judging
    } finally {
      ofGame.delete(judging)
      if (ofGame.size === 0) underWay.delete(gameId)
    }
  }

  // Players of a rehearsal are no clients that encrypt.
  const read = (sent: string, isPlain: boolean): string => {
    let answer: string
    try {
      answer = isPlain ? sent : envelope.open(sent)
    } catch (error) {
      if (error instanceof Problem) throw new Problem('flag.blank')
      throw error
    }
    if (answer.trim() === '') throw new Problem('flag.blank')
    if (answer.length > limits.flag) throw new Problem('flag.tooLong', { limit: limits.flag })
    // PostgreSQL holds no such text, and no flag has it.
    if (answer.includes('\0') || !answer.isWellFormed())
      throw new Problem('validation.text', { field: 'flag' })
    return answer
  }

  return {
    /** Resolves when the submission is judged and durable. */
    async submit(
      { gameId, challengeId, flag }: { gameId: number; challengeId: number; flag: string },
      { userId, role, userName, rehearsal }: Principal,
    ): Promise<number> {
      const arrived = clock.now()
      const guess: Guess = {
        userId,
        role,
        userName,
        challengeId,
        answer: read(flag, rehearsal === true),
        arrived,
      }
      const game = await games.must(gameId)
      const admitted = admit(game, guess, check)
      const batch = commits.isSurelyWrong(game, admitted) ? wrongBatches : batches
      return untilJudged(gameId, batch.add(gameId, admitted))
    },

    /** Resolves when those that this process is judging now are judged, or after `ms`. */
    settled: (gameId: number, ms: number): Promise<void> =>
      settledWithin(ms, [...(underWay.get(gameId) ?? [])]),

    /** Players don't learn that a copied flag was noticed. */
    async status(
      wanted: { id: number; gameId: number; challengeId: number },
      { userId }: Principal,
    ): Promise<AnswerResult> {
      const recent = results.find({ ...wanted, userId })
      const found =
        recent !== undefined && isStillIn(await games.must(wanted.gameId), recent)
          ? recent.status
          : await store.statusOf({ ...wanted, userId })
      if (found === undefined) throw new Problem('submission.notFound')
      return found === 'CheatDetected' ? 'WrongAnswer' : found
    },
  }
}

export type Submissions = ReturnType<typeof createSubmissions>

const isStillIn = (
  { challenges, participations }: Game,
  { challengeId, participationId }: { challengeId: number; participationId: number },
): boolean => challenges.has(challengeId) && participations.has(participationId)

const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let left = retries; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error
    }
  }
}

const isConflict = (error: unknown): boolean => hasCode(error, '40P01', '40001')
