import type { RehearsalFigures, RehearsalSize } from './figures.ts'

export type Compared = {
  measure: 'pages' | 'submissions' | 'news' | 'instances' | 'failed' | 'refused'
  before: number
  now: number
  change: 'better' | 'worse' | 'same'
}

export type Comparison = {
  /** Otherwise, a change may come from the size. */
  sameSize: boolean
  figures: readonly Compared[]
}

type Played = { size: RehearsalSize; figures: RehearsalFigures }

// Two runs of the same differ by as much.
const sameShare = 0.1
const sameMs = 20
const sameInstances = 0.01

/** Leaves out what one of the two didn't measure. */
export const compare = (before: Played, now: Played): Comparison => {
  const [old, next] = [before.figures, now.figures]
  return {
    sameSize: sizes.every((name) => before.size[name] === now.size[name]),
    figures: [
      ...compared('pages', old.pages?.p99Ms, next.pages?.p99Ms, sameMs),
      ...compared('submissions', old.submissions?.p99Ms, next.submissions?.p99Ms, sameMs),
      ...compared('news', old.news?.p99Ms, next.news?.p99Ms, sameMs),
      ...compared('instances', lateShare(old), lateShare(next), sameInstances),
      ...compared('failed', old.answers.failed, next.answers.failed, 0),
      ...compared('refused', old.answers.refused, next.answers.refused, 0),
    ],
  }
}

const sizes = [
  'teams',
  'players',
  'burst',
  'instances',
  'oneAddress',
] as const satisfies readonly (keyof RehearsalSize)[]

/** Of the instances that were asked for. */
const lateShare = ({ instances }: RehearsalFigures): number | undefined =>
  instances === null || instances.asked === 0 ? undefined : 1 - instances.within60s / instances.asked

/** Less is better in all of them. */
const compared = (
  measure: Compared['measure'],
  before: number | undefined,
  now: number | undefined,
  least: number,
): readonly Compared[] => {
  if (before === undefined || now === undefined) return []
  const same = Math.abs(now - before) <= Math.max(least, before * (least === 0 ? 0 : sameShare))
  return [{ measure, before, now, change: same ? 'same' : now < before ? 'better' : 'worse' }]
}
