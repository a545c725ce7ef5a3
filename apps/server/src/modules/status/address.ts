import type { AddressSource } from '@pennant/contract/setting'
import { isOwnMachine } from '../../kit/listen.ts'
import { found, type PageFinding } from './checks/check.ts'
import { finding } from './part-status.ts'

type Facts = { url: string | null; source: AddressSource; instancesHost: string | null }

export const addressFindings = ({ url, source, instancesHost }: Facts): PageFinding[] => {
  const site = url === null ? null : new URL(url)
  const others = site !== null && !isOwnMachine(site.hostname)
  return [
    ...(source === 'None' ? [finding('publicUrl.missing')] : []),
    // On its own machine, a site can be tried out.
    ...(source === 'OwnMachine' && url !== null ? [found('yellow', 'publicUrl.missing', url)] : []),
    ...(others && site.protocol === 'http:' ? [finding('publicUrl.plain', site.origin)] : []),
    ...(others && sameHost(site.hostname, instancesHost)
      ? [finding('instances.sameHost', site.hostname)]
      : []),
  ]
}

const sameHost = (site: string, instances: string | null): boolean =>
  instances !== null && site.replace(/^\[|\]$/g, '') === instances.toLowerCase().replace(/\.$/, '')
