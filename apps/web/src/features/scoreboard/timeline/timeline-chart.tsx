import 'uplot/dist/uPlot.min.css'
import { useEffect, useMemo, useRef } from 'react'
import UPlot from 'uplot'
import { useLanguage } from '../../../i18n/start.ts'
import { useScheme } from '../../../theme/scheme.ts'
import { chartOptions, colorsIn } from './chart-options.ts'
import { LineSample } from './line-sample.tsx'
import { linesOf, type Range } from './timeline.ts'
import classes from './timeline-chart.module.css'
import type { TimelineLine } from './timeline-line.ts'

type Props = {
  teams: readonly TimelineLine[]
  hidden: ReadonlySet<number>
  whole: Range
  range: Range
  heights: Range | null
  now: number | null
  label: string
  onZoom: (range: Range | null, heights: Range | null) => void
}

const second = 1_000

/** The table says the same in words. */
export const TimelineChart = ({ teams, hidden, whole, range, heights, now, label, onZoom }: Props) => {
  const language = useLanguage()
  const scheme = useScheme()
  const host = useRef<HTMLElement>(null)
  const plot = useRef<UPlot | null>(null)
  const latest = useRef({ onZoom, now, teams, heights })
  useEffect(() => {
    latest.current = { onZoom, now, teams, heights }
  })

  const { from, to } = whole
  const { from: left, to: right } = range
  const data = useMemo((): UPlot.AlignedData => {
    const { times, scores } = linesOf(teams, { from, to }, { from: left, to: right })
    return [times.map((time) => time / second), ...scores]
  }, [teams, from, to, left, right])
  const places = teams.length
  const apart = teams.at(-1)?.apart === true

  useEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const made = new UPlot(
      chartOptions({
        width: element.clientWidth,
        height: element.clientHeight,
        lines: places,
        apart,
        labels: () => latest.current.teams.map(({ label: end }) => end),
        language,
        colors: colorsIn(element),
        now: () => latest.current.now,
        heights: () => latest.current.heights,
        onZoom: (...zoomed) => latest.current.onZoom(...zoomed),
      }),
      [[], ...Array.from({ length: places }, () => [])],
      element,
    )
    plot.current = made
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
  }, [places, apart, language, scheme])

  useEffect(() => {
    const made = plot.current
    if (made === null) return
    made.batch(() => {
      made.setData(data, false)
      made.setScale('x', { min: left / second, max: right / second })
      for (const [at, { id }] of teams.entries()) {
        const show = !hidden.has(id)
        if (made.series[at + 1]?.show !== show) made.setSeries(at + 1, { show })
      }
    })
  }, [data, left, right, heights, hidden, teams, places, apart, language, scheme])

  return (
    <div className={classes.frame}>
      <figure ref={host} className={classes.chart} aria-label={label} dir="ltr" />
      {/* The lines take their colors from these. */}
      <div hidden data-samples>
        {teams.map(({ id, label: end, apart: own }, at) => (
          <LineSample key={id} at={at} label={end} apart={own} />
        ))}
      </div>
    </div>
  )
}
