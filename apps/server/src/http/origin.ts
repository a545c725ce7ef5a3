import type { IncomingMessage } from 'node:http'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site made a browser send. Browsers always say where such a request comes
 * from; what says nothing is no browser, and has no cookie it did not put there itself.
 */
export const crossSiteGuard = (options: {
  publicUrl: string | null
  trustedOrigins: readonly string[]
  trust: (address: string, hop: number) => boolean
}) => {
  const trusted = new Set(
    [...options.trustedOrigins, ...(options.publicUrl === null ? [] : [options.publicUrl])].map((url) =>
      withoutDefaultPort(new URL(url).host),
    ),
  )
  /** The name under which a proxy was asked, where the proxy is one of ours. */
  const forwardedHost = ({ headers, socket: { remoteAddress } }: IncomingMessage): string | undefined => {
    const said = headers['x-forwarded-host']
    const isOurs = remoteAddress !== undefined && options.trust(remoteAddress, 0)
    return isOurs && typeof said === 'string' ? said : undefined
  }
  const sameSite = (request: IncomingMessage): boolean => {
    const { origin, host } = request.headers
    const site = request.headers['sec-fetch-site']
    // What the browser itself says, and no page can make it say; a proxy may have changed the host.
    if (site === 'same-origin') return true
    if (origin === undefined) return site === undefined || site === 'none'
    const from = hostOf(origin)
    if (from === null) return false
    const ours = [host, forwardedHost(request)]
    return trusted.has(from) || ours.some((one) => one !== undefined && withoutDefaultPort(one) === from)
  }
  return {
    sameSite,
    allows: (request: IncomingMessage): boolean => safe.has(request.method ?? 'GET') || sameSite(request),
  }
}

/** Origins leave the usual ports away, `Host` may name them. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(80|443)$/, '')

const hostOf = (origin: string): string | null => {
  try {
    return withoutDefaultPort(new URL(origin).host)
  } catch {
    return null
  }
}
