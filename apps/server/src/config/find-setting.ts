import { nearest, plainName, variableName } from './names.ts'
import { bareVariables, foreignKeys, schema } from './schema.ts'
import type { Node, Section, Setting } from './setting.ts'

export type FoundSetting =
  | { kind: 'setting'; setting: Setting; path: readonly string[]; spelling: string; index: number | null }
  | { kind: 'group'; path: readonly string[] }
  | { kind: 'unknown' }

const unknown: FoundSetting = { kind: 'unknown' }

export function findSetting(segments: readonly string[]): FoundSetting {
  let node: Node = schema
  let spelling = ''
  const path: string[] = []
  for (const [position, segment] of segments.entries()) {
    if (node.kind === 'setting') {
      const last = position === segments.length - 1
      if (!last || !node.type.many || !/^\d{1,4}$/.test(segment)) return unknown
      return { kind: 'setting', setting: node, path, spelling, index: Number(segment) }
    }
    if (node.kind === 'table') {
      const key = segment.trim().toLowerCase()
      if (key === '') return unknown
      path.push(key)
      node = node.row
      continue
    }
    const member = memberNamed(node, plainName(segment))
    if (member === null) return unknown
    path.push(member.name)
    spelling = member.spelling
    node = member.node
  }
  return node.kind === 'setting'
    ? { kind: 'setting', setting: node, path, spelling, index: null }
    : { kind: 'group', path }
}

function memberNamed(parent: Section, wanted: string): { name: string; spelling: string; node: Node } | null {
  for (const [name, node] of Object.entries(parent.members)) {
    const spellings = node.kind === 'setting' ? [name, ...node.alsoNamed] : [name]
    const spelling = spellings.find((candidate) => plainName(candidate) === wanted)
    if (spelling !== undefined) return { name, spelling, node }
  }
  return null
}

export function allSettings(
  node: Node = schema,
  path: readonly string[] = [],
): { path: readonly string[]; setting: Setting }[] {
  if (node.kind === 'setting') return [{ path, setting: node }]
  if (node.kind === 'table') return allSettings(node.row, [...path, `{${node.key}}`])
  return Object.entries(node.members).flatMap(([name, member]) => allSettings(member, [...path, name]))
}

export function unknownName(segments: readonly string[], show: 'key' | 'variable'): string {
  return `there is no such setting${adviceFor(segments, show)}`
}

function adviceFor(segments: readonly string[], show: 'key' | 'variable'): string {
  const plain = segments.map(plainName)
  for (const [key, advice] of Object.entries(foreignKeys)) {
    if (key.split('.').every((part, position) => plainName(part) === plain[position])) return `; ${advice}`
  }
  const candidates = new Map<string, string>()
  for (const { path, setting } of allSettings()) {
    const shown = show === 'key' ? path.join('.') : variableName(path)
    candidates.set(path.join('.'), shown)
    for (const other of setting.alsoNamed) {
      const named = [...path.slice(0, -1), other]
      candidates.set(named.join('.'), show === 'key' ? named.join('.') : variableName(named))
    }
    if (setting.secret && show === 'variable') candidates.set(`${path.join('.')}File`, `${shown}_FILE`)
  }
  if (show === 'variable') {
    for (const name of Object.keys(bareVariables)) candidates.set(name, name)
  }
  const best = nearest(segments.join('.'), [...candidates.keys()])
  return best === null ? '' : `; did you mean ${candidates.get(best)}?`
}
