import type { LiveSolve } from './live-solve.ts'

export type Shown = {
  solve: LiveSolve
  /** Solves that were heard meanwhile and aren't shown. */
  more: number
  since: number
}

export type Pace = {
  shown: Shown | null
  bloods: readonly LiveSolve[]
  latest: LiveSolve | null
  others: number
}

const restMs = 4_000
const firstBloodMs = 8_000
/** More would show long after the fact. */
const mostBloods = 3

export const startPace = (solve: LiveSolve | null, now: number): Pace => ({
  shown: solve === null ? null : { solve, more: 0, since: now },
  bloods: [],
  latest: null,
  others: 0,
})

export const hearSolve = (pace: Pace, solve: LiveSolve): Pace => {
  if (solve.place === 0) return { ...pace, latest: solve, others: pace.others + 1 }
  const bloods = [...pace.bloods, solve]
  if (bloods.length <= mostBloods) return { ...pace, bloods }
  const least = Math.max(...bloods.map(({ place }) => place))
  const at = bloods.findIndex(({ place }) => place === least)
  return { ...pace, bloods: bloods.toSpliced(at, 1), others: pace.others + 1 }
}

/** When the next one shows; null: none waits. A blood doesn't wait for the end of a first blood's longer stay. */
export const dueAt = ({ shown, bloods, latest }: Pace): number | null => {
  if (bloods.length === 0 && latest === null) return null
  if (shown === null) return Number.NEGATIVE_INFINITY
  return shown.since + (shown.solve.place === 1 && bloods.length === 0 ? firstBloodMs : restMs)
}

export const showNext = (pace: Pace, now: number): Pace => {
  const [blood, ...bloods] = pace.bloods
  const solve = blood ?? pace.latest
  if (solve === null) return pace
  const more = blood === undefined ? pace.others - 1 : pace.others
  return { shown: { solve, more, since: now }, bloods, latest: null, others: 0 }
}
