import type { IncomingMessage } from 'node:http'

// Browsers let any site open a WebSocket with the user's cookies, and name that site in `Origin`.
export function sameOrigin(req: Pick<IncomingMessage, 'headers'>, publicAddress?: string): boolean {
  const { origin, host } = req.headers
  if (origin === undefined) return true
  const from = hostOf(origin)
  if (from === null) return false
  return from === host?.toLowerCase() || (publicAddress !== undefined && origin === originOf(publicAddress))
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
