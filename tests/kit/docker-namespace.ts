import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { watchdog } from './watchdog.ts'

const run = promisify(execFile)

/**
 * Network, mount, and process namespaces keep the daemon apart from others, and end with their first process.
 */
export type DockerNamespace = {
  readonly outside: string
  readonly host: string
  readonly pool: string
  inside(...command: string[]): [string, string[]]
  end(): Promise<void>
}

/** Reaps orphans; hides the machine's containerd. */
const firstProcess =
  '[ -d /run/containerd ] && mount -t tmpfs none /run/containerd; while :; do sleep 60 & wait; done'

export async function openDockerNamespace(folder: string): Promise<DockerNamespace> {
  const holder = spawn(
    'unshare',
    ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '/bin/sh', '-c', firstProcess],
    { stdio: 'ignore' },
  )
  const callOff = watchdog(holder, 'KILL', folder)
  const end = async (): Promise<void> => {
    callOff()
    if (holder.exitCode !== null || holder.signalCode !== null) return
    const exited = once(holder, 'exit')
    holder.kill('SIGKILL')
    await exited
  }
  try {
    const first = await childOf(holder)
    const inside = (...command: string[]): [string, string[]] => [
      'nsenter',
      ['--target', String(first), '--net', '--mount', '--pid', '--', ...command],
    ]
    const wire = await layWire(first, inside)
    return { ...wire, inside, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function childOf({ pid, exitCode }: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 250 && exitCode === null; tries++) {
    const [child] = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    if (child !== undefined) return Number(child)
    await wait(20)
  }
  throw new Error("couldn't create namespaces here")
}

type Wire = Pick<DockerNamespace, 'outside' | 'host' | 'pool'>

/** Skips networks that are in use: adding their route fails. */
async function layWire(first: number, inside: DockerNamespace['inside']): Promise<Wire> {
  const name = `pennant${first}`.slice(0, 15)
  await run('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(first)])
  await run('ip', ['link', 'set', name, 'up'])
  for (let tries = 0; tries < 20; tries++) {
    const net = `10.${randomInt(64, 250)}`
    const [outside, host] = [`${net}.255.1`, `${net}.255.2`]
    const { stdout } = await run('ip', ['route', 'show', 'to', 'match', host])
    if (stdout.split('\n').some((line) => line !== '' && !line.startsWith('default'))) continue
    await run('ip', ['address', 'add', `${outside}/30`, 'dev', name])

    for (const words of [
      `address add ${host}/30 dev eth0`,
      'link set lo up',
      'link set eth0 up',
      `route add default via ${outside}`,
    ])
      await run(...inside('ip', ...words.split(' ')))
    await run('ip', ['route', 'add', `${net}.0.0/17`, 'via', host])
    return { outside, host, pool: `${net}.0.0/17` }
  }
  throw new Error('no network is free for Docker')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
