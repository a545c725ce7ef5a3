import { isOver } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { Countdown } from '../../features/game/components/countdown.tsx'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import { BoardPage } from '../../features/scoreboard/pages/board-page.tsx'
import { formatCountdown } from '../../i18n/duration.ts'
import { Moment } from '../../i18n/moment.tsx'
import { useHasPassed, useNow } from '../../kit/use-now.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGame } from '../game/current-game.ts'

export const Component = () => (useHasPassed(useGame().game.start) ? <Open /> : <Closed />)

const Closed = () => {
  const { t } = useTranslation('board')
  const { game } = useGame()
  const left = game.start - useNow()
  return (
    <EmptyState
      icon="clock"
      title={t('door.notStarted')}
      text={
        <>
          {t('board.opens')} <Moment at={game.start} /> (<bdi dir="ltr">{formatCountdown(left)}</bdi>)
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
  const api = useApi()
  const frozen = useQuery({ ...boardAnswer(api, game.id), enabled: false }).data?.frozenAt != null
  const plays = game.status === 'Accepted' && !isOver(game, api.time.now())
  const { data } = useQuery({ ...detailsQuery(api, game.id, !pushed), enabled: plays && frozen })
  return (
    <BoardPage
      game={game}
      live={state}
      pushed={pushed}
      line={data?.rank ?? null}
      countdown={<Countdown game={game} />}
    />
  )
}
