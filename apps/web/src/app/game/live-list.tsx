import type { DetailedGameInfo } from '@pennant/contract/game'
import { LiveList } from '../../features/live/components/live-list.tsx'
import type { GameStore } from '../../live/game-store.ts'
import { useSolveSource } from './use-solve-source.ts'

export const GameLiveList = ({ game, store }: { game: DetailedGameInfo; store: GameStore }) => (
  <LiveList source={useSolveSource(game, store)} plays={game.status === 'Accepted'} />
)
