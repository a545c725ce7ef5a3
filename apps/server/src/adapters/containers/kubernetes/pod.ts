import type { V1Pod, V1Probe, V1Service, V1Toleration } from '@kubernetes/client-node'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { usualCapabilities } from '../capability.ts'
import { labels, labelValue, orderLabels } from './label.ts'
import type { KubernetesSettings } from './needs.ts'
import { graceSeconds } from './timing.ts'

export const containerName = 'instance'

type PodSettings = Pick<
  KubernetesSettings,
  | 'dns'
  | 'capabilities'
  | 'allowSetuid'
  | 'requestPercent'
  | 'nodeSelector'
  | 'tolerations'
  | 'priorityClass'
  | 'runtimeClass'
>

export function podOf(
  order: ContainerOrder,
  name: string,
  installation: string,
  settings: PodSettings,
  pullSecret: string | null,
): V1Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: orderLabels(order, installation) },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: graceSeconds,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(settings.nodeSelector.length > 0 && {
        nodeSelector: Object.fromEntries(settings.nodeSelector.map(labelOf)),
      }),
      ...(settings.tolerations.length > 0 && { tolerations: settings.tolerations.map(tolerationOf) }),
      ...(settings.priorityClass !== null && { priorityClassName: settings.priorityClass }),
      ...(settings.runtimeClass !== null && { runtimeClassName: settings.runtimeClass }),
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      ...(settings.dns.length > 0 && { dnsPolicy: 'None', dnsConfig: { nameservers: [...settings.dns] } }),
      ...(pullSecret !== null && { imagePullSecrets: [{ name: pullSecret }] }),
      containers: [
        {
          name: containerName,
          image: order.image,
          ports: [{ containerPort: order.port, protocol: 'TCP' }],
          env: Object.entries(order.environment).map(([variable, value]) => ({
            name: variable,
            value: literal(value),
          })),
          resources: { limits: roomOf(order, 100), requests: roomOf(order, settings.requestPercent) },
          ...(order.mayConnect && { startupProbe: probeOf(order) }),
          securityContext: {
            allowPrivilegeEscalation: settings.allowSetuid || order.userChange,
            capabilities: {
              drop: ['ALL'],
              add: [...new Set([...usualCapabilities, ...settings.capabilities.map(capabilityName)])],
            },
          },
        },
      ],
    },
  }
}

const roomOf = ({ cpu, memoryMb, storageMb }: ContainerOrder, percent: number): Record<string, string> => {
  const share = (amount: number): number => Math.ceil((amount * percent) / 100)
  return {
    cpu: `${share(cpu * 100)}m`,
    memory: `${share(memoryMb)}Mi`,
    ...(storageMb > 0 && { 'ephemeral-storage': `${share(storageMb)}Mi` }),
  }
}

const forever = 2 ** 31 - 1

// Once a second until the service listens, then never again: some handle one connection and end. A slow
// service is not killed.
const probeOf = ({ port }: ContainerOrder): V1Probe => ({
  tcpSocket: { port },
  periodSeconds: 1,
  timeoutSeconds: 1,
  failureThreshold: forever,
})

const labelOf = (text: string): [string, string] => {
  const [name = '', value = ''] = text.split('=')
  return [name, value]
}

// As in `kubectl taint`: `key=value:Effect`, without value for any, without effect for all.
const tolerationOf = (text: string): V1Toleration => {
  const [taint = '', effect] = text.split(':')
  const [key, value] = taint.split('=')
  return {
    ...(key === '' ? {} : { key }),
    ...(value === undefined ? { operator: 'Exists' } : { operator: 'Equal', value }),
    ...(effect === undefined ? {} : { effect }),
  }
}

const capabilityName = (name: string): string => name.toUpperCase().replace(/^CAP_/, '')

// `$(NAME)` would be replaced by another variable, even in a flag.
const literal = (value: string): string => value.replaceAll('$', '$$$$')

export function nodePortOf(order: ContainerOrder, pod: V1Pod, installation: string): V1Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: serviceName(order),
      labels: orderLabels(order, installation),
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Pod', name: pod.metadata?.name ?? '', uid: pod.metadata?.uid ?? '' },
      ],
    },
    spec: {
      type: 'NodePort',
      selector: { [labels.instance]: labelValue(order.id) },
      ports: [{ port: order.port, targetPort: order.port, protocol: 'TCP' }],
    },
  }
}

// Named by the order, so that a repeated call can't meet the service of another pod.
const serviceName = (order: Pick<ContainerOrder, 'id'>): string =>
  `i-${order.id
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 60)}`
