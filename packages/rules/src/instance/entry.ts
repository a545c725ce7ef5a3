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
