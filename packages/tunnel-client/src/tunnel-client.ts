import {
  hostInHeader,
  isTunnelVersionEnough,
  minimumTunnelVersion,
  readTunnelVersion,
  tunnelPaths,
  tunnelPollMs,
  tunnelStateOf,
  tunnelSyncTicks,
  type TunnelRequest,
  type TunnelState,
} from '@pennant/contract/tunnel'
import { createExchange, type Reply } from './exchange.ts'
import type { TunnelOptions } from './options.ts'
import { parse, readEntry, readPool, type PoolEntry } from './pool-entry.ts'
import type { After } from './timer.ts'
import { type PoolTask, TunnelError, tunnelErrorOf } from './tunnel-error.ts'

/** Failures are a `TunnelError`, or an abort after `dispose`. */
export type TunnelClient = {
  readonly options: TunnelOptions
  state(): TunnelState
  list(): readonly PoolEntry[]
  /** Asks for permission where there is none, then polls. Concurrent calls share one attempt. */
  connect(): Promise<void>
  sync(): Promise<void>
  /** Returns the existing tunnel if one leads there already. */
  add(request: TunnelRequest): Promise<PoolEntry>
  delete(local: string): Promise<void>
  /** All return a function that unsubscribes. */
  onState(changed: (state: TunnelState) => void): () => void
  onPool(changed: (pool: readonly PoolEntry[]) => void): () => void
  /** Called once per failure of the list, with null when it recovers. */
  onSyncFault(changed: (fault: TunnelError | null) => void): () => void
  dispose(): void
}

type Needs = { fetch: typeof globalThis.fetch; after: After }

export const createTunnelClient = (options: TunnelOptions, { fetch, after }: Needs): TunnelClient => {
  const life = new AbortController()
  const ask = createExchange({ api: options.api, fetch, after, signal: life.signal })
  const stateListeners = new Set<(state: TunnelState) => void>()
  const poolListeners = new Set<(pool: readonly PoolEntry[]) => void>()
  const faultListeners = new Set<(fault: TunnelError | null) => void>()
  const adding = new Map<string, Promise<PoolEntry>>()
  let state: TunnelState = 'invalid'
  let pool: readonly PoolEntry[] = []
  let poolEdits = 0
  let syncFails = false
  let connecting: Promise<void> | null = null
  let usableTicks = 0
  let polls = 0
  let stopPolling = (): void => {}

  const setPool = (next: readonly PoolEntry[]): void => {
    poolEdits++
    pool = next
    for (const changed of poolListeners) changed(next)
  }
  const become = (next: TunnelState): void => {
    if (life.signal.aborted || next === state) return
    state = next
    for (const changed of stateListeners) changed(next)
    // A tunnel that restarts or grants permission again has lost these.
    if (next === 'invalid' && pool.length > 0) setPool([])
  }

  const check = async (): Promise<void> => {
    const reply = await ask('GET', tunnelPaths.connect, { insists: true }).catch(() => null)
    become(reply === null ? 'invalid' : tunnelStateOf(reply.status))
  }

  const checkVersion = async (): Promise<void> => {
    const reply = await ask('GET', tunnelPaths.version).catch((cause: unknown) => {
      throw unavailable('Failed to check wsrx version, is wsrx daemon running?', { cause })
    })
    if (reply.status === 404) throw mismatch('The tunnel does not know its version')
    if (!isGood(reply)) throw new TunnelError('daemon_error', reply.text, { answer: reply.text })
    const version = readTunnelVersion(parse(reply.text))
    if (version === null) throw unavailable('What answers at the address of the tunnel is none')
    if (!isTunnelVersionEnough(version))
      throw mismatch(`The tunnel is of version ${version}; ${minimumTunnelVersion} is needed`)
  }

  const request = async (): Promise<void> => {
    const { name, features, settings } = options
    const body = { host: hostInHeader, name, state: 'pending', features, settings }
    const reply = await ask('POST', tunnelPaths.connect, { body }).catch((cause: unknown) => {
      throw unavailable('Failed to connect to wsrx daemon', { cause })
    })
    if (!isGood(reply))
      throw unavailable(`Failed to connect to wsrx daemon: ${reply.text}`, { answer: reply.text })
  }

  const poll = (mine: number): void => {
    stopPolling = after(tunnelPollMs, () => void tick(mine))
  }
  const tick = async (mine: number): Promise<void> => {
    // Connecting again, or leaving, ends this poll; a new one may go on.
    const isOver = (): boolean => mine !== polls || state === 'invalid'
    await check()
    if (isOver()) return
    if (state === 'usable' && usableTicks++ % tunnelSyncTicks === 0)
      await client.sync().catch(() => {
        // `onSyncFault` has reported it.
      })
    if (!isOver()) poll(mine)
  }

  const connect = async (): Promise<void> => {
    const mine = ++polls
    // A new connection reports its faults again.
    syncFails = false
    stopPolling()
    try {
      await checkVersion()
      await check()
      if (state === 'invalid') {
        await request()
        await check()
      }
    } catch (error) {
      life.signal.throwIfAborted()
      become('invalid')
      throw error
    }
    life.signal.throwIfAborted()
    poll(mine)
  }

  // Without permission for the site, browsers hide the tunnel's answer about its list.
  const refusalOfScope = async (reason: Reason): Promise<TunnelError | null> => {
    const reply = await ask('GET', tunnelPaths.connect).catch(() => null)
    life.signal.throwIfAborted()
    if (reply?.status !== 201 && reply?.status !== 403) return null
    become(tunnelStateOf(reply.status))
    return reply.status === 201
      ? new TunnelError('scope_unverified', 'The tunnel has not allowed this site yet', reason)
      : new TunnelError('missing_scope', 'The tunnel does not know this site', reason)
  }

  const askPool = async (method: string, task: PoolTask, body?: object): Promise<string> => {
    let reply: Reply
    try {
      reply = await ask(method, tunnelPaths.pool, body === undefined ? {} : { body })
    } catch (cause) {
      life.signal.throwIfAborted()
      throw (await refusalOfScope({ cause })) ?? failed(task, { cause })
    }
    if (isGood(reply)) return reply.text
    const reason = { answer: reply.text }
    throw (reply.status === 403 ? await refusalOfScope(reason) : null) ?? failed(task, reason)
  }

  const tellSyncFault = (fault: TunnelError | null): void => {
    const fails = fault !== null
    if (life.signal.aborted || fails === syncFails) return
    syncFails = fails
    for (const changed of faultListeners) changed(fault)
  }

  const sync = async (): Promise<void> => {
    const before = poolEdits
    const list = readPool(await askPool('GET', 'sync'))
    if (list === null) throw failed('sync')
    // The list may lack what was opened or closed while it was on its way.
    if (poolEdits === before) setPool(list)
    else await sync()
  }

  const add = async (wanted: TunnelRequest): Promise<PoolEntry> => {
    const entry = readEntry(await askPool('POST', 'add', wanted))
    if (entry === null) throw failed('add')
    setPool([...pool.filter(({ local }) => local !== entry.local), entry])
    return entry
  }

  const client: TunnelClient = {
    options,
    state: () => state,
    list: () => pool,

    connect() {
      connecting ??= connect().finally(() => {
        connecting = null
      })
      return connecting
    },

    async sync() {
      try {
        await sync()
      } catch (error) {
        tellSyncFault(tunnelErrorOf(error))
        throw error
      }
      tellSyncFault(null)
    },

    async add(wanted) {
      const known = pool.find(({ remote }) => remote === wanted.remote)
      if (known !== undefined) return known
      const underWay =
        adding.get(wanted.remote) ?? add(wanted).finally(() => void adding.delete(wanted.remote))
      adding.set(wanted.remote, underWay)
      return underWay
    },

    async delete(local) {
      await askPool('DELETE', 'delete', { local })
      setPool(pool.filter((entry) => entry.local !== local))
    },

    onState: (changed) => listen(stateListeners, changed),
    onPool: (changed) => listen(poolListeners, changed),
    onSyncFault: (changed) => listen(faultListeners, changed),

    dispose() {
      polls++
      stopPolling()
      life.abort()
      stateListeners.clear()
      poolListeners.clear()
      faultListeners.clear()
    },
  }
  return client
}

const isGood = ({ status }: { status: number }): boolean => status >= 200 && status < 300

const listen = <Listener>(listeners: Set<Listener>, listener: Listener): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

type Reason = { answer?: string; cause?: unknown }

const unavailable = (message: string, reason?: Reason): TunnelError =>
  new TunnelError('daemon_unavailable', message, reason)
const mismatch = (message: string): TunnelError => new TunnelError('daemon_version_mismatch', message)
/** Other clients of this protocol use the same words. */
const tasks = { sync: 'sync instances', add: 'add instance', delete: 'delete instance' } as const

const failed = (task: PoolTask, reason?: Reason): TunnelError =>
  new TunnelError('daemon_error', `Failed to ${tasks[task]}, is wsrx daemon running?`, { ...reason, task })
