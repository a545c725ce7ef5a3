import type { ContainerInfo } from '@pennant/contract/container'
import { Problem } from '@pennant/contract/problem'
import { mayExtend } from '@pennant/rules/instance/operation'
import { allows, permissionsFor } from '@pennant/rules/permission/permission'
import type { Core } from '../../core/core.ts'
import { recordEvent } from '../../core/game/events.ts'
import type { GameChallenge, Player } from '../../core/game/game.ts'
import type { ContainerRow } from '../../ports/tables/container.ts'
import { expectContainer, expectDelayOver, type MakeClaim } from './claim.ts'
import { logId } from './log.ts'
import { presentOwn } from './present.ts'
import type { Progress } from './progress.ts'
import type { Starts } from './start.ts'
import { stopOrRefuse, type Stopping } from './stop.ts'
import type { ClaimStore, InstanceKey, OwnInstance } from './store-claim.ts'
import type { InstanceStore } from './store.ts'
import type { Caller } from '../../core/identity/caller.ts'

export type PlayedParts = 'access' | 'clock' | 'db' | 'flags' | 'journal' | 'live' | 'settings'

export type ChallengeRef = { id: number; cid: number }

type InstanceRequest = Player & {
  challenge: GameChallenge
  key: InstanceKey
  own: OwnInstance
  caller: Caller
}

const minuteMs = 60_000

/** The checks come in the order of the wire. */
export const createTeamInstances = (
  core: Pick<Core, PlayedParts>,
  instances: Pick<InstanceStore, 'extendOwn'>,
  rows: Pick<ClaimStore, 'own' | 'touch'>,
  claim: MakeClaim,
  starts: Pick<Starts, 'begin'>,
  stopping: Pick<Stopping, 'stop'>,
  progress: Pick<Progress, 'tell'>,
) => {
  const { clock, flags, access, journal, settings } = core

  const ask = async (
    { id: gameId, cid: challengeId }: ChallengeRef,
    caller: Caller,
    { viewing }: { viewing: boolean },
  ): Promise<InstanceRequest> => {
    const { game, participation } = await access.player(gameId, caller.principal)
    const challenge = game.challenges.get(challengeId)
    const division =
      participation.divisionId === null ? undefined : game.divisions.get(participation.divisionId)
    const hidden = viewing && !allows(permissionsFor(division, challengeId), 'ViewChallenge')
    if (!challenge?.isEnabled || hidden) throw new Problem('challenge.notFound')
    const key = { gameId, participationId: participation.id, challengeId }
    const own = await rows.own(key)
    if (own === undefined) throw new Problem('challenge.notFound')
    return { game, participation, challenge, key, own, caller }
  }

  const note = (request: InstanceRequest, container: Parameters<typeof logId>[0], happened: string): void =>
    journal.write({
      message: `Instance ${logId(container)} of ${whatOf(request)} ${happened}`,
      status: 'Success',
      name: request.caller.principal.userName,
      address: request.caller.address,
    })

  // The instance stays even if this can't be written.
  const record = async (
    request: InstanceRequest,
    type: 'ContainerStart' | 'ContainerDestroy',
  ): Promise<void> => {
    const { key, game, challenge, participation, caller } = request
    try {
      await rows.touch(key, new Date(clock.now()))
      await recordEvent(core, {
        gameId: game.id,
        type,
        values: [String(challenge.id), challenge.title],
        user: { id: caller.principal.userId, name: caller.principal.userName },
        team: { id: participation.teamId, name: participation.teamName },
      })
    } catch (error) {
      const message = `Couldn't record ${type} of ${whatOf(request)}`
      journal.failed(message, error)
    }
  }

  const start = async (request: InstanceRequest, flag: string | null): Promise<ContainerRow> => {
    const { key, game, participation, challenge, caller } = request
    const limit = game.settings.containerCountLimit
    const claimed = await claim({ key, challenge, limit, teamName: participation.teamName, caller })
    const { userId, userName } = caller.principal
    return starts.begin({
      ...claimed,
      challenge,
      facts: { flag, team: String(participation.teamId), userId, ...key },
      key,
      lifetimeMs: settings.containerPolicy().defaultLifetime * minuteMs,
      what: whatOf(request),
      name: userName,
      address: caller.address,
      async onRunning(row) {
        await record(request, 'ContainerStart')
        note(request, row, 'started')
      },
    })
  }

  return {
    async start(ref: ChallengeRef, caller: Caller): Promise<ContainerInfo> {
      const request = await ask(ref, caller, { viewing: true })
      const { own, challenge } = request
      const assigned = own.flag === null ? await flags.assignFlag(request) : { flag: own.flag }
      expectContainer(challenge)
      try {
        return presentOwn(await start(request, assigned?.flag ?? null))
      } catch (error) {
        // A change to the game explains more than that the start was canceled.
        if (error instanceof Problem && error.code === 'instance.cancelled')
          await ask(ref, caller, { viewing: true })
        throw error
      }
    },

    async extend(ref: ChallengeRef, caller: Caller): Promise<ContainerInfo> {
      const { extensionDuration, renewalWindow: minutes } = settings.containerPolicy()
      const judge = async () => {
        const request = await ask(ref, caller, { viewing: false })
        expectContainer(request.challenge)
        const { container } = request.own
        if (container?.status !== 'Running') throw new Problem('instance.notRunning')
        const now = clock.now()
        if (!mayExtend(container.expect_stop_at.getTime(), now, minutes))
          throw new Problem('instance.notYet', { minutes })
        return { request, container, now }
      }
      const { request, container, now } = await judge()
      const row = await instances.extendOwn(container.id, extensionDuration * minuteMs, {
        now: new Date(now),
        until: new Date(now + minutes * minuteMs),
      })
      if (row === undefined) {
        // Another caller was faster: judged again, the answer is theirs or says what they did.
        await judge()
        throw new Problem('instance.notRunning')
      }
      note(request, row, 'extended')
      progress.tell(request.key, 'Running')
      return presentOwn(row)
    },

    async stop(ref: ChallengeRef, caller: Caller): Promise<void> {
      const request = await ask(ref, caller, { viewing: false })
      expectContainer(request.challenge)
      const { container, changedAt } = request.own
      if (container === undefined) throw new Problem('instance.notRunning')
      const starting = container.status === 'Pending'
      if (!starting) expectDelayOver(changedAt, clock.now())
      const removed = await stopOrRefuse(core, stopping, { id: container.id })
      if (!removed || starting) return
      await record(request, 'ContainerDestroy')
      note(request, container, 'stopped')
    },
  }
}

export type TeamInstances = ReturnType<typeof createTeamInstances>

const whatOf = ({ key, challenge, participation }: InstanceRequest): string =>
  `challenge ${challenge.title} (${challenge.id}) in game ${key.gameId} for team ${participation.teamName}`
