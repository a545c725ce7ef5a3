import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/client-config.ts'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../api/loaded.tsx'
import { Masthead } from '../components/masthead.tsx'
import { PostList } from '../components/post-list.tsx'
import { latestPostsQuery } from '../queries.ts'
import classes from './home-page.module.css'

type Props = {
  /** What has to be said before anything else. */
  lead: ReactNode
}

export const HomePage = ({ lead }: Props) => {
  const { t } = useTranslation()
  const config = useClientConfig()
  const posts = useQuery(latestPostsQuery(useApi()))

  return (
    <div className={classes.page}>
      <Masthead title={config?.title} slogan={config?.slogan} />
      {lead}
      <section className={classes.posts} aria-labelledby="latest-posts">
        <h2 id="latest-posts" className={classes.heading}>
          {t('home.latestPosts')}
        </h2>
        <Loaded query={posts} failed={t('home.postsFailed')}>
          {(shown) => <PostList posts={shown} />}
        </Loaded>
      </section>
    </div>
  )
}
