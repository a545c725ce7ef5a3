import type { AnswerResult } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

const tones: Readonly<Record<AnswerResult, BadgeTone>> = {
  Accepted: 'good',
  WrongAnswer: 'neutral',
  CheatDetected: 'danger',
  FlagSubmitted: 'caution',
  NotFound: 'caution',
}

export const ResultBadge = ({ result }: { result: AnswerResult }) => {
  const { t } = useTranslation('monitor')
  return <Badge tone={tones[result]}>{t(`submissions.result.${result}`)}</Badge>
}
