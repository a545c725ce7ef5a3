import type { Adjustment } from '@pennant/contract/adjustment'
import type { GameInfo } from '@pennant/contract/game'
import { hasStarted } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useSignedNumber } from '../../../i18n/number.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Name } from '../../../ui/name.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { adjustmentsQuery } from '../queries.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import classes from './adjustments.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'

type Open = 'give' | Adjustment | null

export const Adjustments = ({ game }: { game: GameInfo }) => {
  const { t } = useTranslation('organise')
  const id = useId()
  const api = useApi()
  const query = useQuery(adjustmentsQuery(api, game.id))
  const [open, setOpen] = useState<Open>(null)
  const columns = useColumns(setOpen)
  const close = (): void => setOpen(null)
  if (!api.extensions.supported) return null
  return (
    <Panel labelledBy={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {t('byHand.title')}
        </h3>
        <Button disabled={!hasStarted(game, api.time.now())} onClick={() => setOpen('give')}>
          {t('byHand.give')}
        </Button>
      </div>
      <p className={classes.lead}>{t('byHand.hint')}</p>
      <Loaded query={query} failed={t('byHand.failed')}>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.none}>{t('byHand.none')}</p>
          ) : (
            <DataTable
              label={t('byHand.title')}
              columns={columns}
              rows={list}
              keyOf={(one) => one.id}
              toneOf={({ revokedAt }) => (revokedAt === null ? undefined : 'dim')}
              virtual={list.length > fewRows}
            />
          )
        }
      </Loaded>
      {open === 'give' && <AdjustDialog game={game} onClose={close} />}
      {open !== null && open !== 'give' && <RevokeDialog game={game.id} adjustment={open} onClose={close} />}
    </Panel>
  )
}

const fewRows = 100

const useColumns = (onRevoke: (adjustment: Adjustment) => void): readonly Column<Adjustment>[] => {
  const { t } = useTranslation('organise')
  const signed = useSignedNumber()
  return [
    {
      id: 'team',
      header: t('byHand.team'),
      width: 'minmax(8rem, 2fr)',
      narrow: 'title',
      cell: ({ team }) => <Name>{team}</Name>,
    },
    {
      id: 'points',
      header: t('byHand.points'),
      width: '6rem',
      align: 'end',
      cell: ({ points }) => <span className={classes.points}>{signed(points)}</span>,
    },
    {
      id: 'reason',
      header: t('byHand.reason'),
      width: 'minmax(10rem, 3fr)',
      cell: ({ reason, revokedAt, revokedBy, revokeReason }) => (
        <>
          <bdi>{reason}</bdi>
          {revokedAt !== null && (
            <span className={classes.revoked}>
              {t('byHand.revoked', { name: revokedBy ?? '–', reason: revokeReason ?? '' })}{' '}
              <Moment at={revokedAt} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'time',
      header: t('byHand.since'),
      width: 'minmax(8rem, 1fr)',
      cell: ({ time }) => <Moment at={time} />,
    },
    {
      id: 'by',
      header: t('byHand.by'),
      width: 'minmax(6rem, 1fr)',
      cell: ({ by }) => (by === null ? '–' : <Name>{by}</Name>),
    },
    {
      id: 'revoke',
      header: '',
      width: '8rem',
      narrow: 'plain',
      cell: (adjustment) =>
        adjustment.revokedAt === null && (
          <Button size="small" onClick={() => onRevoke(adjustment)}>
            {t('byHand.revoke')}
          </Button>
        ),
    },
  ]
}
