import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import type { Cell } from '../../../kit/csv.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { useLive } from '../../../live/use-live.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ToolBar } from '../../../ui/tool-bar.tsx'
import type { Entry } from '../entry.ts'
import { addressOf, type Filter, filterIn, isEmpty, nothing } from '../filter.ts'
import { useFilterNames } from '../use-filter-names.ts'
import { usePolling, useWatchedList } from '../use-watched-list.ts'
import type { Asked } from '../watched-list.ts'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PlainPages } from './plain-pages.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { TraceSheet } from './trace-sheet.tsx'
import { LiveCount, WatchHead } from './watch-head.tsx'

type Page = { skip: number; to: number; signal: AbortSignal }
export type PickChange = { team?: number; user?: string; challenge?: number }

type Props<Row extends Entry, Type extends string> = {
  /** Null for the whole installation. */
  game: number | null
  kind: 'events' | 'submissions' | 'changes'
  over?: boolean
  title: string
  main?: boolean
  searchLabel?: string
  challenge?: number
  types: readonly Type[]
  typeLabel: (type: Type) => string
  hears: 'ReceivedGameEvent' | 'ReceivedSubmissions' | 'ReceivedChange'
  ask: (filter: Filter<Type>, page: Page) => Promise<Asked<Row>>
  columns: (pick: (change: PickChange) => void, open: (row: Row) => void) => readonly Column<Row>[]
  toneOf: (row: Row) => 'dim' | 'caution' | 'danger' | undefined
  csv: { header: readonly string[]; cellsOf: (row: Row) => readonly Cell[] }
  renderSheet: (row: Row, tracesAt: (participation: number) => string, close: () => void) => ReactNode
  empty: string
  actions?: ReactNode
  renderFilters?: (filter: Filter<Type>, change: (change: Partial<Filter<Type>>) => void) => ReactNode
}

export const WatchedPage = <Row extends Entry, Type extends string>(props: Props<Row, Type>) => {
  const { game, kind, over = false, title, main = false, types, ask, columns, csv } = props
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const { extensions } = useApi()
  const problemText = useProblemText()
  const address = useAddress()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const [paused, setPaused] = useState(false)
  const [opened, setOpened] = useState<Row | null>(null)

  const chosen = filterIn(address.get, types)
  const filter = props.challenge === undefined ? chosen : { ...chosen, challenge: props.challenge }
  const name = `${kind} ${game} ${JSON.stringify(filter)}`
  const change = (next: Partial<Filter<Type>>): void => address.set(addressOf(next))
  const pick = (next: PickChange): void => address.set({ ...next }, true)
  const list = useWatchedList<Row>({ name, paused, ask: (page) => ask(filter, page) })
  const { state } = list
  const rows = useMemo(() => (state.kind === 'there' ? state.list.rows : []), [state])
  const names = useFilterNames(game, filter, rows)
  const live = useLive({
    ...(game === null ? { hub: 'admin' } : { hub: 'monitor', game }),
    wanted: !over,
    on: { [props.hears]: list.hear },
    onConnected: list.hear,
  })
  usePolling(list.hear, !over && live !== 'live')

  const withTraces = (participation: number): string => {
    const next = new URLSearchParams(search)
    next.set('traces', String(participation))
    return `${pathname}?${next}`
  }
  const traced = /^\d{1,9}$/.exec(address.get('traces'))?.[0]
  const filtered = new URLSearchParams(
    Object.entries(addressOf(chosen)).flatMap(([key, value]) =>
      value === null || value === '' ? [] : [[key, String(value)]],
    ),
  ).toString()

  const table = (shown: readonly (Row | undefined)[], virtual: boolean): ReactNode => (
    <DataTable
      label={title}
      columns={columns(pick, setOpened)}
      rows={shown}
      keyOf={({ key }) => key}
      toneOf={props.toneOf}
      onOpen={setOpened}
      virtual={virtual}
      {...(virtual ? { onRange: list.reach } : {})}
    />
  )
  return (
    <Stack gap="s">
      <WatchHead
        title={title}
        main={main}
        live={over ? null : live}
        count={
          state.kind === 'there' && (
            <>
              <LiveCount
                text={t('watch.count', { count: rows.length })}
                news={state.news}
                paused={paused}
                onPause={setPaused}
                onShow={list.show}
              />
              {state.stale && (
                <Button size="small" onClick={list.catchUp}>
                  {t('watch.stale')}
                </Button>
              )}
            </>
          )
        }
      >
        {state.kind !== 'plain' && (
          <>
            {props.renderFilters?.(filter, change)}
            {!isEmpty(chosen) && (
              <Button onClick={() => address.set(nothing)}>{staff('clearFilters')}</Button>
            )}
          </>
        )}
        <SavedFilters
          kind={kind}
          search={filtered}
          onApply={(saved) => setSearch(new URLSearchParams(saved))}
        />
        {state.kind === 'there' && (
          <ExportButton
            name={`${game === null ? kind : `${kind}-${game}`}.csv`}
            ask={(page) => ask(filter, page)}
            {...csv}
          />
        )}
        {props.actions}
      </WatchHead>
      {state.kind === 'plain' ? (
        <>
          <Callout tone="neutral" title={t('watch.plain')} />
          <ToolBar label={t('watch.filter.title')}>
            {kind === 'submissions' && (
              <SelectField
                compact
                name="type"
                label={t('watch.filter.type')}
                value={filter.type ?? ''}
                options={[
                  { value: '', label: staff('all') },
                  ...types.map((type) => ({ value: type, label: props.typeLabel(type) })),
                ]}
                onChange={(type) => change({ type: types.find((one) => one === type) ?? null })}
              />
            )}
            {props.renderFilters?.(filter, change)}
          </ToolBar>
        </>
      ) : (
        <FilterBar
          filter={filter}
          types={types}
          typeLabel={props.typeLabel}
          names={names}
          searchLabel={props.searchLabel}
          oneChallenge={props.challenge !== undefined}
          onChange={change}
        />
      )}
      {state.kind === 'waiting' && <Skeleton label={t('common.loading')} lines={12} />}
      {state.kind === 'failed' && (
        <Callout tone="danger" title={t('watch.failed')} alert>
          <p>{problemText(state.error)}</p>
          <Button size="small" onClick={list.retry}>
            {t('common.retry')}
          </Button>
        </Callout>
      )}
      {state.kind === 'plain' && <PlainPages name={name} ask={(page) => ask(filter, page)} table={table} />}
      {state.kind === 'there' &&
        (rows.length > 0 ? (
          table(rows, true)
        ) : isEmpty(chosen) ? (
          <EmptyState icon="list" title={props.empty} text={t('watch.emptyHint')} />
        ) : (
          <EmptyState icon="filter" title={staff('noneFound')}>
            <Button onClick={() => address.set(nothing)}>{staff('clearFilters')}</Button>
          </EmptyState>
        ))}
      {opened !== null && props.renderSheet(opened, withTraces, () => setOpened(null))}
      {traced !== undefined && game !== null && extensions.supported && (
        <TraceSheet
          key={traced}
          game={game}
          participation={Number(traced)}
          onClose={() => address.set({ traces: null })}
        />
      )}
    </Stack>
  )
}
