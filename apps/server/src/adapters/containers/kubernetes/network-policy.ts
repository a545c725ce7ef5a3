import type { V1NetworkPolicy, V1NetworkPolicyEgressRule } from '@kubernetes/client-node'
import { isIPv6 } from 'node:net'
import { installationLabels, labels, networkLabel } from './label.ts'
import { ownName } from './name.ts'

/** Where the machines of clouds learn who they are, and with it what they may do. */
const cloudMetadata = ['169.254.169.254/32', 'fd00:ec2::254/128']

/**
 * Who may reach what from inside. What comes in is not limited: players and this server come from anywhere.
 * The mode Custom has no policy of ours: it is for those of the operator. `closed`: networks that instances of the mode
 * Open must not reach; `dns`: name servers of their own.
 */
export function networkPolicy(
  mode: 'Open' | 'Isolated',
  installation: string,
  closed: readonly string[],
  dns: readonly string[],
): V1NetworkPolicy {
  const egress = mode === 'Open' ? [...outside(closed), names(dns)] : []
  return policy(mode, egress, installation)
}

function policy(
  mode: 'Open' | 'Isolated',
  egress: V1NetworkPolicyEgressRule[],
  installation: string,
): V1NetworkPolicy {
  const own = installationLabels(installation)
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: ownName(mode, installation), labels: own },
    spec: {
      podSelector: { matchLabels: { ...own, [labels.network]: networkLabel(mode) } },
      policyTypes: ['Egress'],
      // The API leaves out what is empty, and compares as changed what is not.
      ...(egress.length > 0 && { egress }),
    },
  }
}

/** Everything but the closed networks. An exception must be smaller than what it is taken from. */
function outside(closed: readonly string[]): V1NetworkPolicyEgressRule[] {
  const all = [...new Set([...closed.map(baseOf), ...cloudMetadata])]
  const to = ['0.0.0.0/0', '::/0']
    .filter((whole) => !all.includes(whole))
    .map((cidr) => ({
      ipBlock: { cidr, except: all.filter((network) => isV6(network) === isV6(cidr)).toSorted() },
    }))
  return to.length === 0 ? [] : [{ to }]
}

/** The cluster's own name servers, wherever they run, or those that were given. */
function names(dns: readonly string[]): V1NetworkPolicyEgressRule {
  const ports = [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ]
  if (dns.length === 0) {
    const podSelector = { matchLabels: { 'k8s-app': 'kube-dns' } }
    return { ports, to: [{ namespaceSelector: {}, podSelector }] }
  }
  return { ports, to: dns.map((ip) => ({ ipBlock: { cidr: `${ip}/${isIPv6(ip) ? 128 : 32}` } })) }
}

const isV6 = (network: string): boolean => network.includes(':')

/** `10.1.2.3/8` is written `10.0.0.0/8`: newer versions of the API complain of the former. */
function baseOf(network: string): string {
  const [address = '', bits = ''] = network.split('/')
  if (isV6(network)) return bits === '0' ? '::/0' : network
  const kept = address.split('.').map((part, at) => {
    const fixed = Math.min(8, Math.max(0, Number(bits) - 8 * at))
    return Number(part) & (256 - 2 ** (8 - fixed))
  })
  return `${kept.join('.')}/${Number(bits)}`
}
