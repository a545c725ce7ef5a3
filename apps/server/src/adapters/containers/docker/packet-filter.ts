import { execFile } from 'node:child_process'
import { access, readFile } from 'node:fs/promises'
import {
  type Bridges,
  chainsOf,
  changesOf,
  type Family,
  type PacketRules,
  packetRules,
} from './packet-rules.ts'

export type PacketFilter = {
  probe(): Promise<void>
  apply(bridges: Bridges): Promise<void>
}

const programs = {
  ipv4: { save: 'iptables-save', restore: 'iptables-restore' },
  ipv6: { save: 'ip6tables-save', restore: 'ip6tables-restore' },
} as const

// Services often lack the folders of these programs in their PATH.
const environment = { PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
const withinMs = 15_000
const mostAttempts = 3
const longest = 64 * 2 ** 20

/** Uses Docker's own programs: with others, two sets of rules would apply. */
export const createPacketFilter = (installation: string): PacketFilter => {
  const chains = chainsOf(installation)
  const saved = (family: Family): Promise<string> => run(programs[family].save, ['-t', 'filter'])

  // Another process may change the table between reading and writing, and then the write fails as a whole.
  const put = async (family: Family, rules: PacketRules): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      const changes = changesOf(await saved(family), chains, rules)
      if (changes === null) return
      try {
        await run(programs[family].restore, ['--wait', '5', '--noflush'], changes)
        return
      } catch (error) {
        if (attempt >= mostAttempts) throw error
      }
    }
  }

  return {
    async probe() {
      for (const family of await families()) await saved(family)
    },
    async apply(bridges) {
      if ((await text('/proc/sys/net/bridge/bridge-nf-call-iptables')) !== '1')
        throw new Error(
          'Packets within a bridge pass no rules here (net.bridge.bridge-nf-call-iptables is not 1)',
        )
      const ports = await publishedPorts()
      for (const family of await families()) await put(family, packetRules(bridges, family, ports))
    },
  }
}

// Without IPv6 in the kernel there is nothing to close, and its program fails.
const families = async (): Promise<readonly Family[]> => {
  const hasIpv6 = await access('/proc/self/net/if_inet6').then(
    () => true,
    () => false,
  )
  return hasIpv6 ? ['ipv4', 'ipv6'] : ['ipv4']
}

const usualPorts = { from: 32_768, to: 60_999 }

export const publishedPorts = async (): Promise<{ from: number; to: number }> => {
  const [from = Number.NaN, to = Number.NaN] = (await text('/proc/sys/net/ipv4/ip_local_port_range'))
    .split(/\s+/)
    .map(Number)
  return from > 0 && to >= from ? { from, to } : usualPorts
}

const text = async (file: string): Promise<string> => (await readFile(file, 'utf8').catch(() => '')).trim()

const run = (program: string, args: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { env: environment, timeout: withinMs, maxBuffer: longest }
    const child = execFile(program, args, options, (error, said, complaint) => {
      if (error === null) resolve(said)
      else reject(new Error(reasonOf(program, error, complaint), { cause: error }))
    })
    child.stdin?.on('error', () => undefined).end(input)
  })

const reasonOf = (program: string, error: Error, complaint: string): string => {
  if ('code' in error && error.code === 'ENOENT') return `The program ${program} is not installed`
  if (/permission denied|operation not permitted|must be root/i.test(complaint))
    return 'This server has no right to set packet rules: it needs to run as root, or with the capability NET_ADMIN'
  return `${program} failed: ${complaint.trim().split('\n').at(-1) ?? error.message}`
}
