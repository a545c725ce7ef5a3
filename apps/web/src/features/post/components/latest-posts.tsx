import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { latestPostsQuery } from '../queries.ts'
import { PostList } from './post-list.tsx'

export const LatestPosts = () => {
  const { t } = useTranslation()
  const posts = useQuery(latestPostsQuery(useApi()))
  return (
    <Loaded query={posts} failed={t('home.postsFailed')}>
      {(shown) => <PostList posts={shown} />}
    </Loaded>
  )
}
