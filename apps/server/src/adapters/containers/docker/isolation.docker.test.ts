import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askDocker,
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  inspected,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { busyboxFiles, imageName, importImage } from '../../../../../../tests/kit/docker-image.ts'
import { exchange } from '../../../../../../tests/kit/exchange.ts'
import type { ContainerOrder, Containers, StartedContainer, StartOutcome } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { createDockerContainers } from './create.ts'

const shell = 'exec nc -ll -p 7000 -e sh'

describe.skipIf(dockerSkipReason() !== null)(withDockerSkipReason('an instance on Docker'), () => {
  const notes: string[] = []
  let containers: Containers
  let prefix = ''

  beforeAll(async () => {
    const { uri } = sharedDocker()
    const needs = dockerNeeds(uri, { onNote: (note) => notes.push(note), settings: { maxProcesses: 40 } })
    prefix = needs.settings.challengeNetwork ?? ''
    containers = createDockerContainers(needs)
    const socket = uri.replace('unix://', '')
    const files = await busyboxFiles()
    await importImage(socket, 'pennant-test/shell', shell, files)
    await importImage(socket, 'pennant-test/read-only', shell, files, [
      'LABEL pennant.readonly=true',
      'USER player',
      'VOLUME /data',
    ])
  })
  afterAll(async () => {
    for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
    await containers.close()
    await removeNetworks(prefix)
  })

  const start = (more: Partial<ContainerOrder> = {}, image = 'pennant-test/shell:1'): Promise<StartOutcome> =>
    containers.start(orderOf(image, more), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })

  const run = ({ ip, port }: StartedContainer, command: string): Promise<string> =>
    exchange(ip, port, `${command}\nexit\n`, Number.POSITIVE_INFINITY)

  const connects = async (from: StartedContainer, host: string, port: number): Promise<boolean> =>
    (await run(from, `echo | nc -w 2 ${host} ${port} && echo it does`)).includes('it does')

  it('is not started in isolation where the bridges of the daemon are elsewhere', async () => {
    expect(await start({ network: 'Isolated' })).toMatchObject({
      refused: 'network',
      detail: expect.stringContaining('not in the network namespace of this server'),
    })
    expect(await containers.limits()).toMatchObject({ isolated: expect.anything(), open: null })
  })

  it('gets out of an open network, and asks name servers there', async () => {
    const asked: string[] = []
    const { outside } = sharedDocker()
    const names = createSocket('udp4', (question) => asked.push(question.toString('latin1')))
    names.bind(53, outside)
    await once(names, 'listening')
    const server = createServer((socket) => socket.end('welcome\n')).listen(0, outside)
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    try {
      const open = startedOf(await start())
      expect(await connects(open, outside, port)).toBe(true)
      await run(open, 'timeout 4 nslookup from-open.example 127.0.0.11 >/dev/null 2>&1')
      expect(asked.join(' ')).toContain('from-open')
    } finally {
      server.close()
      names.close()
    }
  })

  it('does not reach its neighbours', async () => {
    const [one, other] = [startedOf(await start()), startedOf(await start())]
    expect(await connects(one, one.ip, one.port)).toBe(true)
    expect(await connects(one, other.ip, other.port)).toBe(false)
  })

  it('asks for a network of its own choice to be there', async () => {
    expect(await start({ network: 'Custom' })).toMatchObject({
      refused: 'invalid',
      detail: expect.stringContaining(`${prefix}-custom`),
    })
  })

  it('has few rights and firm limits', async () => {
    const one = startedOf(await start({ memoryMb: 48 }))
    const status = await run(one, 'cat /proc/self/status')
    expect(status).toMatch(/NoNewPrivs:\s1/)
    // CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, NET_BIND_SERVICE, SYS_CHROOT
    expect(status).toMatch(/CapEff:\s00000000000404fb/)
    expect(await run(one, 'ulimit -n; ulimit -c')).toBe('16384\n0\n')
    expect(await run(one, 'dd if=/dev/zero of=/dev/null bs=90M count=1 && echo it fits')).not.toContain(
      'it fits',
    )
    const { HostConfig } = await inspected(`/containers/${one.runtimeId}/json`)
    expect(HostConfig).toMatchObject({
      NanoCpus: 5e8,
      Memory: 48 * 2 ** 20,
      MemorySwap: 48 * 2 ** 20,
      PidsLimit: 40,
      Init: true,
    })
    const many =
      'i=0; while [ $((i=i+1)) -le 60 ]; do sleep 30 </dev/null >/dev/null 2>&1 & done; echo started all'
    expect(await run(one, many)).not.toContain('started all')
  })

  it('cannot write to a read-only image but for its temporary files', async () => {
    const one = startedOf(await start({}, 'pennant-test/read-only:1'))
    expect(await run(one, 'id -u; (touch /tmp/x && echo there; touch /www/x) 2>&1')).toMatch(
      /^1000\nthere\n.*Read-only/,
    )
    const volumes = async (): Promise<unknown> => JSON.parse(await askDocker('GET', '/volumes'))
    expect(await volumes()).toMatchObject({ Volumes: [expect.anything()] })
    await containers.destroy(one.runtimeId)
    expect(await volumes()).not.toMatchObject({ Volumes: [expect.anything()] })
  })

  it('has its storage limited, or is known to be without a limit', async () => {
    const outcomes = await Promise.all([start({ storageMb: 64 }), start({ storageMb: 64 })])
    const limits: unknown[] = []
    for (const { runtimeId } of outcomes.map(startedOf)) {
      const { HostConfig } = await inspected(`/containers/${runtimeId}/json`)
      limits.push(Object.entries(HostConfig ?? {}).find(([name]) => name === 'StorageOpt')?.[1] ?? null)
    }
    const said = notes.filter((note) => note.includes('a limit of their storage'))
    const isLimited = said.length === 0
    expect(limits).toEqual(isLimited ? [{ size: '64M' }, { size: '64M' }] : [null, null])
    expect(said.length).toBeLessThan(2)
  })

  it('is called after its image, and frees its name when it is left over from a start that was cut off', async () => {
    const order = orderOf('pennant-test/shell:1')
    const left = startedOf(await start(order))
    const again = startedOf(await start(order))
    expect(again.runtimeId).not.toBe(left.runtimeId)
    const { Name } = await inspected(`/containers/${again.runtimeId}/json`)
    expect(Name).toBe(`/shell_${order.suffix}`)
    await expect(askDocker('GET', `/containers/${left.runtimeId}/json`)).rejects.toThrow('No such container')
  })

  it('leaves the name to a container of somebody else', async () => {
    const order = orderOf(imageName('echo'))
    await askDocker('POST', `/containers/create?name=echo_${order.suffix}`, undefined, {
      Image: imageName('deaf'),
    })
    try {
      const { runtimeId } = startedOf(await start(order, order.image))
      const { Name } = await inspected(`/containers/${runtimeId}/json`)
      expect(Name).toBe(`/echo_${order.suffix}_${order.id.slice(0, 8)}`)
    } finally {
      await askDocker('DELETE', `/containers/echo_${order.suffix}`)
    }
  })

  it('finds its network again after that was removed', async () => {
    for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
    await removeNetworks(prefix)
    expect(await start()).toMatchObject({ started: { port: 7000 } })
  })
})
