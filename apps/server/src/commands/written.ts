import type { Finding, Io, Outcome } from './verb.ts'

export type Written = { exit: number; stdout: string; stderr: string }

type Asked = Pick<Io, 'clock' | 'version'> & {
  name: string
  startedAt: number
  json: boolean
  quiet: boolean
}

export const writtenOf = (
  outcome: Outcome,
  { name, startedAt, json, quiet, clock, version }: Asked,
): Written => {
  if (!json)
    return {
      exit: outcome.exit,
      stdout: outcome.text === '' ? '' : `${outcome.text}\n`,
      stderr: (outcome.isTold === true ? [] : outcome.findings)
        .filter(({ level }) => level === 'error' || !quiet)
        .map((one) => `${lineOf(one)}\n`)
        .join(''),
    }
  const document = {
    verb: name,
    version,
    ok: outcome.exit === 0 || outcome.exit === 3,
    exit: outcome.exit,
    startedAt: new Date(startedAt).toISOString(),
    ms: Math.max(0, clock.now() - startedAt),
    result: outcome.result,
    findings: outcome.findings,
  }
  return { exit: outcome.exit, stdout: `${JSON.stringify(document)}\n`, stderr: '' }
}

const lineOf = ({ level, message, remedy }: Finding): string => {
  const prefix = level === 'warning' ? 'Warning: ' : ''
  return `${prefix}${message}${remedy === null ? '' : ` ${remedy}`}`
}
