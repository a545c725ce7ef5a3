import type { Standing, TeamDifference } from '@pennant/rules/scoreboard/what-if'
import { useTranslation } from 'react-i18next'
import { Name } from '../../ui/name.tsx'
import classes from './what-if.module.css'

const mostShown = 100

export const TeamTable = ({ teams }: { teams: readonly TeamDifference[] }) => {
  const { t } = useTranslation('staff')
  const rest = teams.length - mostShown
  return (
    <details>
      <summary>{t('whatIf.teams', { count: teams.length })}</summary>
      <table className={classes.teams}>
        <thead>
          <tr>
            <th scope="col">{t('whatIf.team')}</th>
            <th scope="col">{t('whatIf.rank')}</th>
            <th scope="col">{t('whatIf.points')}</th>
          </tr>
        </thead>
        <tbody>
          {teams.slice(0, mostShown).map(({ id, name, before, after }) => (
            <tr key={id}>
              <th scope="row">
                <Name>{name}</Name>
              </th>
              <td>{moved(before, after, rankOf)}</td>
              <td>{moved(before, after, pointsOf)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p>{t('decision.more', { count: rest })}</p>}
    </details>
  )
}

const none = '–'

const rankOf = ({ rank, divisionRank }: Standing): string => {
  const overall = rank === 0 ? none : String(rank)
  return divisionRank === null ? overall : `${overall} (${divisionRank})`
}
const pointsOf = ({ points }: Standing): string => String(points)

const moved = (
  before: Standing | null,
  after: Standing | null,
  of: (standing: Standing) => string,
): string => {
  const [from, to] = [before, after].map((standing) => (standing === null ? none : of(standing)))
  return from === to ? `${from}` : `${from} → ${to}`
}
