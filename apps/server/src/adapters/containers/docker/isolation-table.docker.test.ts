import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NetworkMode } from '@pennant/contract/enums'
import {
  askDocker,
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  inspected,
} from '../../../../../../tests/kit/shared-docker.ts'
import { startDocker, type TestDocker } from '../../../../../../tests/kit/docker.ts'
import { busyboxFiles, importImage } from '../../../../../../tests/kit/docker-image.ts'
import {
  type ChildNeeds,
  type DockerServer,
  openServerProgram,
  type ServerProgram,
} from '../../../../../../tests/kit/docker-server.ts'
import { proxyRules } from '../../../../../../tests/kit/docker-proxy-needs.ts'
import { openInternet } from '../../../../../../tests/kit/docker-internet.ts'
import {
  addressOf,
  hostAddresses,
  named,
  type ProbeTarget,
  reached,
  reachedFromHost,
  switchIpv6On,
} from '../../../../../../tests/kit/isolation-probe.ts'
import type { StartedContainer } from '../../../ports/containers.ts'
import { targetsOf } from '../../../commands/doctor-isolation.ts'
import { isolationCheck } from '../../../modules/status/checks/isolation.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { type Enforcement, isolationTable, type IsolationTarget } from './isolation-table.ts'

const shell = 'pennant-test/shell:1'
const tryFile = new URL('../../../../../../deploy/probe/try.sh', import.meta.url)
const modes = ['Open', 'Isolated', 'Custom'] as const
const listening = { site: 8080, health: 3000, other: 5432 }

type Target = ProbeTarget & { what: IsolationTarget }

const daemons = [
  { daemon: 'a daemon as it comes', proxies: true },
  { daemon: 'a daemon without userland-proxy', proxies: false },
]

describe.skipIf(dockerSkipReason() !== null).each(daemons)(
  withDockerSkipReason('what an instance reaches on $daemon'),
  { timeout: 300_000 },
  ({ proxies }) => {
    let docker: TestDocker
    let program: ServerProgram
    let internet: Awaited<ReturnType<typeof openInternet>>
    let hosts: ChildProcess
    let files: Buffer
    const socket = (): string => docker.uri.replace('unix://', '')

    beforeAll(async () => {
      docker = await startDocker({ 'userland-proxy': proxies })
      internet = await openInternet(docker)
      await docker.run('chmod', '755', dirname(socket()))
      await docker.run('chmod', '666', socket())
      hosts = spawn(
        ...docker.inside(process.execPath, '-e', internet.listener, ...Object.values(listening).map(String)),
      )
      files = await busyboxFiles()
      await importImage(socket(), 'pennant-test/shell', 'exec nc -ll -p 7000 -e sh', files)
      program = await openServerProgram(docker, shell)
    })
    afterAll(async () => {
      await program?.end()
      hosts?.kill()
      await docker?.stop()
    })

    type Setup = { server: DockerServer; needs: ChildNeeds['needs'] }

    const needsOf = (): ChildNeeds['needs'] => {
      const { siteHost: _host, onNote: _note, ...needs } = dockerNeeds(docker.uri)
      return { ...needs, publicEntry: internet.hostAddress }
    }

    const customNetwork = async (prefix: string): Promise<void> => {
      await askDocker('POST', '/networks/create', docker.uri, { Name: `${prefix}-custom` })
    }

    const start = async (
      server: DockerServer,
      network: NetworkMode,
      published = true,
    ): Promise<StartedContainer> => startedOf(await server.start(orderOf(shell, { network, published })))

    const publishes = (host: string): boolean => proxies || !host.includes(':')

    const attack = async (enforcement: Enforcement, { server, needs }: Setup): Promise<void> => {
      const control = await program.onHost(needs)
      await customNetwork(needs.settings.challengeNetwork ?? '')
      const offered = modes.filter((mode) => isolationTable[enforcement].answers[mode] !== 'refused')
      const victims = new Map<NetworkMode, StartedContainer>()
      for (const mode of offered) victims.set(mode, await start(server, mode))
      for (const mode of offered) {
        const attacker = await start(server, mode)
        await switchIpv6On(docker, attacker.runtimeId)
        const inside = await addressOf(docker, attacker.runtimeId)
        const run = (script: string): Promise<string> => control.exchange(inside, 7000, `${script}\nexit\n`)
        const addresses = await hostAddresses(docker)
        const targets: Target[] = []
        for (const [other, victim] of victims) {
          const what = other === mode ? 'neighbors' : 'otherNetworks'
          targets.push({ what, host: await addressOf(docker, victim.runtimeId), port: 7000 })
          for (const host of addresses.filter(publishes))
            targets.push({ what: 'published', host, port: victim.publicPort ?? 0 })
        }
        for (const host of addresses)
          for (const port of Object.values(listening)) targets.push({ what: 'host', host, port })
        targets.push({ what: 'metadata', host: internet.metadata, port: 80 })
        for (const host of [internet.address]) targets.push({ what: 'internet', host, port: 80 })

        const found = await reached(run, targets)
        const wanted = targets.filter(({ what }) =>
          ['reached', 'yours'].includes(isolationTable[enforcement][what][mode]),
        )
        // Link-local and IPv6 addresses depend on more than rules.
        const plain = (names: readonly string[]): string[] => names.filter((name) => !name.includes(':'))
        expect({ mode, found: plain(found) }).toEqual({ mode, found: plain(named(wanted)) })
        const closed = named(
          targets.filter(({ what }) => isolationTable[enforcement][what][mode] === 'closed'),
        )
        expect(found.filter((name) => closed.includes(name))).toEqual([])
        if (mode === 'Open')
          expect(found.some((name) => name.includes('%eth0'))).toBe(enforcement === 'noRules')

        const alive = await reachedFromHost(
          docker,
          targets.filter(({ host }) => !host.includes('%')),
        )
        expect(alive).toEqual(named(targets.filter(({ host }) => !host.includes('%'))))
        await server.destroy(attacker.runtimeId)
      }
      for (const { publicPort } of victims.values())
        for (const host of internet.hostAddresses.filter(publishes))
          expect(await internet.says(host, publicPort ?? 0, 'echo here')).toBe('here\n')
    }

    it('is what the table says where the server sets packet rules on the host', async () => {
      const needs = needsOf()
      const server = await program.onHost(needs)
      expect(await server.limits()).toEqual(unlimited)
      await attack('rules', { server, needs })
      expect(await server.limits()).toEqual(unlimited)
    })

    it.runIf(proxies)(
      'is what the table says where the server has no right to set packet rules',
      async () => {
        const needs = needsOf()
        const server = await program.onHost(needs, nobody)
        await attack('noRules', { server, needs })
        await expectNoIsolated(server, 'has no right to set packet rules')
      },
    )

    const customReach = /^note instances\.custom another-custom-instance, .*this-machine-at-fd00:7[78]::1/
    it.runIf(proxies).each([
      ['with packet rules', [], [customReach]],
      [
        'without packet rules',
        nobody,
        [
          /^yellow instances\.untried Isolated .*has no right to set packet rules/,
          /^red instances\.reach Open metadata(, this-machine-at-[\d.]+)+$/,
          customReach,
        ],
      ],
    ])('is tried by the doctor %s', async (_how, through, expected) => {
      await importImage(socket(), 'pennant-test/try', await readFile(tryFile, 'utf8'), files)
      const needs = needsOf()
      const prefix = through.length === 0 ? 'fd00:77' : 'fd00:78'
      await askDocker('POST', '/networks/create', docker.uri, {
        Name: `${needs.settings.challengeNetwork ?? ''}-custom`,
        EnableIPv6: true,
        IPAM: { Config: [{ Subnet: `${prefix}::/64` }] },
      })
      const addresses = await hostAddresses(docker)
      const server = await program.onHost(needs, through)
      const check = isolationCheck({
        containers: { ...server, destroy: async (id) => void (await server.destroy(id)) },
        image: 'pennant-test/try:1',
        published: true,
        closesCustom: true,
        used: async () => ['Custom'],
        targets: targetsOf(`http://${internet.address}`, listening.other, addresses),
      })
      const found = (await check.run(new AbortController().signal)).map(({ level, code, values }) =>
        [level, code, ...values].join(' '),
      )
      expect(found).toEqual(expected.map((words) => expect.stringMatching(words)))
    })

    it.runIf(proxies)('is what the table says where the server runs in a container', async () => {
      const needs = needsOf()
      const server = await program.inContainer(needs)
      await attack('noRules', { server, needs })
      await expectNoIsolated(server, 'runs in a container')
      const { NetworkSettings } = await inspected(`/containers/${server.containerId}/json`, docker.uri)
      expect(NetworkSettings).toMatchObject({ Networks: { bridge: {} } })
      expect(JSON.stringify(NetworkSettings)).not.toContain(needs.settings.challengeNetwork)
    })

    it('is what the table says where the server runs in a container with the Docker proxy', async () => {
      const needs = needsOf()
      const server = await program.behind(await program.proxy(proxyRules(needs)), needs)
      expect(await server.limits()).toEqual(unlimited)
      await attack('rules', { server, needs })
      const { NetworkSettings } = await inspected(`/containers/${server.containerId}/json`, docker.uri)
      expect(JSON.stringify(NetworkSettings)).not.toContain(needs.settings.challengeNetwork)
    })

    it.runIf(proxies)('includes a server in a container by a published port only', async () => {
      const server = await program.inContainer(needsOf())
      const started = await start(server, 'Open', false)
      expect(await server.exchange(started.ip, started.port, 'echo here\nexit\n')).toBe('here\n')
      expect(started.ip).not.toBe(await addressOf(docker, started.runtimeId))
      const alone = await program.inContainer(needsOf(), { NetworkMode: 'none' })
      expect(await alone.start(orderOf(shell))).toMatchObject({ refused: 'network' })
      expect(await alone.limits()).toMatchObject({
        unreachable: expect.stringContaining('without a network'),
      })
    })

    it.runIf(proxies).each([
      [
        'an account with the capability alone',
        (needs: ChildNeeds['needs']) => program.onHost(needs, capable),
      ],
      [
        'a container on the network of the host',
        (needs: ChildNeeds['needs']) =>
          program.inContainer(needs, { NetworkMode: 'host', CapAdd: ['NET_ADMIN'] }),
      ],
    ])('is as little where the server is %s', async (_what, open) => {
      const server = await open(needsOf())
      const isolated = await start(server, 'Isolated', false)
      const script = `echo here; nc -w 2 ${internet.hostAddress} ${listening.site}; exit\n`
      expect(await server.exchange(isolated.ip, isolated.port, script)).toBe('here\n')
      expect(await server.limits()).toEqual(unlimited)
    })
  },
)

const unlimited = { isolated: null, open: null, unreachable: null, unguarded: null }
const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups']
const capable = [...nobody, '--inh-caps', '+net_admin', '--ambient-caps', '+net_admin']

const expectNoIsolated = async (server: DockerServer, why: string): Promise<void> => {
  const words = expect.stringContaining(why)
  expect(await server.start(orderOf(shell, { network: 'Isolated' }))).toEqual({
    refused: 'network',
    detail: words,
  })
  await server.guard()
  await expect.poll(() => server.notes()).toContainEqual(words)
  expect(await server.limits()).toEqual({ isolated: words, open: null, unreachable: null, unguarded: words })
}
