import type { IncomingMessage } from 'node:http'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site made a browser send. Browsers always say where such a request comes
 * from; what says nothing is no browser, and has no cookie it did not put there itself.
 */
export const crossSiteGuard = (options: { publicUrl: string | null; trustedOrigins: readonly string[] }) => {
  const trusted = new Set(
    [...options.trustedOrigins, ...(options.publicUrl === null ? [] : [options.publicUrl])].map(
      (url) => new URL(url).host,
    ),
  )
  const sameSite = (request: IncomingMessage): boolean => {
    const { origin, host } = request.headers
    if (origin === undefined) {
      const site = request.headers['sec-fetch-site']
      return site === undefined || site === 'same-origin' || site === 'none'
    }
    const from = hostOf(origin)
    if (from === null) return false
    const forwarded = request.headers['x-forwarded-host']
    return from === host?.toLowerCase() || from === forwarded || trusted.has(from)
  }
  return {
    sameSite,
    allows: (request: IncomingMessage): boolean => safe.has(request.method ?? 'GET') || sameSite(request),
  }
}

const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
