import { hasStarted, isOver } from '@pennant/rules/game/phase'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useApi } from '../../api/context.ts'
import { ChallengesPage } from '../../features/challenge/pages/challenges-page.tsx'
import { lastChallengeIn } from '../../storage.ts'
import { useHasPassed } from '../../kit/use-now.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LiveChip } from '../../ui/live-chip.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useGame } from '../game/current-game.ts'
import { useGameTunnel } from '../game/use-game-tunnel.tsx'

const NoticePanel = lazy(async () => ({ default: (await import('../game/notice-panel.tsx')).NoticePanel }))

export const Component = () => {
  const { t } = useTranslation('play')
  const { game } = useGame()
  const { time } = useApi()
  const started = useHasPassed(game.start)
  useHasPassed(game.end + 1)
  if (game.status === 'Accepted' && started && !isOver(game, time.now())) return <Play />
  const title = !hasStarted(game, time.now())
    ? t('door.notStarted')
    : isOver(game, time.now())
      ? t('door.over')
      : game.status === 'Suspended'
        ? t('door.suspended')
        : t('door.notJoined')
  return (
    <EmptyState icon="lock" title={title}>
      <LinkButton kind="primary" to={`/games/${game.id}`}>
        {t('door.toGame')}
      </LinkButton>
    </EmptyState>
  )
}

const Play = () => {
  const { t } = useTranslation('play')
  const {
    game,
    lists,
    live,
    live: { state, pushed, news, store },
  } = useGame()
  const phone = useIsPhone()
  const { tunnel, dialog } = useGameTunnel(game.title)
  const open = Number(useSearchParams()[0].get('challenge'))
  useEffect(() => {
    if (open > 0) lastChallengeIn(game.id).set(open)
  }, [game.id, open])
  return (
    <>
      <ChallengesPage
        game={game}
        pushed={pushed}
        news={news}
        store={store}
        tunnel={tunnel}
        chip={<LiveChip state={state} label={t(`live.${state}`)} />}
        aside={
          phone ? null : (
            <Suspense>
              <NoticePanel game={game} live={live} {...lists} />
            </Suspense>
          )
        }
      />
      {dialog}
    </>
  )
}

// The same width as in the style sheets.
const useIsPhone = (): boolean => useMedia('(max-width: 48rem)')
