import type { PostDetail } from '@pennant/contract/post'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { differing, draftOf, type PostDraft } from '../post-draft.ts'

type Props = {
  mine: PostDraft
  theirs: PostDetail
  pending: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

export const PostConflict = ({ mine, theirs, ...rest }: Props) => {
  const { t } = useTranslation('organise')
  const other = draftOf(theirs)
  const differences = differing(mine, other).map((name) => ({
    name,
    label: t(`postEdit.${name}`),
    mine: mine[name],
    theirs: other[name],
  }))
  return <ConflictDialog differences={differences} {...rest} />
}
