import type { RegistryLogins } from '../login.ts'
import type { Timing } from './timing.ts'

export type KubernetesSettings = {
  readonly namespace: string
  readonly kubeConfig: string
  readonly allowCidr: readonly string[]
  readonly dns: readonly string[]
  readonly reach: 'Internal' | 'Published'
  readonly capabilities: readonly string[]
  readonly allowSetuid: boolean
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
  /** Marks everything that is created; what lacks it is never touched. */
  installation: string
  /** Host at which players reach published ports. Blank: the node's address. */
  publicEntry: string
  startsAtOnce: number
  onNote: (note: string) => void
  timing?: Timing
}
