import { useTranslation } from 'react-i18next'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { BoardPage } from '../../features/scoreboard/pages/board-page.tsx'
import { formatCountdown } from '../../i18n/duration.ts'
import { Moment } from '../../i18n/moment.tsx'
import { useHasPassed, useNow } from '../../kit/use-now.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGame } from '../game/outlet.ts'

export const Component = () => (useHasPassed(useGame().game.start) ? <Open /> : <Closed />)

const Closed = () => {
  const { t } = useTranslation('play')
  const { game } = useGame()
  const left = game.start - useNow()
  return (
    <EmptyState
      icon="clock"
      title={t('door.notStarted')}
      text={
        <>
          {t('board.opens')} <Moment at={game.start} /> ({formatCountdown(left)})
        </>
      }
    >
      <LinkButton kind="primary" to={`/games/${game.id}`}>
        {t('door.toGame')}
      </LinkButton>
    </EmptyState>
  )
}

const Open = () => {
  const {
    game,
    live: { state, pushed },
  } = useGame()
  return <BoardPage game={game} live={state} pushed={pushed} countdown={<Countdown game={game} />} />
}
