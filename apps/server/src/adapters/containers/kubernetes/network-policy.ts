import type { V1NetworkPolicy, V1NetworkPolicyEgressRule } from '@kubernetes/client-node'
import { isIPv6 } from 'node:net'
import { installationLabels, labels, networkLabel } from './label.ts'
import { ownName } from './name.ts'

// Where cloud machines learn their identity and with it their rights.
const cloudMetadata = ['169.254.169.254/32', 'fd00:ec2::254/128']

// Incoming traffic is not limited: players and this server come from anywhere. Custom has no policy here,
// only the operator's. `closed`: networks that Open instances must not reach; `dns`: their own name servers.
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
      // The API drops empty lists, which would compare as a change.
      ...(egress.length > 0 && { egress }),
    },
  }
}

// An exception must be smaller than what it is taken from.
function outside(closed: readonly string[]): V1NetworkPolicyEgressRule[] {
  const all = [...new Set([...closed.map(baseOf), ...cloudMetadata])]
  const to = ['0.0.0.0/0', '::/0']
    .filter((whole) => !all.includes(whole))
    .map((cidr) => ({
      ipBlock: { cidr, except: all.filter((network) => isV6(network) === isV6(cidr)).toSorted() },
    }))
  return to.length === 0 ? [] : [{ to }]
}

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

// `10.1.2.3/8` becomes `10.0.0.0/8`: newer versions of the API reject the former.
function baseOf(network: string): string {
  const [address = '', bits = ''] = network.split('/')
  if (isV6(network)) return bits === '0' ? '::/0' : network
  const kept = address.split('.').map((part, at) => {
    const fixed = Math.min(8, Math.max(0, Number(bits) - 8 * at))
    return Number(part) & (256 - 2 ** (8 - fixed))
  })
  return `${kept.join('.')}/${Number(bits)}`
}
