import type { Site } from '../address.ts'
import { authorityOf } from '../address.ts'
import { askFor, openConnection } from '../connection.ts'
import { getRequest } from '../request.ts'

const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export const siteOf = (url: string): Site => {
  const { protocol, hostname, port } = new URL(url)
  const secure = protocol === 'https:'
  const at = { port: port === '' ? (secure ? 443 : 80) : Number(port), secure }
  return own.test(hostname) ? at : { ...at, host: hostname.replace(/^\[(.+)\]$/, '$1') }
}

const mostAssets = 40

/** What a browser loads of the client before it asks for anything else. */
export const readAssets = async (site: Site): Promise<string[]> => {
  const connection = await openConnection(site, { keepBodies: true })
  const headers = { host: authorityOf(site), accept: 'text/html' }
  const { status, bytes } = await askFor(connection, getRequest('/', { headers }))
  connection.close()
  // A server without a client is one that other programs use.
  if (status !== 200) return ['/api/config']
  const paths = [...bytes.toString().matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].flatMap(
    ([, path]) => path ?? [],
  )
  return ['/', ...new Set(paths), '/api/config'].slice(0, mostAssets)
}
