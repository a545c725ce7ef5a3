// A member that was left out stays as it is. Null clears an optional text and changes nothing else.
export const mergeSection = <T extends object>(given: object, stored: T): T => {
  const sent = given as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(stored).map(([name, before]) => {
      const value = sent[name]
      if (readOnly.has(name) || value === undefined) return [name, before]
      return [name, value === null && !clearable.has(name) ? before : value]
    }),
  ) as T
}

const readOnly = new Set(['logoHash', 'faviconHash', 'secondFactorSince'])
const clearable = new Set(['description', 'footerInfo', 'customTheme'])
