import { parseArgs } from 'node:util'
import { findSetting } from './find-setting.ts'
import type { Given, Notes } from './given.ts'
import { didYouMean, flagName, plainName } from './names.ts'
import { allSettings } from './walk.ts'

/** Faults don't repeat what is no flag: it can be the rest of an unquoted password. */
export function fromArguments(
  argv: readonly string[],
  notes: Notes,
): { given: Given[]; config: string | null } {
  const given: Given[] = []
  let config: string | null = null
  const refuse = (setting: string, problem: string): void => {
    notes.faults.push({ setting, source: 'command line', problem })
  }
  // No flag is declared: a switch can have a value or none, and names are found in any spelling.
  const { tokens } = parseArgs({ args: argv, strict: false, tokens: true })
  // Of several short options in one argument, the first is refused for all.
  const rest = tokens.filter(({ index }, at) => index !== tokens[at - 1]?.index)
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if (token.kind === 'option' && ['--help', '-h', '--version', '-v'].includes(token.rawName)) continue
    if (token.kind !== 'option' || !/^--[a-z][\w-]*$/i.test(token.rawName)) {
      refuse(`argument ${token.index + 1}`, 'it is not a flag')
      continue
    }
    const { name, rawName: flag, value } = token
    const [next] = rest
    const detached = value === undefined && next?.kind === 'positional' ? next.value : undefined
    if (detached !== undefined) rest.shift()
    const found = findSetting([name])
    const isSetting = typeof found === 'object'
    if (!isSetting && plainName(name) !== 'config') {
      refuse(flag, unknownFlag(name))
      continue
    }
    const raw = value ?? detached ?? (isSetting ? found.setting.type.alone : undefined) ?? ''
    if (raw === '') {
      refuse(flag, 'it needs a value')
    } else if (isSetting) {
      given.push({ ...found, raw, source: `flag ${flag}` })
      if (found.setting.secret) {
        notes.warnings.push(`${flag}: everyone on this machine can see it. Prefer a variable or a file`)
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
  const general = allSettings().filter(({ path }) => path.length === 1)
  const meant = didYouMean(name, ['--config', ...general.map(({ path }) => flagName(path[0] ?? ''))])
  return `there is no such flag${meant === '' ? '; only general settings have one' : meant}`
}
