/**
 * Writes a section whole, as the wire says: a member that was left out returns to its default, one that
 * was sent as null keeps what is stored, and what cannot be sent at all (the hashes of logo and icon) stays.
 */
export const mergeSection = <T extends object>(given: object, stored: T, fallback: T): T => {
  const sent = given as Record<string, unknown>
  const before = stored as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fallback).map(([name, initial]) => {
      if (readOnly.has(name)) return [name, before[name]]
      if (!(name in sent)) return [name, initial]
      return [name, sent[name] ?? before[name]]
    }),
  ) as T
}

const readOnly = new Set(['logoHash', 'faviconHash'])
