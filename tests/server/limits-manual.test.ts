import { limits, ratePolicies } from '@pennant/contract/limit'
import { defaultContainerPolicy } from '@pennant/contract/setting'
import { tunnelPort, tunnelVersion } from '@pennant/contract/tunnel'
import { loginDelay } from '@pennant/rules/account/login-delay'
import { operationDelayMs } from '@pennant/rules/instance/operation'
import { multiplied, timesFor } from '@pennant/rules/venue/crowd'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../apps/server/src/config/load.ts'
import { defaultLimits as hubs } from '../../apps/server/src/live/options.ts'
import { mostWaiting } from '../../apps/server/src/modules/instance/queue.ts'
import { defaultLimits as relay } from '../../apps/server/src/relay/options.ts'
import { manualText } from '../kit/manual.ts'

const { global, open } = ratePolicies
const grouped = (count: number): string => count.toLocaleString('en-US')
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const { config } = loadConfig({ argv: [], env: {}, cwd: '/' })
const { retention, containerProvider, maxBodyBytes } = config
const mebibyte = 1_048_576

let operator: string
let logs: string
let proxy: string
let instances: string
let organizer: string
let authors: string
let tunnel: string
beforeAll(async () => {
  operator = (await manualText('operator/limits.md')) + (await manualText('operator/https.md'))
  logs = await manualText('operator/logs.md')
  proxy = await manualText('operator/proxy.md')
  instances = await manualText('operator/instances.md')
  organizer = await manualText('organiser/README.md')
  authors = await manualText('organiser/instances.md')
  tunnel = await manualText('tunnel.md')
})

describe('the numbers of the operator’s manual', () => {
  it('are the limits of requests and connections', () => {
    expect(global.windowMs).toBe(60_000)
    expect(open.everyMs).toBe(1000)
    for (const row of [
      `| All other requests | ${global.permits} a minute. The next ${global.queue} wait for their turn |`,
      `(\`/hub/…\`) | ${grouped(open.capacity)} in a row, and ${open.refill} more every second |`,
      `| ${grouped(open.capacity)} in a row, and ${open.refill} more every second, for each address, each kind`,
      `| ${grouped(hubs.connections)} for each process, ${grouped(hubs.connectionsPerAddress)} for each address. ` +
        `Without login: ${grouped(hubs.anonymousConnections)} and ${grouped(hubs.anonymousPerAddress)} of these |`,
      `| ${grouped(relay.connections)} for each process, ${grouped(relay.connectionsPerAddress)} for each address, ` +
        `${relay.connectionsPerContainer} for each instance.`,
    ])
      expect(operator).toContain(row)
  })

  it('are what an address may do at a venue', () => {
    const people = 400
    const { permits } = multiplied(global, timesFor(people)) as typeof global
    expect(operator).toContain(`with ${people} people, ${grouped(permits)} requests a minute`)
    const [, apart = ''] = /the limits of one address for every (\d+) people/.exec(operator) ?? []
    expect(timesFor(people)).toBe(people / Number(apart))
    const [, example = ''] = /`(\{ "limits": \{ .*?\})`/.exec(operator) ?? []
    const read = () => example
    const fromManual = loadConfig({ argv: [], env: { PENNANT_CONFIG: 'x.json' }, cwd: '/', readFile: read })
    expect(fromManual.config.limits.venues).toEqual([{ network: '192.0.2.0/24', people }])
  })

  it('are the slowdown of failed logins', () => {
    const at = (failures: number) => loginDelay(failures, 0, 0)
    const all = Array.from({ length: 100 }, (_, failures) => at(failures))
    const slowAfter = all.findIndex((one) => one.kind === 'refuse' || one.ms > 0)
    const refusedAfter = all.findIndex(({ kind }) => kind === 'refuse')
    const ends = all.map((one) => (one.kind === 'refuse' ? one.untilMs : 0)).filter((ms) => ms > 0)
    expect(operator).toContain(
      `slower after ${slowAfter}, refused for ${Math.min(...ends) / 1000} seconds to ` +
        `${Math.max(...ends) / 60_000} minutes after ${refusedAfter} |`,
    )
    expect(operator).toContain(`up to ${refusedAfter} guesses`)
  })

  it('are the sizes that a proxy has to let through', () => {
    const [usual, packages] = [...proxy.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) =>
      Number(size),
    )
    expect((usual ?? 0) * mebibyte).toBeGreaterThan(maxBodyBytes)
    expect((usual ?? 0) * mebibyte).toBeGreaterThan(limits.bodyBytes)
    expect(packages).toBe(limits.packageBytes / mebibyte + 1)
    expect(proxy).toContain(`nginx takes up to ${usual} MB, and ${packages} MB where`)
  })

  it('are the days that records are kept', () => {
    for (const [name, days] of Object.entries(retention))
      expect(logs).toContain(`| \`retention.${name}\` | ${days} |`)
    expect(Object.keys(retention)).toHaveLength(logs.match(/\| `retention\./g)?.length ?? 0)
  })

  it('are those of instances', () => {
    const { defaultLifetime, extensionDuration, renewalWindow } = defaultContainerPolicy
    for (const row of [
      `${containerProvider.startsAtOnce} for each process. The others wait`,
      `| Starts that wait | ${mostWaiting} for each process.`,
      `| ${words[operationDelayMs / 1000]} seconds, for each team and challenge |`,
      `| ${defaultLifetime} minutes, ${extensionDuration} more, in the last ${renewalWindow}:`,
    ])
      expect(instances).toContain(row)
  })
})

describe('the numbers of the organizer’s manual', () => {
  it('are the limits of the texts of a package', () => {
    expect(limits.challengeTitle).toBe(limits.gameTitle)
    expect(limits.hint).toBe(limits.gameSummary)
    expect(limits.challengeContent).toBe(limits.gameContent)
    for (const [text, most] of [
      ['Title of a game or challenge', limits.gameTitle],
      ['Summary of a game, hint', limits.gameSummary],
      ['Text of a game or challenge, writeup note', limits.gameContent],
      ['File name', limits.fileName],
      ['Container image', limits.containerImage],
      ['Link to an attachment', limits.url],
    ] as const)
      expect(organizer).toContain(`| ${text} | ${grouped(most)} |`)
    expect(organizer).toContain(`up to ${limits.signedTeamText} printable ASCII characters`)
  })

  it('are those of instances', () => {
    expect(authors).toContain(`${mostWaiting} wait already`)
    expect(authors).toContain(`${operationDelayMs / 1000} seconds after the last start`)
    const { defaultLifetime, renewalWindow } = defaultContainerPolicy
    expect(authors).toContain(
      `The instance stops after ${defaultLifetime / 60} hours ` +
        `unless the team extends it in its last ${renewalWindow} minutes`,
    )
  })
})

it('the numbers of the tunnel’s manual are its port, its version and the connections to an instance', () => {
  expect(tunnel).toContain(`listens on \`http://127.0.0.1:${tunnelPort}\``)
  expect(tunnel).toContain(`version ${tunnelVersion.replace(/\.0$/, '')} of the scope protocol`)
  expect(tunnel).toContain(`(${relay.connectionsPerContainer} with Pennant)`)
})
