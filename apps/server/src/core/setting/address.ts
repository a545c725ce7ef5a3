import { Problem } from '@pennant/contract/problem'
import type { AddressSource } from '@pennant/contract/setting'

/** Where people open the site, and who says so. Never the request of anybody. */
export type SiteAddress = { url(): string | null; source(): AddressSource }

type Needs = {
  /** What the operator has configured: it wins. */
  configured: string | null
  /** What an administrator has entered. */
  kept: () => string | null
  /** Of a server that listens on this machine alone. */
  own: () => string | null
}

export const createSiteAddress = ({ configured, kept, own }: Needs): SiteAddress => ({
  url: () => configured ?? kept() ?? own(),
  source() {
    if (configured !== null) return 'Configuration'
    if (kept() !== null) return 'Setting'
    return own() === null ? 'None' : 'OwnMachine'
  },
})

/** Scheme, host, and port of what somebody entered; throws when it is more or less than that. */
export const readAddress = (text: string): string => {
  const entered = text.trim()
  const url = /^https?:\/\/[^/\s]/i.test(entered) && URL.canParse(entered) ? new URL(entered) : null
  const isOrigin =
    url !== null &&
    `${url.pathname}${url.search}${url.hash}` === '/' &&
    `${url.username}${url.password}` === ''
  if (!isOrigin) throw new Problem('setting.address', { field: 'address' })
  return url.origin
}
