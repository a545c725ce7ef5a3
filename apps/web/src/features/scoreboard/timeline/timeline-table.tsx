import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { momentsIn, type Range, scoreAt } from './timeline.ts'
import type { TimelineLine } from './timeline-line.ts'
import { OwnMark } from '../grid/board-row.tsx'
import classes from './timeline-table.module.css'
import { Name } from '../../../ui/name.tsx'

const parts = 6

type Props = { teams: readonly TimelineLine[]; range: Range; label: string }

export const TimelineTable = ({ teams, range, label }: Props) => {
  const { t } = useTranslation('play')
  const moments = momentsIn(range, parts)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone: keys scroll it
    <section className={classes.scroller} tabIndex={0} aria-label={label}>
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
          {teams.map(({ id, name, items, label: place, own, apart }) => (
            <tr key={id} data-own={own || undefined}>
              <th scope="row">
                {apart && <span className={classes.place}>{`${place}. `}</span>}
                <Name>{name}</Name> {own && <OwnMark />}
              </th>
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
