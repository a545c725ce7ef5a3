import type { GameInfo } from '@pennant/contract/game'
import type { ResultsToEdit } from '@pennant/contract/results'
import { hasEnded } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { formatMoment } from '../../../i18n/date.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useLanguage } from '../../../i18n/start.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Name } from '../../../ui/name.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/row.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { AfterPanel } from '../components/after-panel.tsx'
import { PublishDialog } from '../components/publish-dialog.tsx'
import { WithdrawDialog } from '../components/withdraw-dialog.tsx'
import { resultsToEditQuery } from '../queries.ts'
import classes from './after-page.module.css'

export const AfterPage = () => {
  const { t } = useTranslation('organise')
  const { data: game } = useGameToEdit()
  const query = useQuery(resultsToEditQuery(useApi(), game.id))
  return (
    <Stack as="section" gap="l" aria-labelledby="after-title">
      <h2 id="after-title" className={classes.title}>
        {t('after.title')}
      </h2>
      <AfterPanel game={game} />
      <div>
        <h3 id="results" className={classes.title}>
          {t('results.title')}
        </h3>
        <p className={classes.lead}>{t('results.lead')}</p>
      </div>
      <Loaded query={query} failed={t('results.failed')}>
        {(results) => <Results game={game} results={results} />}
      </Loaded>
    </Stack>
  )
}

type Props = { game: GameInfo; results: ResultsToEdit }
type Open = 'publish' | 'withdraw' | null

const Results = ({ game, results }: Props) => {
  const { t } = useTranslation('organise')
  const { time } = useApi()
  const language = useLanguage()
  const [open, setOpen] = useState<Open>(null)
  useHasPassed(game.end + 1)
  const isOver = hasEnded(game, time.now())
  const { publishedAt, revisions } = results
  const close = (): void => setOpen(null)
  return (
    <>
      <Panel labelledBy="results-state">
        <h4 id="results-state" className={classes.state}>
          {publishedAt !== null
            ? t('results.isPublished', { time: formatMoment(language, publishedAt) })
            : t(revisions.length > 0 ? 'results.isWithdrawn' : 'results.none')}
        </h4>
        {!isOver && <p className={classes.text}>{t('results.notOver')}</p>}
        <Row gap="s">
          <Button
            kind={publishedAt === null ? 'primary' : 'quiet'}
            disabled={!isOver}
            onClick={() => setOpen('publish')}
          >
            {t(publishedAt === null ? 'results.publish' : 'results.publishAgain')}
          </Button>
          {publishedAt !== null && (
            <Button kind="danger" onClick={() => setOpen('withdraw')}>
              {t('results.withdraw')}
            </Button>
          )}
          <LinkButton to={`/admin/games/${game.id}/reveal`}>{t('results.reveal')}</LinkButton>
        </Row>
      </Panel>
      {revisions.length > 0 && <Revisions game={game} results={results} />}
      {open === 'publish' && <PublishDialog game={game} results={results} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog game={game} onClose={close} />}
    </>
  )
}

type Revision = ResultsToEdit['revisions'][number]

const Revisions = ({ game, results }: Props) => {
  const { t } = useTranslation('organise')
  return (
    <DataTable
      label={t('results.revisions')}
      columns={useColumns(game.id, results.publishedAt !== null)}
      rows={results.revisions}
      keyOf={({ revision }) => revision}
    />
  )
}

const useColumns = (game: number, isPublished: boolean): readonly Column<Revision>[] => {
  const { t } = useTranslation('organise')
  return [
    {
      id: 'revision',
      header: t('results.revision'),
      width: '6rem',
      narrow: 'title',
      cell: ({ revision }) =>
        isPublished ? (
          <Link to={`/games/${game}/scoreboard?revision=${revision}`}>{revision}</Link>
        ) : (
          revision
        ),
    },
    {
      id: 'stored',
      header: t('results.stored'),
      width: 'minmax(9rem, 1fr)',
      cell: ({ time }) => <Moment at={time} />,
    },
    {
      id: 'reason',
      header: t('results.reason'),
      width: 'minmax(8rem, 2fr)',
      cell: ({ reason }) => <bdi>{reason === '' ? '–' : reason}</bdi>,
    },
    {
      id: 'note',
      header: t('results.note'),
      width: 'minmax(8rem, 2fr)',
      cell: ({ note }) => <bdi className={classes.note}>{note === '' ? '–' : note}</bdi>,
    },
    {
      id: 'by',
      header: t('results.by'),
      width: 'minmax(6rem, 1fr)',
      cell: ({ by }) => (by === null ? '–' : <Name>{by}</Name>),
    },
    {
      id: 'hash',
      header: t('results.hash'),
      width: 'minmax(12rem, 2fr)',
      cell: ({ sha256 }) => <code className={classes.hash}>{sha256}</code>,
    },
  ]
}
