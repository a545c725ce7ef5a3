import type { RehearsalFigures } from './figures.ts'

export type Verdict = 'green' | 'yellow' | 'red' | 'inconclusive'

export type Measure =
  | 'failed'
  | 'lost'
  | 'unexpected'
  | 'left'
  | 'refused'
  | 'pages'
  | 'submissions'
  | 'news'
  | 'missed'
  | 'instances'
  | 'processor'
  | 'line'

/** Why it isn't green. `limit` is that of green. */
export type Shortfall = { measure: Measure; level: Exclude<Verdict, 'green'>; value: number; limit: number }

/** In milliseconds; a figure at its limit is over it. */
const limits = {
  pages: { green: 1000, yellow: 2000 },
  submissions: { green: 500, yellow: 1000 },
  news: { green: 1500, yellow: Number.POSITIVE_INFINITY },
} as const

export const limitOfPages: number = limits.pages.green
export const shareOfInstances = 0.95
export const shareOfGenerator = 0.8
// A line is never used to its last bit.
export const shareOfLine = 0.9

export const shortfallsOf = (figures: RehearsalFigures): readonly Shortfall[] => {
  const { answers, generator, instances, left, news } = figures
  return [
    ...over('failed', answers.failed, 0, 'red'),
    ...over('lost', answers.lost, 0, 'red'),
    ...over('unexpected', answers.unexpected, 0, 'red'),
    ...over('missed', news?.missed ?? 0, 0, 'red'),
    ...over('left', left.length, 0, 'red'),
    ...over('processor', generator.processor, shareOfGenerator, 'inconclusive'),
    ...over('line', generator.line, shareOfLine, 'inconclusive'),
    ...slow('pages', figures.pages?.p99Ms),
    ...slow('submissions', figures.submissions?.p99Ms),
    ...slow('news', news?.p99Ms),
    ...lateInstances(instances),
    ...over('refused', answers.refused, 0, 'yellow'),
  ]
}

/** No load generator causes errors of the server or leaves something behind, so these are red either way. */
export const verdictOf = (shortfalls: readonly Shortfall[]): Verdict => {
  const has = (level: Verdict): boolean => shortfalls.some((one) => one.level === level)
  if (shortfalls.some(({ measure }) => measure === 'failed' || measure === 'left')) return 'red'
  if (has('inconclusive')) return 'inconclusive'
  if (has('red')) return 'red'
  return has('yellow') ? 'yellow' : 'green'
}

const over = (
  measure: Measure,
  value: number,
  limit: number,
  level: Shortfall['level'],
): readonly Shortfall[] => (value > limit ? [{ measure, level, value, limit }] : [])

const slow = (measure: keyof typeof limits, p99Ms: number | undefined): readonly Shortfall[] => {
  const { green, yellow } = limits[measure]
  if (p99Ms === undefined || p99Ms < green) return []
  return [{ measure, level: p99Ms < yellow ? 'yellow' : 'red', value: p99Ms, limit: green }]
}

const lateInstances = (instances: RehearsalFigures['instances']): readonly Shortfall[] => {
  if (instances === null || instances.asked === 0) return []
  const { asked, within60s, within180s } = instances
  if (within60s >= asked * shareOfInstances) return []
  const level = within180s >= asked * shareOfInstances ? 'yellow' : 'red'
  return [{ measure: 'instances', level, value: within60s / asked, limit: shareOfInstances }]
}
