import { resolve } from 'node:path'
import { quoted } from './fault.ts'
import type { Given, Notes } from './given.ts'
import type { Config } from './schema.ts'
import type { Setting } from './setting.ts'
import type { Read, Value } from './value.ts'
import { type Path, walk } from './walk.ts'

type Outcome = Extract<Read<Value>, { value: Value }> | { problem: string | null }

/** Each setting has its value from the last layer that gives it. */
export function settle(
  layers: readonly (readonly Given[])[],
  cwd: string,
  notes: Notes,
): { config: Config; sources: ReadonlyMap<string, string> } {
  const sources = new Map<string, string>()

  const valueOf = (setting: Setting, path: Path): Value => {
    const key = path.join('.')
    const given = layers
      .map((layer) => layer.filter((each) => each.path.join('.') === key))
      .findLast((each) => each.length > 0)
    if (given === undefined) return setting.default
    const source = given.map((each) => each.source).join(' and ')
    sources.set(key, source)
    const read = readGiven(setting, given)
    if ('value' in read) {
      if (read.warning !== undefined) notes.warnings.push(`${key} (${source}): ${read.warning}`)
      return read.value
    }
    if (read.problem !== null) notes.faults.push({ setting: key, source, problem: read.problem })
    return setting.default
  }

  const config = walk(
    (setting, path) => {
      const value = valueOf(setting, path)
      return setting.type.isPath && typeof value === 'string' ? resolve(cwd, value) : value
    },
    (table) => rowsOf(table, layers.flat()),
  )
  // `Config` is derived from the schema, whose shape the tree has.
  return { config: config as Config, sources }
}

function rowsOf(table: Path, given: readonly Given[]): string[] {
  const below = given.filter(({ path }) => table.every((part, at) => path[at] === part))
  return [...new Set(below.flatMap(({ path }) => path[table.length] ?? []))].toSorted()
}

function readGiven(setting: Setting, given: readonly Given[]): Outcome {
  if (given.some((one, at) => given.slice(at + 1).some((other) => clash(one, other))))
    return { problem: 'it is given twice' }
  if (given.some(({ raw }) => raw === null)) return { problem: null }
  const { type } = setting
  const text = String(given[0]?.raw)
  const read = type.many
    ? type.read(given.toSorted(byIndex).flatMap((each) => partsOf(each, type.split)))
    : type.read(text)
  if ('value' in read) return read
  const value = setting.secret ? 'the value' : quoted(read.part ?? text)
  const reason = read.refused === '' ? '' : ` because ${read.refused}`
  return { problem: `${value} is not accepted${reason}; it must be ${type.allowed}` }
}

// A list can be given in parts: under several names, or item by item.
function clash(one: Given, other: Given): boolean {
  const isPart = one.index !== null && other.index !== null && one.index !== other.index
  return one.spelling === other.spelling && !isPart
}

const byIndex = (one: Given, other: Given): number => (one.index ?? 0) - (other.index ?? 0)

function partsOf({ raw, index }: Given, split: (text: string) => readonly string[]): readonly string[] {
  const texts = typeof raw === 'string' ? (index === null ? split(raw) : [raw]) : (raw ?? [])
  return texts.filter((text) => text.trim() !== '')
}
