import type { DetailedGameInfo } from '@pennant/contract/game'
import { useTranslation } from 'react-i18next'
import { useHasCome, useNow } from '../../kit/use-now.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { BoardPage } from '../../features/scoreboard/pages/board-page.tsx'
import { Moment } from '../../i18n/moment.tsx'
import { writeCountdown } from '../../i18n/duration.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GameFrame } from '../game/layout.tsx'
import { useGameLive } from '../game/game-live.tsx'

export const Component = () => <GameFrame>{(game) => <Door game={game} />}</GameFrame>

/** Opens by itself when the game starts. */
const Door = ({ game }: { game: DetailedGameInfo }) =>
  useHasCome(game.start) ? <Open game={game} /> : <Closed game={game} />

const Closed = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('play')
  const left = game.start - useNow()
  return (
    <EmptyState
      icon="clock"
      title={t('door.notStarted')}
      text={
        <>
          {t('board.opens')} <Moment at={game.start} /> ({writeCountdown(left)})
        </>
      }
    >
      <LinkButton kind="primary" to={`/games/${game.id}`}>
        {t('door.toGame')}
      </LinkButton>
    </EmptyState>
  )
}

const Open = ({ game }: { game: DetailedGameInfo }) => {
  const { state, pushed } = useGameLive()
  return <BoardPage game={game} live={state} pushed={pushed} countdown={<Countdown game={game} />} />
}
