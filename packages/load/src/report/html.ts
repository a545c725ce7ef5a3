import type { Bottleneck } from '@pennant/rules/rehearsal/bottleneck'
import type { RehearsalReport } from './report.ts'
import {
  beforeLines,
  bottleneckLines,
  facts,
  headline,
  latencyHeads,
  latencyRows,
  type Row,
  seriesFigure,
  setting,
  shortfallText,
  verdictText,
} from './words.ts'

/** One file without scripts, which loads nothing from anywhere. */
export const reportHtml = (report: RehearsalReport): string => {
  const { verdict, shortfalls, bottleneck } = report
  const title = escaped(headline(report))
  const rows = latencyRows(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body class="${verdict}">
<h1>${title}</h1>
<p class="verdict">${escaped(verdictText[verdict])}</p>
${paragraph(setting(report))}
${list(shortfalls.map((one) => shortfallText(one, report)))}
${rows.length === 0 ? '' : table(rows)}
${paragraph(facts(report))}
${bottleneck === null ? '' : `<h2>Bottleneck</h2>\n${paragraph(bottleneckLines(bottleneck))}\n${chart(bottleneck)}`}
${before(report)}
</body>
</html>
`
}

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere }
h2 { font-size: 1.1rem }
.verdict { font-weight: 600; border-inline-start: .4rem solid; padding-inline-start: .8rem }
.green .verdict { border-color: #2b8a3e } .yellow .verdict { border-color: #e67700 }
.red .verdict { border-color: #c92a2a } .inconclusive .verdict { border-color: #868e96 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem min(.8rem, 1.5vw); text-align: end; white-space: nowrap; border-block-end: 1px solid #8886 }
th:first-child, td:first-child { text-align: start; padding-inline-start: 0 }
figure { margin: 0 }
figcaption { font-size: .9rem }
svg { width: 100%; height: 10rem; overflow: visible }
polyline { fill: none; stroke: #1c7ed6; stroke-width: 2; vector-effect: non-scaling-stroke }
@media (max-width: 26rem) { table { font-size: .85rem } }
`

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')

const paragraph = (lines: readonly string[]): string => `<p>${lines.map(escaped).join('<br>\n')}</p>`

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`

const table = (rows: readonly Row[]): string => {
  const cells = (tag: 'td' | 'th', row: Row): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${cells('th', latencyHeads)}${rows.map((row) => cells('td', row)).join('')}</table>`
}

const before = (report: RehearsalReport): string => {
  const [head, ...rest] = beforeLines(report)
  return head === undefined ? '' : `<h2>${escaped(head)}</h2>\n${list(rest)}`
}

const [width, height] = [720, 160]

const chart = (bottleneck: Bottleneck): string => {
  const { series } = bottleneck
  if (series.length < 2) return ''
  const most = Math.max(...series.map(({ value }) => value), Number.MIN_VALUE)
  const from = Math.min(...series.map(({ atMs }) => atMs))
  const span = Math.max(1, ...series.map(({ atMs }) => atMs - from))
  const points = series.map(({ atMs, value }) => {
    const x = ((atMs - from) / span) * width
    return `${x.toFixed(1)},${(height - (value / most) * height).toFixed(1)}`
  })
  const label = escaped(`At most ${seriesFigure(bottleneck, most)}`)
  return `<figure><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><polyline points="${points.join(' ')}"/></svg><figcaption>${label}</figcaption></figure>`
}
