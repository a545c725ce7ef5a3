import type { GameInfo } from '@pennant/contract/game'
import { exportGame, type PackageFormat } from '@pennant/contract/transfer'
import { type Visibility, visibilities } from '@pennant/rules/game/visibility'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useDownload } from '../../../kit/use-download.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import { DeleteGameDialog } from '../components/delete-game-dialog.tsx'
import { ExportDialog } from '../components/export-dialog.tsx'
import { GameTimesDialog } from '../components/game-times-dialog.tsx'
import { type GameAct, GamesTable } from '../components/games-table.tsx'
import { ImportDialog } from '../components/import-dialog.tsx'
import { SampleGameDialog } from '../components/sample-game-dialog.tsx'
import { VisibilityDialog } from '../components/visibility-dialog.tsx'
import { gamesIn, orders, phases, timesOfCopy, usualTimes } from '../game-table.ts'
import { gamesToEditQuery } from '../queries.ts'
import { useGameEditing } from '../use-game-editing.ts'

const day = 86_400_000

type Open = { act: 'create' } | { act: 'import' } | { act: 'sample' } | { act: GameAct; game: GameInfo }

// Old addresses say `public` for `listed`.
const visibilityNamed = (name: string): Visibility | null =>
  visibilities.find((one) => one === (name === 'public' ? 'listed' : name)) ?? null

export const GamesPage = () => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const { t: w } = useTranslation()
  const address = useAddress()
  const now = useMinute()
  const download = useDownload()
  const [chosen, setOpen] = useState<Open | null>(null)
  // The start pages link to it, too.
  const open: Open | null = address.get('new') === 'sample' ? { act: 'sample' } : chosen
  const api = useApi()
  const games = useQuery(gamesToEditQuery(api))

  const view = {
    text: address.get('q'),
    phase: phases.find((one) => one === address.get('phase')) ?? null,
    visible: visibilityNamed(address.get('show')),
    by: orders.find((one) => one === address.get('by')) ?? 'id',
    descending: address.get('by') === '' || address.get('down') !== '',
  }
  const shown = gamesIn(games.data ?? [], { ...view, now })
  const act = (name: GameAct, game: GameInfo): void => {
    // Other servers know one format.
    if (name === 'export' && !api.extensions.supported) exportAs(game)
    else setOpen({ act: name, game })
  }
  const exportAs = ({ id, title }: GameInfo, format?: PackageFormat): void => {
    const query = format === undefined ? undefined : { format }
    void download.start(exportGame, { params: { id }, query, name: `${title}.zip` })
  }
  const starts = (
    <>
      <Button icon={<Icon name="upload" />} onClick={() => setOpen({ act: 'import' })}>
        {t('games.import')}
      </Button>
      <Button kind="primary" icon={<Icon name="plus" />} onClick={() => setOpen({ act: 'create' })}>
        {t('games.new')}
      </Button>
    </>
  )
  return (
    <>
      <PageHead title={staff('admin.games')} actions={starts} />
      <ToolBar label={staff('admin.games')}>
        <SearchBox
          label={p('games.search')}
          clear={p('common.clear')}
          value={view.text}
          onChange={(q) => address.set({ q })}
        />
        <Segmented
          size="small"
          label={t('games.phase')}
          value={view.phase ?? 'all'}
          options={[
            { value: 'all', label: staff('all') },
            ...phases.map((value) => ({ value, label: p(`phase.${value}`) })),
          ]}
          onChange={(phase) => address.set({ phase: phase === 'all' ? null : phase })}
        />
        <Segmented
          size="small"
          label={t('games.visibility')}
          value={view.visible ?? 'all'}
          options={[
            { value: 'all', label: staff('all') },
            { value: 'listed', label: t('games.public') },
            { value: 'unlisted', label: staff('work.unlisted') },
            { value: 'hidden', label: staff('work.hidden') },
          ]}
          onChange={(show) => address.set({ show: show === 'all' ? null : show })}
        />
        {shown.length > 0 && (
          <span>
            <Announced text={staff('shownOf', { shown: shown.length, total: games.data?.length ?? 0 })} />
          </span>
        )}
      </ToolBar>
      <Loaded query={games} failed={p('games.failed')}>
        {(all) => {
          if (all.length === 0)
            return (
              <EmptyState title={p('games.none')} text={t('games.noneHint')}>
                {starts}
                <Button onClick={() => address.set({ new: 'sample' })}>{w('home.sampleGame')}</Button>
              </EmptyState>
            )
          if (shown.length === 0)
            return (
              <EmptyState icon="search" title={staff('noneFound')}>
                <Button onClick={() => address.set({ q: null, phase: null, show: null })}>
                  {staff('clearFilters')}
                </Button>
              </EmptyState>
            )
          return (
            <GamesTable
              games={shown}
              now={now}
              sort={{ by: view.by, descending: view.descending }}
              onSort={({ by, descending }) => address.set({ by, down: descending })}
              onAct={act}
              exporting={download.pending}
            />
          )
        }}
      </Loaded>
      {open !== null && (
        <Opened
          open={open}
          onExport={exportAs}
          onClose={() => {
            setOpen(null)
            if (address.get('new') !== '') address.set({ new: null })
          }}
        />
      )}
    </>
  )
}

type OpenedProps = {
  open: Open
  onExport: (game: GameInfo, format: PackageFormat) => void
  onClose: () => void
}

const Opened = ({ open, onExport, onClose }: OpenedProps) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { time } = useApi()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { create, copy } = useGameEditing()
  const enter = (id: number): void => {
    onClose()
    void navigate(`/admin/games/${id}`)
  }
  if (open.act === 'create')
    return (
      <GameTimesDialog
        heading={t('games.new')}
        lead={t('games.newText')}
        confirm={staff('create')}
        initial={{ title: '', ...usualTimes(time.now()) }}
        send={async (given) => {
          const { id } = await create.mutateAsync({
            ...given,
            hidden: true,
            writeupDeadline: given.end + day,
          })
          enter(id)
        }}
        onClose={onClose}
      />
    )
  if (open.act === 'import')
    return (
      <ImportDialog
        onClose={onClose}
        onDone={(id) => {
          toasts.show({ tone: 'good', title: t('games.imported') })
          enter(id)
        }}
      />
    )
  if (open.act === 'sample')
    return (
      <SampleGameDialog
        onClose={onClose}
        onDone={(id) => {
          toasts.show({ tone: 'good', title: t('sample.ready') })
          enter(id)
        }}
      />
    )
  const { act, game } = open
  if (act === 'copy')
    return (
      <GameTimesDialog
        heading={t('games.copyOf', { title: game.title })}
        lead={t('games.copyText')}
        confirm={t('games.copy')}
        initial={{
          title: t('games.copyTitle', { title: game.title, interpolation: { escapeValue: false } }),
          ...timesOfCopy(game, time.now()),
        }}
        send={async (given) => {
          const id = await copy.mutateAsync({ id: game.id, ...given })
          toasts.show({ tone: 'good', title: t('games.copied') })
          enter(id)
        }}
        onClose={onClose}
      />
    )
  if (act === 'export')
    return <ExportDialog game={game} onExport={(format) => onExport(game, format)} onClose={onClose} />
  return act === 'delete' ? (
    <DeleteGameDialog game={game} onClose={onClose} />
  ) : (
    <VisibilityDialog game={game} to={game.hidden ? 'listed' : 'hidden'} onClose={onClose} />
  )
}
