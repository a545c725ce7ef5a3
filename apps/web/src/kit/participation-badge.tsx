import type { ParticipationStatus } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../ui/badge.tsx'

const tones: Readonly<Record<ParticipationStatus, BadgeTone>> = {
  Pending: 'caution',
  Accepted: 'good',
  Rejected: 'neutral',
  Suspended: 'danger',
  Unsubmitted: 'neutral',
}

export const ParticipationBadge = ({ status }: { status: ParticipationStatus }) => {
  const { t } = useTranslation('staff')
  return <Badge tone={tones[status]}>{t(`decision.is.${status}`)}</Badge>
}
