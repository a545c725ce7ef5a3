import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A socket inside a container that takes connections. */
export type Listener = {
  readonly port: number
  /** From inside the container only. */
  readonly isLoopback: boolean
}

/** What listens in a container, without a connection to any of it. */
export type Listeners = { read(): Promise<Listener[]> }

const pauseMs = 60
const processes = '/proc'
/** The state of a socket that takes connections, as the kernel writes it. */
const listening = '0A'

/**
 * Null where this server can't see the processes of the container: on another host, in another namespace, or
 * without the right to. `pid` is what the daemon calls its first one, which can mean another one here.
 */
export const listenersOf = async (containerId: string, pid: number): Promise<Listeners | null> => {
  const own = await processOf(containerId, pid)
  if (own === null) return null
  const read = async (): Promise<Listener[]> => {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((table) =>
        // Where the kernel has no IPv6, there is no second table.
        readFile(`${processes}/${own}/net/${table}`, 'utf8').catch(() => ''),
      ),
    )
    return tables.flatMap(parseListeners)
  }
  // The first line of a table names its columns.
  const first = await readFile(`${processes}/${own}/net/tcp`, 'utf8').catch(() => '')
  return first === '' ? null : { read }
}

/** Resolves once something listens on the port for others; rejects when `signal` aborts. */
export const untilOneListens = async (
  listeners: Listeners,
  port: number,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted()
    if ((await listeners.read()).some((one) => one.port === port && !one.isLoopback)) return
    await wait(pauseMs, undefined, { signal })
  }
}

export const parseListeners = (table: string): Listener[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    if (state !== listening || address === dockerNames) return []
    return [{ port: Number.parseInt(port, 16), isLoopback: loopback.test(address) }]
  })

/** 127.0.0.11, where Docker answers for names inside of containers. */
const dockerNames = '0B00007F'
/** Addresses are written in the order of bytes of the machine, which is the little end first. */
const loopback = /^(0{16}FFFF0000)?[0-9A-F]{6}7F$|^0{24}01000000$/

const processOf = async (containerId: string, pid: number): Promise<number | null> => {
  if (await isInside(pid, containerId)) return pid
  const names = await readdir(processes).catch(() => [])
  for (const other of names.map(Number).filter((each) => each > 0))
    if (await isInside(other, containerId)) return other
  return null
}

/** Control groups of containers bear their ids. */
const isInside = async (pid: number, containerId: string): Promise<boolean> =>
  (await readFile(`${processes}/${pid}/cgroup`, 'utf8').catch(() => '')).includes(containerId)
