import type { AnswerResult } from '@pennant/contract/enums'
import { submissionSheet } from '@pennant/contract/submission'
import { cellTime } from '@pennant/contract/file'
import { isOver } from '@pennant/rules/game/phase'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useWatchedGame } from '../../../kit/use-layout-game.ts'
import { useDownload } from '../../../kit/use-download.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { AnswerText } from '../components/answer-text.tsx'
import { EntrySheet } from '../components/entry-sheet.tsx'
import { PickButton } from '../components/pick-button.tsx'
import { ResultBadge } from '../components/result-badge.tsx'
import { useEntryColumns } from '../components/use-entry-columns.tsx'
import { type PickChange, WatchedPage } from '../components/watched-page.tsx'
import { askSubmissions, type SubmissionRow } from '../queries.ts'
import { Name } from '../../../ui/name.tsx'

const results: readonly AnswerResult[] = [
  'Accepted',
  'WrongAnswer',
  'CheatDetected',
  'FlagSubmitted',
  'NotFound',
]

export const SubmissionsPage = () => {
  const game = useWatchedGame()
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const sheet = useDownload()
  const columns = useColumns()
  return (
    <WatchedPage<SubmissionRow, AnswerResult>
      game={game.id}
      over={isOver(game, api.time.now())}
      kind="submissions"
      title={staff('watch.submissions')}
      types={results}
      typeLabel={(result) => t(`submissions.result.${result}`)}
      hears="ReceivedSubmissions"
      ask={(filter, page) => askSubmissions(api, game.id, filter, page)}
      columns={columns}
      toneOf={({ status }) => (status === 'CheatDetected' ? 'danger' : undefined)}
      csv={{
        header: ['time', 'result', 'team', 'team id', 'user', 'challenge', 'challenge id', 'answer'],
        cellsOf: (row) => [
          cellTime(row.time),
          row.status,
          row.team,
          row.teamId ?? null,
          row.user,
          row.challenge,
          row.challengeId ?? null,
          row.answer,
        ],
      }}
      empty={t('submissions.none')}
      actions={
        <Button
          icon={<Icon name="table" />}
          pending={sheet.pending}
          onClick={() =>
            void sheet.start(submissionSheet, {
              params: { id: game.id },
              name: `submissions-${game.id}.xlsx`,
            })
          }
        >
          {t('submissions.sheet')}
        </Button>
      }
      renderSheet={(row, tracesAt, close) => (
        <EntrySheet
          game={game.id}
          title={row.team}
          entry={row}
          facts={[
            { name: t('submissions.result.title'), value: <ResultBadge result={row.status} /> },
            { name: t('watch.answer.title'), value: <AnswerText text={row.answer} whole /> },
            { name: t('watch.user'), value: <Name>{row.user}</Name> },
            { name: t('watch.challenge'), value: <Name>{row.challenge}</Name> },
          ]}
          tracesAt={tracesAt}
          onClose={close}
        />
      )}
    />
  )
}

const useColumns = () => {
  const { t } = useTranslation('monitor')
  const columnsOf = useEntryColumns()
  return (
    pick: (change: PickChange) => void,
    open: (row: SubmissionRow) => void,
  ): readonly Column<SubmissionRow>[] => {
    const { time, team, user, more } = columnsOf({ pick, open })
    return [
      {
        id: 'status',
        header: t('submissions.result.title'),
        width: '8.5rem',
        narrow: 'plain',
        cell: ({ status }) => <ResultBadge result={status} />,
      },
      time,
      team,
      user,
      {
        id: 'challenge',
        header: t('watch.challenge'),
        width: 'minmax(8rem, 1fr)',
        cell: ({ challenge, challengeId }) => (
          <PickButton
            text={challenge}
            label={t('watch.only', { name: challenge })}
            onPick={challengeId == null ? null : () => pick({ challenge: challengeId })}
          />
        ),
      },
      {
        id: 'answer',
        header: t('watch.answer.title'),
        width: 'minmax(14rem, 2fr)',
        narrow: 'plain',
        cell: ({ answer }) => <AnswerText text={answer} contained />,
      },
      more,
    ]
  }
}
