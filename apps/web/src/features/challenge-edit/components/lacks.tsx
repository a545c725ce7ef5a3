import type { ChallengeLack } from '@pennant/contract/challenge'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/badge.tsx'
import classes from './challenge-row.module.css'

/** Why it cannot be played as it is. */
export const Lacks = ({ lacks }: { lacks: readonly ChallengeLack[] }) => {
  const { t } = useTranslation('organise')
  if (lacks.length === 0) return null
  return (
    <ul className={classes.lacks} aria-label={t('challenge.lacks')}>
      {lacks.map((lack) => (
        <li key={lack}>
          <Badge tone="caution">{t(`challenge.lack.${lack}`)}</Badge>
        </li>
      ))}
    </ul>
  )
}
