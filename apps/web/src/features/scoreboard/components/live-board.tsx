import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../../kit/loaded.tsx'
import type { LiveState } from '../../../live/connection.ts'
import type { Board } from '../board.ts'
import { useLiveBoard } from '../use-live-board.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { LiveMark } from './live-switch.tsx'

type Watched = { board: Board; live: LiveState; mark: ReactNode }
type Props = { game: { id: number }; children: (watched: Watched) => ReactNode }

export const LiveBoard = ({ game, children }: Props) => {
  const { t } = useTranslation('board')
  const { query, live } = useLiveBoard(game.id)
  return (
    <Loaded query={query} failed={t('board.failed')} waiting={<BoardSkeleton />}>
      {(board) => children({ board, live, mark: <LiveMark /> })}
    </Loaded>
  )
}
