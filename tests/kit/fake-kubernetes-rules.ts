import type {
  V1Container,
  V1NetworkPolicy,
  V1ObjectMeta,
  V1Pod,
  V1Secret,
  V1Service,
} from '@kubernetes/client-node'
import { BlockList, isIP, isIPv6 } from 'node:net'

export type Kind = 'Namespace' | 'Pod' | 'Service' | 'Secret' | 'NetworkPolicy'

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const domain = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const serviceLabel = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/
const labelPart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const quantity = /^\d+(\.\d+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$/
const secretKey = /^[-._a-zA-Z0-9]{1,253}$/

export function ruleFaults(kind: Kind, object: object): string[] {
  const metadata = 'metadata' in object ? (object.metadata as V1ObjectMeta) : {}
  const faults = metadataFaults(kind, metadata)
  if (kind === 'Pod') faults.push(...podFaults(object))
  if (kind === 'Service') faults.push(...serviceFaults(object))
  if (kind === 'Secret') faults.push(...secretFaults(object))
  if (kind === 'NetworkPolicy') faults.push(...policyFaults(object))
  return faults
}

function metadataFaults(
  kind: Kind,
  { name = '', labels = {}, ownerReferences = [] }: V1ObjectMeta,
): string[] {
  const faults: string[] = []
  const fits = { Namespace: label, Service: serviceLabel, Pod: domain, Secret: domain, NetworkPolicy: domain }
  if (!fits[kind].test(name)) faults.push(`metadata.name: Invalid value: "${name}"`)
  faults.push(...labelFaults('metadata.labels', labels))
  for (const { apiVersion, kind: owner, name: of, uid } of ownerReferences) {
    if (!apiVersion || !owner || !of || !uid) faults.push('metadata.ownerReferences: Required value')
  }
  return faults
}

function labelFaults(at: string, labels: Record<string, string>): string[] {
  return Object.entries(labels).flatMap(([key, value]) => {
    const faults: string[] = []
    const [name = '', prefix, ...more] = key.split('/').toReversed()
    if (more.length > 0 || (prefix !== undefined && !domain.test(prefix))) faults.push(`${at}: "${key}"`)
    if (name.length > 63 || !labelPart.test(name)) faults.push(`${at}: Invalid key: "${key}"`)
    if (value.length > 63 || (value !== '' && !labelPart.test(value))) {
      faults.push(`${at}: Invalid value: "${value}"`)
    }
    return faults
  })
}

function podFaults({ spec }: V1Pod): string[] {
  if (spec === undefined) return ['spec: Required value']
  const faults = spec.containers.flatMap((container, at) =>
    containerFaults(container, `spec.containers[${at}]`),
  )
  if (spec.containers.length === 0) faults.push('spec.containers: Required value')
  if (!['Always', 'OnFailure', 'Never'].includes(spec.restartPolicy ?? 'Always')) {
    faults.push(`spec.restartPolicy: Unsupported value: "${spec.restartPolicy}"`)
  }
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) faults.push('spec.terminationGracePeriodSeconds')
  const servers = spec.dnsConfig?.nameservers ?? []
  if (spec.dnsPolicy === 'None' && servers.length === 0) {
    faults.push('spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver')
  }
  if (servers.length > 3) faults.push('spec.dnsConfig.nameservers: must not have more than 3 nameservers')
  for (const server of servers) if (isIP(server) === 0) faults.push(`spec.dnsConfig: "${server}"`)
  const seccomp = spec.securityContext?.seccompProfile?.type
  if (seccomp !== undefined && !['RuntimeDefault', 'Unconfined', 'Localhost'].includes(seccomp)) {
    faults.push(`spec.securityContext.seccompProfile.type: "${seccomp}"`)
  }
  for (const { name } of spec.imagePullSecrets ?? []) if (!name) faults.push('spec.imagePullSecrets')
  return faults
}

function containerFaults(container: V1Container, at: string): string[] {
  const { name, image = '', ports = [], env = [], resources = {}, securityContext = {} } = container
  const faults: string[] = []
  if (!label.test(name)) faults.push(`${at}.name: Invalid value: "${name}"`)
  if (image === '' || image.trim() !== image) faults.push(`${at}.image: Invalid value: "${image}"`)
  for (const { containerPort, protocol } of ports) {
    if (containerPort < 1 || containerPort > 65535) faults.push(`${at}.ports: ${containerPort}`)
    if (!['TCP', 'UDP', 'SCTP', undefined].includes(protocol)) faults.push(`${at}.ports: ${protocol}`)
  }
  for (const { name: variable } of env) {
    if (!/^[!-<>-~]+$/.test(variable)) faults.push(`${at}.env: Invalid value: "${variable}"`)
  }
  for (const [resource, amount] of Object.entries({ ...resources.limits, ...resources.requests })) {
    if (!['cpu', 'memory', 'ephemeral-storage'].includes(resource)) faults.push(`${at}: "${resource}"`)
    if (!quantity.test(amount)) faults.push(`${at}.resources: quantities must match: "${amount}"`)
    if (amountOf(resources.requests?.[resource]) > amountOf(resources.limits?.[resource] ?? amount)) {
      faults.push(`${at}.resources.requests: must be less than or equal to ${resource} limit`)
    }
  }
  const added = securityContext.capabilities?.add ?? []
  if (securityContext.allowPrivilegeEscalation === false && added.includes('CAP_SYS_ADMIN')) {
    faults.push('cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN')
  }
  return faults
}

const units = { m: 0.001, k: 1e3, M: 1e6, G: 1e9, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 }

/** In cores or bytes. */
function amountOf(text: string | undefined): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\D*)$/.exec(text ?? '0') ?? []
  return Number(number) * (Object.entries(units).find(([name]) => name === unit)?.[1] ?? 1)
}

function serviceFaults({ spec }: V1Service): string[] {
  const faults = labelFaults('spec.selector', spec?.selector ?? {})
  if (!['ClusterIP', 'NodePort', undefined].includes(spec?.type)) faults.push(`spec.type: "${spec?.type}"`)
  if ((spec?.ports ?? []).length === 0) faults.push('spec.ports: Required value')
  for (const { port, targetPort, nodePort } of spec?.ports ?? []) {
    for (const number of [port, targetPort ?? port]) {
      if (typeof number === 'number' && (number < 1 || number > 65535)) faults.push(`spec.ports: ${number}`)
    }
    if (nodePort !== undefined && (nodePort < 30_000 || nodePort > 32_767)) {
      faults.push(`spec.ports.nodePort: Invalid value: ${nodePort}: provided port is not in the valid range`)
    }
  }
  return faults
}

function secretFaults({ type, data = {} }: V1Secret): string[] {
  const faults = Object.keys(data).filter((key) => !secretKey.test(key))
  if (type === 'kubernetes.io/dockerconfigjson') {
    try {
      JSON.parse(Buffer.from(data['.dockerconfigjson'] ?? '', 'base64').toString())
    } catch {
      faults.push('data[.dockerconfigjson]: Invalid value: "<secret contents redacted>"')
    }
  }
  return faults
}

function policyFaults({ spec }: V1NetworkPolicy): string[] {
  const faults = labelFaults('spec.podSelector', spec?.podSelector?.matchLabels ?? {})
  for (const type of spec?.policyTypes ?? []) {
    if (type !== 'Egress' && type !== 'Ingress') faults.push(`spec.policyTypes: "${type}"`)
  }
  for (const { to = [], ports = [] } of spec?.egress ?? []) {
    for (const { ipBlock, podSelector, namespaceSelector } of to) {
      if (ipBlock && (podSelector || namespaceSelector)) faults.push('ipBlock with a selector')
      if (!ipBlock) continue
      if (!isCidr(ipBlock.cidr)) faults.push(`ipBlock.cidr: Invalid value: "${ipBlock.cidr}"`)
      for (const inner of ipBlock.except ?? []) {
        if (!isCidr(inner) || !isInside(inner, ipBlock.cidr)) {
          faults.push(`ipBlock.except: Invalid value: "${inner}": must be a strict subset of \`cidr\``)
        }
      }
    }
    for (const { protocol } of ports) {
      if (!['TCP', 'UDP', 'SCTP'].includes(protocol ?? 'TCP')) faults.push(`ports.protocol: "${protocol}"`)
    }
  }
  return faults
}

/** Canonical, since newer API servers complain about bits after the prefix. */
function isCidr(text: string): boolean {
  const [address = '', bits = ''] = text.split('/')
  if (isIP(address) === 0 || !/^\d+$/.test(bits) || Number(bits) > (isIPv6(address) ? 128 : 32)) return false
  if (isIPv6(address)) return true
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return number % 2 ** (32 - Number(bits)) === 0
}

function isInside(inner: string, outer: string): boolean {
  const [[address = '', bits = ''], [base = '', outerBits = '']] = [inner.split('/'), outer.split('/')]
  const family = isIPv6(base) ? 'ipv6' : 'ipv4'
  if (isIPv6(address) !== isIPv6(base) || Number(bits) <= Number(outerBits)) return false
  const block = new BlockList()
  block.addSubnet(base, Number(outerBits), family)
  return block.check(address, family)
}
