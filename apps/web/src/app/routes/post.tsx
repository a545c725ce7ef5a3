import { useParams } from 'react-router'
import { PostPage } from '../../features/post/pages/post-page.tsx'

export const Component = () => {
  const { id = '' } = useParams()
  return <PostPage key={id} id={id} />
}
