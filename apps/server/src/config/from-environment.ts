import { codeOf } from './fault.ts'
import { findSetting, unknownName } from './find-setting.ts'
import type { Environment, Given, Notes, ReadFile } from './given.ts'
import { plainName } from './names.ts'
import { bareVariables } from './schema.ts'

/** A blank variable counts as not set, because that is what compose files make of a missing one. */
export function fromEnvironment(
  env: Environment,
  readFile: ReadFile,
  notes: Notes,
): { bare: Given[]; prefixed: Given[] } {
  const bare: Given[] = []
  const prefixed: Given[] = []
  for (const [name, text = ''] of Object.entries(env)) {
    const segments = segmentsOf(name)
    if (segments === null || text.trim() === '' || isForeign(name, text)) continue
    const direct = findSetting(segments)
    const found = direct === 'unknown' ? findSetting(withoutFile(segments)) : direct
    if (typeof found === 'string') {
      notes.faults.push({ setting: name, source: 'environment', problem: unknownName(segments, 'variable') })
      continue
    }
    const source = `variable ${name}`
    const refuse = (problem: string): void => {
      notes.faults.push({ setting: found.path.join('.'), source, problem })
    }
    if (direct === 'unknown' && !found.setting.secret) {
      refuse('only secrets can be read from a file of their own')
      continue
    }
    // Added despite a fault of the file, so that a conflict with another variable is noticed.
    const raw = direct === 'unknown' ? contentOf(text.trim(), readFile, refuse) : text
    const given = prefix.test(name) ? prefixed : bare
    given.push({ ...found, raw, source })
  }
  return { bare, prefixed }
}

export function fileNamedByVariable(env: Environment): string | null {
  const [, text] = Object.entries(env).find(([name]) => isConfig(name)) ?? []
  return text?.trim() || null
}

const prefix = /^PENNANT_/i

const isConfig = (name: string): boolean =>
  prefix.test(name) && plainName(name.replace(prefix, '')) === 'config'

// Null for foreign variables.
function segmentsOf(name: string): readonly string[] | null {
  for (const [own, path] of Object.entries(bareVariables)) {
    if (name === own) return path
    if (name === `${own}_FILE`) return path.toSpliced(-1, 1, `${path.at(-1)}_FILE`)
  }
  if (!prefix.test(name) || isConfig(name)) return null
  const rest = name.replace(prefix, '')
  return /^TEST_/i.test(rest) ? null : rest.split('__')
}

function withoutFile(segments: readonly string[]): readonly string[] {
  return segments.toSpliced(-1, 1, (segments.at(-1) ?? '').replace(/file$/i, ''))
}

// Runtimes set addresses of neighbors: a service named `pennant` brings `PENNANT_PORT=tcp://10.0.0.7:80`.
function isForeign(name: string, text: string): boolean {
  if (name.includes('__')) return false
  if (/_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name)) return true
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true
  return /_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text)
}

// Does not repeat the path: people put the secret itself there by mistake.
function contentOf(path: string, readFile: ReadFile, refuse: (problem: string) => void): string | null {
  try {
    const text = readFile(path).replace(/\r?\n$/, '')
    if (text.trim() !== '') return text
    refuse('the file that it names is empty')
  } catch (error) {
    refuse(`the file that it names can't be read${codeOf(error)}`)
  }
  return null
}
