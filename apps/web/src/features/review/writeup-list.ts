import type { WriteupInfo } from '@pennant/contract/writeup'

/** A newer write-up of the same team counts as unread. */
export const markOf = ({ id, uploadTimeUtc }: Pick<WriteupInfo, 'id' | 'uploadTimeUtc'>): string =>
  `${id} ${uploadTimeUtc}`

export type WriteupView = { text: string; division: number | 'none' | null; unread: boolean }

export const writeupsShown = (
  all: readonly WriteupInfo[],
  { text, division, unread }: WriteupView,
  read: ReadonlySet<string>,
): WriteupInfo[] => {
  const wanted = text.trim().toLocaleLowerCase()
  return all
    .filter(
      (one) =>
        (wanted === '' || `${one.team.name}\n#${one.team.id}`.toLocaleLowerCase().includes(wanted)) &&
        (division === null ||
          (division === 'none' ? one.divisionId === null : one.divisionId === division)) &&
        (!unread || !read.has(markOf(one))),
    )
    .toSorted((one, other) => other.uploadTimeUtc - one.uploadTimeUtc || other.id - one.id)
}

export const neighborsOf = (
  shown: readonly WriteupInfo[],
  id: number | null,
): { previous: WriteupInfo | null; next: WriteupInfo | null } => {
  const at = shown.findIndex((one) => one.id === id)
  return at === -1
    ? { previous: null, next: shown[0] ?? null }
    : { previous: shown[at - 1] ?? null, next: shown[at + 1] ?? null }
}

/** Anyone at this browser may have written it. */
export const parseMarks = (text: string | null): Set<string> => {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}
