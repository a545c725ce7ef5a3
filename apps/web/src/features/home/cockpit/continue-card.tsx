import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNumber } from '../../../i18n/number.ts'
import { CategorySign, Tinted } from '../../../theme/category.tsx'
import { Name } from '../../../ui/name.tsx'
import classes from './continue-card.module.css'

type Props = { gameId: number; challenge: ChallengeInfo; openedLast: boolean }

export const ContinueCard = ({ gameId, challenge, openedLast }: Props) => {
  const { t } = useTranslation('cockpit')
  const write = useNumber()
  const { id, title, category, score, solved } = challenge
  return (
    <Tinted category={category}>
      <Link className={classes.card} to={`/games/${gameId}/challenges?challenge=${id}`}>
        <span className={classes.head}>
          <CategorySign category={category} size={16} />
          <strong className={classes.title}>
            <Name>{title}</Name>
          </strong>
          <span className={classes.points}>{write(score)}</span>
        </span>
        <span className={classes.facts}>
          {openedLast ? t('cockpit.openedLast') : t('cockpit.solves', { count: solved })}
        </span>
      </Link>
    </Tinted>
  )
}
