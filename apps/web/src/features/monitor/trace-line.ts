import type { CheatInfo } from '@pennant/contract/submission'
import type { Trace } from '@pennant/contract/watch'

export type TraceLine = Trace & {
  key: string
  /** The ID of the participation. */
  by: number
  copied: boolean
}

type Sources = readonly { id: number; traces: readonly Trace[] }[]

export const linesIn = (
  sources: Sources,
  incidents: readonly CheatInfo[],
  challenge: string | null,
): TraceLine[] =>
  sources
    .flatMap(({ id, traces }) =>
      traces.map(
        (trace, index): TraceLine => ({
          ...trace,
          key: `${id} ${index}`,
          by: id,
          copied: trace.kind === 'Submitted' && incidents.some((one) => isOf(one, id, trace)),
        }),
      ),
    )
    .filter((line) => challenge === null || line.challenge === challenge)
    .toSorted((one, other) => one.time - other.time)

const isOf = ({ submitTeam, submission }: CheatInfo, id: number, { time, challenge }: Trace): boolean =>
  submitTeam.id === id && submission.time === time && submission.challenge === challenge
