import type { V1ContainerStatus, V1Pod, V1PodStatus } from '@kubernetes/client-node'
import type { StartRefusal } from '../../../ports/containers.ts'
import { oneLine } from './fault.ts'
import { labels } from './label.ts'
import { runtimeIdOf } from './name.ts'
import { containerName } from './pod.ts'

export type PodState =
  | { readonly kind: 'running'; readonly ip: string; readonly isReady: boolean }
  | {
      readonly kind: 'waiting'
      readonly phase: 'pulling' | 'starting'
      readonly noRoom: string | null
      readonly pull: PullTrouble | null
    }
  | { readonly kind: 'ended'; readonly detail: string }
  | { readonly kind: 'failed'; readonly refused: StartRefusal; readonly detail: string }
  | { readonly kind: 'leaving' }

export type PullTrouble = {
  readonly refused: StartRefusal
  readonly detail: string
  readonly isBackOff: boolean
}

const backOff = 'ImagePullBackOff'
const retried: Readonly<Record<string, StartRefusal>> = {
  ErrImagePull: 'image',
  [backOff]: 'image',
  RegistryUnavailable: 'unavailable',
}

const hopeless: Readonly<Record<string, StartRefusal>> = {
  InvalidImageName: 'image',
  ErrImageNeverPull: 'image',
  ImageInspectError: 'image',
  SignatureValidationFailed: 'image',
  CreateContainerConfigError: 'invalid',
  CreateContainerError: 'invalid',
  RunContainerError: 'invalid',
}

export function stateOf({ metadata, spec, status }: V1Pod): PodState {
  if (metadata?.deletionTimestamp) return { kind: 'leaving' }
  const container = ownStatus(status)
  const { terminated, waiting, running } = container?.state ?? {}
  if (terminated) {
    const why = [terminated.reason, terminated.message].filter(Boolean).join(': ')
    return { kind: 'ended', detail: `It ended with exit code ${terminated.exitCode}${inBrackets(why)}.` }
  }
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') {
    const detail = oneLine(`${status.reason ?? status.phase}${inBrackets(status.message)}`)
    if (/^(OutOf|Evicted|Preempt|NodeShutdown|Terminated)/.test(status.reason ?? '')) {
      return { kind: 'failed', refused: 'quota', detail }
    }
    return { kind: 'ended', detail }
  }
  const reason = waiting?.reason ?? ''
  const image = spec?.containers.find(({ name }) => name === containerName)?.image ?? ''
  const detail = oneLine(`${image}: ${reason}${inBrackets(waiting?.message)}`)
  const refused = hopeless[reason]
  if (refused !== undefined) return { kind: 'failed', refused, detail }
  if (running && status?.podIP)
    return { kind: 'running', ip: status.podIP, isReady: container?.ready === true }
  const trouble = retried[reason]
  if (trouble !== undefined) {
    const pull = { refused: trouble, detail, isBackOff: reason === backOff }
    return { kind: 'waiting', phase: 'pulling', noRoom: null, pull }
  }
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status === 'False') {
    const noRoom = scheduled.reason === 'Unschedulable' ? oneLine(scheduled.message ?? '') : null
    return { kind: 'waiting', phase: 'starting', noRoom, pull: null }
  }
  // Nodes don't report pulling here; between scheduling and running, it is what takes long.
  const pulls = scheduled?.status === 'True' && !running && !container?.imageID
  return { kind: 'waiting', phase: pulls ? 'pulling' : 'starting', noRoom: null, pull: null }
}

export const isOver = ({ metadata, status }: V1Pod): boolean =>
  metadata?.deletionTimestamp !== undefined ||
  status?.phase === 'Failed' ||
  status?.phase === 'Succeeded' ||
  ownStatus(status)?.state?.terminated !== undefined

// Clusters may add containers of their own, in any order.
export const ownStatus = (status: V1PodStatus | undefined): V1ContainerStatus | undefined =>
  status?.containerStatuses?.find(({ name }) => name === containerName)

export type KnownPod = {
  readonly name: string
  readonly uid: string
  readonly runtimeId: string
  /** Null if the label was overwritten. */
  readonly orderId: string | null
}

export function knownPod({ metadata }: V1Pod): KnownPod {
  const { name = '', uid = '' } = metadata ?? {}
  const id = metadata?.labels?.[labels.instance] ?? ''
  const orderId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null
  return { name, uid, runtimeId: runtimeIdOf(name, uid), orderId }
}

const inBrackets = (text: string | undefined): string => (text ? ` (${oneLine(text)})` : '')
