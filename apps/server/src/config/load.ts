import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { crossCheck } from './cross-checks.ts'
import { ConfigFault, codeOf } from './fault.ts'
import { fromArguments } from './from-arguments.ts'
import { fileNamedByVariable, fromEnvironment } from './from-environment.ts'
import { fromFile } from './from-file.ts'
import type { Environment, Given, Notes, ReadFile } from './given.ts'
import type { Config } from './schema.ts'
import { settle } from './settle.ts'

export type ConfigSources = {
  argv: readonly string[]
  env: Environment
  cwd: string
  readFile?: ReadFile
}

/** Later sources win: file, variables, command line. Throws one `ConfigFault` for all faults. */
export function loadConfig(sources: ConfigSources): {
  config: Config
  warnings: readonly string[]
  sources: ReadonlyMap<string, string>
} {
  const { argv, env, cwd, readFile = readText } = sources
  const notes: Notes = { faults: [], warnings: [] }
  const flags = fromArguments(argv, notes)
  const named = flags.config ?? fileNamedByVariable(env)
  const file = readSettingsFile(named, cwd, readFile, notes)
  const { bare, prefixed } = fromEnvironment(env, (path) => readFile(resolve(cwd, path)), notes)
  warnOfHidden(bare, prefixed, notes)

  const { config, sources: origins } = settle([file, bare, prefixed, flags.given], cwd, notes)
  const faulted = new Set(notes.faults.map(({ setting }) => setting))
  const origin = (key: string): string => (origins.has(key) ? `${key} (${origins.get(key)})` : key)
  crossCheck(
    config,
    (about, problem) => {
      const [setting = ''] = about
      if (about.some((key) => faulted.has(key))) return
      notes.faults.push({ setting, source: origins.get(setting) ?? '', problem })
    },
    (about, problem) => {
      if (about.every((key) => !faulted.has(key)))
        notes.warnings.push(`${origin(about[0] ?? '')}: ${problem}`)
    },
  )
  if (notes.faults.length > 0) throw new ConfigFault(notes.faults)
  return { config, warnings: notes.warnings, sources: origins }
}

const readText: ReadFile = (path) => readFileSync(path, 'utf8')
const defaultFile = 'pennant.json'

function readSettingsFile(named: string | null, cwd: string, readFile: ReadFile, notes: Notes): Given[] {
  const file = resolve(cwd, named ?? defaultFile)
  let text: string
  try {
    text = readFile(file)
  } catch (error) {
    const code = codeOf(error)
    if (named !== null || code !== ' (ENOENT)') {
      notes.faults.push({ setting: 'config', source: `file ${file}`, problem: `it can't be read${code}` })
    }
    return []
  }
  return fromFile(file, text, notes)
}

// The operator should learn that a variable of the hosting platform has no effect.
function warnOfHidden(bare: readonly Given[], prefixed: readonly Given[], notes: Notes): void {
  for (const hidden of bare) {
    const winner = prefixed.find(({ setting }) => setting === hidden.setting)
    if (winner !== undefined) notes.warnings.push(`${hidden.source} has no effect beside ${winner.source}`)
  }
}
