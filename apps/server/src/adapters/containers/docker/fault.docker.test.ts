import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startDocker, type TestDocker } from '../../../../../../tests/kit/docker.ts'
import {
  askDocker,
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
} from '../../../../../../tests/kit/shared-docker.ts'
import { imageName, importServices } from '../../../../../../tests/kit/docker-image.ts'
import { startDockerProxy } from '../../../../../../tests/kit/docker-proxy.ts'
import { exchange } from '../../../../../../tests/kit/exchange.ts'
import { patient } from '../../../../../../tests/kit/patient.ts'
import type { Containers, StartOutcome } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { createDockerContainers } from './create.ts'
import type { DockerNeeds } from './needs.ts'

const reason = dockerSkipReason()

describe.skipIf(reason !== null)(withDockerSkipReason('a Docker daemon with troubles'), () => {
  let docker: TestDocker
  let needs: DockerNeeds
  let containers: Containers
  const socket = (): string => docker.uri.replace('unix://', '')

  beforeAll(async () => {
    docker = await startDocker()
    await importServices(socket())
    needs = dockerNeeds(docker.uri)
  })
  beforeEach(() => {
    containers = createDockerContainers(needs)
    onTestFinished(async () => {
      await vi.waitFor(async () => {
        for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
      }, 60_000)
      await containers.close()
    })
  })
  afterAll(() => docker?.stop())

  const start = (
    image: 'echo' | 'deaf' | 'ends',
    signal: AbortSignal = new AbortController().signal,
    of = containers,
  ): Promise<StartOutcome> => of.start(orderOf(imageName(image)), { signal, onProgress: () => undefined })

  it('runs twenty starts at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => start('echo')))
    const started = outcomes.map(startedOf)
    expect(await containers.list()).toHaveLength(20)
    const answers = await Promise.all(started.map(({ ip, port }) => exchange(ip, port, 'hello', 5)))
    expect(new Set(answers)).toEqual(new Set(['hello']))
    await Promise.all(started.map(({ runtimeId }) => containers.destroy(runtimeId)))
    expect(await containers.list()).toEqual([])
  })

  it('is told of what ends after it went away and came back, whether in order or not', async () => {
    const gone: string[] = []
    const stop = new AbortController()
    const watching = containers.watch((runtimeId) => gone.push(runtimeId), stop.signal)
    for (const mode of ['stop', 'kill'] as const) {
      await docker.end(mode)
      await docker.restart()
      const told = vi.waitFor(
        async () => {
          const { runtimeId } = startedOf(await start('echo'))
          await askDocker('POST', `/containers/${runtimeId}/kill`, docker.uri)
          await vi.waitFor(() => expect(gone).toContain(runtimeId), { timeout: 2_000, interval: 5 })
        },
        { timeout: 60_000, interval: 100 },
      )
      await expect(told).resolves.toBeUndefined()
    }
    stop.abort()
    await watching
  })

  it('is said not to answer while it is away, and works again afterwards', async () => {
    const { runtimeId } = startedOf(await start('echo'))
    await docker.end('kill')
    await expect(containers.check()).rejects.toThrow(/can't be reached: nothing listens there/)
    await expect(containers.list()).rejects.toThrow("can't be reached")
    await expect(containers.destroy(runtimeId)).rejects.toThrow("can't be reached")
    await expect(containers.log(runtimeId, 5)).rejects.toThrow("can't be reached")
    expect(await start('echo')).toMatchObject({ refused: 'unavailable' })
    await docker.restart()
    await containers.check()
    await vi.waitFor(
      async () => expect(await containers.list()).toMatchObject([{ runtimeId, running: false }]),
      patient,
    )
    await containers.destroy(runtimeId)
    startedOf(await start('echo'))
  })

  it('is said to be missing where there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pennant-daemon-'))
    const path = join(folder, 'socket')
    const nowhere = createDockerContainers(dockerNeeds(`unix://${path}`))
    await expect(nowhere.check()).rejects.toThrow('there is no such socket; is the daemon running?')
    const gone: string[] = []
    const stop = new AbortController()
    const watching = nowhere.watch((runtimeId) => gone.push(runtimeId), stop.signal)
    const somebody = createServer((visitor) => visitor.destroy()).listen(path)
    await once(somebody, 'connection')
    stop.abort()
    await watching
    somebody.close()
    await once(somebody, 'close')
    expect(gone).toEqual([])
    await nowhere.close()
    await rm(folder, { recursive: true })
  })

  it('is not waited for when it hangs', async () => {
    docker.pause()
    try {
      await expect(containers.check()).rejects.toThrow("didn't respond in time")
      const broken = new AbortController()
      const starting = start('echo', broken.signal)
      broken.abort(new Error('called off'))
      await expect(starting).rejects.toThrow('called off')
    } finally {
      docker.resume()
    }
    expect(await containers.list()).toEqual([])
  })

  it.each([
    ['made', 'POST', /^\/containers\/create/],
    ['begun', 'POST', /^\/containers\/\w+\/start/],
    ['looked at', 'GET', /^\/containers\/\w+\/json/],
    ['waited for', 'POST', /^\/containers\/\w+\/wait/],
  ] as const)(
    'leaves nothing when a start is broken off while the container is being %s',
    async (_what, method, path) => {
      const proxy = await startDockerProxy(socket())
      const through = createDockerContainers({
        ...needs,
        settings: { ...needs.settings, uri: `tcp://127.0.0.1:${proxy.port}` },
      })
      onTestFinished(async () => {
        await through.close()
        await proxy.close()
      })
      const held = proxy.hold(method, path)
      const broken = new AbortController()
      const starting = start('deaf', broken.signal, through)
      if (path.source.includes('wait'))
        await vi.waitFor(async () => expect(await containers.list()).toHaveLength(1), 20_000)
      else await held.answered
      broken.abort(new Error('called off'))
      held.release()
      await expect(starting).rejects.toThrow('called off')
      await vi.waitFor(async () => expect(await containers.list()).toEqual([]), patient)
    },
  )

  it('is asked nothing more once a service runs, or will never run', async () => {
    const proxy = await startDockerProxy(socket())
    const through = createDockerContainers({
      ...needs,
      settings: { ...needs.settings, uri: `tcp://127.0.0.1:${proxy.port}` },
    })
    onTestFinished(async () => {
      await through.close()
      await proxy.close()
    })
    const { runtimeId } = startedOf(await start('echo', undefined, through))
    expect(await start('ends', undefined, through)).toMatchObject({ refused: 'exited' })
    await vi.waitFor(async () => expect(await proxy.connections()).toBe(0), 20_000)
    const before = proxy.asked.length
    const { runtimeId: another } = startedOf(await start('echo', undefined, through))
    const since = proxy.asked.slice(before)
    expect(since.some((path) => path.includes(another))).toBe(true)
    const others = since.filter((path) => /^\/containers\/[0-9a-f]{64}/.test(path) && !path.includes(another))
    expect(others).toEqual([])
    expect(runtimeId).not.toBe(another)
  })

  it('need not have an init for containers, and is known to have none', async () => {
    const notes: string[] = []
    const some = createDockerContainers({ ...needs, onNote: (note) => notes.push(note) })
    const [init = ''] = (await docker.run('/bin/sh', '-c', 'command -v docker-init')).split('\n')
    await docker.run('mount', '--bind', '/dev/null', init)
    onTestFinished(async () => {
      await docker.run('umount', init)
      await some.close()
    })
    const outcomes = await Promise.all([start('echo', undefined, some), start('echo', undefined, some)])
    expect(outcomes.map((outcome) => startedOf(outcome).port)).toEqual([7000, 7000])
    expect(notes).toEqual([expect.stringContaining('Containers run without an init process')])
  })

  it('has what it made without saying so removed, once it can be asked again', async () => {
    const proxy = await startDockerProxy(socket())
    const through = createDockerContainers({
      ...needs,
      settings: { ...needs.settings, uri: `tcp://127.0.0.1:${proxy.port}` },
    })
    onTestFinished(() => through.close())
    const held = proxy.hold('POST', /^\/containers\/create/)
    const starting = start('echo', undefined, through)
    await held.answered
    expect(await containers.list()).toHaveLength(1)
    proxy.breakOff()
    expect(await starting).toMatchObject({ refused: 'unavailable' })
    await vi.waitFor(async () => expect(await containers.list()).toEqual([]), 20_000)
    await proxy.close()
  })
})
