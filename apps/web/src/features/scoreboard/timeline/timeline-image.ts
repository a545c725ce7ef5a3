import { colorsIn } from './chart-options.ts'
import type { TimelineLine } from './timeline-line.ts'

type ImageText = {
  title: string
  label: string
  teams: readonly TimelineLine[]
  hidden: ReadonlySet<number>
}

const edge = 24
const columns = 2

/** Null if the browser makes no images. */
export const timelineImage = (
  figure: HTMLElement,
  { title, label, teams, hidden }: ImageText,
): Promise<Blob | null> => {
  const chart = figure.querySelector('canvas')
  const canvas = document.createElement('canvas')
  const ctx = canvas.getContext('2d')
  if (chart === null || ctx === null) return Promise.resolve(null)
  const colors = colorsIn(figure)
  const shown = teams.flatMap((team, at) => (hidden.has(team.id) ? [] : [{ ...team, at }]))
  const line = colors.size * 2
  const { clientWidth: width, clientHeight: height } = chart
  const rows = Math.ceil(shown.length / columns)
  const top = edge + line * 2
  const scale = chart.width / width
  canvas.width = (width + edge * 2) * scale
  canvas.height = (top + height + edge + rows * line + edge) * scale
  ctx.scale(scale, scale)

  const { color } = getComputedStyle(document.body)
  ctx.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.textBaseline = 'middle'
  const write = (text: string, x: number, y: number, { ink = color, weight = 400, size = colors.size }) => {
    ctx.font = `${weight} ${size}px ${colors.family}`
    ctx.fillStyle = ink
    ctx.fillText(text, x, y, (width - edge) / columns)
  }
  write(title, edge, edge, { weight: 600, size: colors.size * 1.5 })
  write(label, edge, edge + line, { ink: colors.axis })
  ctx.drawImage(chart, edge, top, width, height)
  for (const [index, { at, label: end, name, items }] of shown.entries()) {
    const x = edge + Math.floor(index / rows) * (width / columns)
    const y = top + height + edge + (index % rows) * line
    write(end, x, y, { ink: colors.lines[at] ?? colors.axis, weight: 600 })
    write(`${name}  ${items.at(-1)?.score ?? 0}`, x + line * 1.5, y, {})
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
}
