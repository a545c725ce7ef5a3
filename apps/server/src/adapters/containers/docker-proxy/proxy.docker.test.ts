import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDocker, type TestDocker } from '../../../../../../tests/kit/docker.ts'
import { busyboxFiles, importImage } from '../../../../../../tests/kit/docker-image.ts'
import { proxyRules } from '../../../../../../tests/kit/docker-proxy-needs.ts'
import {
  type ChildNeeds,
  openServerProgram,
  type ProxyProcess,
  type ServerProgram,
} from '../../../../../../tests/kit/docker-server.ts'
import {
  askDocker,
  dockerNeeds,
  dockerSkipReason,
  inspected,
  withDockerSkipReason,
} from '../../../../../../tests/kit/shared-docker.ts'
import { openThrough } from '../../../kit/gate.ts'
import type { StartedContainer } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { chainsOf } from '../docker/packet-rules.ts'

const shell = 'pennant-test/shell:1'
const isolated = () => orderOf(shell, { network: 'Isolated' })
const never = new AbortController().signal

describe.skipIf(dockerSkipReason() !== null)(
  withDockerSkipReason('servers in containers behind the Docker proxy'),
  { timeout: 300_000 },
  () => {
    let docker: TestDocker
    let program: ServerProgram
    let proxy: ProxyProcess
    let needs: ChildNeeds['needs']

    beforeAll(async () => {
      docker = await startDocker({ 'live-restore': true })
      await docker.run('chmod', '666', docker.uri.replace('unix://', ''))
      await importImage(
        docker.uri.replace('unix://', ''),
        'pennant-test/shell',
        'echo it begins; exec nc -ll -p 7000 -e sh',
        await busyboxFiles(),
      )
      program = await openServerProgram(docker, shell)
      const { siteHost: _host, onNote: _note, ...given } = dockerNeeds('')
      needs = given
      proxy = await program.proxy(proxyRules(needs))
    })
    afterAll(async () => {
      await program?.end()
      await docker?.stop()
    })

    const gate = (): string => proxy.uri.replace('unix://', '')
    const chains = async (): Promise<string> => {
      const { input, forward } = chainsOf(needs.installation)
      const rules = await docker.run('iptables', '--wait', '-S')
      return rules
        .split('\n')
        .filter((line) => line.includes(input) || line.includes(forward))
        .join('\n')
    }
    const isRunning = async ({ runtimeId }: StartedContainer): Promise<unknown> => {
      const { State } = await inspected(`/containers/${runtimeId}/json`, docker.uri)
      return (State as { Running: boolean }).Running
    }

    it('start isolated instances, speak with them, read their logs, and stop them', async () => {
      const server = await program.behind(proxy, needs)
      expect(await server.limits()).toEqual({
        isolated: null,
        open: null,
        unreachable: null,
        unguarded: null,
      })
      const order = isolated()
      const started = startedOf(await server.start(order))
      expect(await server.exchange(started.ip, started.port, 'echo here\nexit\n')).toBe('here\n')
      expect(await server.list()).toEqual([{ id: order.id, runtimeId: started.runtimeId, running: true }])
      expect(await server.log(started.runtimeId)).toContain('it begins')
      expect(await chains()).toMatch(/-i pennant-\w+ -j DROP/)
      const published = startedOf(await server.start(orderOf(shell, { published: true })))
      expect(published.publicPort).toBeGreaterThan(0)
      for (const { runtimeId } of [started, published]) await server.destroy(runtimeId)
      expect(await server.list()).toEqual([])
    })

    it('reach nothing of the host and nothing of others', async () => {
      const made: { Id: string } = JSON.parse(
        await askDocker('POST', '/containers/create?name=database', docker.uri, { Image: shell }),
      )
      await askDocker('POST', `/containers/${made.Id}/start`, docker.uri)
      const { NetworkSettings } = await inspected(`/containers/${made.Id}/json`, docker.uri)
      const { IPAddress: host } = NetworkSettings as { IPAddress: string }
      for (const name of [made.Id, made.Id.slice(0, 12), 'database']) {
        await expect(askDocker('GET', `/containers/${name}/json`, proxy.uri)).rejects.toThrow(
          'no such container',
        )
        await expect(
          askDocker('POST', `/containers/${name}/exec`, proxy.uri, { Cmd: ['sh'] }),
        ).rejects.toThrow('refuses')
      }
      await expect(openThrough(gate(), { host, port: 7000 }, never)).rejects.toThrow('no instance')
      await expect(
        askDocker('POST', '/containers/create', proxy.uri, {
          Image: shell,
          HostConfig: { Binds: ['/:/host'] },
        }),
      ).rejects.toThrow('refuses')
      const all: { Id: string }[] = JSON.parse(await askDocker('GET', '/containers/json?all=1', docker.uri))
      expect(all.map(({ Id }) => Id)).toContain(made.Id)
      await askDocker('DELETE', `/containers/${made.Id}?force=1`, docker.uri)
    })

    it('share a proxy, and the instances with it', async () => {
      const servers = await Promise.all([program.behind(proxy, needs), program.behind(proxy, needs)])
      const started = (await Promise.all(servers.map((server) => server.start(isolated())))).map(startedOf)
      for (const server of servers) {
        expect(await server.list()).toHaveLength(2)
        for (const { ip, port } of started)
          expect(await server.exchange(ip, port, 'echo here\nexit\n')).toBe('here\n')
      }
      for (const [at, { runtimeId }] of started.entries()) await servers[1 - at]?.destroy(runtimeId)
      expect(await servers[0].list()).toEqual([])
    })

    it('lose connections and nothing else when the proxy is killed', async () => {
      const server = await program.behind(proxy, needs)
      const started = startedOf(await server.start(isolated()))
      const socket = await openThrough(gate(), { host: started.ip, port: started.port }, never)
      socket.on('error', () => undefined).resume()
      const rules = await chains()
      const ended = once(socket, 'end')
      await proxy.kill()
      await ended
      expect(await isRunning(started)).toBe(true)
      expect(await chains()).toBe(rules)
      expect(await server.start(isolated())).toMatchObject({ refused: 'unavailable' })
      await proxy.start()
      expect(await server.exchange(started.ip, started.port, 'echo here\nexit\n')).toBe('here\n')
      const another = startedOf(await server.start(isolated()))
      for (const { runtimeId } of [started, another]) await server.destroy(runtimeId)
    })

    it('keep their connections while the daemon is away', async () => {
      const server = await program.behind(proxy, needs)
      const started = startedOf(await server.start(isolated()))
      const say = (): Promise<string> => server.exchange(started.ip, started.port, 'echo here\nexit\n')
      expect(await say()).toBe('here\n')
      await docker.end('stop')
      await docker.run('iptables', '--wait', '-F', 'INPUT')
      expect(await say()).toBe('here\n')
      expect(await server.start(isolated())).toMatchObject({ refused: 'unavailable' })
      await docker.restart()
      expect(await say()).toBe('here\n')
      startedOf(await server.start(isolated()))
      expect(await chains()).toContain(`-A INPUT -j ${chainsOf(needs.installation).input}`)
      for (const { runtimeId } of await server.list()) await server.destroy(runtimeId)
    })

    it('are told when the proxy serves another installation', async () => {
      const other = await program.behind(proxy, { ...needs, installation: 'another' })
      expect(await other.start(orderOf(shell))).toMatchObject({
        refused: 'unavailable',
        detail: expect.stringContaining('--installation another'),
      })
    })
  },
)
