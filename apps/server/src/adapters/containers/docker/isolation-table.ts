import type { NetworkMode } from '@pennant/contract/enums'

export type Enforcement = 'rules' | 'noRules'

export const isolationTargets = {
  answers: 'Answers to this server, and to players at its own published port',
  neighbors: 'Other instances of its network, at their addresses',
  otherNetworks: 'Instances in the networks of other modes, at their addresses',
  published: 'Published ports of other instances, at any address of the host',
  host: 'The Docker host by any of its addresses, IPv4 and IPv6: the site, the health port, everything else',
  metadata: '169.254.169.254, where clouds tell machines about themselves',
  internet: 'The internet, and other machines of yours',
} as const
export type IsolationTarget = keyof typeof isolationTargets

/** `yours`: as the operator's own network allows. */
export type Reach = 'reached' | 'closed' | 'refused' | 'yours'

type Row = Readonly<Record<NetworkMode, Reach>>

const refused = 'refused'

export const isolationTable: Readonly<Record<Enforcement, Readonly<Record<IsolationTarget, Row>>>> = {
  rules: {
    answers: { Open: 'reached', Isolated: 'reached', Custom: 'reached' },
    neighbors: { Open: 'closed', Isolated: 'closed', Custom: 'yours' },
    otherNetworks: { Open: 'closed', Isolated: 'closed', Custom: 'closed' },
    published: { Open: 'closed', Isolated: 'closed', Custom: 'closed' },
    host: { Open: 'closed', Isolated: 'closed', Custom: 'yours' },
    metadata: { Open: 'closed', Isolated: 'closed', Custom: 'yours' },
    internet: { Open: 'reached', Isolated: 'closed', Custom: 'yours' },
  },
  noRules: {
    answers: { Open: 'reached', Isolated: refused, Custom: 'reached' },
    neighbors: { Open: 'closed', Isolated: refused, Custom: 'yours' },
    otherNetworks: { Open: 'closed', Isolated: refused, Custom: 'closed' },
    published: { Open: 'reached', Isolated: refused, Custom: 'reached' },
    host: { Open: 'reached', Isolated: refused, Custom: 'yours' },
    metadata: { Open: 'reached', Isolated: refused, Custom: 'yours' },
    internet: { Open: 'reached', Isolated: refused, Custom: 'yours' },
  },
}

const words: Readonly<Record<Reach, string>> = {
  reached: 'reached',
  closed: '**closed**',
  refused: 'not started',
  yours: 'yours',
}

const modes = ['Open', 'Isolated', 'Custom'] as const
const heads: Readonly<Record<Enforcement, string>> = {
  rules: 'This server, or the Docker proxy, sets packet rules',
  noRules: 'Nobody sets packet rules',
}

const tableOf = (enforcement: Enforcement): string => {
  const names = Object.entries(isolationTargets)
  const rows = names.map(([target, name]) => {
    const row = isolationTable[enforcement][target as IsolationTarget]
    return [name, ...modes.map((mode) => words[row[mode]])]
  })
  const lines = [['What an instance tries', ...modes], ['---', '---', '---', '---'], ...rows]
  return `**${heads[enforcement]}**\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}

const [begin, end] = ['<!-- The isolation table: begin -->', '<!-- The isolation table: end -->']

export const withIsolationTables = (manual: string): string => {
  const [before, rest] = manual.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the manual has no ${begin} and ${end}`)
  return `${before}${begin}\n\n${tableOf('rules')}\n${tableOf('noRules')}\n${end}${after}`
}
