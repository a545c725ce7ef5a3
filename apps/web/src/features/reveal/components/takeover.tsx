import type { Reveal } from '@pennant/contract/reveal'
import { useTranslation } from 'react-i18next'
import { useNumber } from '../../../i18n/number.ts'
import { Name } from '../../../ui/name.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import classes from './takeover.module.css'

type Props = { reveal: Reveal; place: { teamId: number; place: number }; score: number }

export const Takeover = ({ reveal, place: { teamId, place }, score }: Props) => {
  const { t } = useTranslation('reveal')
  const write = useNumber()
  const rank = place === 1 ? 1 : place === 2 ? 2 : 3
  return (
    <div className={classes.takeover} key={place} data-rank={rank}>
      <div className={classes.pennant}>
        <BloodMark rank={rank} />
      </div>
      <div className={classes.words}>
        <p className={classes.place}>{t('reveal.place', { count: place, ordinal: true })}</p>
        <p className={classes.team}>
          <Name>{reveal.teams.find(({ id }) => id === teamId)?.name ?? ''}</Name>
        </p>
        <p className={classes.points}>{t('reveal.points', { points: write(score) })}</p>
      </div>
    </div>
  )
}
