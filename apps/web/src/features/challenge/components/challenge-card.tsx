import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import { CategorySign, Tinted } from '../../../theme/category.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ListedChallenge } from '../challenge-list.ts'
import classes from './challenge-card.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  challenge: ListedChallenge
  team: number
  isNew: boolean
  to: To
}

const ranks = [1, 2, 3] as const

export const ChallengeCard = ({ challenge, team, isNew, to }: Props) => {
  const { t } = useTranslation('play')
  const { id, title, category, score, solved, bloods, ours, later, closed } = challenge
  const first = bloods.find((blood) => blood.id === team)
  return (
    <Tinted category={category} className={classes.tint}>
      <Link
        className={classes.card}
        to={to}
        preventScrollReset
        data-ours={ours || undefined}
        data-later={later || undefined}
        data-closed={closed || undefined}
        data-challenge={id}
      >
        <span className={classes.category}>
          <CategorySign category={category} />
          {category}
        </span>
        <strong className={classes.title}>
          <Name>{title}</Name>
        </strong>
        <span className={classes.points}>{t('challenge.points', { count: score })}</span>
        <span className={classes.facts}>
          {t('challenge.solves', { count: solved })}
          <span className={classes.bloods} aria-hidden="true">
            {ranks.slice(0, bloods.length).map((rank) => (
              <BloodMark key={rank} rank={rank} size={14} />
            ))}
          </span>
        </span>
        {ours && (
          <span className={classes.state}>
            <Icon name="check" size={14} />
            {first === undefined ? t('challenge.solved') : t(`blood.${placeOf(bloods.indexOf(first))}`)}
          </span>
        )}
        {later && <span className={classes.later}>{t('freeze.later')}</span>}
        {!ours && !closed && isNew && <span className={classes.state}>{t('challenge.new')}</span>}
        {!ours && closed && (
          <span className={classes.state}>
            <Icon name="clock" size={14} />
            {t('challenge.closed')}
          </span>
        )}
      </Link>
    </Tinted>
  )
}

const placeOf = (index: number): 'first' | 'second' | 'third' =>
  (['first', 'second', 'third'] as const)[index] ?? 'third'
