import type { IncomingMessage } from 'node:http'
import type { RequestOriginOf } from './address.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

// A client that does not say where a request comes from is no browser, and has only its own cookies.
export const crossSiteGuard = (
  options: { publicUrl: string | null; trustedOrigins: readonly string[] },
  requestOrigin: RequestOriginOf,
) => {
  const trusted = new Set(
    [...options.trustedOrigins, ...(options.publicUrl === null ? [] : [options.publicUrl])].map((url) =>
      withoutDefaultPort(new URL(url).host),
    ),
  )
  const sameSite = (request: IncomingMessage): boolean => {
    const { origin, host } = request.headers
    const site = request.headers['sec-fetch-site']
    // Set by the browser, and no page can fake it; `Host` may have been changed by a proxy.
    if (site === 'same-origin') return true
    if (origin === undefined) return site === undefined || site === 'none'
    const from = hostOf(origin)
    if (from === null) return false
    if (trusted.has(from) || (host !== undefined && withoutDefaultPort(host) === from)) return true
    return withoutDefaultPort(requestOrigin(request).host) === from
  }
  return {
    sameSite,
    allows: (request: IncomingMessage): boolean => safe.has(request.method ?? 'GET') || sameSite(request),
  }
}

// Origins leave the default ports out, `Host` may name them.
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(80|443)$/, '')

const hostOf = (origin: string): string | null => {
  try {
    return withoutDefaultPort(new URL(origin).host)
  } catch {
    return null
  }
}
