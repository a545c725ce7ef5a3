import { tunnelAddress } from '@pennant/contract/tunnel'

/** What the visitor has set, as other clients keep it, too. */
export type Options = { api: string; name: string; allowLan: boolean }

type Place = Pick<Storage, 'getItem' | 'setItem'>

const key = 'wsrx-options'

/** What cannot be read is as if nobody had set it. */
export const readOptions = (place: Place, name: string): Options => {
  let stored: unknown
  try {
    stored = JSON.parse(place.getItem(key) ?? '{}')
  } catch {
    stored = {}
  }
  const { api, allowLan }: { [Name in keyof Options]?: unknown } =
    typeof stored === 'object' && stored !== null ? stored : {}
  return {
    api: (typeof api === 'string' ? addressIn(api) : null) ?? tunnelAddress,
    name,
    allowLan: allowLan === true,
  }
}

/** Whether they are still there the next time is up to the browser. */
export const keepOptions = (place: Place, options: Options): void => {
  try {
    place.setItem(key, JSON.stringify(options))
  } catch {}
}

/** An address on this machine, in the one form that the policy of the page lets through; null for any other. */
export const addressIn = (text: string): string | null => {
  const written = text.trim()
  if (written === '') return tunnelAddress
  const [, port = ''] = /^(?:(?:http:\/\/)?(?:127\.0\.0\.1|localhost):)?(\d{1,5})\/?$/i.exec(written) ?? []
  return Number(port) >= 1 && Number(port) <= 65_535 ? `http://127.0.0.1:${Number(port)}` : null
}
