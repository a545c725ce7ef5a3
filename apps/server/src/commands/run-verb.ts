import { parseArgs } from 'node:util'
import { Problem } from '@pennant/contract/problem'
import { createTranslator } from '@pennant/i18n/translator'
import { assets } from '../kit/assets.ts'
import { plainText } from '../kit/plain-text.ts'
import { StartFault } from '../kit/start-fault.ts'
import { ConfigFault } from '../config/fault.ts'
import { NewerSchema, OlderSchema } from '../adapters/sql/migrate.ts'
import { usageOf } from './help.ts'
import { verbs } from './table.ts'
import {
  type Finding,
  finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verb,
  wrongUsage,
} from './verb.ts'
import { type Written, writtenOf } from './written.ts'

const commonFlags = {
  config: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  yes: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** `argv` begins with the verb. Never throws. */
export const runVerb = async (argv: readonly string[], given: Io): Promise<Written> => {
  const { exit, stdout, stderr } = await runPlainly(argv, plainly(given))
  return { exit, stdout: plainText(stdout), stderr: plainText(stderr) }
}

const plainly = ({ say, confirm, ...io }: Io): Io => ({
  ...io,
  say: (text) => say(plainText(text)),
  confirm: confirm === null ? null : (question) => confirm(plainText(question)),
})

const runPlainly = async (argv: readonly string[], io: Io): Promise<Written> => {
  const startedAt = io.clock.now()
  const found = findVerb(argv)
  const json = argv.includes('--json')
  const quiet = argv.includes('--quiet')
  const outcome = await outcomeOf(found, quiet ? { ...io, say: () => undefined } : io).catch(
    (error: unknown) => failure(error, io),
  )
  return writtenOf(outcome, { ...io, name: found.name, startedAt, json, quiet })
}

type Found = { name: string; verb: Verb | undefined; rest: readonly string[] }

const findVerb = (argv: readonly string[]): Found => {
  const end = argv.findIndex((word) => word.startsWith('-'))
  const leading = end < 0 ? argv : argv.slice(0, end)
  for (let length = leading.length; length > 0; length -= 1) {
    const name = leading.slice(0, length).join(' ')
    if (Object.hasOwn(verbs, name)) return { name, verb: verbs[name], rest: argv.slice(length) }
  }
  const [first = ''] = leading
  const family = Object.keys(verbs).some((name) => name.startsWith(`${first} `))
  return { name: family ? first : 'unknown', verb: undefined, rest: argv.slice(1) }
}

const outcomeOf = async ({ name, verb, rest }: Found, io: Io): Promise<Outcome> => {
  if (verb === undefined) {
    if (name === 'unknown') throw wrongUsage('There is no such command.', 'Run `pennant help` for a list.')
    if (rest.includes('--help')) return { exit: 0, text: usageOf(verbs, name), result: null, findings: [] }
    throw wrongUsage(`"pennant ${name}" is not complete.`, `Run \`pennant help ${name}\` for its commands.`)
  }
  const remedy = `Run \`pennant help ${name}\` for its usage.`
  const input = parse(rest, verb, remedy)
  if (input.flags['help'] === true) return { exit: 0, text: usageOf(verbs, name), result: null, findings: [] }
  const most = verb.words.length
  const least = verb.words.filter((word) => !word.startsWith('[')).length
  if (input.words.length < least || input.words.length > most)
    throw wrongUsage(
      `"pennant ${name}" needs ${most === 0 ? 'nothing' : verb.words.join(' ')} after it.`,
      remedy,
    )
  io.signal.throwIfAborted()
  return verb.run(input, io)
}

const parse = (args: readonly string[], verb: Verb, remedy: string): Input => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...commonFlags, ...verb.flags },
      allowPositionals: true,
    })
    // No flag is declared as repeatable.
    return { words: positionals, flags: values }
  } catch (error) {
    // A value may be a secret that got into the wrong place: only the flag is repeated.
    const flag = /--[a-z-]+/.exec(error instanceof Error ? error.message : '')?.[0]
    throw wrongUsage(
      flag === undefined ? 'These flags are not known.' : `The flag ${flag} is wrong here.`,
      remedy,
    )
  }
}

const failure = (error: unknown, { signal }: Io): Outcome => {
  const [exit, why] = signal.aborted
    ? ([130, finding('error', 'interrupted', 'command', 'Interrupted. Nothing was changed.')] as const)
    : explained(error)
  return { exit, text: '', result: null, findings: [why] }
}

const explained = (error: unknown): readonly [Outcome['exit'], Finding] => {
  if (error instanceof Refusal) return [error.exit, error.finding]
  if (error instanceof Problem) {
    const message = createTranslator(assets('locales')).problem('en-US', error.code, error.params)
    return [1, finding('error', error.code, 'command', message)]
  }
  if (error instanceof ConfigFault) {
    const facts = { faults: error.faults }
    return [2, finding('error', 'settings', 'settings', error.message, { facts })]
  }
  if (error instanceof NewerSchema) return [4, finding('error', 'schema.newer', 'database', error.message)]
  if (error instanceof OlderSchema) return [4, finding('error', 'schema.older', 'database', error.message)]
  if (error instanceof StartFault) return [5, finding('error', 'unreachable', 'database', error.message)]
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return [1, finding('error', 'unexpected', 'command', stack)]
}
