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
import { createExchange } from './exchange.ts'
import type { TunnelOptions } from './options.ts'
import { parse, readEntry, readPool, type PoolEntry } from './pool-entry.ts'
import type { After } from './timer.ts'
import { TunnelError } from './tunnel-error.ts'

/** The page's end of the tunnel. Whatever fails, fails with a `TunnelError`, or with an abort after `dispose`. */
export type TunnelClient = {
  readonly options: TunnelOptions
  state(): TunnelState
  /** The tunnels as last heard of. */
  list(): readonly PoolEntry[]
  /** Asks for permission where there is none, and keeps looking from then on. Twice at once is once. */
  connect(): Promise<void>
  sync(): Promise<void>
  /** One that leads there already is answered instead. */
  add(request: TunnelRequest): Promise<PoolEntry>
  delete(local: string): Promise<void>
  /** Both return what ends the listening. */
  onState(changed: (state: TunnelState) => void): () => void
  onPool(changed: (pool: readonly PoolEntry[]) => void): () => void
  /** Asks nothing more, and forgets its listeners. */
  dispose(): void
}

type Needs = { fetch: typeof globalThis.fetch; after: After }

export const createTunnelClient = (options: TunnelOptions, { fetch, after }: Needs): TunnelClient => {
  const life = new AbortController()
  const ask = createExchange({ api: options.api, fetch, after, signal: life.signal })
  const stateListeners = new Set<(state: TunnelState) => void>()
  const poolListeners = new Set<(pool: readonly PoolEntry[]) => void>()
  const adding = new Map<string, Promise<PoolEntry>>()
  let state: TunnelState = 'invalid'
  let pool: readonly PoolEntry[] = []
  let poolEdits = 0
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
    // A tunnel that is started anew, or lets us in anew, knows nothing of these.
    if (next === 'invalid' && pool.length > 0) setPool([])
  }

  const check = async (): Promise<void> => {
    const reply = await ask('GET', tunnelPaths.connect, { insists: true }).catch(() => null)
    become(reply === null ? 'invalid' : tunnelStateOf(reply.status))
  }

  const checkVersion = async (): Promise<void> => {
    const reply = await ask('GET', tunnelPaths.version).catch((cause: unknown) => {
      throw unavailable('Failed to check the version of the tunnel, is it running?', { cause })
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
      throw unavailable('Failed to connect to the tunnel', { cause })
    })
    if (!isGood(reply))
      throw unavailable(`Failed to connect to the tunnel: ${reply.text}`, { answer: reply.text })
  }

  const poll = (mine: number): void => {
    stopPolling = after(tunnelPollMs, () => void tick(mine))
  }
  const tick = async (mine: number): Promise<void> => {
    // Whoever connects anew, or leaves, ends this poll; a new one may go on.
    const isOver = (): boolean => mine !== polls || state === 'invalid'
    await check()
    if (isOver()) return
    if (state === 'usable' && usableTicks++ % tunnelSyncTicks === 0) await client.sync().catch(() => {})
    if (!isOver()) poll(mine)
  }

  const connect = async (): Promise<void> => {
    const mine = ++polls
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

  const askPool = async (method: string, what: string, body?: object): Promise<string> => {
    const reply = await ask(method, tunnelPaths.pool, body === undefined ? {} : { body }).catch(
      (cause: unknown) => {
        life.signal.throwIfAborted()
        throw failed(what, { cause })
      },
    )
    if (!isGood(reply)) throw new TunnelError('daemon_error', reply.text, { answer: reply.text })
    return reply.text
  }

  const add = async (wanted: TunnelRequest): Promise<PoolEntry> => {
    const entry = readEntry(await askPool('POST', 'add instance', wanted))
    if (entry === null) throw failed('add instance')
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
      const before = poolEdits
      const list = readPool(await askPool('GET', 'sync instances'))
      if (list === null) throw failed('sync instances')
      // What was opened or closed while the list was on its way may be missing in it.
      if (poolEdits === before) setPool(list)
      else await client.sync()
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
      await askPool('DELETE', 'delete instance', { local })
      setPool(pool.filter((entry) => entry.local !== local))
    },

    onState: (changed) => listen(stateListeners, changed),
    onPool: (changed) => listen(poolListeners, changed),

    dispose() {
      polls++
      stopPolling()
      life.abort()
      stateListeners.clear()
      poolListeners.clear()
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
const failed = (what: string, reason?: Reason): TunnelError =>
  new TunnelError('daemon_error', `Failed to ${what}, is the tunnel running?`, reason)
