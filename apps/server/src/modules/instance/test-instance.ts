import { randomInt, randomUUID } from 'node:crypto'
import type { ContainerInfo } from '@pennant/contract/container'
import type { InstanceLog } from '@pennant/contract/instance'
import { Problem } from '@pennant/contract/problem'
import { testFlag } from '@pennant/rules/flag/test-flag'
import type { Core } from '../../core/core.ts'
import type { GameChallenge } from '../../core/game/game.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { expectContainer, imageOf, pendingRow } from './claim.ts'
import { lastLines, logId } from './log.ts'
import { presentOwn } from './present.ts'
import type { QueueTicket, StartQueue } from './queue.ts'
import type { Starts } from './start.ts'
import { stopOrRefuse, type Stopping } from './stop.ts'
import type { ClaimStore } from './store-claim.ts'
import type { InstanceStore } from './store.ts'
import type { ChallengeRef } from './team.ts'
import type { Caller } from '../../core/identity/caller.ts'

export type TestedParts = 'audit' | 'clock' | 'containers' | 'games' | 'journal'

const lifetimeMs = 2 * 3_600_000
const attempts = 3

export const createTestInstances = (
  core: Pick<Core, TestedParts>,
  instances: Pick<InstanceStore, 'ofTest'>,
  claims: Pick<ClaimStore, 'claimTest'>,
  queue: Pick<StartQueue, 'reserveFirst'>,
  starts: Pick<Starts, 'begin'>,
  stopping: Pick<Stopping, 'stop'>,
  proxied: boolean,
) => {
  const { audit, clock, containers, games, journal } = core

  const find = async ({ id, cid }: ChallengeRef): Promise<GameChallenge> => {
    const challenge = (await games.must(id)).challenges.get(cid)
    if (challenge === undefined) throw new Problem('challenge.notFound')
    return challenge
  }

  const what = (challenge: GameChallenge, { id }: ChallengeRef): string =>
    `challenge ${challenge.title} (${challenge.id}) in game ${id} for a test`

  const note = (
    { principal, address }: Caller,
    { challenge, ref, row }: { challenge: GameChallenge; ref: ChallengeRef; row: ContainerRow },
    happened: 'started' | 'stopped',
  ): void =>
    journal.write({
      message: `Instance ${logId(row)} of ${what(challenge, ref)} ${happened}`,
      status: 'Success',
      name: principal.userName,
      address,
    })

  const clear = async (row: ContainerRow): Promise<void> => {
    if ((row.lease_until?.getTime() ?? 0) > clock.now())
      throw new Problem(row.status === 'Pending' ? 'instance.starting' : 'instance.stopping')
    await stopOrRefuse(core, stopping, row)
  }

  const begin = (
    challenge: GameChallenge,
    { id, ref, ticket }: { id: string; ref: ChallengeRef; ticket: QueueTicket },
    caller: Caller,
  ): Promise<ContainerRow> => {
    const { principal, address } = caller
    const flag = testFlag(challenge, { pick: (count) => randomInt(count), guid: randomUUID })
    const owner = { team: 'admin', userId: principal.userId, gameId: ref.id, challengeId: ref.cid }
    return starts.begin({
      id,
      ticket,
      challenge,
      facts: { flag, ...owner },
      key: null,
      lifetimeMs,
      what: what(challenge, ref),
      name: principal.userName,
      address,
      onRunning: (row) => note(caller, { challenge, ref, row }, 'started'),
    })
  }

  const claim = async (
    challenge: GameChallenge,
    ref: ChallengeRef,
    caller: Caller,
  ): Promise<ContainerRow> => {
    const image = imageOf(challenge)
    if (image === null) throw new Problem('instance.noImage')
    if (containers.kind === 'none') throw new Problem('instance.noProvider')
    for (let left = attempts; left > 0; left--) {
      const id = randomUUID()
      const row = pendingRow({ id, image: image.image, proxied }, clock.now())
      const claimed = await claims.claimTest(ref.cid, row, (tx) =>
        audit.record(tx, caller, 'instance.testStart', loggedOf(challenge, ref)),
      )
      if (claimed === null) throw new Problem('challenge.notFound')
      if (claimed !== 'start') {
        await clear(claimed)
        continue
      }
      return begin(challenge, { id, ref, ticket: queue.reserveFirst() }, caller)
    }
    throw new Problem('instance.starting')
  }

  return {
    async start(ref: ChallengeRef, caller: Caller): Promise<ContainerInfo> {
      const challenge = await find(ref)
      expectContainer(challenge)
      return presentOwn(await claim(challenge, ref, caller))
    },

    async stop(ref: ChallengeRef, caller: Caller): Promise<void> {
      const challenge = await find(ref)
      const row = await instances.ofTest(ref.cid)
      if (row === undefined) return
      try {
        const by = { name: caller.principal.userName, address: caller.address }
        await stopOrRefuse(core, stopping, row, by, (tx) =>
          audit.record(tx, caller, 'instance.testStop', loggedOf(challenge, ref)),
        )
      } catch {
        return
      }
      note(caller, { challenge, ref, row }, 'stopped')
    },

    async log(ref: ChallengeRef): Promise<InstanceLog> {
      await find(ref)
      const row = await instances.ofTest(ref.cid)
      if (row === undefined) throw new Problem('instance.notFound')
      return { text: await lastLines(containers, row) }
    },
  }
}

const loggedOf = ({ id, title: name }: GameChallenge, ref: ChallengeRef) => ({ game: ref.id, id, name })

export type TestInstances = ReturnType<typeof createTestInstances>
