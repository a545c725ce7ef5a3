import { didYouMean, plainName, variableName } from './names.ts'
import { bareVariables, foreignKeys } from './schema.ts'
import type { Setting } from './setting.ts'
import { allSettings, anyRow, type Path } from './walk.ts'

export type Found = {
  readonly setting: Setting
  readonly path: Path
  readonly spelling: string
  /** The index in a list that is given item by item; null otherwise. */
  readonly index: number | null
}

const spellings = allSettings().flatMap(({ path, setting }) =>
  [path, ...setting.alsoNamed.map((name) => path.toSpliced(-1, 1, name))].map((names) => ({
    names,
    path,
    setting,
  })),
)

/** `group`: the name of several settings. */
export function findSetting(segments: Path): Found | 'group' | 'unknown' {
  const hit = spellings.find(({ names }) => names.every((name, at) => fits(name, segments[at])))
  if (hit === undefined) return 'unknown'
  const { setting, names } = hit
  if (segments.length < names.length) return 'group'
  const path = hit.path.map((name, at) =>
    name === anyRow ? (segments[at] ?? '').trim().toLowerCase() : name,
  )
  const [index, ...rest] = segments.slice(names.length)
  const found = { setting, path, spelling: names.join('.') }
  if (index === undefined) return { ...found, index: null }
  const isItem = setting.type.many && rest.length === 0 && /^\d{1,4}$/.test(index)
  return isItem ? { ...found, index: Number(index) } : 'unknown'
}

function fits(name: string, segment: string | undefined): boolean {
  if (segment === undefined) return true
  return name === anyRow ? segment.trim() !== '' : plainName(segment) === plainName(name)
}

export function unknownName(segments: Path, show: 'key' | 'variable'): string {
  const isIn = (key: string): boolean => key.split('.').every((name, at) => fits(name, segments[at] ?? ''))
  const advice = Object.keys(foreignKeys).find(isIn)
  const hint =
    advice === undefined ? didYouMean(segments.join('.'), namesOf[show]()) : `; ${foreignKeys[advice]}`
  return `there is no such setting${hint}`
}

const namesOf = {
  key: () => spellings.map(({ names }) => names.join('.')),
  variable: () => [
    ...spellings.flatMap(({ setting, names }) => {
      const name = variableName(names)
      return setting.secret ? [name, `${name}_FILE`] : [name]
    }),
    ...Object.keys(bareVariables),
  ],
}
