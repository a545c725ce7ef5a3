import type { Given, Notes } from './given.ts'
import { flagName, nearest, plainName } from './names.ts'
import { findSetting } from './find-setting.ts'
import { schema } from './schema.ts'

/** Faults don't repeat what is no flag: it can be the rest of an unquoted password. */
export function fromArguments(
  argv: readonly string[],
  notes: Notes,
): { given: Given[]; config: string | null } {
  const given: Given[] = []
  let config: string | null = null
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? ''
    if (['--help', '-h', '--version', '-v'].includes(argument)) continue
    const refuse = (setting: string, problem: string): void => {
      notes.faults.push({ setting, source: 'command line', problem })
    }
    const [, name, attached] = /^--([a-z][\w-]*)(?:=(.*))?$/is.exec(argument) ?? []
    if (name === undefined) {
      refuse(`argument ${at + 1}`, 'it is not a flag')
      continue
    }
    const found = findSetting([name])
    const isConfig = plainName(name) === 'config'
    const next = argv[at + 1]
    const detached =
      attached === undefined && next !== undefined && !/^-[-a-z]/i.test(next) ? next : undefined
    if (detached !== undefined) at += 1
    if (found.kind !== 'setting' && !isConfig) {
      refuse(`--${name}`, unknownFlag(name))
      continue
    }
    const alone = found.kind === 'setting' ? found.setting.type.alone : undefined
    const raw = attached ?? detached ?? alone ?? ''
    if (raw === '') {
      refuse(`--${name}`, 'it needs a value')
    } else if (found.kind === 'setting') {
      given.push({ ...found, raw, source: `flag --${name}` })
      if (found.setting.secret) {
        notes.warnings.push(`--${name}: everyone on this machine can see it. Prefer a variable or a file`)
      }
    } else if (config === null) {
      config = raw
    } else {
      refuse('--config', 'it is given twice')
    }
  }
  return { given, config }
}

function unknownFlag(name: string): string {
  const flags = Object.entries(schema.members).filter(([, node]) => node.kind === 'setting')
  const meant = nearest(name, ['config', ...flags.map(([key]) => key)])
  if (meant !== null) return `there is no such flag; did you mean ${flagName(meant)}?`
  return 'there is no such flag; only general settings have one'
}
