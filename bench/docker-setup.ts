import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onInterrupt } from './on-interrupt.ts'
import { Missing } from './scenario.ts'

const run = promisify(execFile)

/** Namespaces keep the daemon apart from others, and end with their first process. */
export type DockerSetup = {
  pool: string
  inside(...command: string[]): [string, string[]]
  end(): Promise<void>
}

/** Reaps orphans; hides the machine's containerd. */
const firstProcess =
  '[ -d /run/containerd ] && mount -t tmpfs none /run/containerd; while :; do sleep 60 & wait; done'

export const openDockerSetup = async (): Promise<DockerSetup> => {
  const flags = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  for (const [command, flag] of [
    ['unshare', '--version'],
    ['nsenter', '--version'],
    ['ip', '-V'],
  ] as const)
    if (spawnSync(command, [flag], { stdio: 'ignore' }).status !== 0)
      throw new Missing(`${command} is not installed`)
  const holder = spawn('unshare', [...flags, '/bin/sh', '-c', firstProcess], { stdio: 'ignore' })
  const callOff = onInterrupt(() => void holder.kill('SIGKILL'))
  const end = async (): Promise<void> => {
    callOff()
    if (holder.exitCode !== null || holder.signalCode !== null) return
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
  try {
    const first = await childOf(holder)
    const inside = (...command: string[]): [string, string[]] => [
      'nsenter',
      ['--target', first, '--net', '--mount', '--pid', '--', ...command],
    ]
    return { pool: await layWire(first, inside), inside, end }
  } catch (error) {
    await end()
    throw error
  }
}

const childOf = async ({ pid, exitCode }: ChildProcess): Promise<string> => {
  for (let tries = 0; tries < 250 && exitCode === null; tries++) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    const [child] = children.split(' ').filter(Boolean)
    if (child !== undefined) return child
    await wait(20)
  }
  throw new Missing("couldn't create namespaces here")
}

/** Skips networks that are in use: adding their route fails. */
const layWire = async (first: string, inside: DockerSetup['inside']): Promise<string> => {
  const name = `bench${first}`.slice(0, 15)
  await run('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', first])
  await run('ip', ['link', 'set', name, 'up'])
  for (let tries = 0; tries < 20; tries++) {
    const net = `10.${64 + Math.floor(Math.random() * 186)}`
    const [ours, theirs] = [`${net}.255.1`, `${net}.255.2`]
    const { stdout } = await run('ip', ['route', 'show', 'to', 'match', theirs])
    if (stdout.split('\n').some((line) => line !== '' && !line.startsWith('default'))) continue
    await run('ip', ['address', 'add', `${ours}/30`, 'dev', name])
    for (const words of [
      `address add ${theirs}/30 dev eth0`,
      'link set lo up',
      'link set eth0 up',
      `route add default via ${ours}`,
    ])
      await run(...inside('ip', ...words.split(' ')))
    await run('ip', ['route', 'add', `${net}.0.0/17`, 'via', theirs])
    return `${net}.0.0/17`
  }
  throw new Missing('no network is free for Docker')
}
