import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { busyboxFile } from './docker-image.ts'
import { type DockerNamespace, openDockerNamespace } from './docker-namespace.ts'
import { ask } from './docker-request.ts'
import { freeze } from './freeze.ts'
import { skipReason } from './skip-reason.ts'

const run = promisify(execFile)

export type TestDocker = {
  readonly uri: string
  readonly remoteUri: string
  readonly outside: string
  run(...command: string[]): Promise<string>
  inside(...command: string[]): [string, string[]]
  /** `kill` leaves the containers running, like a crash. */
  end(mode: 'stop' | 'kill'): Promise<void>
  restart(): Promise<void>
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export function dockerMissing(): string | null {
  const runs = (command: string): boolean =>
    spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0
  if (process.getuid?.() !== 0) return skipReason(false, 'only root may run a Docker daemon')
  if (!runs('dockerd')) return skipReason(false, 'dockerd is not installed')
  if (!runs('unshare') || !runs('nsenter')) return skipReason(false, 'unshare and nsenter are not installed')
  if (spawnSync('ip', ['-V'], { stdio: 'ignore' }).status !== 0)
    return skipReason(false, 'ip is not installed')
  return skipReason(busyboxFile() !== null, 'there is no /bin/busybox that needs no libraries')
}

export async function startDocker(settings: Record<string, unknown> = {}): Promise<TestDocker> {
  // Outside TMPDIR, since a socket's path can have about 100 characters.
  const folder = await mkdtemp('/tmp/pennant-docker-')
  await writeFile(path.join(folder, 'daemon.json'), JSON.stringify(settings))
  const namespace = await openDockerNamespace(folder).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true })
    throw error
  })
  const group = path.basename(folder)
  let daemon: ChildProcess | null = null

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (daemon === null || daemon.exitCode !== null || daemon.signalCode !== null) return
    const exited = once(daemon, 'exit')
    const pid = onlyChildOf(daemon)
    process.kill(pid, signal)
    resume(daemon, pid)
    await exited
  }
  const stop = async (): Promise<void> => {
    if (daemon !== null) await removeAll(folder).catch(() => undefined)
    await end('SIGTERM')
    await namespace.end()
    removeGroups(group)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    daemon = await launch(folder, namespace, group)
    await openWays(namespace)
  } catch (error) {
    await stop()
    throw error
  }

  return {
    uri: `unix://${folder}/socket`,
    remoteUri: `tcp://${namespace.host}:2375`,
    outside: namespace.outside,
    inside: namespace.inside,
    run: async (...command) => (await run(...namespace.inside(...command))).stdout,
    end: (mode) => end(mode === 'stop' ? 'SIGTERM' : 'SIGKILL'),
    async restart() {
      daemon = await launch(folder, namespace, group)
    },
    pause: () => void (daemon && freeze(onlyChildOf(daemon))),
    resume: () => void (daemon && resume(daemon, onlyChildOf(daemon))),
    stop,
  }
}

async function launch(folder: string, namespace: DockerNamespace, group: string): Promise<ChildProcess> {
  const settings = {
    'config-file': `${folder}/daemon.json`,
    'storage-driver': 'vfs',
    'data-root': `${folder}/data`,
    'exec-root': `${folder}/exec`,
    pidfile: `${folder}/pid`,
    'cgroup-parent': `/${group}`,
    'default-address-pool': `base=${namespace.pool},size=24`,
    'insecure-registry': `${namespace.outside}/32`,
    dns: namespace.outside,
  }
  await rm(`${folder}/pid`, { force: true })
  const [command, args] = namespace.inside(
    'dockerd',
    ...['--host', `unix://${folder}/socket`, '--host', `tcp://${namespace.host}:2375`, '--tls=false'],
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
  )
  const daemon = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [daemon.stdout, daemon.stderr])
    stream.on('data', (text) => {
      said = `${said}${text}`.slice(-4_000)
    })
  for (let tries = 0; tries < 600; tries++) {
    if (daemon.exitCode !== null) break
    if ((await ask(`${folder}/socket`, 'GET', '/_ping').catch(() => '')) === 'OK') return daemon
    await wait(50)
  }
  daemon.kill('SIGKILL')
  throw new Error(`dockerd did not start: ${said.trim().split('\n').slice(-4).join('; ')}`)
}

/** A process that waits for a stopped one is stopped with it. Either may have ended already. */
function resume(daemon: ChildProcess, pid: number): void {
  daemon.kill('SIGCONT')
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** What is started inside: the process itself only enters the namespace and waits. */
export function onlyChildOf({ pid }: ChildProcess): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  if (!child) throw new Error('it has ended')
  return Number(child)
}

/** The wire replaces the host, which is next to the bridges: its traffic is let through. */
async function openWays({ inside, outside }: DockerNamespace): Promise<void> {
  const rules = [
    '--insert DOCKER-USER --in-interface eth0 --jump ACCEPT',
    '--insert DOCKER-USER --out-interface eth0 --match conntrack --ctstate ESTABLISHED,RELATED --jump ACCEPT',
    `--table nat --insert POSTROUTING --source ${outside} ! --out-interface eth0 --jump MASQUERADE`,
  ]
  for (const rule of rules) await run(...inside('iptables', '--wait', ...rule.split(' ')))
}

async function removeAll(folder: string): Promise<void> {
  const socket = `${folder}/socket`
  const containers: unknown = JSON.parse(await ask(socket, 'GET', '/containers/json?all=1'))
  if (!Array.isArray(containers)) return
  for (const { Id } of containers) await ask(socket, 'DELETE', `/containers/${Id}?force=1&v=1`)
}

/** Version 1 of control groups has a tree for each kind. */
function removeGroups(name: string): void {
  const root = '/sys/fs/cgroup'
  for (const tree of [root, ...readdirSync(root).map((kind) => path.join(root, kind))]) {
    const group = path.join(tree, name)
    if (!existsSync(group)) continue
    for (const entry of readdirSync(group, { recursive: true, withFileTypes: true }).toReversed())
      if (entry.isDirectory()) removeFolder(path.join(entry.parentPath, entry.name))
    removeFolder(group)
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // A process in it has not ended yet; an empty group does no harm.
  }
}
