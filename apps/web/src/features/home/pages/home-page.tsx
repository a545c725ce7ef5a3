import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/client-config.ts'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../api/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { PanelBoundary } from '../../../ui/panel-boundary.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
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

  return (
    <div className={classes.page}>
      <Masthead title={config?.title} slogan={config?.slogan} />
      {lead}
      <section className={classes.posts} aria-labelledby="latest-posts">
        <h2 id="latest-posts" className={classes.heading}>
          {t('home.latestPosts')}
        </h2>
        <PanelBoundary fallback={Broken}>
          <LatestPosts />
        </PanelBoundary>
      </section>
    </div>
  )
}

/** What was received cannot be shown: it is fetched again before it is tried again. */
const Broken = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation()
  const { refetch, isFetching } = useQuery(latestPostsQuery(useApi()))
  return (
    <Callout tone="danger" title={t('common.error.part')} alert>
      <Button size="small" pending={isFetching} onClick={() => void refetch().then(onRetry)}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
}

const LatestPosts = () => {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const { data, error, refetch, isFetching } = useQuery(latestPostsQuery(useApi()))

  if (data !== undefined) return <PostList posts={data} />
  if (error === null) return <Skeleton label={t('common.loading')} lines={6} />
  return (
    <Callout tone="danger" title={t('home.postsFailed')} alert>
      <p>{problemText(error)}</p>
      <Button size="small" pending={isFetching} onClick={() => void refetch()}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
}
