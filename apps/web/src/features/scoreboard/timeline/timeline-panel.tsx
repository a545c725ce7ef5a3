import { hasEnded } from '@pennant/rules/game/phase'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../ui/save-file.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PanelBoundary } from '../../../ui/panel-boundary.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Board } from '../board.ts'
import { OwnMark } from '../grid/board-row.tsx'
import type { Selection } from '../team-list.ts'
import { LineSample } from './line-sample.tsx'
import { firstRange, type Range, wholeRange, zoomed } from './timeline.ts'
import { timelineLines } from './timeline-line.ts'
import classes from './timeline-panel.module.css'
import { TimelineTable } from './timeline-table.tsx'
import { Name } from '../../../ui/name.tsx'

const Chart = lazy(async () => ({ default: (await import('./timeline-chart.tsx')).TimelineChart }))

type Props = {
  board: Board
  game: { title: string; start: number; end: number }
  selection: Selection
  own: number | null
  /** Null: now. */
  moment: number | null
  bare?: boolean
}

export const TimelinePanel = ({ board, game, selection, own, moment, bare = false }: Props) => {
  const { t } = useTranslation('board')
  const minute = useMinute()
  const now = moment ?? minute
  const [asTable, setAsTable] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  /** Null: the initial view, which follows the time. */
  const [zoom, setZoom] = useState<Range | null>(null)
  const [heights, setHeights] = useState<Range | null>(null)
  const panel = useRef<HTMLElement>(null)
  const teams = useMemo(() => timelineLines(board, selection, own), [board, selection, own])
  const label = teams.some(({ apart }) => apart) ? t('board.timelineWithOwn') : t('board.timelineOf')
  const { title } = game
  const whole = wholeRange(game, now)
  const range = zoom ?? firstRange(game, now)
  const sections = { whole, range, heights, now: hasEnded(game, now) ? null : now }

  const show = (times: Range | null, scores: Range | null): void => {
    setZoom(times)
    setHeights(scores)
  }
  const saveImage = async (): Promise<void> => {
    const figure = panel.current?.querySelector('figure')
    if (figure == null) return
    const { timelineImage } = await import('./timeline-image.ts')
    const image = await timelineImage(figure, { title, label, teams, hidden })
    if (image !== null) saveFile(image, `${title}.png`)
  }
  const toggle = (id: number): void =>
    setHidden((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  if (teams.length === 0)
    return <EmptyState icon="chart" title={t('board.noTimeline')} text={t('board.noTimelineHint')} />

  const chart = (
    <PanelBoundary fallback={chartFailed}>
      <Suspense
        fallback={
          <div className={classes.waiting}>
            <Skeleton label={t('common.loading')} lines={8} />
          </div>
        }
      >
        <Chart teams={teams} hidden={hidden} {...sections} label={label} onZoom={show} />
      </Suspense>
    </PanelBoundary>
  )
  return (
    <section
      ref={panel}
      className={classes.panel}
      data-bare={bare || undefined}
      aria-label={t('board.timeline')}
    >
      {!bare && (
        <div className={classes.controls}>
          <Segmented<'chart' | 'table'>
            size="small"
            label={t('board.timelineAs')}
            value={asTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: t('board.chart') },
              { value: 'table', label: t('board.asTable') },
            ]}
            onChange={(value) => setAsTable(value === 'table')}
          />
          {!asTable && (
            <div className={classes.zoom}>
              <IconButton label={t('board.zoomIn')} onClick={() => setZoom(zoomed(range, 0.5, whole))}>
                <Icon name="plus" />
              </IconButton>
              <IconButton label={t('board.zoomOut')} onClick={() => setZoom(zoomed(range, 2, whole))}>
                <Icon name="dash" />
              </IconButton>
              <Button size="small" onClick={() => show(whole, null)}>
                {t('board.zoomReset')}
              </Button>
              <IconButton label={t('board.saveImage')} onClick={() => void saveImage()}>
                <Icon name="download" />
              </IconButton>
            </div>
          )}
        </div>
      )}
      {asTable ? <TimelineTable teams={teams} range={whole} label={label} /> : chart}
      {!asTable && (
        <ul className={classes.lines} aria-label={t('board.lines')}>
          {teams.map(({ id, name, items, label: place, own: isOwn, apart }, at) => (
            <li key={id}>
              <button
                type="button"
                className={classes.line}
                aria-pressed={!hidden.has(id)}
                data-own={isOwn || undefined}
                onClick={() => toggle(id)}
              >
                <LineSample at={at} label={place} apart={apart} />
                <span className={classes.name}>
                  <Name>{name}</Name>
                </span>
                {isOwn && <OwnMark />}
                <span className={classes.score}>{items.at(-1)?.score ?? 0}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const chartFailed = (onRetry: () => void): ReactNode => <ChartFailed onRetry={onRetry} />

const ChartFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation('board')
  return (
    <Callout tone="danger" title={t('board.chartFailed')} alert>
      <Button size="small" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
}
