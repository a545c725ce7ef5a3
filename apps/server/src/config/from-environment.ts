import { codeOf } from './fault.ts'
import type { Environment, Given, Notes, ReadFile } from './given.ts'
import { plainName } from './names.ts'
import { findSetting, unknownName } from './find-setting.ts'
import { bareVariables } from './schema.ts'

/** A blank variable counts as not set, because that is what compose files make of a missing one. */
export function fromEnvironment(
  env: Environment,
  readFile: ReadFile,
  notes: Notes,
): { bare: Given[]; prefixed: Given[] } {
  const bare: Given[] = []
  const prefixed: Given[] = []
  for (const [name, text] of Object.entries(env)) {
    if (text === undefined || text.trim() === '') continue
    const segments = segmentsOf(name)
    if (segments === null || isForeign(name, text)) continue
    const found = findVariable(segments)
    const source = found === null ? 'environment' : `variable ${name}`
    const refuse = (problem: string): void => {
      notes.faults.push({ setting: found?.path.join('.') ?? name, source, problem })
    }
    if (found === null) {
      refuse(unknownName(segments, 'variable'))
      continue
    }
    const given = prefix.test(name) ? prefixed : bare
    if (!found.inFile) {
      given.push({ ...found, raw: text, source })
    } else if (!found.setting.secret) {
      refuse('only secrets can be read from a file of their own')
    } else {
      const content = contentOf(text.trim(), readFile)
      if ('problem' in content) refuse(content.problem)
      // Added despite the fault, so that a conflict with another variable is noticed.
      given.push({ ...found, raw: 'text' in content ? content.text : null, source })
    }
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
    if (name === `${own}_FILE`) return [...path.slice(0, -1), `${path.at(-1) ?? ''}_FILE`]
  }
  if (!prefix.test(name) || isConfig(name)) return null
  const rest = name.replace(prefix, '')
  return /^TEST_/i.test(rest) ? null : rest.split('__')
}

type FoundVariable = Pick<Given, 'path' | 'setting' | 'spelling' | 'index'> & { inFile: boolean }

function findVariable(segments: readonly string[]): FoundVariable | null {
  const direct = findSetting(segments)
  if (direct.kind === 'setting') return { ...direct, inFile: false }
  const last = segments.at(-1) ?? ''
  if (!/.file$/i.test(last)) return null
  const base = findSetting([...segments.slice(0, -1), last.slice(0, -'file'.length)])
  return base.kind === 'setting' ? { ...base, inFile: true } : null
}

// Runtimes set addresses of neighbors: a service named `pennant` brings `PENNANT_PORT=tcp://10.0.0.7:80`.
function isForeign(name: string, text: string): boolean {
  if (name.includes('__')) return false
  if (/_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$/.test(name)) return true
  if (/_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true
  return /_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(text)
}

// Does not repeat the path: people put the secret itself there by mistake.
function contentOf(path: string, readFile: ReadFile): { text: string } | { problem: string } {
  let content: string
  try {
    content = readFile(path)
  } catch (error) {
    return { problem: `the file that it names can't be read${codeOf(error)}` }
  }
  const text = content.replace(/\r?\n$/, '')
  return text.trim() === '' ? { problem: 'the file that it names is empty' } : { text }
}
