import { availableParallelism } from 'node:os'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  askDocker,
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { busyboxFiles } from '../../../../../../tests/kit/docker-image.ts'
import { type FakeRegistry, startFakeRegistry } from '../../../../../../tests/kit/fake-registry.ts'
import { createRedaction } from '../../../kit/redaction.ts'
import { type Check, runCheck } from '../../../modules/status/checks/check.ts'
import { imageCheck, pullCheck, roomCheck } from '../../../modules/status/checks/instances.ts'
import type { StartOptions, StartOutcome } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import type { RegistryLogins } from '../login.ts'
import { createDockerContainers } from './create.ts'

const password = 'the password of ann'
const command = 'exec nc -ll -p 7000 -e cat'

describe.skipIf(dockerSkipReason() !== null)(withDockerSkipReason('an image that is not there'), () => {
  const networks = 'net-pull'
  const open = (registries: RegistryLogins = {}) => {
    const containers = createDockerContainers(
      dockerNeeds(sharedDocker().uri, { registries, settings: { challengeNetwork: networks } }),
    )
    onTestFinished(async () => {
      for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
      await containers.close()
    })
    return (image: string, options: Partial<StartOptions> = {}): Promise<StartOutcome> =>
      containers.start(orderOf(image), {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        ...options,
      })
  }

  let registry: FakeRegistry | null = null
  const registryOf = async (more: { login?: string; pauseMs?: number } = {}): Promise<FakeRegistry> => {
    registry = await startFakeRegistry({
      address: sharedDocker().outside,
      files: await busyboxFiles(),
      command,
      ...more,
    })
    return registry
  }
  afterEach(async () => {
    if (registry === null) return
    await askDocker('DELETE', `/images/${registry.image}?force=1`).catch(() => undefined)
    await registry.close()
    registry = null
  })
  afterAll(() => removeNetworks(networks))

  it('is pulled once for all who want it, and everybody hears how far it is', async () => {
    const { image } = await registryOf({ pauseMs: 60 })
    const start = open()
    const heard: (number | null)[][] = [[], [], []]
    const outcomes = await Promise.all(
      heard.map((shares) =>
        start(image, {
          onProgress: (phase, share) => void (phase === 'pulling' && shares.push(share)),
        }),
      ),
    )
    expect(outcomes.map((outcome) => startedOf(outcome).port)).toEqual([7000, 7000, 7000])
    expect(registry?.pulls).toBe(1)
    for (const shares of heard) {
      const known = shares.filter((share) => share !== null)
      expect(known.length).toBeGreaterThan(1)
      expect(known).toEqual(known.toSorted((a, b) => a - b))
      expect(shares.length).toBeLessThan(40)
    }
    startedOf(await start(image))
    expect(registry?.pulls).toBe(1)
  })

  it('goes on being pulled for the others when one of them breaks off', async () => {
    const { image } = await registryOf({ pauseMs: 60 })
    const start = open()
    const broken = new AbortController()
    const [first, second] = [
      start(image, {
        signal: broken.signal,
        onProgress: (_phase, share) => share !== null && broken.abort(new Error('called off')),
      }),
      start(image),
    ]
    await expect(first).rejects.toThrow('called off')
    startedOf(await second)
    expect(registry?.pulls).toBe(1)
  })

  it('is found by the doctor, pulled by it, and missed if the registry has none', async () => {
    const { image } = await registryOf()
    const none = `${image}-mistyped`
    const containers = createDockerContainers(
      dockerNeeds(sharedDocker().uri, { settings: { challengeNetwork: networks } }),
    )
    onTestFinished(() => containers.close())
    const redact = createRedaction([])
    const look = async (check: Check): Promise<string[]> =>
      (await runCheck(check, redact)).map(({ code, level, values }) => `${level} ${code} ${values[0]}`)
    const missing = async () => (await containers.missingImages?.([image, none])) ?? []
    const pull = async (name: string, signal: AbortSignal) => containers.pull?.(name, signal)
    expect(await look(imageCheck(missing))).toEqual([`yellow instances.images ${image}, ${none}`])
    expect(await look(pullCheck(missing, pull, redact))).toEqual([`red instances.pull ${none}`])
    expect(await look(imageCheck(missing))).toEqual([`yellow instances.images ${none}`])
  })

  it('or not, has as much room as the machine and its networks', async () => {
    const containers = createDockerContainers(
      dockerNeeds(sharedDocker().uri, { settings: { challengeNetwork: networks } }),
    )
    onTestFinished(() => containers.close())
    const capacity = async () => (await containers.capacity?.()) ?? null
    const machine = await capacity()
    const { cpu = 0, memoryMb = 0, addresses = 0 } = machine ?? {}
    expect(cpu).toBe(availableParallelism())
    const look = async (teams: number, each: { cpu: number; memoryMb: number }): Promise<string[]> => {
      const demand = async () => ({ teams, ...each })
      return (await runCheck(roomCheck({ capacity, demand }), createRedaction([]))).map(
        ({ code, level }) => `${level} ${code}`,
      )
    }
    const nothing = { cpu: 0, memoryMb: 0 }
    // A third of ten teams at the same time, rounded up.
    expect(await look(10, { cpu: cpu / 6, memoryMb: memoryMb / 6 })).toEqual([])
    expect(await look(10, { cpu: cpu / 4, memoryMb: 1 })).toEqual(['yellow instances.room'])
    expect(await look(10, { cpu: 0.01, memoryMb: memoryMb / 2 })).toEqual(['red instances.room'])
    expect(await look(Math.ceil((addresses / 0.3) * 1.1), nothing)).toEqual(['red instances.network'])
  })

  it('is pulled with the login of its registry', async () => {
    const { image, host } = await registryOf({ login: `ann:${password}` })
    const login = { userName: 'ann', password, serverAddress: null }
    expect(await open({ [host]: login })(image)).toMatchObject({ started: { port: 7000 } })
  })

  it('is refused in words without secrets when there is no right to it', async () => {
    const { image, host } = await registryOf({ login: 'ann:another password' })
    const login = { userName: 'ann', password, serverAddress: null }
    for (const logins of [{}, { [host]: login }]) {
      const outcome = await open(logins)(image)
      expect(outcome).toMatchObject({ refused: 'image' })
      const detail = 'detail' in outcome ? outcome.detail : ''
      expect(detail).toContain(
        `Couldn't pull the image ${image}: there is no such image, or no permission to pull it`,
      )
      expect(detail).not.toContain(password)
    }
  })

  it('is refused when the registry does not have it, or cannot be reached', async () => {
    const { image, host } = await registryOf()
    const start = open()
    expect(await start(`${host}/pennant/service:2`)).toMatchObject({
      refused: 'image',
      detail: expect.stringContaining('the registry has no such image'),
    })
    await registry?.close()
    registry = null
    expect(await start(image)).toMatchObject({
      refused: 'image',
      detail: expect.stringContaining("couldn't reach the registry"),
    })
    expect(await start('not an image')).toMatchObject({ refused: 'image' })
  })
})
