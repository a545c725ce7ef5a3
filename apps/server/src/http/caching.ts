import type { Route } from '@pennant/contract/route'

export const cacheControlOf = ({ caching, answer }: Pick<Route, 'caching' | 'answer'>): string => {
  if (caching === undefined) return 'no-store'
  // Files have always had the shorter of two headers with the same meaning.
  if (caching === 'revalidate' && answer === 'bytes') return 'no-cache'
  return headers[caching]
}

const headers = {
  revalidate: 'no-cache, must-revalidate',
  private: 'no-cache, must-revalidate, private',
  minute: 'public, max-age=60',
  week: 'public, max-age=604800',
} as const satisfies Record<NonNullable<Route['caching']>, string>
