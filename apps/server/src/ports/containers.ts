import type { InstanceEndReason, NetworkMode } from '@pennant/contract/enums'
import type { Remark as WireRemark } from '@pennant/contract/instance'

/** What runs the instances of challenges. */
export type Containers = {
  readonly kind: 'none' | 'docker' | 'kubernetes'
  /** How many starts it is given at the same time; the others wait in our queue. */
  readonly startsAtOnce: number
  /**
   * Answers once the container runs, or says why it does not; then nothing is left of it. Throws only what
   * nobody expected, and when `signal` aborts, with nothing left behind either. What a killed server leaves
   * bears the order's id, so that `list` shows it.
   */
  start(order: ContainerOrder, options: StartOptions): Promise<StartOutcome>
  /**
   * Stops and removes a container by the provider's own id. Succeeds also when there is no such container;
   * throws when it may still be running.
   */
  destroy(runtimeId: string): Promise<void>
  /** All that this installation has started and that has not been removed, whatever became of it. */
  list(): Promise<readonly FoundContainer[]>
  /** The last lines that the service wrote. Null when there is no such container. */
  log(runtimeId: string, lines: number): Promise<string | null>
  /**
   * Tells of containers of ours that stop by themselves or are removed by others, as it happens. Connects
   * again by itself; resolves when `signal` aborts. What happens in between is not told: `list` shows it.
   */
  watch(onGone: (runtimeId: string, end: ContainerEnd) => void, signal: AbortSignal): Promise<void>
  /** Throws, with words for administrators, while it cannot be used. */
  check(): Promise<void>
  /** The networks that instances are in, such as 172.20.0.0/16, where this machine may be part of them. */
  networks(): Promise<readonly string[]>
  /**
   * Keeps what separates instances in place, from now until `signal` aborts, also when other programs of this
   * machine take it away. Never fails.
   */
  guard(signal: AbortSignal): Promise<void>
  /** What instances are refused or not kept from here. Throws while the provider cannot be asked. */
  limits(): Promise<InstanceLimits>
  close(): Promise<void>
}

/** Each with the reason in words for administrators, or null. */
export type InstanceLimits = {
  /** Why isolated instances are refused. */
  readonly isolated: string | null
  /** Why all others are refused. */
  readonly open: string | null
  /** Why those are refused whose ports are not published for players: this server does not get there. */
  readonly unreachable: string | null
  /** Why instances reach the machine that runs them and what is published on it. */
  readonly unguarded: string | null
}

export type ContainerOrder = {
  /** Our own id, written onto the container. */
  readonly id: string
  readonly image: string
  /** Where the service inside listens. */
  readonly port: number
  /** Tenths of a processor. */
  readonly cpu: number
  readonly memoryMb: number
  /** 0 for no limit. */
  readonly storageMb: number
  readonly network: NetworkMode
  readonly environment: Readonly<Record<string, string>>
  /** Ends the name of the container, after that of the image: 16 hexadecimal digits. */
  readonly suffix: string
  /** Written onto the container for whoever looks at it with the provider's own tools. */
  readonly owner: { readonly gameId: number; readonly challengeId: number; readonly team: string }
  /** Whether players reach its port by themselves; otherwise only this server has to. */
  readonly published: boolean
  /** Set-user-ID programs have their effect. */
  readonly userChange: boolean
  /** Where nothing else tells whether the service listens, a connection to it may. */
  readonly mayConnect: boolean
  /** An organizer tries the challenge: what players would run into is looked for. */
  readonly trial: boolean
}

export type StartOptions = {
  signal: AbortSignal
  /** Pulling, with the share of what is done (0 to 1) where the provider knows it, and starting. */
  onProgress: (phase: 'pulling' | 'starting', share: number | null) => void
}

/** What a trial shows. */
export type Remark = WireRemark

export type StartedContainer = {
  readonly runtimeId: string
  /** Where this server reaches it. */
  readonly ip: string
  readonly port: number
  /** Where players reach it, when it is published and there is such an address. */
  readonly publicIp: string | null
  readonly publicPort: number | null
  /** Of a trial. */
  readonly remarks?: readonly Remark[]
}

/**
 * Why there is no container: no such image or no right to it, no room, its network mode cannot be had here, the
 * service ended by itself, it took too long, the provider does not answer, or what it said does not fit any of these.
 */
export type StartRefusal = 'image' | 'quota' | 'network' | 'exited' | 'timeout' | 'unavailable' | 'invalid'

export type StartOutcome =
  | { readonly started: StartedContainer }
  /** `detail` is for administrators and organisers: it may name hosts and images, but no secrets. */
  | { readonly refused: StartRefusal; readonly detail: string }

export type FoundContainer = {
  /** Ours; null when what is written on it makes no sense. */
  readonly id: string | null
  readonly runtimeId: string
  readonly running: boolean
  /** Of one that doesn't run, as far as it is known. */
  readonly end?: ContainerEnd
}

/** How a container ended without us; the code is null where nobody knows it. */
export type ContainerEnd = { readonly reason: InstanceEndReason; readonly exitCode: number | null }
