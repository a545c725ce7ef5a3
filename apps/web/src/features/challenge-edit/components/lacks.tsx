import type { ChallengeLack } from '@pennant/contract/challenge'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Badge } from '../../../ui/badge.tsx'
import classes from './challenge-row.module.css'

type Props = {
  lacks: readonly ChallengeLack[]
  base?: string
}

export const Lacks = ({ lacks, base }: Props) => {
  const { t } = useTranslation('organise')
  if (lacks.length === 0) return null
  return (
    <ul className={classes.lacks} aria-label={t('challenge.lacks')}>
      {lacks.map((lack) => (
        <li key={lack}>
          {base === undefined ? (
            <Badge tone="caution">{t(`challenge.lack.${lack}`)}</Badge>
          ) : (
            <Link to={`${base}${places[lack]}`}>
              <Badge tone="caution">{t(`challenge.lack.${lack}`)}</Badge>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

const places: Readonly<Record<ChallengeLack, string>> = {
  Flag: '/flags',
  Attachment: '/flags',
  Image: '#container',
  Port: '#container',
  Score: '#points',
  Text: '#text',
}
