import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { postToEditQuery } from '../queries.ts'
import { PostEditor } from '../components/post-editor.tsx'

const newPost = 'new'

export const PostEditPage = () => {
  const { id = '' } = useParams()
  return id === newPost ? <PostEditor post={null} /> : <Existing key={id} id={id} />
}

const Existing = ({ id }: { id: string }) => {
  const { t } = useTranslation('play')
  const query = useQuery(postToEditQuery(useApi(), id))
  return (
    <Loaded query={query} failed={t('post.failed')}>
      {(post) => <PostEditor key={post.data.id} post={post} />}
    </Loaded>
  )
}
