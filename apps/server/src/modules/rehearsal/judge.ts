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
  const verdict = verdictOf(shortfalls)
  const found = bottleneckOf(about.size, figures, server)
  // What held is no guess.
  const heldBy = ({ teams }: { teams: number }): number => (verdict === 'green' ? about.size.teams : teams)
  const compared = before === null ? null : compare(before, { size: about.size, figures })
  return {
    ...{ format: 1, ...about, sameMachine, figures, verdict, shortfalls },
    bottleneck: found === null ? null : { ...found, series: [...found.series], teams: heldBy(found) },
    before:
      before === null || compared === null
        ? null
        : { startedAt: before.startedAt, sameSize: compared.sameSize, figures: [...compared.figures] },
  }
}
