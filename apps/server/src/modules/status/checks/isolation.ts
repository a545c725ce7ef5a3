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
  used: () => Promise<readonly NetworkMode[]>
  /** Whether instances of custom networks are kept from those of other modes. What else they reach is the operator's. */
  closesCustom: boolean
  targets: readonly Target[]
}

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

/** Starts one instance of each mode, and another one that tries to reach them all and what else there is. */
export const isolationCheck = (needs: Needs): Check => ({
  id: 'instances.isolation',
  limitMs: 300_000,
  async run(signal) {
    const { containers } = needs
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
    const tryOut = async (mode: NetworkMode, targets: readonly Target[]): Promise<Finding[]> => {
      const isYours = ({ closedTo }: Target): boolean => !closedTo.includes(mode)
      // What others may reach says nothing about them.
      const tried = mode === 'Custom' ? targets : targets.filter((target) => !isYours(target))
      const attacker = await start(mode, tried)
      if ('refused' in attacker) return [found('red', 'instances.untried', mode, attacker.detail)]
      const reached = await reachedBy(attacker.started)
      const yours = new Set(tried.filter(isYours).map(({ name }) => name))
      const [wrong, own] = [
        reached.filter((name) => !yours.has(name)),
        reached.filter((name) => yours.has(name)),
      ]
      return [
        ...(wrong.length === 0 ? [] : [found('red', 'instances.reach', mode, wrong.join(', '))]),
        ...(own.length === 0 ? [] : [found('note', 'instances.custom', own.join(', '))]),
      ]
    }
    try {
      const used = await needs.used()
      // The network of the third is there only where someone needs it.
      const modes = used.includes('Custom') ? allModes : allModes.slice(0, -1)
      const all: Finding[] = []
      const offered: NetworkMode[] = []
      const instances: Target[] = []
      for (const mode of modes) {
        const victim = await start(mode, [])
        if ('refused' in victim) {
          const level = used.includes(mode) ? 'red' : 'yellow'
          all.push(found(level, 'instances.untried', mode, victim.detail))
          continue
        }
        offered.push(mode)
        const { ip: host, port: at } = victim.started
        instances.push({ name: nameOf(mode), host, port: at, closedTo: closedOf(mode, needs.closesCustom) })
      }
      for (const mode of offered) all.push(...(await tryOut(mode, [...instances, ...needs.targets])))
      return all
    } finally {
      await Promise.allSettled(started.map(({ runtimeId }) => containers.destroy(runtimeId)))
    }
  },
})

const allModes = ['Open', 'Isolated', 'Custom'] as const

const nameOf = (mode: NetworkMode): string => `another-${mode.toLowerCase()}-instance`

/** Modes whose instances must not reach one of this mode. */
const closedOf = (mode: NetworkMode, closesCustom: boolean): NetworkMode[] => [
  'Open',
  'Isolated',
  ...(mode !== 'Custom' && closesCustom ? (['Custom'] as const) : []),
]
