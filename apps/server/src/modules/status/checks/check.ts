import type { FindingCode, FindingLevel } from '@pennant/contract/status'
import { NoAnswer, timed } from '../../../kit/timeout.ts'
import type { Redact } from '../../../kit/redaction.ts'
import type { Judged } from './level.ts'
import type { ShellCode } from './shell-code.ts'

export type FoundBy<Code extends string> = {
  code: Code
  level: FindingLevel
  values: readonly string[]
}
export type PageFinding = FoundBy<FindingCode>
export type Finding = FoundBy<FindingCode | ShellCode>

export type Check<Found extends Finding = Finding> = {
  readonly id: string
  /** Most answer within the usual limit. */
  readonly limitMs?: number
  run(signal: AbortSignal): Promise<readonly Found[]>
}

type Value = string | number

export const found = <Code extends string>(
  level: FindingLevel,
  code: Code,
  ...values: readonly Value[]
): FoundBy<Code> => ({ code, level, values: values.map(String) })

export const foundIf = <Code extends string>(
  level: Judged,
  code: Code,
  ...values: readonly Value[]
): FoundBy<Code>[] => (level === null ? [] : [found(level, code, ...values)])

/** What takes long by waiting takes no longer together. */
export const together = (id: string, checks: readonly Check[]): Check => ({
  id,
  limitMs: Math.max(...checks.map(({ limitMs = usualLimitMs }) => limitMs)),
  run: async (signal) => (await Promise.all(checks.map((check) => check.run(signal)))).flat(),
})

const usualLimitMs = 5_000

/** Never throws. What fails or doesn't end is itself a finding. */
export const runCheck = async <Found extends Finding>(
  { id, limitMs = usualLimitMs, run }: Check<Found>,
  redact: Redact,
): Promise<readonly (Found | PageFinding)[]> => {
  const late = new AbortController()
  const answer = await timed(limitMs, () => run(late.signal))
  late.abort()
  if ('value' in answer) return answer.value
  return answer.error instanceof NoAnswer
    ? [found('yellow', 'check.late', id)]
    : [found('yellow', 'check.failed', id, redact(answer.error))]
}

/** The answer is used again for `ms`; a failure isn't. */
export const rarely = <Given extends unknown[], Answer>(
  ask: (...given: Given) => Promise<Answer>,
  now: () => number,
  ms: number,
): ((...given: Given) => Promise<Answer>) => {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return (...given) => {
    if (last === undefined || now() - last.at >= ms) {
      const one = { at: now(), answer: ask(...given) }
      last = one
      one.answer.catch(() => {
        if (last === one) last = undefined
      })
    }
    return last.answer
  }
}

/** For expensive checks. */
export const remembered = <Found extends Finding>(
  check: Check<Found>,
  now: () => number,
  ms: number,
): Check<Found> => ({ ...check, run: rarely(check.run, now, ms) })
