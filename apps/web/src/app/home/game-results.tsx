import type { OwnGame } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { ResultsCard } from '../../features/game/components/results-card.tsx'
import { OverCard } from '../../features/home/cockpit/over-card.tsx'

type Props = {
  /** Null until a game that someone played is over. */
  game: OwnGame | null
}

export const GameResults = ({ game }: Props) => {
  const { data } = useQuery({ ...gameQuery(useApi(), game?.id ?? 0), enabled: game !== null })
  return game !== null && <OverCard game={game} results={data !== undefined && <ResultsCard game={data} />} />
}
