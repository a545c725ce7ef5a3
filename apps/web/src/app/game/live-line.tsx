import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { type Frozen, LiveLine } from '../../features/live/components/live-line.tsx'
import type { LineChoice } from '../../features/live/line-choice.ts'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import { useHasPassed } from '../../kit/use-now.ts'
import type { GameStore } from '../../live/game-store.ts'
import { useSolveSource } from './use-solve-source.ts'

type Props = { game: DetailedGameInfo; store: GameStore; choice: LineChoice; to: string }

export const GameLiveLine = ({ game, store, choice, to }: Props) => (
  <LiveLine source={useSolveSource(game, store)} frozen={useFrozen(game)} choice={choice} to={to} />
)

/** By the newer answer of the two. */
const useFrozen = ({ id, freezeAt, resultsAt }: DetailedGameInfo): Frozen | null => {
  const api = useApi()
  const { data: details } = useQuery({ ...detailsQuery(api, id, false), enabled: false })
  const { data: board } = useQuery({ ...boardAnswer(api, id), enabled: false })
  // The server tells nothing from then on, and the answers come a moment later.
  const isDue = useHasPassed(resultsAt === undefined ? (freezeAt ?? null) : null)
  const shown = (board?.version ?? 0) > (details?.version ?? 0) ? board : (details ?? board)
  if (shown?.hidden === true) return 'hidden'
  return shown?.frozenAt != null || isDue ? 'frozen' : null
}
