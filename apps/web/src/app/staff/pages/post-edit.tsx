import { useParams } from 'react-router'
import { PostEditPage } from '../../../features/post-edit/pages/post-edit-page.tsx'

export const Component = () => {
  const { id = '' } = useParams()
  return <PostEditPage key={id} id={id} />
}
