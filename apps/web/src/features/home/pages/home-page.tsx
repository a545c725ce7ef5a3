import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { usePlatform } from '../../../kit/platform.ts'
import { Masthead } from '../components/masthead.tsx'
import classes from './home-page.module.css'

type Props = {
  masthead: boolean
  /** Beside it, wide screens show the posts. */
  cockpit?: boolean
  lead: ReactNode
  next: ReactNode
  /** Null until all above is there. */
  games: ReactNode
  /** Null until the games are there. */
  posts: ReactNode
}

export const HomePage = ({ masthead, cockpit = false, lead, next, games, posts }: Props) => {
  const { t } = useTranslation()
  const config = useClientConfig()
  const platform = usePlatform()

  return (
    <div className={classes.page} data-cockpit={cockpit || undefined}>
      {masthead && <Masthead platform={platform} slogan={config?.slogan} />}
      {lead}
      {next}
      {games !== null && (
        <div className={classes.columns}>
          <section className={classes.part} aria-labelledby="recent-games">
            <h2 id="recent-games" className={classes.heading}>
              {t('home.recentGames')}
            </h2>
            {games}
          </section>
          {posts !== null && (
            <section className={classes.part} aria-labelledby="latest-posts">
              <h2 id="latest-posts" className={classes.heading}>
                {t('home.latestPosts')}
              </h2>
              {posts}
            </section>
          )}
        </div>
      )}
    </div>
  )
}
