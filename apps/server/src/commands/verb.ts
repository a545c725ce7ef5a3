import type { ParseArgsConfig } from 'node:util'
import type { Place } from '../app/place.ts'
import type { PasswordHasher } from '../kit/password/argon2.ts'
import type { Clock } from '../ports/clock.ts'

/**
 * 0 done · 1 not done · 2 wrong usage or settings, nothing was touched · 3 done, with findings · 4 refused for
 * safety · 5 server or database can't be reached · 130 interrupted.
 */
export type Exit = 0 | 1 | 2 | 3 | 4 | 5 | 130

export type Finding = {
  code: string
  level: 'info' | 'warning' | 'error'
  component: string
  message: string
  remedy: string | null
  facts: Readonly<Record<string, unknown>>
}

export type Outcome = {
  exit: Exit
  text: string
  /** For programs, in the document of `--json`. */
  result: unknown
  findings: readonly Finding[]
  /** The text says what was found. */
  isTold?: boolean
}

export type Input = {
  words: readonly string[]
  flags: Readonly<Record<string, string | boolean | undefined>>
}

export type Io = {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Of the operating system. */
  account: string
  version: string
  clock: Clock
  signal: AbortSignal
  /** Progress, on standard error. */
  say(text: string): void
  read(): Promise<string>
  /** Null without a terminal. */
  confirm: ((question: string) => Promise<boolean>) | null
  /** Tests wait less for a place that takes nothing. */
  stalledAfterMs?: number
  /** Tests hash quickly. */
  hasher?: PasswordHasher
  /** Tests of the doctor have a healthy machine anywhere. */
  place?: Pick<Place, 'machine' | 'textRecords'> & {
    readonly authority: string
    readonly nodeEnds: Readonly<Record<number, number>>
  }
}

export type Verb = {
  /** What the caller fills in after the name; in brackets what can be left out. */
  words: readonly string[]
  flags: NonNullable<ParseArgsConfig['options']>
  flagTexts?: Readonly<Record<string, string>>
  summary: string
  run(input: Input, io: Io): Promise<Outcome>
}

export type Verbs = Readonly<Record<string, Verb>>

export const done = (text: string, result: unknown = null): Outcome => ({
  exit: 0,
  text,
  result,
  findings: [],
})

export const finding = (
  level: Finding['level'],
  code: string,
  component: string,
  message: string,
  { remedy = null, facts = {} }: Partial<Pick<Finding, 'remedy' | 'facts'>> = {},
): Finding => ({ code, level, component, message, remedy, facts })

export class Refusal extends Error {
  readonly exit: Exit
  readonly finding: Finding

  constructor(exit: Exit, why: Finding) {
    super(why.message)
    this.name = 'Refusal'
    this.exit = exit
    this.finding = why
  }
}

export const wrongUsage = (message: string, remedy: string | null = null): Refusal =>
  new Refusal(2, finding('error', 'usage', 'command', message, { remedy }))

export const expectConsent = async ({ flags }: Input, io: Io, question: string): Promise<void> => {
  if (flags['yes'] === true) return
  if (io.confirm === null) {
    const why = `Without a terminal, there is nobody to ask: ${question}`
    throw new Refusal(4, finding('error', 'consent', 'command', why, { remedy: 'Add --yes.' }))
  }
  if (!(await io.confirm(question)))
    throw new Refusal(1, finding('error', 'declined', 'command', 'Not confirmed. Nothing was changed.'))
}
