import type { InstanceProgress } from '@pennant/contract/hub'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertTeam } from '../../../../../tests/kit/factories.ts'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { type Listener, listen } from '../../../../../tests/kit/listen.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Person } from '../../../../../tests/kit/world.ts'

let setup: InstanceSetup
beforeAll(async () => {
  setup = await createInstanceSetup({ startsAtOnce: 1 })
})
afterAll(() => setup.close())

const newsOf = (listener: Listener, challenge: { id: number }): InstanceProgress[] =>
  listener
    .of<InstanceProgress>('ReceivedInstanceState')
    .filter(({ challengeId }) => challengeId === challenge.id)
const statesOf = (listener: Listener, challenge: { id: number }): string[] =>
  newsOf(listener, challenge).map(({ state }) => state)
const listenAs = (person?: Person): Promise<Listener> =>
  listen(setup.world, `/hub/user?game=${setup.open.game.id}`, person)

const nothing = { position: null, share: null, code: null }

describe('the members of a team', () => {
  it('are told how far their instance has come, from the start to the end', async () => {
    const { players, participation } = await setup.team({ size: 2 })
    const [player, mate] = players
    if (player === undefined || mate === undefined) throw new Error('a team of two')
    const [one, two] = [await listenAs(player), await listenAs(mate)]
    setup.fakeContainers.onStart(async (_order, { onProgress }) => {
      onProgress('pulling', 0.25)
      onProgress('starting', null)
      return null
    })
    const challenge = await setup.challenge()
    await setup.start(player, challenge)
    setup.fakeContainers.onStart(async () => null)
    setup.later()
    await setup.stop(mate, challenge)
    const states = ['Starting', 'Pulling', 'Starting', 'Running', 'Gone']
    for (const listener of [one, two]) {
      await expect.poll(() => statesOf(listener, challenge), patient).toEqual(states)
      const key = { gameId: setup.open.game.id, challengeId: challenge.id }
      expect(newsOf(listener, challenge)).toEqual(
        states.map((state) => ({
          ...key,
          state,
          ...nothing,
          ...(state === 'Pulling' ? { share: 0.25 } : {}),
        })),
      )
      await listener.stop()
    }
    expect(participation.id).toBeGreaterThan(0)
  })

  it('are told where they stand in line, and when that changes', async () => {
    const letGo = setup.fakeContainers.hold()
    const before = setup.fakeContainers.orders.length
    const others = [await setup.challenge(), await setup.challenge()]
    const { player: other } = await setup.team()
    const { player } = await setup.team()
    const listener = await listenAs(player)
    const starts = []
    for (const [at, challenge] of others.entries()) {
      starts.push(setup.start(other, challenge))
      if (at === 0) await setup.untilOrdered(before + 1)
      else await setup.untilRow(challenge, 'Pending')
    }
    const challenge = await setup.challenge()
    starts.push(setup.start(player, challenge))
    await expect
      .poll(() => newsOf(listener, challenge), patient)
      .toMatchObject([{ state: 'Queued', position: 2 }])
    expect((await setup.stop(other, others[1] ?? challenge)).status).toBe(200)
    await expect
      .poll(() => newsOf(listener, challenge).at(-1), patient)
      .toMatchObject({ state: 'Queued', position: 1 })
    letGo()
    await Promise.all(starts)
    await expect.poll(() => statesOf(listener, challenge).at(-1), patient).toBe('Running')
    await listener.stop()
  })

  it('are told again after a while, for those who come later', async () => {
    const letGo = setup.fakeContainers.hold()
    const before = setup.fakeContainers.orders.length
    const { player } = await setup.team()
    const challenge = await setup.challenge()
    const starting = setup.start(player, challenge)
    await setup.untilOrdered(before + 1)
    const late = await listenAs(player)
    await expect.poll(() => statesOf(late, challenge), patient).toContain('Starting')
    letGo()
    await starting
    await late.stop()
  })

  it('are told why it failed, and when it is called off or ends on its own', async () => {
    const { player } = await setup.team()
    const listener = await listenAs(player)
    const failing = await setup.challenge()
    setup.fakeContainers.onStart(async () => 'quota')
    await setup.start(player, failing)
    setup.fakeContainers.onStart(async () => null)
    await expect
      .poll(() => newsOf(listener, failing).at(-1), patient)
      .toMatchObject({ state: 'Failed', code: 'instance.noRoom' })

    const letGo = setup.fakeContainers.hold()
    const cancelled = await setup.challenge()
    const starting = setup.start(player, cancelled)
    await setup.untilRow(cancelled, 'Pending')
    await setup.stop(player, cancelled)
    await starting
    letGo()
    await expect
      .poll(() => newsOf(listener, cancelled).at(-1), patient)
      .toMatchObject({ state: 'Gone', code: null })

    const ending = await setup.challenge()
    await setup.start(player, ending)
    const row = await setup.untilRow(ending, 'Running')
    setup.fakeContainers.vanish(row.runtime_id ?? '')
    await expect.poll(() => statesOf(listener, ending).at(-1), patient).toBe('Gone')
    await listener.stop()
  })

  it('hear nothing that would let anybody connect', async () => {
    const { player } = await setup.team()
    const listener = await listenAs(player)
    const challenge = await setup.challenge()
    const { body } = await setup.start(player, challenge)
    await expect.poll(() => statesOf(listener, challenge).at(-1), patient).toBe('Running')
    const [row] = await setup.rows(challenge)
    const text = JSON.stringify(listener.heard)
    for (const secret of [body.entry, row?.id ?? '', row?.runtime_id ?? ''])
      expect(text).not.toContain(secret)
    await listener.stop()
  })
})

describe('others', () => {
  it('hear nothing of it: another team, visitors, monitors', async () => {
    const monitor = await setup.world.person('Monitor')
    const listeners = [
      await listenAs((await setup.team()).player),
      await listenAs(),
      await listenAs(monitor),
      await listen(setup.world, `/hub/monitor?game=${setup.open.game.id}`, monitor),
    ]
    const { player } = await setup.team()
    const own = await listenAs(player)
    const challenge = await setup.challenge()
    await setup.start(player, challenge)
    await expect.poll(() => statesOf(own, challenge).at(-1), patient).toBe('Running')
    setup.world.app.hubs.toPlayers(setup.open.game.id, 'ReceivedGameNotice', {})
    setup.world.app.hubs.toMonitors(setup.open.game.id, 'ReceivedSubmissions', {})
    for (const listener of listeners) {
      await expect
        .poll(() => listener.heard.some(([event]) => event !== 'ReceivedInstanceState'), patient)
        .toBe(true)
      expect(listener.of('ReceivedInstanceState')).toEqual([])
    }
    for (const listener of [...listeners, own]) await listener.stop()
  })

  it('hear of it from the moment they join, and no longer than they belong to it', async () => {
    const { player, team, participation } = await setup.team()
    const comer = await setup.world.person('User', 'newcomer')
    await setup.world.db.insertInto('team_member').values({ team_id: team.id, user_id: comer.id }).execute()
    const listener = await listenAs(comer)
    const [before, after, gone] = [await setup.challenge(), await setup.challenge(), await setup.challenge()]
    await setup.start(player, before)
    expect((await comer.post(setup.open.path, { teamId: team.id })).status).toBe(200)
    await setup.start(player, after)
    await expect.poll(() => statesOf(listener, after).at(-1), patient).toBe('Running')
    expect(newsOf(listener, before)).toEqual([])

    const other = await insertTeam(setup.world.db, [comer])
    await setup.world.db
      .updateTable('participation')
      .set({ status: 'Rejected' })
      .where('id', '=', participation.id)
      .execute()
    await setup.open.changed()
    expect((await comer.delete(setup.open.path)).status).toBe(200)
    await setup.world.db
      .updateTable('participation')
      .set({ status: 'Accepted' })
      .where('id', '=', participation.id)
      .execute()
    await setup.open.changed()
    await setup.start(player, gone)
    setup.world.app.hubs.toPlayers(setup.open.game.id, 'ReceivedGameNotice', { last: true })
    await expect.poll(() => listener.of('ReceivedGameNotice'), patient).toHaveLength(1)
    expect(newsOf(listener, gone)).toEqual([])
    expect(other.id).toBeGreaterThan(0)
    await listener.stop()
  })
})
