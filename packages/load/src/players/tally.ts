import type { Latency, RehearsalFigures } from '@pennant/rules/rehearsal/figures'
import type { InstanceTally } from './cast.ts'

/** What players saw; times in milliseconds. */
export type Tally = {
  pages: number[]
  submissions: number[]
  news: number[]
  missed: number
  instances: InstanceTally
  answers: RehearsalFigures['answers']
}

export const createTally = (): Tally => ({
  pages: [],
  submissions: [],
  news: [],
  missed: 0,
  instances: { asked: 0, within60s: 0, within180s: 0, refusedForQuota: 0 },
  answers: { requests: 0, failed: 0, lost: 0, refused: 0, unexpected: 0 },
})

/** `status` 0 stands for a lost connection. */
export const countAnswer = ({ answers }: Tally, status: number, expected: number): void => {
  answers.requests++
  if (status === expected) return
  if (status === 0) answers.lost++
  else if (status === 429) answers.refused++
  else if (status >= 500) answers.failed++
  else answers.unexpected++
}

export const summed = (tallies: readonly Tally[]): Tally => {
  const all = createTally()
  for (const { pages, submissions, news, missed, instances, answers } of tallies) {
    all.pages = all.pages.concat(pages)
    all.submissions = all.submissions.concat(submissions)
    all.news = all.news.concat(news)
    all.missed += missed
    for (const name of ['asked', 'within60s', 'within180s', 'refusedForQuota'] as const)
      all.instances[name] += instances[name]
    for (const name of ['requests', 'failed', 'lost', 'refused', 'unexpected'] as const)
      all.answers[name] += answers[name]
  }
  return all
}

export const latencyOf = (values: readonly number[]): Latency | null => {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).toSorted()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: values.length, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}

export const figuresOf = ({
  pages,
  submissions,
  news,
  missed,
  instances,
  answers,
}: Tally): Omit<RehearsalFigures, 'generator' | 'left'> => {
  const heard = latencyOf(news)
  const nothing: Latency = { count: 0, p50Ms: 0, p99Ms: 0, longestMs: 0 }
  return {
    pages: latencyOf(pages),
    submissions: latencyOf(submissions),
    news: heard === null && missed === 0 ? null : { ...(heard ?? nothing), missed },
    instances: instances.asked === 0 ? null : instances,
    answers,
  }
}
