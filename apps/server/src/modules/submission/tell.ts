import { randomUUID } from 'node:crypto'
import { hubEvents } from '@pennant/contract/hub'
import { submissionLevel, submissionTask } from '@pennant/rules/submission/log-line'
import type { Core } from '../../core/core.ts'
import type { Game, OwnChange } from '../../core/game/game.ts'
import type { LiveMessage } from '../../live/live.ts'
import { isHidden } from './batch-judge.ts'
import type { CommitResult, Judged } from './judge.ts'
import { presentEvents, presentJudged, presentLogged, presentTried, type Told } from './present.ts'
import type { Turns } from './turns.ts'

const topic = 'submission.judged'
type Together = { from: string; gameId: number; told: readonly Told[] }

export const createTell = (
  { bus, games, journal, ledger, live }: Pick<Core, 'bus' | 'games' | 'journal' | 'ledger' | 'live'>,
  onHeard: Turns['heard'],
) => {
  const self = randomUUID()

  const announce = (game: Game, change: OwnChange): void => {
    const { to, shown, solves, notices } = change
    const parts = notices.length === 0 ? (['solves'] as const) : (['solves', 'notices'] as const)
    const hides = solves.every(({ time }) => isHidden(game, time))
    void ledger.announce([
      {
        ...{ gameId: game.id, revision: to, parts, shown, made: change },
        ...(hides ? { isHidden: true } : {}),
      },
    ])
  }

  const tellPlayers = ({ game, notices }: CommitResult): void => {
    for (const notice of notices) live.toPlayers(game.id, hubEvents.ReceivedGameNotice, notice)
  }

  const tellHere = (gameId: number, told: readonly Told[]): void => {
    // Of what is right, the team hears when the board has it.
    for (const one of told)
      if (one.status !== 'Accepted')
        live.toTeamHere(gameId, one.participationId, hubEvents.ReceivedTeamChange, () =>
          presentTried(gameId, one),
        )
    live.allToMonitorsHere(gameId, () => told.flatMap(toMonitors))
    live.allToAdminsHere(() =>
      told.map((one) => ({ event: hubEvents.ReceivedLog, payload: presentLogged(gameId, one) })),
    )
  }

  // Each process writes what its own clients are told: the facts are far shorter.
  const tellEverywhere = (gameId: number, told: readonly Told[]): void => {
    tellHere(gameId, told)
    // One of the listeners is this process.
    if (bus.audience(topic) > 1) bus.publish<Together>(topic, { from: self, gameId, told })
  }
  const close = bus.subscribe<Together>(topic, ({ from, gameId, told }) => {
    if (from === self) return
    onHeard(gameId, { solves: told.some(({ status }) => status === 'Accepted') })
    tellHere(gameId, told)
  })

  const noteCheat = (game: Game, { user, team, challenge, owner }: Told): void => {
    if (owner === null) return
    journal.write({
      level: submissionLevel,
      status: submissionTask,
      message: `Team ${team} submitted the flag of team ${owner} for challenge ${challenge} in game ${game.id}`,
      name: user,
    })
  }

  // The board first: a client that hears of a solve finds it there.
  const react = (result: CommitResult): void => {
    const { game, judged, change } = result
    if (change !== null) {
      games.applyOwn(change)
      announce(game, change)
    }
    tellPlayers(result)
    const told = judged.map((one) => toldOf(game, one))
    tellEverywhere(game.id, told)
    for (const one of told) noteCheat(game, one)
  }

  return {
    // The submissions are written, so a failure from here on is not the players' concern.
    tell(result: CommitResult): void {
      try {
        react(result)
      } catch (error) {
        journal.failed("Couldn't tell some clients about submissions", error)
      }
    },

    close,
  }
}

const toldOf = (game: Game, { row, guess, ownerId }: Judged): Told => ({
  participationId: row.participationId,
  challengeId: row.challengeId,
  userId: row.userId,
  user: guess.userName,
  team: guess.participation.teamName,
  challenge: guess.challenge.title,
  answer: row.answer,
  status: row.status,
  time: row.time,
  owner: ownerId === null ? null : (game.participations.get(ownerId)?.teamName ?? ''),
})

const toMonitors = (told: Told): LiveMessage[] => [
  ...presentEvents(told).map((payload) => ({ event: hubEvents.ReceivedGameEvent, payload })),
  { event: hubEvents.ReceivedSubmissions, payload: presentJudged(told) },
]
