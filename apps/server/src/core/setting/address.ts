import { Problem } from '@pennant/contract/problem'
import type { AddressSource } from '@pennant/contract/setting'

/** Never taken from a request, which anyone can forge. */
export type SiteAddress = { url(): string | null; source(): AddressSource }

type Needs = {
  /** Wins over the others. */
  configured: string | null
  kept: () => string | null
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
