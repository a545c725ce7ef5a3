import { cellTime } from '@pennant/contract/file'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Column } from '../../../ui/table/column.ts'
import type { ChangeRow } from '../change-row.ts'
import { askChanges } from '../queries.ts'
import { useActionText } from '../use-action-text.ts'
import { ChangeSubject, ChangeText } from './change-text.tsx'
import { Difference } from './difference.tsx'
import { PickButton } from './pick-button.tsx'
import { type PickChange, WatchedPage } from './watched-page.tsx'
import { Name } from '../../../ui/name.tsx'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'

type Props = {
  game: number | null
  challenge?: number
}

export const ChangeList = ({ game, challenge }: Props) => {
  const { t } = useTranslation('change')
  const api = useApi()
  const columns = useColumns()
  return (
    <WatchedPage<ChangeRow, never>
      game={game}
      kind="changes"
      main={game === null}
      title={t('title')}
      searchLabel={t('search')}
      {...(challenge === undefined ? {} : { challenge })}
      types={[]}
      typeLabel={() => ''}
      hears="ReceivedChange"
      ask={(filter, page) => askChanges(api, game, filter, page)}
      columns={columns}
      toneOf={() => undefined}
      csv={{
        header: [
          'time',
          'user',
          'user id',
          'address',
          'action',
          'object',
          'name',
          'before',
          'after',
          'secret',
        ],
        cellsOf: (row) => [
          cellTime(row.time),
          row.user,
          row.userId ?? null,
          row.address,
          row.action,
          row.object,
          row.name,
          JSON.stringify(row.before),
          JSON.stringify(row.after),
          row.sealed.join(' '),
        ],
      }}
      empty={t('none')}
      renderSheet={(row, _, close) => <ChangeSheet row={row} onClose={close} />}
    />
  )
}

const mostLines = 3

const useColumns = () => {
  const { t } = useTranslation('change')
  const { t: monitor } = useTranslation('monitor')
  const actionText = useActionText()
  return (
    pick: (change: PickChange) => void,
    open: (row: ChangeRow) => void,
  ): readonly Column<ChangeRow>[] => [
    {
      id: 'what',
      header: t('what'),
      width: 'minmax(11rem, 1.25fr)',
      narrow: 'plain',
      cell: (row) => <ChangeText row={row} />,
    },
    {
      id: 'difference',
      header: t('difference'),
      width: 'minmax(20rem, 3fr)',
      narrow: 'plain',
      cell: ({ lines }) => <Difference lines={lines} most={mostLines} />,
    },
    {
      id: 'who',
      header: t('who'),
      width: 'minmax(7rem, 0.75fr)',
      cell: ({ user, userId }) => <Who user={user} userId={userId ?? null} pick={pick} />,
    },
    {
      id: 'time',
      header: monitor('watch.time'),
      width: 'minmax(9rem, 0.75fr)',
      cell: ({ time }) => <Moment at={time} seconds />,
    },
    {
      id: 'more',
      header: monitor('watch.more'),
      width: '4.5rem',
      narrow: 'plain',
      cell: (row) => (
        <IconButton
          label={monitor('watch.details', { name: actionText(row.action) })}
          onClick={() => open(row)}
        >
          <Icon name="more" />
        </IconButton>
      ),
    },
  ]
}

type WhoProps = { user: string; userId: string | null; pick: (change: PickChange) => void }

const Who = ({ user, userId, pick }: WhoProps) => {
  const { t } = useTranslation('change')
  const { t: monitor } = useTranslation('monitor')
  if (userId === null) return <>{t('system')}</>
  return (
    <PickButton
      text={user}
      label={monitor('watch.only', { name: user })}
      onPick={() => pick({ user: userId })}
    />
  )
}

const ChangeSheet = ({ row, onClose }: { row: ChangeRow; onClose: () => void }) => {
  const { t } = useTranslation('change')
  const { t: staff } = useTranslation('staff')
  const { t: web } = useTranslation('web')
  const actionText = useActionText()
  const { time, user, userId = null, address, tokenId = null, requestId = null, lines } = row
  return (
    <SideSheet
      title={actionText(row.action)}
      lead={<Moment at={time} seconds />}
      close={staff('close')}
      onClose={onClose}
    >
      <Stack gap="m">
        <Facts
          facts={[
            ...(row.subject.kind === null
              ? []
              : [{ name: t(`kind.${row.subject.kind}`), value: <ChangeSubject row={row} /> }]),
            { name: t('who'), value: userId === null ? t('system') : <Name>{user}</Name> },
            ...(tokenId === null ? [] : [{ name: t('by'), value: t('token') }]),
            ...(address === null ? [] : [{ name: t('address'), value: address }]),
            ...(requestId === null ? [] : [{ name: web('common.requestId'), value: requestId }]),
            ...(row.reason === null ? [] : [{ name: t('reason'), value: row.reason }]),
          ]}
        />
        <Difference lines={lines} />
      </Stack>
    </SideSheet>
  )
}

export const ChangesPage = () => <ChangeList game={null} />

export const GameChangesPage = () => <ChangeList game={useGameToEdit().data.id} />
