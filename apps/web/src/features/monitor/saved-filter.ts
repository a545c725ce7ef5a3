export type SavedFilter = { name: string; search: string }

export const longestName = 40
const mostKept = 20

export const withFilter = (kept: readonly SavedFilter[], { name, search }: SavedFilter): SavedFilter[] => {
  const short = name.trim().slice(0, longestName)
  if (short === '') return [...kept]
  return [{ name: short, search }, ...kept.filter((one) => one.name !== short)].slice(0, mostKept)
}

export const withoutFilter = (kept: readonly SavedFilter[], name: string): SavedFilter[] =>
  kept.filter((one) => one.name !== name)

/** Anyone at this browser may have written it. */
export const parseFilters = (text: string | null): SavedFilter[] => {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isSaved).slice(0, mostKept) : []
  } catch {
    return []
  }
}

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string'
