export type ContainerAddress = {
  id: string
  isProxied: boolean
  ip: string | null
  port: number | null
  publicIp: string | null
  publicPort: number | null
}

/** Null while the address is unknown. */
export const entryOf = ({
  id,
  isProxied,
  ip,
  port,
  publicIp,
  publicPort,
}: ContainerAddress): string | null => {
  if (isProxied) return id
  const host = publicIp ?? ip
  const at = publicPort ?? port
  return host === null || at === null ? null : `${host}:${at}`
}

const idLength = 36

export const isRelayed = (entry: string): boolean => entry.length === idLength && !entry.includes(':')

type Site = { protocol: string; host: string }

export const relayUrl = (entry: string, { protocol, host }: Site, isTest = false): string =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/proxy/${isTest ? 'noinst/' : ''}${entry}`
