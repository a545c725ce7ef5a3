import type { Bottleneck, Cause } from '@pennant/rules/rehearsal/bottleneck'
import type { Compared } from '@pennant/rules/rehearsal/compare'
import type { Latency } from '@pennant/rules/rehearsal/figures'
import type { Shortfall, Verdict } from '@pennant/rules/rehearsal/verdict'
import type { RehearsalReport } from './report.ts'

// The command line speaks English.

export const verdictText: Readonly<Record<Verdict, string>> = {
  green: 'Green: this installation holds this size.',
  yellow: 'Yellow: it holds, but people would notice.',
  red: 'Red: don’t open at this size.',
  inconclusive: 'Inconclusive: the load generator was the limit.',
}

const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
const count = (value: number): string => value.toLocaleString('en-US')
const percent = (share: number): string => `${Math.round(share * 100)} %`
const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const plural = (value: number, one: string, other = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : other}`

export const headline = ({ url, verdict }: RehearsalReport): string => `Rehearsal of ${url}: ${verdict}`

export const setting = ({ size, startedAt, endedAt, version, sameMachine }: RehearsalReport): string[] => [
  [
    plural(size.teams, 'team'),
    plural(size.players, 'player'),
    `${plural(size.burst, 'submission')} a second`,
    plural(size.instances, 'instance'),
    ...(size.oneAddress ? ['one address'] : []),
  ].join(', '),
  `${moment(startedAt)}, ${duration(endedAt - startedAt)}, Pennant ${version}`,
  ...(sameMachine
    ? ['The load came from the server itself, so these figures include the load generator.']
    : []),
]

/** What, how many, typical, slowest percent, longest. */
export type Row = readonly [string, string, string, string, string]

export const latencyHeads: Row = ['', 'count', 'median', 'p99', 'longest']

export const latencyRows = ({ figures }: RehearsalReport): Row[] => [
  ...latencyRow('Pages', figures.pages),
  ...latencyRow('Submissions', figures.submissions),
  ...latencyRow('News', figures.news),
]

const latencyRow = (what: string, latency: Latency | null): Row[] =>
  latency === null
    ? []
    : [
        [
          what,
          count(latency.count),
          duration(latency.p50Ms),
          duration(latency.p99Ms),
          duration(latency.longestMs),
        ],
      ]

export const facts = ({ figures: { answers, instances, generator } }: RehearsalReport): string[] => [
  `${plural(answers.requests, 'request')}: ${plural(answers.failed, 'server error')}, ${count(answers.lost)} lost, ${count(answers.refused)} refused by limits, ${plural(answers.unexpected, 'other failure')}`,
  ...(instances === null || instances.asked === 0
    ? []
    : [
        `Instances: ${count(instances.within60s)} of ${count(instances.asked)} within a minute, ${count(instances.within180s)} within three`,
      ]),
  // What its line carries is often unknown.
  `Load generator: ${percent(generator.processor)} of its processor${generator.line > 0 ? `, ${percent(generator.line)} of its line` : ''}`,
]

export const shortfallText = (
  { measure, value, limit }: Shortfall,
  { figures: { left } }: RehearsalReport,
): string => {
  switch (measure) {
    case 'failed':
      return plural(value, 'server error')
    case 'lost':
      return plural(value, 'lost connection')
    case 'unexpected':
      return `${plural(value, 'answer')} with an unexpected status`
    case 'missed':
      return `${plural(value, 'player')} missed news`
    case 'left':
      return `Left behind: ${left.join(', ')}`
    case 'refused':
      return `${plural(value, 'request')} refused by limits`
    case 'pages':
      return `Pages: p99 ${duration(value)}, green is under ${duration(limit)}`
    case 'submissions':
      return `Submissions: p99 ${duration(value)}, green is under ${duration(limit)}`
    case 'news':
      return `News: p99 ${duration(value)}, green is under ${duration(limit)}`
    case 'instances':
      return `${percent(value)} of instances within a minute, green is ${percent(limit)}`
    case 'processor':
      return `The load generator used ${percent(value)} of its processor`
    case 'line':
      return `The load generator used ${percent(value)} of its line`
  }
}

type CauseText = {
  name: string
  says(value: string, limit: string): string
  remedy: string
  of: typeof count
}

const causes: Readonly<Record<Cause, CauseText>> = {
  'generator.processor': {
    name: 'Load generator',
    says: (value) => `it used ${value} of its own processor`,
    remedy: 'Run the rehearsal from a machine with more cores.',
    of: percent,
  },
  'generator.line': {
    name: 'Load generator',
    says: (value) => `its line was used to ${value}`,
    remedy: 'Run the rehearsal from a machine with a faster line to the server.',
    of: percent,
  },
  'proxy.slow': {
    name: 'Proxy or network',
    says: (value) => `${value} of the waiting was outside of the server`,
    remedy: 'Use deploy/nginx/pennant.conf, and give the proxy enough workers and connections.',
    of: percent,
  },
  'proxy.connections': {
    name: 'Proxy',
    says: (value) => `${value} of the requests opened a new connection to the server`,
    remedy: 'Let the proxy keep its connections: use the upstream block of deploy/nginx/pennant.conf.',
    of: percent,
  },
  'proxy.lost': {
    name: 'Proxy or network',
    says: (value) => `${value} of the requests lost their connection`,
    remedy: 'Give the proxy more connections, as deploy/nginx/pennant.conf does, and look at its log.',
    of: percent,
  },
  processor: {
    name: 'Processor of the server',
    says: (value, limit) => `the event loop was ${value} late, more than ${limit}`,
    remedy: 'Start another server process with Redis, or use a faster processor.',
    of: duration,
  },
  hashing: {
    name: 'Password hashing',
    says: (value, limit) => `logins waited ${value}, more than ${limit}`,
    remedy: 'Give the server more cores, or ask players to log in before the start.',
    of: duration,
  },
  'database.pool': {
    name: 'Database',
    says: (value) => `requests spent ${value} of the time waiting for a connection`,
    remedy: 'Raise the number of database connections.',
    of: percent,
  },
  'database.commit': {
    name: 'Database',
    says: (value, limit) => `a commit took ${value}, more than ${limit}`,
    remedy: 'Move the database to a faster disk, such as an SSD of its own.',
    of: duration,
  },
  redis: {
    name: 'Redis',
    says: (value, limit) => `it took ${value} to answer, more than ${limit}`,
    remedy: 'Run Redis in the same network as the servers, and nothing else beside it.',
    of: duration,
  },
  storage: {
    name: 'Storage',
    says: (value, limit) => `it took ${value} to answer, more than ${limit}`,
    remedy: 'Use a faster disk or bucket for files.',
    of: duration,
  },
  'provider.quota': {
    name: 'Quota of instances',
    says: (value) => `${value} instances were refused`,
    remedy: 'Raise the quota where instances run.',
    of: count,
  },
  'provider.slow': {
    name: 'Instances',
    says: () => 'they started late',
    remedy: 'Pull images ahead, let more instances start together, or add machines for them.',
    of: count,
  },
  limits: {
    name: 'Limits',
    says: (value) => `${value} requests were refused`,
    remedy: 'Add the network of a school or company as a venue.',
    of: count,
  },
}

export const bottleneckText = ({ cause, value, limit }: Bottleneck): { message: string; remedy: string } => {
  const { name, says, remedy, of } = causes[cause]
  return { message: `${name}: ${says(of(value), of(limit))}.`, remedy }
}

export const bottleneckLines = (bottleneck: Bottleneck): string[] => {
  const { message, remedy } = bottleneckText(bottleneck)
  return [
    `Bottleneck: ${message}`,
    `What to do: ${remedy}`,
    `A guess: ${plural(bottleneck.teams, 'team')} would hold.`,
  ]
}

export const seriesFigure = ({ cause }: Bottleneck, value: number): string =>
  cause === 'database.pool' ? count(value) : duration(value)

const comparedNames: Readonly<Record<Compared['measure'], string>> = {
  pages: 'Pages p99',
  submissions: 'Submissions p99',
  news: 'News p99',
  instances: 'Late instances',
  failed: 'Server errors',
  refused: 'Refused by limits',
}

export const beforeLines = ({ before }: RehearsalReport): string[] => {
  if (before === null) return []
  const { startedAt, sameSize, figures } = before
  return [
    `Compared with ${moment(startedAt)}${sameSize ? '' : ', which had another size'}:`,
    ...figures.map(({ measure, before: old, now, change }) => {
      const of =
        measure === 'instances' ? percent : measure === 'failed' || measure === 'refused' ? count : duration
      return `${comparedNames[measure]}: ${of(now)}, before ${of(old)} (${change})`
    }),
  ]
}
