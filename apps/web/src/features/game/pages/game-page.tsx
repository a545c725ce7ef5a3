import { hasEnded, phaseOf } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { gameQuery } from '../../../api/queries/game.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useMinute } from '../../../kit/use-now.ts'
import { writeDuration } from '../../../i18n/duration.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { usePageName } from '../../../ui/page-name.tsx'
import { Countdown } from '../components/countdown.tsx'
import { EntrancePanel } from '../components/entrance-panel.tsx'
import { PhaseBadge } from '../components/phase-badge.tsx'
import { VisibilityBadge } from '../components/visibility-badge.tsx'
import classes from './game-page.module.css'

type Props = { id: number; loginPath: string }

export const GamePage = ({ id, loginPath }: Props) => {
  const { t } = useTranslation('play')
  const language = useLanguage()
  const query = useQuery(gameQuery(useApi(), id))
  const now = useMinute()
  usePageName(query.data?.title)

  return (
    <Loaded
      query={query}
      failed={t('game.failed')}
      way={
        <LinkButton size="small" to="/games">
          {t('title.games')}
        </LinkButton>
      }
    >
      {(game) => (
        <article className={classes.page} aria-labelledby="game-title">
          <header className={classes.head}>
            <div className={classes.words}>
              <div className={classes.badges}>
                <PhaseBadge phase={phaseOf(game, now)} />
                <Badge>{game.limit === 0 ? t('game.anySize') : t('game.size', { count: game.limit })}</Badge>
                <VisibilityBadge game={game} />
                {game.practiceMode && (
                  <Badge tone="news">
                    {hasEnded(game, now) ? t('game.practice') : t('game.practiceLater')}
                  </Badge>
                )}
              </div>
              <h1 id="game-title" className={classes.title}>
                {game.title}
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
                  <dd>{writeDuration(language, game.end - game.start)}</dd>
                </div>
                <div>
                  <dt>{t('game.teams')}</dt>
                  <dd>{game.teamCount}</dd>
                </div>
              </dl>
              <Countdown game={game} />
              <EntrancePanel game={game} loginPath={loginPath} />
            </div>
            {game.poster !== null && <img className={classes.poster} src={game.poster} alt="" />}
          </header>
          {game.content !== '' && (
            <section className={classes.content} aria-label={t('game.about')}>
              <Markdown source={game.content} />
            </section>
          )}
        </article>
      )}
    </Loaded>
  )
}
