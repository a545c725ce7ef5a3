import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

export type Listener = {
  readonly port: number
  readonly isLoopback: boolean
}

export type Listeners = { read(): Promise<Listener[]> }

const pauseMs = 60
const processes = '/proc'
const listening = '0A'

/** Null if its processes can't be seen from here. `pid` is the daemon's, and may be another process here. */
export const listenersOf = async (containerId: string, pid: number): Promise<Listeners | null> => {
  const own = await processOf(containerId, pid)
  if (own === null) return null
  const read = async (): Promise<Listener[]> => {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((table) =>
        // Without IPv6 in the kernel, there is no second table.
        readFile(`${processes}/${own}/net/${table}`, 'utf8').catch(() => ''),
      ),
    )
    return tables.flatMap(parseListeners)
  }
  const first = await readFile(`${processes}/${own}/net/tcp`, 'utf8').catch(() => '')
  return first === '' ? null : { read }
}

export const waitUntilOneListens = async (
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

// 127.0.0.11, where Docker resolves names inside containers.
const dockerNames = '0B00007F'
// Addresses are in the machine's byte order, which is little-endian.
const loopback = /^(0{16}FFFF0000)?[0-9A-F]{6}7F$|^0{24}01000000$/

const processOf = async (containerId: string, pid: number): Promise<number | null> => {
  if (await isInside(pid, containerId)) return pid
  const names = await readdir(processes).catch(() => [])
  for (const other of names.map(Number).filter((each) => each > 0))
    if (await isInside(other, containerId)) return other
  return null
}

// Control groups of containers contain their ids.
const isInside = async (pid: number, containerId: string): Promise<boolean> =>
  (await readFile(`${processes}/${pid}/cgroup`, 'utf8').catch(() => '')).includes(containerId)
