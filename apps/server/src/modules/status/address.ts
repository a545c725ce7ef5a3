import type { AddressSource } from '@pennant/contract/setting'
import { type Warning, warning } from './part.ts'

type Facts = { url: string | null; source: AddressSource; instancesHost: string | null }

/** What the address of the site gives away. */
export const addressWarnings = ({ url, source, instancesHost }: Facts): Warning[] => {
  const site = url === null ? null : new URL(url)
  const others = site !== null && !isOwnMachine(site.hostname)
  return [
    ...(source === 'None' || source === 'OwnMachine'
      ? [warning('publicUrl.missing', ...(url === null ? [] : [url]))]
      : []),
    ...(others && site.protocol === 'http:' ? [warning('publicUrl.plain', site.origin)] : []),
    ...(others && sameHost(site.hostname, instancesHost)
      ? [warning('instances.sameHost', site.hostname)]
      : []),
  ]
}

const isOwnMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

const sameHost = (site: string, instances: string | null): boolean =>
  instances !== null && site.replace(/^\[|\]$/g, '') === instances.toLowerCase().replace(/\.$/, '')
