/** In pixels. Positions are computed from these, not measured. */
export type Metrics = {
  row: number
  cell: number
  /** What cells shrink to before the table scrolls sideways. */
  leastCell: number
  sign: number
  avatar: number
  categories: number
  titles: number
  rank: number
  team: number
  score: number
  solves: number
}

export type Size = 'desktop' | 'wall' | 'projector'

const desktop: Metrics = {
  ...{ row: 36, cell: 62, leastCell: 34, sign: 14, avatar: 24, categories: 28, titles: 112 },
  ...{ rank: 56, team: 232, score: 80, solves: 64 },
}
const sizes: Readonly<Record<Size, Metrics>> = {
  desktop,
  wall: { ...desktop, row: 42 },
  projector: {
    ...{ row: 68, cell: 62, leastCell: 62, sign: 26, avatar: 42, categories: 46, titles: 190 },
    ...{ rank: 104, team: 390, score: 136, solves: 104 },
  },
}

/** `scale` is 1 at the usual font size. */
export const metricsFor = (size: Size, scale: number): Metrics =>
  Object.fromEntries(
    Object.entries(sizes[size]).map(([name, value]) => [name, Math.round(value * scale)]),
  ) as Metrics

/** With cells as wide as there is room for. */
export const fittedTo = (metrics: Metrics, width: number, challenges: number): Metrics => {
  const room = Math.floor((width - fixedWidth(metrics)) / Math.max(1, challenges))
  return { ...metrics, cell: Math.max(metrics.leastCell, Math.min(metrics.cell, room)) }
}

export const fixedColumns = 4

export const fixedWidth = ({ rank, team, score, solves }: Metrics): number => rank + team + score + solves

/** The height of the line grows with its text. */
export const letterOf = ({ categories }: Metrics): number => categories / 4

export const headHeight = ({ categories, titles }: Metrics): number => categories + titles
