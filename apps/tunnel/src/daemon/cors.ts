import type { IncomingHttpHeaders } from 'node:http'

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
    // Some browsers ask before a public page may reach this machine.
    ...(preflight && headers['access-control-request-private-network'] === 'true'
      ? { 'access-control-allow-private-network': 'true' }
      : {}),
  }
}
