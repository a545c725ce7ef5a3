import type { ContainerInfo } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import { mayExtend } from '@pennant/rules/instance/operation'
import type { Journal } from '../../telemetry/journal.ts'
import {
  createAsk,
  expectContainer,
  expectDelayOver,
  whatOf,
  type Asking,
  type Caller,
  type Place,
} from './asking.ts'
import type { Ending } from './end.ts'
import { logId } from './log-id.ts'
import type { TeamNews } from './news.ts'
import { createOwnStart, type OwnStartNeeds } from './own-start.ts'
import { presentOwn } from './present.ts'
import type { ClaimStore } from './store-claim.ts'
import type { StartStore } from './store-start.ts'
import type { InstanceStore } from './store.ts'

export type OwnNeeds = Omit<OwnStartNeeds, 'claims' | 'end' | 'makeRoom'> &
  Omit<Parameters<typeof createAsk>[0], 'claims'> & {
    instances: Pick<InstanceStore, 'extendOwn'>
    claims: Pick<ClaimStore, 'own' | 'claim'>
    operations: Pick<StartStore, 'touch'>
    ending: Pick<Ending, 'end'>
    events: {
      record(event: {
        gameId: number
        type: 'ContainerStart' | 'ContainerDestroy'
        values: string[]
        user: { id: string; name: string }
        team: { id: number; name: string }
      }): Promise<void>
    }
    news: Pick<TeamNews, 'tell'>
    journal: Journal
  }

const minuteMs = 60_000

/** What teams do with their instances. The checks come in the order of the wire. */
export const createOwnInstances = (needs: OwnNeeds) => {
  const { instances, operations, ending, events, news, policy, clock, journal } = needs
  const ask = createAsk(needs)

  const end = (id: string): Promise<boolean> =>
    ending.end(id).catch((error: unknown) => {
      journal.write({
        level: 'Error',
        message: `Instance ${logId({ id })} could not be stopped`,
        name: 'System',
        error,
      })
      throw new Problem('instance.destroyFailed')
    })
  const startOwn = createOwnStart({
    ...needs,
    end,
    async makeRoom({ participation, game, caller }, id) {
      await end(id)
      journal.write({
        message: `Instance ${logId({ id })} of team ${participation.teamName} in game ${game.id} destroyed to make room`,
        status: 'Success',
        name: caller.principal.userName,
        address: caller.address,
      })
    },
  })

  const note = (asking: Asking, container: Parameters<typeof logId>[0], happened: string): void =>
    journal.write({
      message: `Instance ${logId(container)} of ${whatOf(asking)} ${happened}`,
      status: 'Success',
      name: asking.caller.principal.userName,
      address: asking.caller.address,
    })

  /** The instance is what it is, whether this can be written or not. */
  const record = async (asking: Asking, type: 'ContainerStart' | 'ContainerDestroy'): Promise<void> => {
    const { key, game, challenge, participation, caller } = asking
    try {
      await operations.touch(key, new Date(clock.now()))
      await events.record({
        gameId: game.id,
        type,
        values: [String(challenge.id), challenge.title],
        user: { id: caller.principal.userId, name: caller.principal.userName },
        team: { id: participation.teamId, name: participation.teamName },
      })
    } catch (error) {
      const message = `${type} of ${whatOf(asking)} could not be written`
      journal.write({ level: 'Error', message, name: 'System', error })
    }
  }

  return {
    async start(place: Place, caller: Caller): Promise<ContainerInfo> {
      const asking = await ask(place, caller, { viewing: true })
      const row = await startOwn(asking, ask, place)
      await record(asking, 'ContainerStart')
      note(asking, row, 'started')
      news.tell(asking.key, 'Running')
      return presentOwn(row)
    },

    async extend(place: Place, caller: Caller): Promise<ContainerInfo> {
      const asking = await ask(place, caller, { viewing: false })
      expectContainer(asking.challenge)
      const { container } = asking.own
      if (container?.status !== 'Running') throw new Problem('instance.notRunning')
      const { extensionDuration, renewalWindow: minutes } = policy()
      const now = clock.now()
      if (!mayExtend(container.expect_stop_at.getTime(), now, minutes))
        throw new Problem('instance.notYet', { minutes })
      const until = new Date(now + minutes * minuteMs)
      const row = await instances.extendOwn(container.id, extensionDuration * minuteMs, until)
      if (row === undefined) throw new Problem('instance.notRunning')
      note(asking, row, 'extended')
      news.tell(asking.key, 'Running')
      return presentOwn(row)
    },

    /** What is still waiting or starting is simply called off. */
    async stop(place: Place, caller: Caller): Promise<void> {
      const asking = await ask(place, caller, { viewing: false })
      expectContainer(asking.challenge)
      const { container, changedAt } = asking.own
      if (container === undefined) throw new Problem('instance.notRunning')
      const starting = container.status === 'Pending'
      if (!starting) expectDelayOver(changedAt, clock.now())
      const removed = await end(container.id)
      if (!removed || starting) return
      await record(asking, 'ContainerDestroy')
      note(asking, container, 'destroyed')
    },
  }
}

export type OwnInstances = ReturnType<typeof createOwnInstances>
