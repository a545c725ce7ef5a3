import { createServer } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import type { Installation } from './installation.ts'
import type { Check } from '../modules/status/checks/check.ts'
import { isolationCheck, type Target } from '../modules/status/checks/isolation.ts'
import type { StatusStore } from '../modules/status/store.ts'

const everyMode = ['Open', 'Isolated'] as const
// Where clouds tell machines about themselves, and a name server that anyone may ask.
const metadata = { host: '169.254.169.254', port: 80 }
const metadata6 = { host: 'fd00:ec2::254', port: 80 }
const internet = { host: '1.1.1.1', port: 443 }
const internet6 = { host: '2606:4700:4700::1111', port: 443 }

/** `image`: made from `deploy/probe`. */
export const probeCheck = (
  { core, config }: Pick<Installation, 'config' | 'core'>,
  store: Pick<StatusStore, 'networkModes'>,
  now: () => number,
  image: string,
): Check => ({
  id: 'instances.isolation',
  limitMs: 300_000,
  async run(signal) {
    // Each address of this machine answers here, also that which is the gateway of instances.
    const listener = createServer((socket) => socket.end())
    await new Promise<void>((resolve) => listener.listen(0, anyAddress(), resolve))
    try {
      const bound = listener.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0
      return await isolationCheck({
        containers: core.containers,
        image,
        closesCustom: core.containers.kind === 'docker',
        published: config.containerProvider.portMappingType !== 'PlatformProxy',
        used: () => store.networkModes(new Date(now())),
        targets: targetsOf(core.site.url(), port, ownAddresses()),
      }).run(signal)
    } finally {
      listener.close()
    }
  },
})

const ownInterfaces = (): (NetworkInterfaceInfo & { name: string })[] =>
  Object.entries(networkInterfaces()).flatMap(([name, all]) => (all ?? []).map((one) => ({ ...one, name })))

/** Of both kinds, if the machine has both. */
const anyAddress = (): string => (ownInterfaces().some(({ family }) => family === 'IPv6') ? '::' : '0.0.0.0')

/** Those of a link are tried over the first interface of an instance. Each instance has one end of a pair here. */
const ownAddresses = (): string[] =>
  ownInterfaces()
    .filter(({ internal, name }) => !internal && !name.startsWith('veth'))
    .map(({ address }) => (address.startsWith('fe80:') ? `${address}%eth0` : address))

export const targetsOf = (site: string | null, port: number, addresses: readonly string[]): Target[] => [
  ...addresses.map((host) => ({ name: `this-machine-at-${host}`, host, port, closedTo: everyMode })),
  { name: 'metadata', ...metadata, closedTo: everyMode },
  { name: 'metadata-over-ipv6', ...metadata6, closedTo: everyMode },
  // Open instances have the internet, and the site is part of it.
  { name: 'the-internet', ...internet, closedTo: ['Isolated'] },
  { name: 'the-internet-over-ipv6', ...internet6, closedTo: ['Isolated'] },
  ...siteOf(site),
]

const siteOf = (site: string | null): Target[] => {
  if (site === null) return []
  const { hostname, port, protocol } = new URL(site)
  const usual = protocol === 'https:' ? 443 : 80
  return [{ name: 'the-site', host: hostname, port: Number(port) || usual, closedTo: ['Isolated'] }]
}
