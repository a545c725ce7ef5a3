import type { V1Pod, V1Service } from '@kubernetes/client-node'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { usualCapabilities } from '../capability.ts'
import { labels, labelValue, orderLabels } from './label.ts'
import type { KubernetesSettings } from './needs.ts'

/** The only container of a pod of ours. */
export const containerName = 'instance'

export type PodNeeds = {
  readonly installation: string
  readonly settings: Pick<KubernetesSettings, 'dns' | 'capabilities' | 'allowSetuid'>
  readonly pullSecret: string | null
}

export function podOf(
  order: ContainerOrder,
  name: string,
  { installation, settings, pullSecret }: PodNeeds,
): V1Pod {
  const room = {
    cpu: `${order.cpu * 100}m`,
    memory: `${order.memoryMb}Mi`,
    ...(order.storageMb > 0 && { 'ephemeral-storage': `${order.storageMb}Mi` }),
  }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: orderLabels(order, installation) },
    spec: {
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: graceSeconds,
      // Nothing of the cluster is a service's business.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
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
          resources: { limits: room, requests: room },
          securityContext: {
            allowPrivilegeEscalation: settings.allowSetuid,
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

/** Between asking a service to stop and killing it. */
export const graceSeconds = 2

const capabilityName = (name: string): string => name.toUpperCase().replace(/^CAP_/, '')

/** `$(NAME)` would be replaced by another variable, in a flag as anywhere. */
const literal = (value: string): string => value.replaceAll('$', '$$$$')

/** A port of every node that leads to the pod, and goes when the pod goes. */
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

/** By the order, so that it can be made again after no answer without meeting one of another pod. */
const serviceName = (order: Pick<ContainerOrder, 'id'>): string =>
  `i-${order.id
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 60)}`
