import type { RehearsalReport } from './report.ts'
import {
  beforeLines,
  bottleneckLines,
  facts,
  headline,
  latencyHeads,
  latencyRows,
  type Row,
  setting,
  shortfallText,
  verdictText,
} from './words.ts'

export const reportText = (report: RehearsalReport): string => {
  const { verdict, shortfalls, bottleneck } = report
  const rows = latencyRows(report)
  const parts = [
    [headline(report), ...setting(report)],
    rows.length === 0 ? [] : aligned([latencyHeads, ...rows]),
    facts(report),
    [verdictText[verdict], ...shortfalls.map((one) => `- ${shortfallText(one, report)}`)],
    bottleneck === null ? [] : bottleneckLines(bottleneck),
    beforeLines(report),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(printable).join('\n'))
    .join('\n\n')
}

// Names come from the server, and a terminal obeys control characters.
const printable = (line: string): string => line.replaceAll(/\p{C}/gu, '\uFFFD')

const aligned = (rows: readonly Row[]): string[] => {
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  '),
  )
}
