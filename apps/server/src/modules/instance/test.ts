import { randomInt, randomUUID } from 'node:crypto'
import type { ContainerInfo, InstanceLog } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import { testFlag } from '@pennant/rules/flag/test-flag'
import type { Clock } from '../../ports/clock.ts'
import type { Containers } from '../../ports/containers.ts'
import type { HeldChallenge, HeldGames } from '../../ports/held-game.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { expectContainer, type Caller, type Place } from './asking.ts'
import type { Ending } from './end.ts'
import { logId } from './log-id.ts'
import { lastLines } from './log-lines.ts'
import { imageOf, orderOf, type OrderSettings } from './order.ts'
import { pendingRow } from './pending.ts'
import { presentOwn } from './present.ts'
import type { QueuePlace, StartQueue } from './queue.ts'
import type { Starts } from './start.ts'
import type { ClaimStore } from './store-claim.ts'
import type { InstanceStore } from './store.ts'

export type TrialNeeds = {
  instances: Pick<InstanceStore, 'ofTest'>
  claims: Pick<ClaimStore, 'claimTest'>
  games: Pick<HeldGames, 'must'>
  queue: Pick<StartQueue, 'reserveFirst'>
  starts: Pick<Starts, 'begin'>
  ending: Pick<Ending, 'end'>
  containers: Pick<Containers, 'kind' | 'log'>
  settings: OrderSettings
  clock: Clock
  journal: Journal
}

const lifetimeMs = 2 * 3_600_000
const attempts = 3

/** Instances in which organisers try their challenges: one of each, and nothing of it counts. */
export const createTrials = (needs: TrialNeeds) => {
  const { instances, claims, games, queue, starts, ending, containers, settings, clock, journal } = needs

  const find = async ({ id, cid }: Place): Promise<HeldChallenge> => {
    const challenge = (await games.must(id)).challenges.get(cid)
    if (challenge === undefined) throw new Problem('challenge.notFound')
    return challenge
  }

  const what = (challenge: HeldChallenge, { id }: Place): string =>
    `challenge ${challenge.title} (${challenge.id}) in game ${id} for a test`

  const fail = (row: Pick<ContainerRow, 'id' | 'runtime_id'>, error: unknown): void =>
    journal.write({
      level: 'Error',
      message: `Instance ${logId(row)} could not be stopped`,
      name: 'System',
      error,
    })

  /** One that is there already is stopped, unless somebody is just starting or stopping it. */
  const clear = async (row: ContainerRow): Promise<void> => {
    if ((row.lease_until?.getTime() ?? 0) > clock.now())
      throw new Problem(row.status === 'Pending' ? 'instance.starting' : 'instance.stopping')
    await ending.end(row.id).catch((error: unknown) => {
      fail(row, error)
      throw new Problem('instance.destroyFailed')
    })
  }

  const begin = (
    challenge: HeldChallenge,
    { id, place, queued }: { id: string; place: Place; queued: QueuePlace },
    { principal, address }: Caller,
  ): Promise<ContainerRow> => {
    const flag = testFlag(challenge, { pick: (count) => randomInt(count), guid: randomUUID })
    const owner = { team: 'admin', userId: principal.userId, gameId: place.id, challengeId: place.cid }
    return starts.begin({
      order: orderOf({ id, challenge, facts: { flag, ...owner } }, settings),
      key: null,
      place: queued,
      lifetimeMs,
      what: what(challenge, place),
      name: principal.userName,
      address,
    })
  }

  const claim = async (challenge: HeldChallenge, place: Place, caller: Caller): Promise<ContainerRow> => {
    const image = imageOf(challenge)
    if (image === null) throw new Problem('instance.noImage')
    if (containers.kind === 'none') throw new Problem('instance.noProvider')
    for (let left = attempts; left > 0; left--) {
      const id = randomUUID()
      const row = pendingRow({ id, image: image.image, proxied: settings.proxied }, clock.now())
      const claimed = await claims.claimTest(place.cid, row)
      if (claimed === null) throw new Problem('challenge.notFound')
      if (claimed !== 'start') {
        await clear(claimed)
        continue
      }
      return begin(challenge, { id, place, queued: queue.reserveFirst() }, caller)
    }
    throw new Problem('instance.starting')
  }

  return {
    async start(place: Place, caller: Caller): Promise<ContainerInfo> {
      const challenge = await find(place)
      expectContainer(challenge)
      const row = await claim(challenge, place, caller)
      journal.write({
        message: `Instance ${logId(row)} of ${what(challenge, place)} started`,
        status: 'Success',
        name: caller.principal.userName,
        address: caller.address,
      })
      return presentOwn(row)
    },

    /** What cannot be stopped now is stopped by the next sweep. */
    async stop(place: Place, { principal, address }: Caller): Promise<void> {
      const challenge = await find(place)
      const row = await instances.ofTest(place.cid)
      if (row === undefined) return
      try {
        await ending.end(row.id)
      } catch (error) {
        fail(row, error)
        return
      }
      journal.write({
        message: `Instance ${logId(row)} of ${what(challenge, place)} destroyed`,
        status: 'Success',
        name: principal.userName,
        address,
      })
    },

    async log(place: Place): Promise<InstanceLog> {
      await find(place)
      const row = await instances.ofTest(place.cid)
      if (row === undefined) throw new Problem('instance.notFound')
      return { text: await lastLines(containers, row) }
    },
  }
}

export type Trials = ReturnType<typeof createTrials>
