import { editPost, type PostInfo } from '@pennant/contract/post'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useAct } from '../../../kit/use-act.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Row } from '../../../ui/row.tsx'

export const PostActions = ({ post: { id, isPinned } }: { post: PostInfo }) => {
  const { t } = useTranslation('play')
  const api = useApi()
  const queries = useQueryClient()
  const { act, isPending } = useAct()
  const pin = async (): Promise<void> => {
    await act('pin', () => api.call(editPost, { params: { id }, body: { isPinned: !isPinned } }))
    await queries.invalidateQueries({ queryKey: ['posts'] })
  }
  return (
    <Row gap="s">
      <Button size="small" pending={isPending('pin')} onClick={() => void pin()}>
        {t(isPinned ? 'post.unpin' : 'post.pin')}
      </Button>
      <LinkButton size="small" to={`/posts/${id}/edit`}>
        {t('post.edit')}
      </LinkButton>
    </Row>
  )
}
