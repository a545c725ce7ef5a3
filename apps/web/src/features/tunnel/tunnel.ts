import { localAddress, type TunnelState } from '@pennant/contract/tunnel'
import { optionsFor } from '@pennant/tunnel-client/options'
import type { PoolEntry } from '@pennant/tunnel-client/pool-entry'
import type { After } from '@pennant/tunnel-client/timer'
import { createTunnelClient, type TunnelClient } from '@pennant/tunnel-client/tunnel-client'
import { type TunnelError, tunnelErrorOf } from '@pennant/tunnel-client/tunnel-error'
import type { Stored } from '../../storage.ts'
import { type Options, readOptions } from './options.ts'

export type TunnelView = {
  readonly options: Options
  /** A stored address that pages can't use; the usual one replaces it. */
  readonly refused: string | null
  readonly state: TunnelState
  readonly connecting: boolean
  readonly pool: readonly PoolEntry[]
  /** Null unless the visitor should know. */
  readonly fault: TunnelError | null
  /** By remote. */
  readonly closed: ReadonlyMap<string, TunnelError>
}

export type Tunnel = {
  view(): TunnelView
  subscribe(changed: () => void): () => void
  connect(): Promise<void>
  /** Takes effect after a moment without changes. */
  change(options: Partial<Pick<Options, 'api' | 'allowLan'>>): void
  open(remote: string, label: string): Promise<void>
  close(local: string): Promise<void>
  refresh(): Promise<void>
  dispose(): void
}

type Needs = {
  name: string
  storage: Pick<Stored<unknown>, 'get' | 'set'>
  fetch: typeof globalThis.fetch
  after: After
  onOffline: () => void
  onFault: (fault: TunnelError) => void
}

const connectMs = 100
const changeMs = 300

export const createTunnel = ({ name, storage, fetch, after, onOffline, onFault }: Needs): Tunnel => {
  const listeners = new Set<() => void>()
  const nothing = { state: 'invalid', connecting: false, pool: [], fault: null, closed: new Map() } as const
  const stored = readOptions(storage.get())
  let view: TunnelView = { ...nothing, ...stored, options: { ...stored.options, name } }
  // Options kept under another name, or none, now use this one.
  if (stored.options.name !== name)
    storage.set({ ...view.options, api: stored.refused ?? stored.options.api })
  let wished: Partial<Options> = {}
  let callOffChange = (): void => {}
  let callOffConnect = (): void => {}

  const set = (part: Partial<TunnelView>): void => {
    view = { ...view, ...part }
    for (const changed of listeners) changed()
  }

  const createClient = (): TunnelClient => {
    const made = createTunnelClient(optionsFor(view.options), { fetch, after })
    made.onState((state) => {
      set({ state, ...(state === 'usable' ? { closed: new Map() } : {}) })
      if (state === 'invalid') onOffline()
    })
    made.onPool((pool) => set({ pool }))
    made.onSyncFault((fault) => (fault === null ? set({ fault }) : tell(fault)))
    callOffConnect()
    callOffConnect = after(connectMs, () => void connect(made, false))
    return made
  }

  const connect = async (on: TunnelClient, wanted: boolean): Promise<void> => {
    callOffConnect()
    set({ connecting: true, fault: null })
    try {
      await on.connect()
    } catch (error) {
      const fault = tunnelErrorOf(error)
      // A missing daemon is news only if the visitor wanted it.
      const isNews = fault !== null && (wanted || fault.kind !== 'daemon_unavailable')
      if (on === client && isNews) tell(fault)
    }
    if (on === client) set({ connecting: false })
  }
  const tell = (fault: TunnelError): void => {
    set({ fault })
    onFault(fault)
  }

  const wantedLocal = (): string => (view.options.allowLan ? localAddress.network : localAddress.thisMachine)
  const isAsWanted = ({ local }: PoolEntry): boolean => hostOf(local) === hostOf(wantedLocal())

  // On the wanted interface, even if it is open on another.
  const add = async (remote: string, label: string): Promise<void> => {
    const on = client
    const entry = await on.add({ label, remote, local: wantedLocal() })
    if (isAsWanted(entry)) return
    await on.delete(entry.local)
    await on.add({ label, remote, local: wantedLocal() })
  }

  const open = async (remote: string, label: string): Promise<void> => {
    const closed = new Map(view.closed)
    if (closed.delete(remote)) set({ closed })
    try {
      await add(remote, label)
    } catch (error) {
      const fault = tunnelErrorOf(error)
      if (fault !== null) set({ closed: new Map(view.closed).set(remote, fault) })
    }
  }

  const applyChange = (): void => {
    const before = view.options
    const options = { ...before, ...wished }
    wished = {}
    storage.set(options)
    set({ options, refused: null })
    if (options.api !== before.api) {
      client.dispose()
      set(nothing)
      client = createClient()
    } else if (options.allowLan !== before.allowLan)
      for (const entry of view.pool.filter((one) => !isAsWanted(one))) void open(entry.remote, entry.label)
  }

  let client = createClient()
  return {
    view: () => view,
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    connect: () => connect(client, true),
    change(options) {
      wished = { ...wished, ...options }
      callOffChange()
      callOffChange = after(changeMs, applyChange)
    },
    open,
    async close(local) {
      set({ fault: null })
      await client.delete(local).catch((error: unknown) => {
        const fault = tunnelErrorOf(error)
        if (fault !== null) tell(fault)
      })
    },
    async refresh() {
      // The client reports failures.
      if (view.state === 'usable') await client.sync().catch(() => {})
    },
    dispose() {
      callOffChange()
      callOffConnect()
      client.dispose()
      listeners.clear()
    },
  }
}

const hostOf = (local: string): string => local.slice(0, local.lastIndexOf(':'))
