import type { IncomingHttpHeaders } from 'node:http'

/** Whom a browser lets read the answers of a path: every page, or those that are allowed. */
export type Readers = 'everybody' | 'allowed sites'

type Asked = {
  readers: Readers
  headers: IncomingHttpHeaders
  preflight: boolean
  isAllowed(host: string): boolean
}

export const corsHeaders = ({ readers, headers, preflight, isAllowed }: Asked): Record<string, string> => {
  const vary = { vary: 'origin, access-control-request-method, access-control-request-headers' }
  const { origin = '' } = headers
  const allowOrigin = readers === 'everybody' ? '*' : origin
  if (readers === 'allowed sites' && !isAllowed(origin)) return vary
  return {
    ...vary,
    'access-control-allow-origin': allowOrigin,
    ...(preflight
      ? {
          'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
          'access-control-allow-headers': 'content-type',
        }
      : {}),
    // Browsers that ask before they let a public page talk to this machine.
    ...(preflight && headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  }
}
