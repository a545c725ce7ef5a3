import type { Given, Notes } from './given.ts'
import { jsonBreak } from './json.ts'
import { findSetting, unknownName } from './find-setting.ts'

/** Null leaves a setting alone. */
export function fromFile(file: string, text: string, notes: Notes): Given[] {
  const given: Given[] = []
  const refuse = (setting: string, problem: string): void => {
    notes.faults.push({ setting, source: `file ${file}`, problem })
  }

  const walk = (value: unknown, segments: readonly string[]): void => {
    if (value === null) return
    const key = segments.join('.')
    const found = findSetting(segments)
    if (found.kind === 'unknown') return refuse(key, unknownName(segments, 'key'))
    if (found.kind === 'group') {
      if (!isObject(value)) return refuse(key, 'it holds several settings, so it must be an object')
      for (const [name, member] of Object.entries(value)) walk(member, [...segments, name])
      return
    }
    const { type } = found.setting
    const raw = type.many && Array.isArray(value) ? asTexts(value) : asText(value)
    if (raw === null) refuse(key, `it must be ${type.allowed}`)
    given.push({ ...found, raw, source: `file ${file}, key ${key}` })
  }

  const json = text.replace(/^\uFEFF/, '')
  const content = parsed(json)
  if (content === undefined) {
    const { line, column } = jsonBreak(json)
    refuse('config', `it is not valid JSON at line ${line}, column ${column}`)
  } else if (!isObject(content)) {
    refuse('config', 'it does not hold a JSON object')
  } else {
    walk(content, [])
  }
  return given
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asText(value: unknown): string | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function asTexts(values: readonly unknown[]): readonly string[] | null {
  const read = values.map(asText)
  return read.every((text) => text !== null) ? read : null
}
