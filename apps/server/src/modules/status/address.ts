import type { AddressSource } from '@pennant/contract/setting'
import { isOwnMachine } from '../../kit/listen.ts'
import { type Warning, warning } from './part-status.ts'

type Facts = { url: string | null; source: AddressSource; instancesHost: string | null }

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

const sameHost = (site: string, instances: string | null): boolean =>
  instances !== null && site.replace(/^\[|\]$/g, '') === instances.toLowerCase().replace(/\.$/, '')
