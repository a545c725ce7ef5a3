import { tunnelAddress } from '@pennant/contract/tunnel'
import { stored } from '../../storage.ts'

/** Under the key of other clients. */
export type Options = { api: string; name: string; allowLan: boolean }

export const storedOptions = stored<unknown>('wsrx-options', JSON.parse, null)

const usualName = 'Pennant::CTF'
const longestName = 128

export type StoredOptions = {
  options: Options
  refused: string | null
}

/** Unreadable parts count as unset. */
export const readOptions = (raw: unknown): StoredOptions => {
  const { api, name, allowLan }: { [Name in keyof Options]?: unknown } =
    typeof raw === 'object' && raw !== null ? raw : {}
  const address = typeof api === 'string' ? readAddress(api) : { api: tunnelAddress }
  return {
    options: {
      api: 'api' in address ? address.api : tunnelAddress,
      name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, longestName) : usualName,
      allowLan: allowLan === true,
    },
    refused:
      'fault' in address && address.fault === 'elsewhere' && typeof api === 'string' ? api.trim() : null,
  }
}

export type AddressFault = 'elsewhere' | 'unreadable'

// The only form that the page's policy allows; some tunnels put a key behind the port.
const local = /^(?:(?:http:\/\/)?(?:127\.0\.0\.1|localhost):)?(\d{1,5})(\/[\w-]{24,64})?\/?$/i

export const readAddress = (text: string): { api: string } | { fault: AddressFault } => {
  const written = text.trim()
  if (written === '') return { api: tunnelAddress }
  const [, digits = '', secret = ''] = local.exec(written) ?? []
  const port = Number(digits)
  if (port >= 1 && port <= 65_535) return { api: `http://127.0.0.1:${port}${secret}` }
  return { fault: isElsewhere(written) ? 'elsewhere' : 'unreadable' }
}

const isElsewhere = (text: string): boolean => {
  if (/^\d+$/.test(text)) return false
  try {
    const { hostname } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`)
    return !/^(?:localhost|127\..*|0\.0\.0\.0|\[::1?\]|)$/.test(hostname)
  } catch {
    return false
  }
}
