import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkMode } from '@pennant/contract/enums'
import type { ContainerOrder, Containers, StartedContainer } from '../../../ports/containers.ts'
import { type Check, type Finding, found } from './check.ts'

export type Target = { name: string; host: string; port: number; closedTo: readonly NetworkMode[] }

type Needs = {
  containers: Pick<Containers, 'destroy' | 'log' | 'start'>
  /** Made from `deploy/probe`. */
  image: string
  published: boolean
  /** Modes of enabled challenges. */
  used: () => Promise<readonly NetworkMode[]>
  targets: readonly Target[]
}

// What the third allows is up to the operator.
const modes = ['Open', 'Isolated'] as const
const port = 7_000
const betweenLooksMs = 200
const mostLines = 200

const orderOf = (
  { image, published }: Pick<Needs, 'image' | 'published'>,
  network: NetworkMode,
  targets: readonly Target[],
): ContainerOrder => ({
  ...{ id: randomUUID(), suffix: randomBytes(8).toString('hex'), image, port, network, published },
  ...{ cpu: 1, memoryMb: 64, storageMb: 0, userChange: false, mayConnect: true, isTest: true },
  owner: { gameId: 0, challengeId: 0, team: 'doctor' },
  environment: {
    PENNANT_TRY: targets.map(({ name, host, port: at }) => `${name}=${host}:${at}`).join(' '),
  },
})

/** Starts one instance of each mode and another that tries to reach it, and what else is closed to it. */
export const isolationCheck = (needs: Needs): Check => ({
  id: 'instances.isolation',
  limitMs: 300_000,
  async run(signal) {
    const { containers, targets } = needs
    const started: StartedContainer[] = []
    const start = async (mode: NetworkMode, tried: readonly Target[]) => {
      const order = orderOf(needs, mode, tried)
      const outcome = await containers.start(order, { signal, onProgress: () => undefined })
      if ('started' in outcome) started.push(outcome.started)
      return outcome
    }
    const reachedBy = async ({ runtimeId }: StartedContainer): Promise<readonly string[]> => {
      for (;;) {
        const lines = ((await containers.log(runtimeId, mostLines)) ?? '')
          .split('\n')
          .map((line) => line.trim())
        if (lines.includes('tried'))
          return lines.flatMap((line) => /^reached (\S+)$/.exec(line)?.[1] ?? []).toSorted()
        await wait(betweenLooksMs, undefined, { signal })
      }
    }
    const tryOut = async (mode: NetworkMode, isUsed: boolean): Promise<Finding[]> => {
      const victim = await start(mode, [])
      if ('refused' in victim)
        return [found(isUsed ? 'red' : 'yellow', 'instances.untried', mode, victim.detail)]
      const { ip: host, port: at } = victim.started
      const closed = targets.filter(({ closedTo }) => closedTo.includes(mode))
      const neighbor: Target = { name: 'another-instance', host, port: at, closedTo: [mode] }
      const attacker = await start(mode, [neighbor, ...closed])
      if ('refused' in attacker) return [found('red', 'instances.untried', mode, attacker.detail)]
      const reached = await reachedBy(attacker.started)
      return reached.length === 0 ? [] : [found('red', 'instances.reach', mode, reached.join(', '))]
    }
    try {
      const used = await needs.used()
      const all: Finding[] = []
      for (const mode of modes) all.push(...(await tryOut(mode, used.includes(mode))))
      return all
    } finally {
      await Promise.allSettled(started.map(({ runtimeId }) => containers.destroy(runtimeId)))
    }
  },
})
