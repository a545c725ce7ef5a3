import {
  type BloodDifference,
  type Difference,
  isEmpty,
  type NamedTeam,
} from '@pennant/rules/scoreboard/what-if'
import { useTranslation } from 'react-i18next'
import { countDifference, leadPoints } from './count-difference.ts'
import { TeamTable } from './team-table.tsx'
import classes from './what-if.module.css'
import type { Prediction } from './what-if.worker.ts'

const mostNamed = 8

export const DifferenceList = ({ difference }: { difference: Prediction }) => {
  const { t } = useTranslation('staff')
  if (isEmpty(difference)) return <p>{t('whatIf.nothing')}</p>
  const { bloods, firstTen, uncounted, counted } = difference
  const counts = countDifference(difference)
  return (
    <>
      <ul className={classes.list}>
        {uncounted > 0 && <li>{t('whatIf.uncounted', { count: uncounted })}</li>}
        {counted > 0 && <li>{t('whatIf.counted', { count: counted })}</li>}
        {counts.lose > 0 && (
          <li>
            {t('whatIf.lose', { count: counts.lose })}{' '}
            {t(counts.lose === 1 ? 'whatIf.lostOne' : 'whatIf.lostAll', counts.lost)}
          </li>
        )}
        {counts.gain > 0 && <li>{t('whatIf.gain', { count: counts.gain })}</li>}
        {counts.move > 0 && <li>{t('whatIf.move', { count: counts.move })}</li>}
        <Leader {...difference} />
        {bloods.length > 0 && (
          <li>
            {t('whatIf.bloods', { count: bloods.length })}
            <ul className={classes.list}>
              {bloods.slice(0, mostNamed).map((blood) => (
                <Blood key={`${blood.challengeId} ${blood.place}`} blood={blood} />
              ))}
              {bloods.length > mostNamed && (
                <li>{t('decision.more', { count: bloods.length - mostNamed })}</li>
              )}
            </ul>
          </li>
        )}
        {firstTen.enter.length > 0 && <li>{t('whatIf.enter', { teams: namesOf(firstTen.enter) })}</li>}
        {firstTen.leave.length > 0 && <li>{t('whatIf.leave', { teams: namesOf(firstTen.leave) })}</li>}
      </ul>
      {difference.teams.length > 0 && <TeamTable teams={difference.teams} />}
    </>
  )
}

const namesOf = (teams: readonly NamedTeam[]): string => teams.map(({ name }) => name).join(', ')

const Leader = ({ teams, leader }: Difference) => {
  const { t } = useTranslation('staff')
  const { before, after } = leader
  if (before === null && after === null) return null
  const points = leadPoints({ teams, leader })
  const names = { before: before?.name ?? t('whatIf.nobody'), after: after?.name ?? t('whatIf.nobody') }
  return (
    <li>
      {before?.id === after?.id ? t('whatIf.keepsLead', { team: before?.name }) : t('whatIf.leader', names)}{' '}
      {points !== null && t('whatIf.leadPoints', points)}
    </li>
  )
}

const Blood = ({ blood: { place, title, before, after } }: { blood: BloodDifference }) => {
  const { t } = useTranslation('staff')
  const names = { before: before?.name ?? t('whatIf.nobody'), after: after?.name ?? t('whatIf.nobody') }
  return <li>{t(`whatIf.blood${place}`, { challenge: title, ...names })}</li>
}
