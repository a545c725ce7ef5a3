/** Without a host it is on this machine, and may have a certificate of its own. */
export type Site = { port: number; secure: boolean; host?: string }

export const hostOf = ({ host = '127.0.0.1' }: Site): string => host

/** In addresses and headers. */
export const authorityOf = (site: Site): string => {
  const host = hostOf(site)
  return `${host.includes(':') ? `[${host}]` : host}:${site.port}`
}

/** The bench's nginx takes a visitor's address from it. */
export const addressHeader = 'bench-address'

/** Of the networks that are set aside for benchmarks (RFC 2544). */
export const addressOf = (visitor: number): string =>
  `198.${18 + ((visitor >> 16) & 1)}.${(visitor >> 8) & 255}.${visitor & 255}`

export const comingFrom = (address: string): Record<string, string> => ({ [addressHeader]: address })

export const asVisitor = (request: string, visitor: number): string =>
  request.replace('\r\n', `\r\n${addressHeader}: ${addressOf(visitor)}\r\n`)
