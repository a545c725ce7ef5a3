import { spawn } from 'node:child_process'
import type { TestDocker } from './docker.ts'

export type Internet = {
  readonly address: string
  readonly metadata: string
  readonly hostAddress: string
  readonly hostAddresses: readonly string[]
  readonly listener: string
  says(host: string, port: number, words: string): Promise<string>
}

const listener = `for (const port of process.argv.slice(1))
  require('node:net').createServer((socket) => socket.on('error', () => {}).end('here\\n')).listen(Number(port), '::')`

const name = 'internet'
const host = { ipv4: '198.51.100.1', ipv6: '2001:db8:1::1' }
const [address, metadata] = ['203.0.113.10', '169.254.169.254']

export async function openInternet(docker: TestDocker): Promise<Internet> {
  const ip = (words: string): Promise<string> => docker.run('ip', ...words.split(' '))
  const there = (words: string): Promise<string> => ip(`netns exec ${name} ip ${words}`)
  // Names of namespaces are files, which other programs need not see.
  await docker.run('/bin/sh', '-c', 'mkdir -p /run/netns && mount -t tmpfs none /run/netns')
  await ip(`netns add ${name}`)
  await ip(`link add wan0 type veth peer name eth0 netns ${name}`)
  for (const words of [
    `address add ${host.ipv4}/24 dev wan0`,
    `address add ${host.ipv6}/64 dev wan0 nodad`,
    'link set wan0 up',
  ])
    await ip(words)
  for (const words of [
    'link set lo up',
    'address add 198.51.100.2/24 dev eth0',
    'address add 2001:db8:1::2/64 dev eth0 nodad',
    'link set eth0 up',
    'route add default via 198.51.100.1',
    `address add ${address}/32 dev lo`,
    `address add ${metadata}/32 dev lo`,
  ])
    await there(words)
  await ip(`route add ${address}/32 via 198.51.100.2`)
  await ip(`route add ${metadata}/32 via 198.51.100.2`)
  const inside = docker.inside('ip', 'netns', 'exec', name, process.execPath, '-e', listener, '80')
  spawn(...inside, { stdio: 'ignore' }).unref()
  return {
    address,
    metadata,
    hostAddress: host.ipv4,
    hostAddresses: Object.values(host),
    listener,
    says: (to, port, words) =>
      docker.run(
        ...['ip', 'netns', 'exec', name, '/bin/busybox', 'sh', '-c'],
        `printf '${words}\\nexit\\n' | busybox nc -w 5 ${to} ${port}`,
      ),
  }
}
