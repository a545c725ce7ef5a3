import { hubEvents, type TeamChange } from '@pennant/contract/hub'
import { submissionLevel, submissionTask } from '@pennant/rules/submission/log-line'
import type { Core } from '../../core/core.ts'
import type { Game, OwnChange } from '../../core/game/game.ts'
import type { LiveMessage } from '../../live/live.ts'
import { isHidden } from './batch-judge.ts'
import type { CommitResult, Judged } from './judge.ts'
import { presentEvents, presentJudged, presentLogged } from './present.ts'

export const createTell = ({
  games,
  journal,
  ledger,
  live,
}: Pick<Core, 'games' | 'journal' | 'ledger' | 'live'>) => {
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

  // Of what is right, they hear when the board has it.
  const tellTeams = ({ game, judged }: CommitResult): void => {
    for (const { row, guess } of judged) {
      if (row.status === 'Accepted') continue
      const { participationId, challengeId, time, userId } = row
      const what = 'Tried'
      const change: TeamChange = { gameId: game.id, challengeId, what, time, userId, user: guess.userName }
      live.toTeam(game.id, participationId, hubEvents.ReceivedTeamChange, change)
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
  const react = (result: CommitResult): void => {
    const { game, judged, change } = result
    if (change !== null) {
      games.applyOwn(change)
      announce(game, change)
    }
    tellPlayers(result)
    tellTeams(result)
    live.allToMonitors(game.id, () => judged.flatMap((one) => toldOf(game, one)))
    live.allToAdmins(() =>
      judged.map((one) => ({ event: hubEvents.ReceivedLog, payload: presentLogged(game, one) })),
    )
    for (const one of judged) noteCheat(game, one)
  }

  // The submissions are written, so a failure from here on is not the players' concern.
  return (result: CommitResult): void => {
    try {
      react(result)
    } catch (error) {
      journal.failed("Couldn't tell some clients about submissions", error)
    }
  }
}
