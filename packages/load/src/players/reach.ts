import { connect } from 'node:net'
import WebSocket from 'ws'
import { authorityOf, type Site } from '../address.ts'

const patienceMs = 10_000

/** Opens one connection, directly or through the server. `answer`: of its start. */
export const reachInstance = (
  site: Site,
  answer: string,
  headers: Record<string, string>,
): Promise<boolean> => {
  const { entry } = JSON.parse(answer) as { entry?: string | null }
  const [, host, port] = /^(.+):(\d+)$/.exec(entry ?? '') ?? []
  if (host !== undefined) return opened(connect({ host, port: Number(port) }), 'connect')
  const address = `${site.secure ? 'wss' : 'ws'}://${authorityOf(site)}/api/proxy/${entry ?? ''}`
  return opened(new WebSocket(address, { headers, rejectUnauthorized: site.host !== undefined }), 'open')
}

type Opening = {
  once(event: string, listener: () => void): unknown
  on(event: string, listener: () => void): unknown
}

const opened = (opening: Opening & ({ destroy(): unknown } | { terminate(): unknown }), event: string) =>
  new Promise<boolean>((resolve) => {
    const end = (isOpen: boolean) => (): void => {
      clearTimeout(timer)
      if ('terminate' in opening) opening.terminate()
      else opening.destroy()
      resolve(isOpen)
    }
    const timer = setTimeout(end(false), patienceMs)
    opening.once(event, end(true))
    // A socket that is torn down while it opens reports that, too.
    opening.on('error', end(false))
  })
