import type { TopTimeLine } from '@pennant/contract/scoreboard'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { momentsIn, type Range, scoreAt } from '../timeline.ts'
import classes from './timeline-table.module.css'

const parts = 6

/** What the lines show, in figures. */
export const TimelineTable = ({ teams, range }: { teams: readonly TopTimeLine[]; range: Range }) => {
  const { t } = useTranslation('play')
  const moments = momentsIn(range, parts)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: keys scroll it
    <section className={classes.scroller} tabIndex={0} aria-label={t('board.timelineOf')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('join.team')}</th>
            {moments.map((moment) => (
              <th key={moment} scope="col">
                <Moment at={moment} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {teams.map(({ id, name, items }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {moments.map((moment) => (
                <td key={moment}>{scoreAt(items, moment)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
