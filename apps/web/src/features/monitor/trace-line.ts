import { type AnswerResult, answerResults } from '@pennant/contract/enums'
import type { CheatInfo } from '@pennant/contract/submission'
import type { Trace } from '@pennant/contract/watch'

/** One step of one of two teams. */
export type TraceLine = Trace & {
  key: string
  /** Of the participation. */
  by: number
  /** It sent a flag of the other team. */
  copied: boolean
}

type Sources = readonly { id: number; traces: readonly Trace[] }[]

/** What all of them did in the order it happened, with what was copied marked. */
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

const isResult = (text: string): text is AnswerResult => Object.hasOwn(answerResults, text)

/** What was sent stands behind the name of what became of it. */
export const answerIn = (text: string): { result: AnswerResult | null; answer: string } => {
  const [first = '', ...rest] = text.split(' ')
  return isResult(first) ? { result: first, answer: rest.join(' ') } : { result: null, answer: text }
}
