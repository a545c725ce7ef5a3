import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PingfallSettings, TunnelFeature } from '@pennant/contract/tunnel'
import type { Tunnel } from '../pool/tunnel.ts'
import type { Scope } from '../scope/scope.ts'
import type { Finding } from './probe.ts'
import { createWatch, type Watch } from './watch.ts'

const listener = { local: '127.0.0.1:1', connections: 0, close: async () => {} }
const tunnel = (host: string, remote: string): Tunnel => ({ host, remote, label: 'x', latency: -1, listener })
const good: Finding = { status: 204, latency: 12 }

let tunnels: Tunnel[]
let scopes: Map<string, Scope>
let fallen: [Tunnel, Finding][]
let asked: string[]
let answers: ((finding: Finding) => void)[]
let round: () => void
let interval: number
let watch: Watch

const site = (
  host: string,
  pingfall?: PingfallSettings,
  features: TunnelFeature[] = ['basic', 'pingfall'],
): void =>
  void scopes.set(host, {
    host,
    name: host,
    state: 'allowed',
    features,
    settings: pingfall === undefined ? {} : { pingfall },
  })
const answer = async (finding: Finding): Promise<void> => {
  for (const one of answers.splice(0)) one(finding)
  await turn()
}
const inRound = async (finding: Finding): Promise<void> => {
  round()
  await answer(finding)
}

beforeEach(() => {
  tunnels = []
  scopes = new Map()
  fallen = []
  asked = []
  answers = []
  watch = createWatch({
    probe(remote) {
      asked.push(remote)
      return new Promise((resolve) => answers.push(resolve))
    },
    tunnels: () => tunnels,
    scopeOf: (host) => scopes.get(host),
    onFall(one, finding) {
      fallen.push([one, finding])
      tunnels = tunnels.filter((other) => other !== one)
    },
    every(ms, call) {
      interval = ms
      round = call
      return () => {
        round = () => {}
      }
    },
  })
})

describe('how far away an instance is', () => {
  it('is known right after the tunnel was made, and every five seconds', async () => {
    const one = tunnel('a', 'ws://x/1')
    tunnels.push(one)
    watch.first(one)
    await answer(good)
    expect(one.latency).toBe(12)
    expect(interval).toBe(5000)
    await inRound({ status: 200, latency: 30 })
    expect(one.latency).toBe(30)
  })

  it.each<Finding>(['nothing', { status: 404, latency: 3 }, { status: 302, latency: 3 }])(
    'is unknown after %j',
    async (finding) => {
      const one = tunnel('a', 'ws://x/1')
      tunnels.push(one)
      await inRound(good)
      await inRound(finding)
      expect(one.latency).toBe(-1)
    },
  )

  it('is asked for once for all tunnels that lead there', async () => {
    tunnels.push(tunnel('a', 'ws://x/1'), tunnel('b', 'ws://x/1'), tunnel('a', 'ws://x/2'))
    for (const one of tunnels) watch.first(one)
    expect(asked).toEqual(['ws://x/1', 'ws://x/2'])
    await answer(good)
    expect(tunnels.map(({ latency }) => latency)).toEqual([12, 12, 12])
    await inRound(good)
    expect(asked).toHaveLength(4)
  })

  it('is not asked for again while it is under way, nor after the end', async () => {
    tunnels.push(tunnel('a', 'ws://x/1'))
    round()
    round()
    expect(asked).toHaveLength(1)
    await answer(good)
    watch.stop()
    round()
    expect(asked).toHaveLength(1)
  })
})

describe('an instance that is gone', () => {
  const cases: [string, PingfallSettings | undefined, TunnelFeature[], Finding, boolean][] = [
    [
      'a status of the list',
      { status: [400, 404], drop_unknown: false },
      ['pingfall'],
      { status: 404, latency: 1 },
      true,
    ],
    [
      'a status not in the list',
      { status: [400, 404], drop_unknown: false },
      ['pingfall'],
      { status: 500, latency: 1 },
      false,
    ],
    [
      'any bad status, if the list is empty',
      { status: [], drop_unknown: false },
      ['pingfall'],
      { status: 500, latency: 1 },
      true,
    ],
    ['a good status, even in the list', { status: [204], drop_unknown: true }, ['pingfall'], good, false],
    ['no answer, if that counts', { status: [404], drop_unknown: true }, ['pingfall'], 'nothing', true],
    [
      'no answer, if that does not count',
      { status: [], drop_unknown: false },
      ['pingfall'],
      'nothing',
      false,
    ],
    [
      'anything, without the feature',
      { status: [], drop_unknown: true },
      ['basic'],
      { status: 404, latency: 1 },
      false,
    ],
    ['anything, without settings', undefined, ['basic', 'pingfall'], { status: 404, latency: 1 }, false],
  ]
  it.each(cases)('%s', async (_, pingfall, features, finding, falls) => {
    const one = tunnel('a', 'ws://x/1')
    site('a', pingfall, features)
    tunnels.push(one)
    await inRound(finding)
    expect(fallen).toEqual(falls ? [[one, finding]] : [])
  })

  it('closes only the tunnels of sites that want it', async () => {
    site('a', { status: [404], drop_unknown: false })
    site('b')
    tunnels.push(tunnel('a', 'ws://x/1'), tunnel('b', 'ws://x/1'), tunnel('unknown', 'ws://x/1'))
    await inRound({ status: 404, latency: 1 })
    expect(fallen.map(([{ host }]) => host)).toEqual(['a'])
  })

  it('closes nothing at the first look, not even when a round falls into it', async () => {
    site('a', { status: [404], drop_unknown: false })
    const one = tunnel('a', 'ws://x/1')
    tunnels.push(one)
    watch.first(one)
    round()
    await answer({ status: 404, latency: 1 })
    expect(asked).toHaveLength(1)
    expect(fallen).toEqual([])
    await inRound({ status: 404, latency: 1 })
    expect(fallen).toHaveLength(1)
  })

  it('closes no tunnel that was made while the round was under way', async () => {
    site('a', { status: [404], drop_unknown: false })
    site('b', { status: [404], drop_unknown: false })
    tunnels.push(tunnel('a', 'ws://x/1'))
    round()
    const late = tunnel('b', 'ws://x/1')
    tunnels.push(late)
    watch.first(late)
    await answer({ status: 404, latency: 1 })
    expect(fallen.map(([{ host }]) => host)).toEqual(['a'])
    expect(late.latency).toBe(-1)
  })
})
