import { hasEnded, isEndless, phaseOf } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { useIs, useProfile } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useMinute } from '../../../kit/use-now.ts'
import { formatDuration } from '../../../i18n/duration.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { recentGamesQuery } from '../../../api/queries/game.ts'
import classes from './recent-games.module.css'
import { Name } from '../../../ui/name.tsx'

/** Uses only texts of the frame, because the home page shows it. `joins`: to those who play none of them. */
export const RecentGames = ({ joins = false }: { joins?: boolean }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const games = useQuery(recentGamesQuery(useApi()))
  const now = useMinute()
  const makesGames = useIs('Admin')
  const joinFrom = useProfile() === null ? '/account/register?from=' : ''
  return (
    <Loaded query={games} failed={t('home.gamesFailed')}>
      {(shown) =>
        shown.length === 0 ? (
          <>
            <p className={classes.none}>{t('home.noGames')}</p>
            {makesGames && (
              <div className={classes.starts}>
                <LinkButton kind="primary" to="/admin/games">
                  {t('home.firstGame')}
                </LinkButton>
                <LinkButton to="/admin/games?new=sample">{t('home.sampleGame')}</LinkButton>
              </div>
            )}
          </>
        ) : (
          <ul className={classes.list}>
            {shown.map((game) => {
              const phase = phaseOf(game, now)
              const leads = joins && game === shown.find((one) => !hasEnded(one, now))
              const when = {
                upcoming: t('home.startsIn', { time: formatDuration(language, game.start - now) }),
                running: isEndless(game, now)
                  ? t('common.noEnd')
                  : t('home.endsIn', { time: formatDuration(language, game.end - now) }),
                ended: t('home.ended'),
              }[phase]
              return (
                <li key={game.id} className={classes.item} data-phase={phase}>
                  {leads && game.poster !== null && (
                    <img className={classes.poster} src={game.poster} alt="" />
                  )}
                  <Link to={`/games/${game.id}`} className={classes.link}>
                    <Name>{game.title}</Name>
                  </Link>
                  <span className={classes.when}>{when}</span>
                  {leads && (
                    <LinkButton kind="primary" to={`${joinFrom}/games/${game.id}/join`}>
                      {t('home.join')}
                    </LinkButton>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }
    </Loaded>
  )
}
