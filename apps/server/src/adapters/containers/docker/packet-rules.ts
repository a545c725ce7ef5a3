import { createHash } from 'node:crypto'

export type Family = 'ipv4' | 'ipv6'

export type Bridges = {
  readonly open: readonly string[]
  readonly isolated: readonly string[]
  readonly custom: readonly string[]
}

export type PacketRules = {
  readonly input: readonly string[]
  readonly forward: readonly string[]
}

// Where clouds describe machines to themselves. Some addresses are name servers too, so port 53 stays.
const metadataNetworks: Readonly<Record<Family, readonly string[]>> = {
  ipv4: ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32'],
  ipv6: ['fd00:ec2::254/128'],
}

// Answers pass; what an instance began doesn't, even if it began while the rules were away.
const answers = '-m conntrack --ctstate ESTABLISHED --ctdir REPLY -j RETURN'

// In the words of iptables-save, so that they can be compared. Nothing is accepted for good: what isn't
// dropped goes on to the rules of Docker and the operator.
export const packetRules = (
  { open, isolated, custom }: Bridges,
  family: Family,
  { from, to }: { from: number; to: number },
): PacketRules => ({
  input: [
    answers,
    ...[...open, ...isolated].map((bridge) => `-i ${bridge} -j DROP`),
    // A program of the host answers at the ports that Docker publishes.
    ...custom.map((bridge) => `-i ${bridge} -p tcp -m tcp --dport ${from}:${to} -j DROP`),
  ],
  forward: [
    answers,
    ...isolated.map((bridge) => `-i ${bridge} -j DROP`),
    ...[...open, ...custom].flatMap((source) => [
      ...[...open, ...isolated, ...custom]
        // Within a network of their own, operators decide.
        .filter((target) => !(custom.includes(source) && custom.includes(target)))
        .map((target) => `-i ${source} -o ${target} -j DROP`),
      // Through a published port of the host.
      `-i ${source} -m conntrack --ctstate DNAT -j DROP`,
    ]),
    ...open.flatMap((bridge) =>
      metadataNetworks[family].flatMap((network) => [
        `-d ${network} -i ${bridge} -p tcp -m tcp --dport 53 -j RETURN`,
        `-d ${network} -i ${bridge} -p udp -m udp --dport 53 -j RETURN`,
        `-d ${network} -i ${bridge} -j DROP`,
      ]),
    ),
  ],
})

type Chains = { readonly input: string; readonly forward: string }

/** Names have up to 28 characters. */
export const chainsOf = (installation: string): Chains => {
  const mark = createHash('sha256').update(installation).digest('hex').slice(0, 10)
  return { input: `PENNANT-${mark}-IN`, forward: `PENNANT-${mark}-FWD` }
}

const ourPrefix = 'PENNANT-'

/** Input for iptables-restore, which applies as a whole: there is no moment without rules. Null for no change. */
export const changesOf = (saved: string, chains: Chains, rules: PacketRules): string | null => {
  const table = readTable(saved)
  // Docker creates this chain for others and passes it first, but not every daemon does for IPv6.
  const passes = table.has('DOCKER-USER') ? 'DOCKER-USER' : 'FORWARD'
  const jumps = [...jumpsTo(table, chains.input, 'INPUT'), ...jumpsTo(table, chains.forward, passes)]
  const isSame = (chain: string, wanted: readonly string[]): boolean =>
    table.get(chain)?.join('\n') === wanted.join('\n')
  if (jumps.length === 0 && isSame(chains.input, rules.input) && isSame(chains.forward, rules.forward))
    return null
  const lines = (chain: string, wanted: readonly string[]): string[] =>
    wanted.map((rule) => `-A ${chain} ${rule}`)
  return [
    '*filter',
    `:${chains.input} - [0:0]`,
    `:${chains.forward} - [0:0]`,
    ...lines(chains.input, rules.input),
    ...lines(chains.forward, rules.forward),
    ...jumps,
    'COMMIT\n',
  ].join('\n')
}

const readTable = (saved: string): Map<string, string[]> => {
  const table = new Map<string, string[]>()
  for (const line of saved.split('\n')) {
    const [, chain] = /^:(\S+) /.exec(line) ?? []
    if (chain !== undefined) table.set(chain, [])
    const [, name = '', rule = ''] = /^-A (\S+) (.*)$/.exec(line) ?? []
    table.get(name)?.push(rule.trim())
  }
  return table
}

// Only jumps of other installations may come before, or a rule of the operator might accept packets first.
const jumpsTo = (table: ReadonlyMap<string, readonly string[]>, chain: string, from: string): string[] => {
  const jump = `-j ${chain}`
  const found = ['INPUT', 'FORWARD', 'DOCKER-USER'].flatMap((parent) =>
    (table.get(parent) ?? []).flatMap((rule, at) => (rule === jump ? [{ parent, at }] : [])),
  )
  const [only] = found
  const isFirst =
    only?.parent === from &&
    (table.get(from) ?? []).slice(0, only.at).every((rule) => rule.startsWith(`-j ${ourPrefix}`))
  if (found.length === 1 && isFirst) return []
  return [...found.map(({ parent }) => `-D ${parent} ${jump}`), `-I ${from} 1 ${jump}`]
}
