import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useSignedNumber } from '../../../i18n/number.ts'
import { Name } from '../../../ui/name.tsx'
import { historyQuery } from '../queries.ts'
import classes from './score-history.module.css'

type Props = { game: number; version: number | undefined }

/** Of the own team, the latest first. */
export const ScoreHistory = ({ game, version }: Props) => {
  const { t } = useTranslation('board')
  const signed = useSignedNumber()
  const { data = [] } = useQuery(historyQuery(useApi(), game, version))
  if (data.length === 0) return null
  return (
    <details className={classes.history}>
      <summary>{t('history.title')}</summary>
      <ol className={classes.list} reversed>
        {data.toReversed().map((entry) => (
          <li key={keyOf(entry)} className={classes.entry}>
            <span className={classes.what}>
              <What entry={entry} />
              <span className={classes.time}>
                <Moment at={entry.time} />
              </span>
            </span>
            <span className={classes.points}>{signed(entry.points)}</span>
            <span className={classes.score}>{entry.score}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

// Two of one moment differ in their sums.
const keyOf = ({ time, what, score }: HistoryEntry): string => `${time} ${what} ${score}`

const What = ({ entry: { what, challenge = '', reason = '' } }: { entry: HistoryEntry }) => {
  const { t } = useTranslation('board')
  if (what === 'Solved') return <Name>{challenge}</Name>
  return (
    <>
      {t(what === 'Given' ? 'history.given' : 'history.takenBack')} <bdi>{reason}</bdi>
    </>
  )
}
