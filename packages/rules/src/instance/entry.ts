/** Where a container can be reached. */
export type ContainerPlace = {
  id: string
  /** Through this server only. */
  isProxied: boolean
  ip: string | null
  port: number | null
  publicIp: string | null
  publicPort: number | null
}

/** The way to an instance, as players are told it. Null while nobody knows where it is. */
export const entryOf = ({ id, isProxied, ip, port, publicIp, publicPort }: ContainerPlace): string | null => {
  if (isProxied) return id
  const host = publicIp ?? ip
  const at = publicPort ?? port
  return host === null || at === null ? null : `${host}:${at}`
}

const idLength = 36

/** Whether an entry is the id of a container that the server relays to. */
export const isRelayed = (entry: string): boolean => entry.length === idLength && !entry.includes(':')

type Site = { protocol: string; host: string }

/** Where the server relays to a container, of a test instance or of a team's. */
export const relayUrl = (entry: string, { protocol, host }: Site, isTest = false): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/proxy/${isTest ? 'noinst/' : ''}${entry}`
