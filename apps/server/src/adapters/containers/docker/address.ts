export type DaemonAddress =
  | { readonly kind: 'socket'; readonly path: string; readonly shown: string }
  | {
      readonly kind: 'host'
      readonly protocol: 'http' | 'https'
      readonly host: string
      readonly port: number
      readonly prefix: string
      readonly login: string
      readonly shown: string
    }

const usualSocket = '/var/run/docker.sock'
const usualPipe = '//./pipe/docker_engine'

export const localSocket = (platform: string): string => (platform === 'win32' ? usualPipe : usualSocket)

/** `tls`: certificates are given, so that tcp:// means TLS, as in Docker's own programs. */
export const parseDaemonAddress = (uri: string, tls: boolean, platform: string): DaemonAddress => {
  const text = uri.trim()
  if (text === '') return socketAt(localSocket(platform))
  const [, scheme = '', rest = ''] = /^(\w+):\/\/(.*)$/.exec(text) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'unix') return socketAt(rest === '' ? usualSocket : rest)
  if (kind === 'npipe') return socketAt(rest === '' ? usualPipe : rest)
  const protocol = kind === 'https' || (kind === 'tcp' && tls) ? 'https' : 'http'
  const url = new URL(`${protocol}://${rest}`)
  const port = portOf(url, kind, protocol)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  const login = [url.username, url.password].filter(Boolean).map(decodeURIComponent).join(':')
  return { kind: 'host', protocol, host, port, prefix, login, shown: `${protocol}://${url.hostname}:${port}` }
}

const socketAt = (path: string): DaemonAddress => ({
  kind: 'socket',
  path,
  shown: path.startsWith('//') ? `npipe:${path}` : `unix://${path}`,
})

// Daemons have ports of their own, but http and https imply theirs.
const portOf = (url: URL, scheme: string, protocol: 'http' | 'https'): number => {
  if (url.port !== '') return Number(url.port)
  if (scheme === 'tcp') return protocol === 'https' ? 2376 : 2375
  return protocol === 'https' ? 443 : 80
}

export const isLocal = (address: DaemonAddress): boolean =>
  address.kind === 'socket' || address.host === 'localhost' || /^(127\.|::1$)/.test(address.host)
