import { quoted } from './fault.ts'
import type { Given, Notes } from './given.ts'
import { type Config, schema } from './schema.ts'
import type { Node, Setting } from './setting.ts'
import type { Read, Value } from './value.ts'

export type Settled = {
  values: Config
  sources: ReadonlyMap<string, string>
  faulted: ReadonlySet<string>
}

export function settle(layers: readonly (readonly Given[])[], notes: Notes): Settled {
  const everything = layers.flat()
  const byKey = layers.map(grouped)
  const sources = new Map<string, string>()
  const faulted = new Set<string>()

  const nodeValue = (node: Node, path: readonly string[]): unknown => {
    if (node.kind === 'setting') return Object.freeze(settingValue(node, path.join('.')))
    const members =
      node.kind === 'section'
        ? Object.entries(node.members)
        : rowKeys(path, everything).map((key): [string, Node] => [key, node.row])
    return Object.freeze(
      Object.fromEntries(members.map(([name, member]) => [name, nodeValue(member, [...path, name])])),
    )
  }

  const settingValue = (setting: Setting, key: string): Value => {
    const given = byKey.findLast((layer) => layer.has(key))?.get(key)
    if (given === undefined) return setting.default
    const source = given.map((each) => each.source).join(' and ')
    sources.set(key, source)
    const refuse = (problem: string): Value => {
      faulted.add(key)
      notes.faults.push({ setting: key, source, problem })
      return setting.default
    }
    if (clash(setting, given)) return refuse('it is given twice')
    if (given.some(({ raw }) => raw === null)) {
      faulted.add(key)
      return setting.default
    }
    const read = readGiven(setting, given)
    if ('refused' in read) return refuse(refusal(setting, given, read))
    if (read.warning !== undefined) notes.warnings.push(`${key} (${source}): ${read.warning}`)
    return read.value
  }

  // The tree has the shape of the schema that `Config` is derived from.
  return { values: nodeValue(schema, []) as Config, sources, faulted }
}

function grouped(layer: readonly Given[]): ReadonlyMap<string, readonly Given[]> {
  const groups = new Map<string, Given[]>()
  for (const given of layer) {
    const key = given.path.join('.')
    groups.set(key, [...(groups.get(key) ?? []), given])
  }
  return groups
}

function rowKeys(path: readonly string[], given: readonly Given[]): string[] {
  const below = given.filter((each) => path.every((part, at) => each.path[at] === part))
  return [...new Set(below.flatMap((each) => each.path[path.length] ?? []))].toSorted()
}

// Only lists may be given in parts: under several names, or item by item with distinct indexes.
function clash(setting: Setting, given: readonly Given[]): boolean {
  if (!setting.type.many) return given.length > 1
  const pieces = given.map(({ spelling, index }) => `${spelling} ${index ?? ''}`)
  const whole = new Set(given.filter(({ index }) => index === null).map(({ spelling }) => spelling))
  return (
    new Set(pieces).size < pieces.length ||
    given.some(({ spelling, index }) => index !== null && whole.has(spelling))
  )
}

function readGiven(setting: Setting, given: readonly Given[]): Read<Value> {
  const { type } = setting
  return type.many ? type.read(given.toSorted(byIndex).flatMap(partsOf)) : type.read(textOf(given))
}

const byIndex = (one: Given, other: Given): number => (one.index ?? 0) - (other.index ?? 0)

function partsOf({ raw, index }: Given): readonly string[] {
  const texts = typeof raw === 'string' ? (index === null ? raw.split(',') : [raw]) : (raw ?? [])
  return texts.filter((text) => text.trim() !== '')
}

function textOf(given: readonly Given[]): string {
  const raw = given[0]?.raw
  return typeof raw === 'string' ? raw : ''
}

type Refused = Extract<Read<Value>, { refused: string }>

function refusal(setting: Setting, given: readonly Given[], { refused, part }: Refused): string {
  const value = setting.secret ? 'the value' : quoted(part ?? textOf(given))
  const reason = refused === '' ? '' : ` because ${refused}`
  return `${value} is not accepted${reason}; it must be ${setting.type.allowed}`
}
