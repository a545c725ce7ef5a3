/** In pixels. Positions are computed from these, not measured. */
export type Metrics = {
  row: number
  cell: number
  sign: number
  avatar: number
  categories: number
  titles: number
  rank: number
  team: number
  score: number
  solves: number
  /** Points and solves stay in sight while scrolling sideways. */
  wide: boolean
}

export type Size = 'phone' | 'desktop' | 'projector'

const sizes: Readonly<Record<Size, Metrics>> = {
  phone: {
    ...{ row: 48, cell: 44, sign: 16, avatar: 24, categories: 26, titles: 96 },
    ...{ rank: 46, team: 156, score: 76, solves: 68, wide: false },
  },
  desktop: {
    ...{ row: 42, cell: 46, sign: 16, avatar: 24, categories: 30, titles: 136 },
    ...{ rank: 84, team: 248, score: 88, solves: 72, wide: true },
  },
  projector: {
    ...{ row: 68, cell: 62, sign: 26, avatar: 42, categories: 46, titles: 190 },
    ...{ rank: 104, team: 390, score: 136, solves: 104, wide: true },
  },
}

/** `scale` is 1 at the usual font size. */
export const metricsFor = (size: Size, scale: number): Metrics => {
  const { wide, ...pixels } = sizes[size]
  const scaled = Object.entries(pixels).map(([name, value]) => [name, Math.round(value * scale)])
  return { ...(Object.fromEntries(scaled) as typeof pixels), wide }
}

export const fixedColumns = 4

export const fixedWidth = ({ rank, team, score, solves }: Metrics): number => rank + team + score + solves

export const stickyWidth = (metrics: Metrics): number =>
  metrics.wide ? fixedWidth(metrics) : metrics.rank + metrics.team

export const headHeight = ({ categories, titles }: Metrics): number => categories + titles
