import {
  type BloodDifference,
  type Difference,
  isEmpty,
  type NamedTeam,
} from '@pennant/rules/scoreboard/what-if'
import { useTranslation } from 'react-i18next'
import { countDifference } from './count-difference.ts'
import classes from './difference-list.module.css'

const mostNamed = 8

/** A difference in words. */
export const DifferenceList = ({ difference }: { difference: Difference }) => {
  const { t } = useTranslation('desk')
  if (isEmpty(difference)) return <p>{t('whatIf.nothing')}</p>
  const { bloods, firstTen } = difference
  const counts = countDifference(difference)
  return (
    <ul className={classes.list}>
      {counts.lose > 0 && <li>{t('whatIf.lose', { count: counts.lose })}</li>}
      {counts.gain > 0 && <li>{t('whatIf.gain', { count: counts.gain })}</li>}
      {counts.move > 0 && <li>{t('whatIf.move', { count: counts.move })}</li>}
      <Leader {...difference.leader} />
      {bloods.length > 0 && (
        <li>
          {t('whatIf.bloods', { count: bloods.length })}
          <ul className={classes.list}>
            {bloods.slice(0, mostNamed).map((blood) => (
              <Blood key={`${blood.challengeId} ${blood.place}`} blood={blood} />
            ))}
            {bloods.length > mostNamed && <li>{t('decision.more', { count: bloods.length - mostNamed })}</li>}
          </ul>
        </li>
      )}
      {firstTen.enter.length > 0 && <li>{t('whatIf.enter', { teams: namesOf(firstTen.enter) })}</li>}
      {firstTen.leave.length > 0 && <li>{t('whatIf.leave', { teams: namesOf(firstTen.leave) })}</li>}
    </ul>
  )
}

const namesOf = (teams: readonly NamedTeam[]): string => teams.map(({ name }) => name).join(', ')

const Leader = ({ before, after }: Difference['leader']) => {
  const { t } = useTranslation('desk')
  if (before === null && after === null) return null
  if (before?.id === after?.id) return <li>{t('whatIf.keepsLead', { team: before?.name })}</li>
  const names = { before: before?.name ?? t('whatIf.nobody'), after: after?.name ?? t('whatIf.nobody') }
  return <li>{t('whatIf.leader', names)}</li>
}

const Blood = ({ blood: { place, title, before, after } }: { blood: BloodDifference }) => {
  const { t } = useTranslation('desk')
  const names = { before: before?.name ?? t('whatIf.nobody'), after: after?.name ?? t('whatIf.nobody') }
  return <li>{t(`whatIf.blood${place}`, { challenge: title, ...names })}</li>
}
