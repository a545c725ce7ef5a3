import type { Phase } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'

const tones = { upcoming: 'caution', running: 'good', ended: 'neutral' } as const satisfies Record<
  Phase,
  BadgeTone
>

export const PhaseBadge = ({ phase }: { phase: Phase }) => {
  const { t } = useTranslation('play')
  return <Badge tone={tones[phase]}>{t(`phase.${phase}`)}</Badge>
}
