import type { OwnGame } from '@pennant/contract/game'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/context.ts'
import { gameQuery } from '../../api/queries/game.ts'
import { ResultsCard } from '../../features/game/components/results-card.tsx'
import { OverCard } from '../../features/home/cockpit/over-card.tsx'

export const GameResults = ({ game }: { game: OwnGame }) => {
  const { data } = useQuery(gameQuery(useApi(), game.id))
  return <OverCard game={game} results={data !== undefined && <ResultsCard game={data} />} />
}
