import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
} from '../../../../../../tests/kit/shared-docker.ts'
import { startDocker, type TestDocker } from '../../../../../../tests/kit/docker.ts'
import { busyboxFiles, importImage } from '../../../../../../tests/kit/docker-image.ts'
import {
  type ChildNeeds,
  openServerProgram,
  type ServerProgram,
} from '../../../../../../tests/kit/docker-server.ts'
import { manualCode } from '../../../../../../tests/kit/manual.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { chainsOf } from './packet-rules.ts'

const shell = 'pennant-test/shell:1'

describe.skipIf(dockerSkipReason() !== null)(withDockerSkipReason('the packet rules of a server'), () => {
  let docker: TestDocker
  let program: ServerProgram

  beforeAll(async () => {
    docker = await startDocker()
    const files = await busyboxFiles()
    await importImage(
      docker.uri.replace('unix://', ''),
      'pennant-test/shell',
      'exec nc -ll -p 7000 -e sh',
      files,
    )
    program = await openServerProgram(docker, shell)
  })
  afterAll(async () => {
    await program?.end()
    await docker?.stop()
  })

  const needsOf = (): ChildNeeds['needs'] => {
    const { siteHost: _host, onNote: _note, ...needs } = dockerNeeds(docker.uri)
    return needs
  }
  const order = () => orderOf(shell, { network: 'Isolated' })
  const run = (...words: string[]): Promise<string> => docker.run(...words)
  const jumps = async (installation: string): Promise<Record<string, number[]>> => {
    const { input, forward } = chainsOf(installation)
    const found: Record<string, number[]> = {}
    for (const table of ['iptables', 'ip6tables'])
      for (const [parent, chain] of [
        ['INPUT', input],
        ['DOCKER-USER', forward],
        ['FORWARD', forward],
      ] as const) {
        const rules = (await run(table, '--wait', '-S', parent).catch(() => '')).split('\n')
        const places = rules
          .filter((rule) => rule.startsWith('-A'))
          .flatMap((rule, at) => (rule.endsWith(`-j ${chain}`) ? [at] : []))
        if (places.length > 0) found[`${table} ${parent}`] = places
      }
    return found
  }
  const first = {
    'iptables INPUT': [0],
    'iptables DOCKER-USER': [0],
    'ip6tables INPUT': [0],
    'ip6tables FORWARD': [0],
  }

  it('are there before an isolated instance is, and back when it is started after somebody took them away', async () => {
    const needs = needsOf()
    const server = await program.onHost(needs)
    startedOf(await server.start(order()))
    expect(await jumps(needs.installation)).toEqual(first)
    for (const each of ['iptables', 'ip6tables']) {
      await run(each, '--wait', '-F', 'INPUT')
      await run(each, '--wait', '-F', chainsOf(needs.installation).input)
      await run(each, '--wait', '-I', 'INPUT', '-j', 'ACCEPT')
    }
    await run('iptables', '--wait', '-F', 'DOCKER-USER')
    startedOf(await server.start(order()))
    expect(await jumps(needs.installation)).toEqual(first)
    const { input } = chainsOf(needs.installation)
    expect(await run('iptables', '--wait', '-S', input)).toMatch(/-i pennant-\w+ -j DROP/)
    for (const each of ['iptables', 'ip6tables']) await run(each, '--wait', '-D', 'INPUT', '-j', 'ACCEPT')
  })

  it('come back by themselves, also after a restart of the daemon', async () => {
    const needs = needsOf()
    const server = await program.onHost(needs)
    startedOf(await server.start(order()))
    await server.guard()
    for (const mode of ['flush', 'restart'] as const) {
      await run('iptables', '--wait', '-F', 'INPUT')
      if (mode === 'restart') {
        await docker.end('stop')
        await run('iptables', '--wait', '-F', 'FORWARD')
        await run('iptables', '--wait', '-F', 'DOCKER-USER')
        await docker.restart()
      }
      await vi.waitFor(
        async () => expect(Object.keys(await jumps(needs.installation))).toEqual(Object.keys(first)),
        {
          timeout: 60_000,
          interval: 500,
        },
      )
    }
  })

  it('are shared by the processes of an installation, and leave those of another one alone', async () => {
    const [us, them] = [needsOf(), needsOf()]
    const servers = await Promise.all([us, us, them, them].map((needs) => program.onHost(needs)))
    const outcomes = await Promise.all(
      servers.flatMap((server) => [server.start(order()), server.start(order())]),
    )
    for (const outcome of outcomes) startedOf(outcome)
    for (const server of servers) startedOf(await server.start(order()))
    for (const { installation } of [us, them])
      expect(Object.values(await jumps(installation)).map((places) => places.length)).toEqual([1, 1, 1, 1])
    const said = await Promise.all(servers.map((server) => server.limits()))
    expect(said.map((limits) => limits.isolated)).toEqual([null, null, null, null])
  })

  it('are removed by the lines of the manual, and nothing else with them', async () => {
    const needs = needsOf()
    const server = await program.onHost(needs)
    startedOf(await server.start(order()))
    expect(await jumps(needs.installation)).toEqual(first)
    const rest = async (): Promise<string[]> =>
      (await run('iptables-save', '-t', 'filter'))
        .split('\n')
        .filter((line) => /^-A/.test(line) && !line.includes('PENNANT-'))
    const before = await rest()
    await run('/bin/sh', '-c', await manualCode('Networks', 'sh', 'operator/docker.md'))
    expect(await jumps(needs.installation)).toEqual({})
    expect(await rest()).toEqual(before)
    expect(before).not.toEqual([])
  })
})
