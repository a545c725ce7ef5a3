import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { skipReason } from '../kit/skip-reason.ts'
import { runProgram } from './program.ts'
import { asRoot, ordinaryAccount } from './server.ts'
import { openSocketProxy } from './socket-proxy.ts'

const nsenter = ['/usr/bin/nsenter', '/bin/nsenter'].find((file) => existsSync(file)) ?? 'nsenter'

export const noNetworkMissing = (): string | null =>
  skipReason(
    asRoot && spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0,
    'only root may take the network away, with unshare and ip',
  )

export type NoNetwork = {
  /** Of the site that a program inside serves at port 8080. */
  readonly site: string
  inside(program: string): [string, ...string[]]
}

const forward = `const { connect, createServer } = require('node:net')
  createServer((near) => {
    const far = connect(8080, '127.0.0.1')
    for (const [one, other] of [[near, far], [far, near]]) one.on('error', () => other.destroy()).pipe(other)
  }).listen(process.argv[1], () => console.log('forwarding'))`

/** Nothing but the machine's own loopback; programs inside run as an ordinary account. */
export async function openNoNetwork(folder: string): Promise<NoNetwork> {
  const socket = path.join(folder, 'site.sock')
  const command = `ip link set lo up && exec '${process.execPath}' -e "$FORWARD" '${socket}'`
  const holder = runProgram('unshare', ['--net', 'sh', '-c', command], {
    env: { ...process.env, FORWARD: forward },
  })
  onTestFinished(() => holder.close())
  await holder.says(/forwarding/)
  const { port } = await openSocketProxy(socket)
  const { uid, gid } = ordinaryAccount
  const account = [`--setuid=${uid}`, `--setgid=${gid}`]
  return {
    site: `http://127.0.0.1:${port}`,
    inside: (program) => [nsenter, `--target=${holder.pid}`, '--net', ...account, '--', program],
  }
}
