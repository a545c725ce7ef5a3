import type { RehearsalOutcome, RehearsalReport } from '@pennant/contract/rehearsal'
import { bottleneckOf } from '@pennant/rules/rehearsal/bottleneck'
import { compare } from '@pennant/rules/rehearsal/compare'
import { shortfallsOf, verdictOf } from '@pennant/rules/rehearsal/verdict'

type Judged = Pick<RehearsalReport, 'endedAt' | 'size' | 'startedAt' | 'url' | 'version'> & {
  outcome: RehearsalOutcome
  left: string[]
  before: RehearsalReport | null
}

export const reportOf = ({ outcome, left, before, ...about }: Judged): RehearsalReport => {
  const { sameMachine, server } = outcome
  const figures = { ...outcome.figures, left }
  const shortfalls = [...shortfallsOf(figures)]
  const found = bottleneckOf(about.size, figures, server)
  const compared = before === null ? null : compare(before, { size: about.size, figures })
  return {
    ...{ format: 1, ...about, sameMachine, figures, verdict: verdictOf(shortfalls), shortfalls },
    bottleneck: found === null ? null : { ...found, series: [...found.series] },
    before:
      before === null || compared === null
        ? null
        : { startedAt: before.startedAt, sameSize: compared.sameSize, figures: [...compared.figures] },
  }
}
