import type { RegistryLogins } from '../login.ts'
import type { Pace } from './pace.ts'

/** What the configuration says of the cluster. */
export type KubernetesSettings = {
  readonly namespace: string
  readonly kubeConfig: string
  readonly allowCidr: readonly string[]
  readonly dns: readonly string[]
  readonly reach: 'Internal' | 'Published'
  /** Besides those that every instance keeps. */
  readonly capabilities: readonly string[]
  readonly allowSetuid: boolean
  /** What of its limits an instance reserves. */
  readonly requestPercent: number
  readonly nodeSelector: readonly string[]
  readonly tolerations: readonly string[]
  readonly priorityClass: string | null
  readonly runtimeClass: string | null
  readonly schedulingSeconds: number
  readonly startSeconds: number
}

export type KubernetesNeeds = {
  settings: KubernetesSettings
  registries: RegistryLogins
  /** Written onto everything that is made; what does not bear it is never touched. */
  installation: string
  /** Host that players reach published ports at. Blank: the address of the node. */
  publicEntry: string
  startsAtOnce: number
  /** What administrators should know and nothing else tells; the same words come once. */
  onNote: (note: string) => void
  pace?: Pace
}
