import { describe, expect, it } from 'vitest'
import { chainsOf, changesOf, packetRules } from './packet-rules.ts'

const ports = { from: 32_768, to: 60_999 }
const bridges = { open: ['br-open'], isolated: ['br-isolated'], custom: ['br-custom'] }
const chains = chainsOf('us')
const rules = packetRules(bridges, 'ipv4', ports)

const saved = (chain: Record<string, readonly string[]>): string =>
  [
    '*filter',
    ...Object.keys(chain).map((name) => `:${name} - [0:0]`),
    ...Object.entries(chain).flatMap(([name, lines]) => lines.map((line) => `-A ${name} ${line}`)),
    'COMMIT',
  ].join('\n')

const inPlace = {
  INPUT: [`-j ${chains.input}`],
  FORWARD: ['-j DOCKER-USER'],
  'DOCKER-USER': [`-j ${chains.forward}`, '-j RETURN'],
  [chains.input]: rules.input,
  [chains.forward]: rules.forward,
}

const edits = (table: Record<string, readonly string[]>): string[] =>
  (changesOf(saved(table), chains, rules) ?? '').split('\n').filter((line) => /^-[ID] /.test(line))

describe('packet rules for networks of instances', () => {
  it('close this machine to open and isolated ones, and let answers of instances through', () => {
    expect(rules.input).toEqual([
      '-m conntrack --ctstate ESTABLISHED --ctdir REPLY -j RETURN',
      '-i br-open -j DROP',
      '-i br-isolated -j DROP',
      '-i br-custom -p tcp -m tcp --dport 32768:60999 -j DROP',
    ])
  })

  it('close every way from one instance to another but those within a network of the operator', () => {
    for (const source of ['br-open', 'br-custom'])
      for (const target of ['br-open', 'br-isolated', 'br-custom'])
        expect(rules.forward.includes(`-i ${source} -o ${target} -j DROP`)).toBe(
          source !== 'br-custom' || target !== 'br-custom',
        )
    expect(rules.forward).toContain('-i br-isolated -j DROP')
    expect(rules.forward).toContain('-i br-open -m conntrack --ctstate DNAT -j DROP')
  })

  it('close the addresses of clouds to open ones, but for name servers', () => {
    const about = rules.forward.filter((rule) => rule.includes('169.254.0.0/16'))
    expect(about.map((rule) => rule.replace(/.*-i br-open ?/, ''))).toEqual([
      '-p tcp -m tcp --dport 53 -j RETURN',
      '-p udp -m udp --dport 53 -j RETURN',
      '-j DROP',
    ])
  })

  it('accept nothing by themselves', () => {
    for (const family of ['ipv4', 'ipv6'] as const) {
      const { input, forward } = packetRules(bridges, family, ports)
      expect([...input, ...forward].filter((rule) => !/-j (DROP|RETURN)$/.test(rule))).toEqual([])
    }
  })
})

describe('what has to be changed so that the rules hold', () => {
  it('is nothing when they are there', () => {
    expect(changesOf(saved(inPlace), chains, rules)).toBeNull()
  })

  it('is all of it where there is nothing yet, as one step', () => {
    const changes = changesOf(saved({ INPUT: [], FORWARD: [], 'DOCKER-USER': ['-j RETURN'] }), chains, rules)
    expect(changes?.split('\n')).toEqual([
      '*filter',
      `:${chains.input} - [0:0]`,
      `:${chains.forward} - [0:0]`,
      ...rules.input.map((rule) => `-A ${chains.input} ${rule}`),
      ...rules.forward.map((rule) => `-A ${chains.forward} ${rule}`),
      `-I INPUT 1 -j ${chains.input}`,
      `-I DOCKER-USER 1 -j ${chains.forward}`,
      'COMMIT',
      '',
    ])
  })

  it('is what somebody took away, without a second way in', () => {
    expect(edits({ ...inPlace, INPUT: [] })).toEqual([`-I INPUT 1 -j ${chains.input}`])
    expect(edits({ ...inPlace, [chains.input]: [] })).toEqual([])
    expect(changesOf(saved({ ...inPlace, [chains.input]: [] }), chains, rules)).toContain(
      `-A ${chains.input} -i br-isolated -j DROP`,
    )
  })

  it('is a rule of somebody else that came before ours', () => {
    const jump = `-j ${chains.input}`
    expect(edits({ ...inPlace, INPUT: ['-p tcp -m tcp --dport 22 -j ACCEPT', jump] })).toEqual([
      `-D INPUT ${jump}`,
      `-I INPUT 1 ${jump}`,
    ])
  })

  it('is what two processes put in at the same time', () => {
    const jump = `-j ${chains.input}`
    expect(edits({ ...inPlace, INPUT: [jump, jump] })).toEqual([
      `-D INPUT ${jump}`,
      `-D INPUT ${jump}`,
      `-I INPUT 1 ${jump}`,
    ])
  })

  it('leaves what another installation put there before ours', () => {
    const theirs = `-j ${chainsOf('them').input}`
    expect(changesOf(saved({ ...inPlace, INPUT: [theirs, ...inPlace.INPUT] }), chains, rules)).toBeNull()
  })

  it('moves to the chain that Docker passes first, once there is one', () => {
    const { 'DOCKER-USER': _chain, ...without } = inPlace
    const jump = `-j ${chains.forward}`
    expect(changesOf(saved({ ...without, FORWARD: [jump] }), chains, rules)).toBeNull()
    expect(edits({ ...inPlace, FORWARD: [jump, '-j DOCKER-USER'], 'DOCKER-USER': ['-j RETURN'] })).toEqual([
      `-D FORWARD ${jump}`,
      `-I DOCKER-USER 1 ${jump}`,
    ])
  })
})

describe('names of chains', () => {
  it('are those of an installation, and short enough', () => {
    const { input, forward } = chainsOf('0123456789abcdef')
    expect(chainsOf('another').input).not.toBe(input)
    for (const name of [input, forward]) expect(name.length).toBeLessThanOrEqual(28)
  })
})
