import type { DetailedGameInfo } from '@pennant/contract/game'
import { hasEnded, phaseOf } from '@pennant/rules/game/phase'
import { type Seen, visibilityOf } from '@pennant/rules/game/visibility'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, sessionQuery } from '../../../api/queries/session.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage, withTexts } from '../../../i18n/start.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Countdown } from '../components/countdown.tsx'
import { JoinPanel } from '../components/join-panel.tsx'
import { PhaseBadge } from '../components/phase-badge.tsx'
import { joinCheckQuery } from '../participation-queries.ts'
import classes from './game-page.module.css'
import { Name } from '../../../ui/name.tsx'

const ResultsCard = lazy(async () => ({
  default: (await withTexts('results', import('../components/results-card.tsx'))).ResultsCard,
}))

const dayMs = 86_400_000
const waitsMs = 14 * dayMs

/** Once they are published; until then for two weeks, to those who played. */
const showsResults = ({ resultsAt, end, status }: DetailedGameInfo, now: number): boolean =>
  resultsAt !== undefined || (status === 'Accepted' && now > end && now < end + waitsMs)

export const GamePage = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const now = useMinute()
  const isJoining = useIsJoining(game)
  const { extensions } = useApi()

  return (
    <article className={classes.page} aria-labelledby="game-title">
      <header className={classes.head}>
        <div className={classes.words}>
          <div className={classes.badges}>
            <PhaseBadge phase={phaseOf(game, now)} />
            <Badge>{game.limit === 0 ? t('game.anySize') : t('game.size', { count: game.limit })}</Badge>
            <VisibilityBadge game={game} />
            {game.practiceMode && (
              <Badge tone="news">{hasEnded(game, now) ? t('game.practice') : t('game.practiceLater')}</Badge>
            )}
          </div>
          <h1 id="game-title" className={classes.title}>
            <Name>{game.title}</Name>
          </h1>
          {game.summary !== '' && <p className={classes.summary}>{game.summary}</p>}
          <dl className={classes.facts}>
            <div>
              <dt>{t('game.start')}</dt>
              <dd>
                <Moment at={game.start} />
              </dd>
            </div>
            <div>
              <dt>{t('game.end')}</dt>
              <dd>
                <Moment at={game.end} />
              </dd>
            </div>
            <div>
              <dt>{t('game.duration')}</dt>
              <dd>{formatDuration(language, game.end - game.start)}</dd>
            </div>
            <div>
              <dt>{t('game.teams')}</dt>
              <dd>{game.teamCount}</dd>
            </div>
          </dl>
          <Countdown game={game} />
          {!isJoining && <JoinPanel game={game} />}
          {!isJoining && extensions.supported && showsResults(game, now) && (
            <Suspense>
              <ResultsCard game={game} />
            </Suspense>
          )}
        </div>
        {game.poster !== null && <img className={classes.poster} src={game.poster} alt="" />}
      </header>
      {game.content !== '' && !isJoining && (
        <section className={classes.content} aria-label={t('game.about')}>
          <Markdown source={game.content} />
        </section>
      )}
    </article>
  )
}

/** Whether the panel above the text may still grow, and would push it down. */
const useIsJoining = ({ id, status }: DetailedGameInfo): boolean => {
  const api = useApi()
  const session = useQuery(sessionQuery(api))
  const loggedIn = session.data != null
  const teams = useQuery({ ...ownTeamsQuery(api), enabled: loggedIn })
  const waits = status === 'Accepted' || status === 'Pending'
  const check = useQuery({ ...joinCheckQuery(api, id), enabled: loggedIn && waits })
  return [session, teams, check].some(({ isLoading }) => isLoading)
}

const VisibilityBadge = ({ game }: { game: Seen }) => {
  const { t } = useTranslation('play')
  const visibility = visibilityOf(game)
  return visibility === 'listed' ? null : <Badge tone="caution">{t(`game.${visibility}`)}</Badge>
}
