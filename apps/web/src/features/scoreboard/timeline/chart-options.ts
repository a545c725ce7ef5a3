import type { Language } from '@pennant/contract/enums'
import UPlot from 'uplot'
import { type Range, spread } from './timeline.ts'
import { apartWidth, dashOf } from './timeline-line.ts'

export type ChartColors = {
  lines: string[]
  axis: string
  grid: string
  now: string
  family: string
  size: number
}

/** A canvas can't use style sheets, so hidden elements carry the colors. */
export const colorsIn = (chart: HTMLElement): ChartColors => {
  const samples = [...(chart.parentElement?.querySelectorAll('[data-samples] svg') ?? [])]
  const { color, borderTopColor, outlineColor, fontFamily, fontSize } = getComputedStyle(chart)
  return {
    lines: samples.map((sample) => getComputedStyle(sample).color),
    axis: color,
    grid: borderTopColor,
    now: outlineColor,
    family: fontFamily,
    size: Math.round(Number.parseFloat(fontSize) * 0.8),
  }
}

type Needs = {
  width: number
  height: number
  lines: number
  apart: boolean
  labels: () => readonly string[]
  language: Language
  colors: ChartColors
  /** Null once the game is over. */
  now: () => number | null
  /** Null: all that fits. */
  heights: () => Range | null
  /** Null: the initial view. */
  onZoom: (range: Range | null, heights: Range | null) => void
}

const second = 1_000
const dayInSeconds = 86_400
const uprightPixels = 40
const endPixels = 30
const apartPixels = 12

export const chartOptions = (needs: Needs): UPlot.Options => {
  const { width, height, lines, apart, language, colors, heights, onZoom } = needs
  const axis = {
    stroke: colors.axis,
    font: `${colors.size}px ${colors.family}`,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { stroke: colors.grid, width: 1, size: 4 },
  }
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })
  const dayAndClock = new Intl.DateTimeFormat(language, {
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  })
  const points = new Intl.NumberFormat(language)
  const writeTimes = (plot: UPlot, splits: number[]): string[] => {
    const { min = 0, max = 0 } = plot.scales['x'] ?? {}
    const long = (max ?? 0) - (min ?? 0) > 2 * dayInSeconds
    return splits.map((at, index) => {
      if (long) return day.format(at * second)
      return (index === 0 ? dayAndClock : clock).format(at * second)
    })
  }

  return {
    width,
    height,
    padding: [8, endPixels + (apart ? apartPixels : 0), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: true, uni: uprightPixels },
      bind: {
        dblclick: () => () => {
          onZoom(null, null)
          return null
        },
      },
    },
    scales: { x: { time: true }, y: { range: (_, least, most) => chosen(heights()) ?? usual(least, most) } },
    axes: [
      { ...axis, size: colors.size * 2.5, space: colors.size * 8, values: writeTimes },
      {
        ...axis,
        size: colors.size * 4.5,
        values: (_, splits) => splits.map((score) => points.format(score)),
      },
    ],
    series: [
      {},
      ...Array.from(
        { length: lines },
        (_, at): UPlot.Series => ({
          stroke: colors.lines[at] ?? colors.axis,
          ...(apart && at === lines - 1 ? { width: apartWidth } : { width: 2, dash: dashOf(at) }),
          // A score changes only with the next solve.
          ...(UPlot.paths.stepped === undefined ? {} : { paths: UPlot.paths.stepped({ align: 1 }) }),
          points: { show: false },
        }),
      ),
    ],
    hooks: {
      draw: [(plot) => drawNow(plot, needs), (plot) => drawEnds(plot, needs)],
      setSelect: [
        ({ select, over, posToVal }) => {
          const { left, top, width: wide, height: high } = select
          if (wide < 5) return
          const times = { from: posToVal(left, 'x') * second, to: posToVal(left + wide, 'x') * second }
          const upright = high > 0 && high < over.clientHeight
          onZoom(times, upright ? { from: posToVal(top + high, 'y'), to: posToVal(top, 'y') } : null)
        },
      ],
    },
  }
}

const chosen = (heights: Range | null): [number, number] | null =>
  heights === null ? null : [heights.from, heights.to]

const usual = (least: number | null, most: number | null): [number, number] => {
  const top = Math.max(100, (most ?? 0) * 1.05)
  const bottom = least ?? 0
  // Points taken by hand.
  if (bottom < 0) return [bottom - (top - bottom) * 0.05, top]
  return [bottom > top / 2 ? bottom - (top - bottom) * 0.1 : 0, top]
}

const drawNow = (plot: UPlot, { now, colors }: Needs): void => {
  const at = now()
  if (at === null) return
  const x = Math.round(plot.valToPos(at / second, 'x', true))
  const { left, top, width, height } = plot.bbox
  if (x < left || x > left + width + 1) return
  plot.ctx.save()
  plot.ctx.strokeStyle = colors.now
  plot.ctx.lineWidth = devicePixelRatio
  plot.ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  plot.ctx.beginPath()
  plot.ctx.moveTo(x, top)
  plot.ctx.lineTo(x, top + height)
  plot.ctx.stroke()
  plot.ctx.restore()
}

// Labels at the ends of lines, because ten colors are hard to tell apart.
const drawEnds = (plot: UPlot, { colors, labels }: Needs): void => {
  const { ctx, bbox, data } = plot
  const last = lastInSight(plot)
  const shown = plot.series.slice(1).flatMap(({ show }, at) => {
    const score = data[at + 1]?.[last]
    if (show !== true || score == null) return []
    const y = plot.valToPos(score, 'y', true)
    return y < bbox.top || y > bbox.top + bbox.height + 1 ? [] : { at, y }
  })
  const places = spread(
    shown.map(({ y }) => y),
    colors.size * 1.1 * devicePixelRatio,
    bbox.top + bbox.height,
  )
  ctx.save()
  ctx.font = `600 ${colors.size * devicePixelRatio}px ${colors.family}`
  ctx.textBaseline = 'middle'
  ctx.textAlign = 'left'
  for (const [index, { at }] of shown.entries()) {
    ctx.fillStyle = colors.lines[at] ?? colors.axis
    ctx.fillText(labels()[at] ?? '', bbox.left + bbox.width + 6 * devicePixelRatio, places[index] ?? 0)
  }
  ctx.restore()
}

const lastInSight = ({ data, scales }: UPlot): number => {
  const most = scales['x']?.max ?? Number.POSITIVE_INFINITY
  const [times] = data
  let last = times.length - 1
  while (last > 0 && (times[last] ?? 0) > most) last--
  return last
}
