import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../../kit/conflict-dialog.tsx'
import { formatMoment } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { type ChallengeDraft, differing, type DraftMember, draftOf, isShown } from '../draft.ts'
import { useLevelText } from '../level-text.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'

export const ChallengeConflict = ({ editor }: { editor: ChallengeEditor }) => {
  const { t } = useTranslation('organise')
  const levelText = useLevelText()
  const language = useLanguage()
  const { theirs, draft } = editor
  if (theirs === null) return null
  const other = draftOf(theirs.data)

  const write = (from: ChallengeDraft, member: DraftMember): string => {
    if (member === 'deadlineUtc' || member === 'enableAtUtc') {
      const at = from[member]
      return at === null ? '–' : formatMoment(language, at)
    }
    if (member === 'level') return levelText(from.level)
    const value = from[member]
    if (typeof value === 'boolean') return value ? t('challenge.yes') : t('challenge.no')
    return typeof value === 'object' ? value.join('\n') : String(value)
  }
  return (
    <ConflictDialog
      differences={differing(draft, other)
        .filter((member) => isShown(member, theirs.data.type))
        .map((member) => ({
          name: member,
          label: t(`challenge.field.${member}`),
          mine: write(draft, member),
          theirs: write(other, member),
        }))}
      pending={editor.pending}
      onKeepMine={() => void editor.save(theirs.version)}
      onTakeTheirs={() => editor.takeTheirs(theirs)}
      onClose={editor.closeConflict}
    />
  )
}
