import type { GameInfo } from '@pennant/contract/game'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { differing, draftOf, type GameDraft, type GameMember } from '../game-draft.ts'

type Props = {
  mine: GameDraft
  theirs: GameInfo
  pending: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const times: readonly GameMember[] = ['start', 'end', 'freezeAt', 'writeupDeadline']
const isTime = (member: GameMember): boolean => times.includes(member)

export const InfoConflict = ({ mine, theirs, ...rest }: Props) => {
  const { t } = useTranslation('organise')
  const language = useLanguage()
  const other = draftOf(theirs)
  const write = (member: GameMember, draft: GameDraft): string => {
    const value = draft[member]
    if (typeof value === 'boolean') return value ? t('info.yes') : t('info.no')
    if (isTime(member)) return typeof value === 'number' ? formatMoment(language, value) : ''
    return String(value)
  }
  const differences = differing(mine, other).map((name) => ({
    name,
    label: t(`info.field.${name}`),
    mine: write(name, mine),
    theirs: write(name, other),
  }))
  return <ConflictDialog differences={differences} {...rest} />
}
