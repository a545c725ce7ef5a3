import type { InstanceEndReason, NetworkMode } from '@pennant/contract/enums'
import type { Remark as WireRemark } from '@pennant/contract/container'

export type Containers = {
  readonly kind: 'none' | 'docker' | 'kubernetes'
  readonly startsAtOnce: number
  /** A failure leaves nothing behind. After a crash, `list` shows leftovers with the order's id. */
  start(order: ContainerOrder, options: StartOptions): Promise<StartOutcome>
  /** Succeeds even if there is no such container; throws when it may still be running. */
  destroy(runtimeId: string): Promise<void>
  list(): Promise<readonly FoundContainer[]>
  /** Null when there is no such container. */
  log(runtimeId: string, lines: number): Promise<string | null>
  /** Reconnects; events in between are lost, but `list` shows them. Resolves when `signal` aborts. */
  watch(onGone: (runtimeId: string, end: ContainerEnd) => void, signal: AbortSignal): Promise<void>
  check(): Promise<void>
  /** The Unix socket through which connections to instances are opened; null: directly. */
  gate(): Promise<string | null>
  networks(): Promise<readonly string[]>
  /** Restores the isolation of instances when other programs remove it. Never fails. */
  guard(signal: AbortSignal): Promise<void>
  /** Throws while the provider can't be asked. */
  limits(): Promise<InstanceLimits>
  /** Of the machines that it runs them on, or of what it may use of them. Null, or absent, where it can't tell. */
  capacity?(): Promise<Capacity | null>
  /** Those of these images that would have to be pulled. Absent where machines come and go. */
  missingImages?(images: readonly string[]): Promise<readonly string[]>
  /** Present with the former. */
  pull?(image: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export type Capacity = {
  readonly cpu: number
  readonly memoryMb: number
  /** How many fit into the network that has room for the fewest, or into a quota. */
  readonly addresses: number
  /** Someone has set it; the machines have more. */
  readonly isQuota?: true
}

/** Reasons for administrators; null: no such limit. */
export type InstanceLimits = {
  readonly isolated: string | null
  readonly open: string | null
  /** Why containers with unpublished ports are refused: this server can't reach them. */
  readonly unreachable: string | null
  readonly unguarded: string | null
}

export type ContainerOrder = {
  readonly id: string
  readonly image: string
  readonly port: number
  /** Tenths of a processor. */
  readonly cpu: number
  readonly memoryMb: number
  /** 0: no limit. */
  readonly storageMb: number
  readonly network: NetworkMode
  readonly environment: Readonly<Record<string, string>>
  /** 16 hexadecimal digits. */
  readonly suffix: string
  readonly owner: { readonly gameId: number; readonly challengeId: number; readonly team: string }
  readonly published: boolean
  readonly userChange: boolean
  readonly mayConnect: boolean
  readonly isTest: boolean
}

export type StartOptions = {
  signal: AbortSignal
  /** `share` is 0 to 1; null when it is unknown. */
  onProgress: (phase: 'pulling' | 'starting', share: number | null) => void
}

export type Remark = WireRemark

export type StartedContainer = {
  readonly runtimeId: string
  readonly ip: string
  readonly port: number
  /** Null unless it is published and has such an address. */
  readonly publicIp: string | null
  readonly publicPort: number | null
  readonly remarks?: readonly Remark[]
}

// `quota`: no room. `network`: unsupported mode. `exited`: the service ended. `invalid`: anything else.
export type StartRefusal = 'image' | 'quota' | 'network' | 'exited' | 'timeout' | 'unavailable' | 'invalid'

export type StartOutcome =
  | { readonly started: StartedContainer }
  /** `detail` is for administrators and organizers: it may name hosts and images, but no secrets. */
  | { readonly refused: StartRefusal; readonly detail: string }

export type FoundContainer = {
  /** The order's id; null when the label is invalid. */
  readonly id: string | null
  readonly runtimeId: string
  readonly running: boolean
  readonly end?: ContainerEnd
}

/** The code is null when it is unknown. */
export type ContainerEnd = { readonly reason: InstanceEndReason; readonly exitCode: number | null }
