import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../api/problem.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { type ChallengeDraft, type DraftMember, isMember } from './draft.ts'
import type { ChallengeEditor } from './use-challenge-draft.ts'

type Field<Value> = {
  name: string
  label: string
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}

export const useMember = (editor: ChallengeEditor) => {
  const { t } = useTranslation('organise')
  const problemText = useProblemText()
  const refused = memberAt(editor.error)

  const faultOf = (member: DraftMember): string | undefined => {
    const fault = editor.faults[member]
    if (fault === 'blank') return t('form.required')
    if (fault !== undefined)
      return 'most' in fault
        ? t('challenge.labelsFault', { most: String(fault.most), length: String(fault.length) })
        : t('challenge.between', fault)
    return refused === member ? problemText(editor.error) : undefined
  }
  const labelOf = (member: DraftMember): string => t(`challenge.field.${member}`)
  return {
    refused,
    field: <Member extends DraftMember>(member: Member): Field<ChallengeDraft[Member]> => ({
      name: member,
      label: labelOf(member),
      value: editor.draft[member],
      fault: faultOf(member),
      onChange: (value) => editor.set(member, value),
    }),
  }
}

const memberAt = (error: unknown): DraftMember | null => {
  if (!(error instanceof ApiProblem)) return null
  if (error.field !== null && isMember(error.field)) return error.field
  if (error.is('challenge.fileNameBlank')) return 'fileName'
  if (error.is('challenge.templateWeak')) return 'flagTemplate'
  if (error.is('challenge.captureNeedsContainer')) return 'enableTrafficCapture'
  return null
}
