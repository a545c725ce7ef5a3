import { type Seen, visibilityOf } from '@pennant/rules/game/visibility'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'

/** Says of a game that it is in no list. */
export const VisibilityBadge = ({ game }: { game: Seen }) => {
  const { t } = useTranslation('play')
  const visibility = visibilityOf(game)
  return visibility === 'listed' ? null : <Badge tone="caution">{t(`game.${visibility}`)}</Badge>
}
