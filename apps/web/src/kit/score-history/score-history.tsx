import type { RecordKind } from '@pennant/contract/enums'
import type { HistoryEntry } from '@pennant/contract/scoreboard'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { Moment } from '../../i18n/moment.tsx'
import { useSignedNumber } from '../../i18n/number.ts'
import { Name } from '../../ui/name.tsx'
import { Loaded } from '../loaded.tsx'
import { type HistoryOf, historyQuery, ownHistoryQuery } from './query.ts'
import classes from './score-history.module.css'

type OwnProps = { game: number; state: string }

export const OwnScoreHistory = ({ game, state }: OwnProps) => {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...ownHistoryQuery(api, game, state), enabled: open })
  return <History {...{ open, query }} onOpen={setOpen} />
}

type Props = { game: number; of: HistoryOf }

/** Of any team, as it is now or was at a moment. */
export const ScoreHistory = ({ game, of }: Props) => {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const query = useQuery({ ...historyQuery(api, game, of), enabled: open })
  return <History {...{ open, query }} onOpen={setOpen} />
}

type HistoryProps = {
  open: boolean
  query: UseQueryResult<readonly HistoryEntry[]>
  onOpen: (open: boolean) => void
}

const History = ({ open, query, onOpen }: HistoryProps) => {
  const { t } = useTranslation('record')
  const { extensions } = useApi()
  if (!extensions.supported) return null
  return (
    <details className={classes.history} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>{t('history.title')}</summary>
      {open && (
        <Loaded query={query} failed={t('history.failed')}>
          {(entries) =>
            entries.length === 0 ? (
              <p className={classes.none}>{t('history.none')}</p>
            ) : (
              <Entries entries={entries} />
            )
          }
        </Loaded>
      )}
    </details>
  )
}

/** The latest first. */
const Entries = ({ entries }: { entries: readonly HistoryEntry[] }) => {
  const signed = useSignedNumber()
  return (
    <ol className={classes.list} reversed>
      {entries.toReversed().map((entry) => (
        <li key={keyOf(entry)} className={classes.entry}>
          <span className={classes.what}>
            <What entry={entry} />
            <span className={classes.time}>
              {entry.since !== undefined && (
                <>
                  <Moment at={entry.since} /> –{' '}
                </>
              )}
              <Moment at={entry.time} />
            </span>
          </span>
          <span className={classes.points}>{signed(entry.points)}</span>
          <span className={classes.score}>{entry.score}</span>
        </li>
      ))}
    </ol>
  )
}

const keyOf = ({ time, what, score, challengeId, reason }: HistoryEntry): string =>
  [time, what, score, challengeId, reason].join(' ')

const causes = {
  Game: 'history.game',
  Challenge: 'history.challenge',
  Division: 'history.division',
  Participation: 'history.teams',
} as const satisfies Record<RecordKind, string>

const What = ({ entry: { what, challenge = '', reason = '', cause = 'Game' } }: { entry: HistoryEntry }) => {
  const { t } = useTranslation('record')
  const words = {
    Given: () => t('history.given'),
    TakenBack: () => t('history.takenBack'),
    Fell: () => t('history.fell', { challenge }),
    Changed: () => t(causes[cause], { challenge }),
    Joined: () => t('history.joined'),
    Left: () => t('history.left'),
  }
  if (what === 'Solved') return <Name>{challenge}</Name>
  return (
    <>
      {words[what]()} <bdi>{reason}</bdi>
    </>
  )
}
