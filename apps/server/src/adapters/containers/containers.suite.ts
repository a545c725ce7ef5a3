import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exchange } from '../../../../../tests/kit/exchange.ts'
import type {
  ContainerOrder,
  Containers,
  StartedContainer,
  StartOptions,
  StartOutcome,
} from '../../ports/containers.ts'

export type ServiceImages = {
  readonly echo: string
  readonly flag: string
  readonly talkative: string
  readonly flood: string
  readonly deaf: string
  readonly ends: string
  readonly unknown: string
}

export type ContainersSetup = {
  readonly containers: Containers
  readonly stranger: Containers
  readonly images: ServiceImages
  readonly reachable: boolean
  readonly refusesIsolated?: boolean
  end(runtimeId: string): Promise<void>
  remove(runtimeId: string): Promise<void>
  close(): Promise<void>
}

const servicePort = 7000

export const orderOf = (image: string, more: Partial<ContainerOrder> = {}): ContainerOrder => ({
  id: randomUUID(),
  image,
  port: servicePort,
  cpu: 5,
  memoryMb: 64,
  storageMb: 0,
  network: 'Open',
  environment: { FLAG: 'flag{of the suite}', PENNANT_TEAM_ID: '7' },
  suffix: randomBytes(8).toString('hex'),
  owner: { gameId: 1, challengeId: 2, team: '7' },
  published: false,
  userChange: false,
  mayConnect: true,
  isTest: false,
  ...more,
})

export const startedOf = (outcome: StartOutcome): StartedContainer => {
  if ('started' in outcome) return outcome.started
  throw new Error(`not started: ${outcome.refused}: ${outcome.detail}`)
}

export const describeContainers = (
  name: string,
  open: () => Promise<ContainersSetup>,
  reason: string | null = null,
): void => {
  describe.skipIf(reason !== null)(name, { timeout: 120_000 }, () => {
    let setup: ContainersSetup
    let containers: Containers
    beforeAll(async () => {
      setup = await open()
      containers = setup.containers
    })
    afterEach(async () => {
      for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
    })
    afterAll(() => setup?.close())

    const start = (
      order: ContainerOrder,
      { signal = new AbortController().signal, onProgress = () => undefined }: Partial<StartOptions> = {},
    ): Promise<StartOutcome> => containers.start(order, { signal, onProgress })
    const listed = async (): Promise<(string | null)[]> => (await containers.list()).map(({ id }) => id)

    it('says that it can be used', async () => {
      await containers.check()
      expect(containers.startsAtOnce).toBeGreaterThan(0)
    })

    it('starts a service that can be reached, and lists it', async () => {
      const order = orderOf(setup.images.echo)
      const phases: string[] = []
      const started = startedOf(await start(order, { onProgress: (phase) => phases.push(phase) }))
      expect(await containers.list()).toEqual([{ id: order.id, runtimeId: started.runtimeId, running: true }])
      expect(phases.at(-1)).toBe('starting')
      expect(started).toMatchObject({ publicIp: null, publicPort: null })
      if (setup.reachable) expect(await exchange(started.ip, started.port, 'hello', 5)).toBe('hello')
    })

    it('gives the service its variables', async () => {
      const order = orderOf(setup.images.flag)
      const started = startedOf(await start(order))
      expect(await listed()).toEqual([order.id])
      if (setup.reachable)
        expect(await exchange(started.ip, started.port, '', 18)).toContain('flag{of the suite}')
    })

    it('publishes the port where that is asked for', async () => {
      const started = startedOf(await start(orderOf(setup.images.echo, { published: true })))
      expect(started.publicPort).toBeGreaterThan(0)
      if (setup.reachable) expect(await exchange(started.ip, started.port, 'hello', 5)).toBe('hello')
    })

    it('starts in an isolated network, or says why it cannot keep that promise here', async () => {
      const order = orderOf(setup.images.echo, { network: 'Isolated' })
      const { isolated } = await containers.limits()
      expect(isolated !== null).toBe(setup.refusesIsolated === true)
      if (isolated !== null) {
        expect(await start(order)).toEqual({
          refused: 'network',
          detail: expect.stringContaining(isolated),
        })
        expect(await listed()).toEqual([])
        return
      }
      const started = startedOf(await start(order))
      expect(await listed()).toEqual([order.id])
      if (setup.reachable) expect(await exchange(started.ip, started.port, 'hello', 5)).toBe('hello')
    })

    it('starts what never listens, too', async () => {
      const order = orderOf(setup.images.deaf)
      startedOf(await start(order))
      expect(await listed()).toEqual([order.id])
    })

    it('says so when there is no such image, and leaves nothing', async () => {
      const outcome = await start(orderOf(setup.images.unknown))
      expect(outcome).toMatchObject({ refused: 'image' })
      expect('detail' in outcome && outcome.detail).toContain(setup.images.unknown)
      expect(await listed()).toEqual([])
    })

    it('says so when the service ends at once, with its last words, and leaves nothing', async () => {
      const outcome = await start(orderOf(setup.images.ends))
      expect(outcome).toMatchObject({ refused: 'exited' })
      expect('detail' in outcome && outcome.detail).toContain('these are its last words')
      expect(await listed()).toEqual([])
    })

    it('starts many at once, even under one name', async () => {
      const suffix = '00112233445566ff'
      const orders = Array.from({ length: 6 }, () => orderOf(setup.images.echo, { suffix }))
      const all = await Promise.all(orders.map((order) => start(order)))
      expect(new Set(all.map((outcome) => startedOf(outcome).runtimeId)).size).toBe(6)
      expect(new Set(await listed())).toEqual(new Set(orders.map(({ id }) => id)))
    })

    it('destroys, and again, and what never was', async () => {
      const { runtimeId } = startedOf(await start(orderOf(setup.images.echo)))
      await containers.destroy(runtimeId)
      expect(await listed()).toEqual([])
      expect(await containers.log(runtimeId, 5)).toBeNull()
      await containers.destroy(runtimeId)
      await containers.destroy('0'.repeat(64))
    })

    it('leaves alone what another installation has started', async () => {
      const order = orderOf(setup.images.echo)
      const { runtimeId } = startedOf(await start(order))
      expect(await setup.stranger.list()).toEqual([])
      await setup.stranger.destroy(runtimeId).catch(() => undefined)
      expect(await listed()).toEqual([order.id])
    })

    it('shows the last lines that were written, whatever bytes they are of', async () => {
      const { runtimeId } = startedOf(await start(orderOf(setup.images.talkative)))
      const whole = async (): Promise<string> => (await containers.log(runtimeId, 100)) ?? ''
      await vi.waitFor(async () => expect(await whole()).toMatch(/out 1[^]*out 20/), 20_000)
      await vi.waitFor(async () => expect(await whole()).toMatch(/err 1[^]*err 20/), 20_000)
      const log = await containers.log(runtimeId, 4)
      expect(log?.trimEnd().split('\n')).toHaveLength(4)
    })

    it('shows little of what is written without end', async () => {
      const { runtimeId } = startedOf(await start(orderOf(setup.images.flood)))
      await vi.waitFor(async () => expect(await containers.log(runtimeId, 5)).not.toBe(''), 20_000)
      expect((await containers.log(runtimeId, 1_000_000))?.length).toBeLessThan(100_000)
    })

    it('tells of what ends on its own and what others remove, and not of what it destroys', async () => {
      const gone: string[] = []
      const stop = new AbortController()
      const watching = containers.watch((runtimeId) => gone.push(runtimeId), stop.signal)
      const [ends, removed, destroyed] = await Promise.all([
        start(orderOf(setup.images.echo)).then(startedOf),
        start(orderOf(setup.images.echo)).then(startedOf),
        start(orderOf(setup.images.echo)).then(startedOf),
      ])
      await containers.destroy(destroyed.runtimeId)
      await setup.end(ends.runtimeId)
      await setup.remove(removed.runtimeId)
      await vi.waitFor(() => expect(gone).toHaveLength(2), 20_000)
      expect(new Set(gone)).toEqual(new Set([ends.runtimeId, removed.runtimeId]))
      const found = await containers.list()
      expect(found.map(({ runtimeId, running }) => [runtimeId, running])).toEqual([[ends.runtimeId, false]])
      stop.abort()
      await watching
    })

    it('leaves nothing of a start that is broken off, whenever that is', async () => {
      const moments: ((abort: () => void) => StartOptions['onProgress'])[] = [
        (abort) => {
          abort()
          return () => undefined
        },
        (abort) => {
          queueMicrotask(abort)
          return () => undefined
        },
        (abort) => () => abort(),
        (abort) => (phase) => void (phase === 'starting' && setTimeout(abort, 40)),
        (abort) => (phase) => void (phase === 'starting' && setTimeout(abort, 400)),
      ]
      for (const moment of moments) {
        const broken = new AbortController()
        const onProgress = moment(() => broken.abort(new Error('called off')))
        // Deaf, so that the start still waits at the last of these moments.
        const starting = start(orderOf(setup.images.deaf), { signal: broken.signal, onProgress })
        await expect(starting).rejects.toThrow('called off')
        expect(await listed()).toEqual([])
      }
    })
  })
}
