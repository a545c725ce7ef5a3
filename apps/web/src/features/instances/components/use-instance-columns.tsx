import type { ContainerInstance } from '@pennant/contract/instance'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { CopyText } from '../../../kit/copy-text.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useInstanceActions } from '../queries.ts'
import classes from './instances.module.css'
import { TimeLeft } from './time-left.tsx'
import { Name } from '../../../ui/name.tsx'

type Options = { onLog: (instance: ContainerInstance) => void }

export const useInstanceColumns = ({ onLog }: Options): Column<ContainerInstance>[] => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const { supported } = useApi().extensions
  const actions = useInstanceActions()
  const { act, isPending } = useAct()
  const extend = (id: string): Promise<boolean> =>
    act(
      id,
      async () => {
        await actions.extend(id)
        await actions.refresh()
      },
      t('instances.extended'),
    )
  const actionColumn: Column<ContainerInstance> = {
    id: 'actions',
    header: t('instances.actions'),
    width: '12rem',
    narrow: 'plain',
    cell: (instance) => (
      <span className={classes.buttons}>
        <Button
          size="small"
          pending={isPending(instance.containerGuid)}
          onClick={() => void extend(instance.containerGuid)}
        >
          {t('instances.extend')}
        </Button>
        <Button size="small" onClick={() => onLog(instance)}>
          {t('instances.log')}
        </Button>
      </span>
    ),
  }
  return [
    {
      id: 'team',
      header: field('teamId'),
      width: 'minmax(9rem, 1fr)',
      narrow: 'title',
      cell: ({ team }) =>
        team === null ? (
          '–'
        ) : (
          <Link to={`/admin/teams?q=${team.id}&team=${team.id}`}>
            <Name>{team.name}</Name>
          </Link>
        ),
    },
    {
      id: 'challenge',
      header: field('challengeId'),
      width: 'minmax(9rem, 1fr)',
      cell: ({ challenge }) => challenge?.title ?? '–',
    },
    {
      id: 'stops',
      header: t('instances.stops'),
      width: '11rem',
      sortable: true,
      cell: ({ expectStopAt }) => (
        <>
          <Moment at={expectStopAt} />
          <TimeLeft until={expectStopAt} />
        </>
      ),
    },
    {
      id: 'started',
      header: t('instances.started'),
      width: '10rem',
      sortable: true,
      narrow: 'hidden',
      cell: ({ startedAt }) => <Moment at={startedAt} />,
    },
    {
      id: 'address',
      header: t('instances.address'),
      width: 'minmax(13rem, 1fr)',
      cell: ({ ip, port }) => (
        <span className={classes.code}>
          {ip}:{port}
          <CopyText text={`${ip}:${port}`} label={t('instances.copyAddress')} />
        </span>
      ),
    },
    {
      id: 'id',
      header: t('instances.id'),
      width: '8rem',
      cell: ({ containerId }) => (
        <span className={classes.code} title={containerId}>
          {containerId.slice(0, 8)}
          <CopyText text={containerId} label={t('instances.copyId')} />
        </span>
      ),
    },
    {
      id: 'image',
      header: t('instances.image'),
      width: 'minmax(8rem, 1fr)',
      narrow: 'hidden',
      cell: ({ image }) => <span className={classes.code}>{image}</span>,
    },
    ...(supported ? [actionColumn] : []),
  ]
}
