import type { GameInfo } from '@pennant/contract/game'
import { phaseOf } from '@pennant/rules/game/phase'
import { visibilityOf } from '@pennant/rules/game/visibility'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Column, Sort } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import classes from './games-table.module.css'
import { Name } from '../../../ui/name.tsx'

export type GameAct = 'visibility' | 'copy' | 'export' | 'delete'

type Props = {
  games: readonly GameInfo[]
  now: number
  sort: Sort
  onSort: (sort: Sort) => void
  onAct: (act: GameAct, game: GameInfo) => void
  exporting: boolean
}

export const GamesTable = ({ games, now, sort, onSort, onAct, exporting }: Props) => {
  const { t: staff } = useTranslation('staff')
  const navigate = useNavigate()
  const columns = useColumns(now, onAct, exporting)
  return (
    <DataTable
      label={staff('admin.games')}
      columns={columns}
      rows={games}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={onSort}
      sortLabel={staff('sortBy')}
      toneOf={({ hidden }) => (hidden ? 'caution' : undefined)}
      onOpen={({ id }) => void navigate(`/admin/games/${id}`)}
    />
  )
}

const useColumns = (now: number, onAct: Props['onAct'], exporting: boolean): readonly Column<GameInfo>[] => {
  const { t } = useTranslation('organise')
  const { supported } = useApi().extensions
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  return [
    {
      id: 'title',
      header: t('games.title'),
      width: 'minmax(14rem, 1fr)',
      sortable: true,
      narrow: 'title',
      cell: ({ id, title, summary }) => (
        <>
          <Link to={`/admin/games/${id}`} className={classes.title}>
            <Name>{title}</Name>
          </Link>
          {summary !== '' && <p className={classes.summary}>{summary}</p>}
        </>
      ),
    },
    {
      id: 'phase',
      header: t('games.phase'),
      width: '8rem',
      cell: (game) => {
        const phase = phaseOf(game, now)
        return <Badge tone={tones[phase]}>{p(`phase.${phase}`)}</Badge>
      },
    },
    {
      id: 'start',
      header: p('game.start'),
      width: '13.5rem',
      sortable: true,
      cell: ({ start }) => <Moment at={start} />,
    },
    {
      id: 'end',
      header: p('game.end'),
      width: '13.5rem',
      sortable: true,
      cell: ({ end }) => <Moment at={end} />,
    },
    {
      id: 'visible',
      header: t('games.public'),
      width: '7.5rem',
      cell: (game) => (
        <>
          <Switch
            label={t('games.publicOf', { title: game.title })}
            on={!game.hidden}
            onChange={() => onAct('visibility', game)}
          />
          {visibilityOf(game) === 'unlisted' && <Badge tone="caution">{staff('work.unlisted')}</Badge>}
        </>
      ),
    },
    {
      id: 'acts',
      header: staff('actions'),
      width: '14rem',
      narrow: 'plain',
      cell: (game) => (
        <div className={classes.acts}>
          <IconLink
            to={`/games/${game.id}`}
            icon="external"
            label={t('games.toPublic', { title: game.title })}
          />
          <IconLink
            to={`/games/${game.id}/monitor`}
            icon="chart"
            label={t('games.toMonitor', { title: game.title })}
          />
          {supported && (
            <IconButton label={t('games.copyOf', { title: game.title })} onClick={() => onAct('copy', game)}>
              <Icon name="copy" />
            </IconButton>
          )}
          <IconButton
            label={t('games.exportOf', { title: game.title })}
            pending={exporting}
            onClick={() => onAct('export', game)}
          >
            <Icon name="download" />
          </IconButton>
          <IconButton
            label={t('games.deleteOf', { title: game.title })}
            onClick={() => onAct('delete', game)}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}

const tones = { upcoming: 'news', running: 'good', ended: 'neutral' } as const

const IconLink = ({ to, icon, label }: { to: string; icon: 'external' | 'chart'; label: string }) => (
  <Link to={to} className={classes.link} aria-label={label} title={label}>
    <Icon name={icon} />
  </Link>
)
