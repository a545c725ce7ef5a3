import type { InstanceProgress } from '@pennant/contract/hub'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertTeam } from '../../../../../tests/kit/factories.ts'
import { createInstancePlace, type InstancePlace } from '../../../../../tests/kit/instance-setup.ts'
import { type Listener, listen } from '../../../../../tests/kit/listen.ts'
import { patient } from '../../../../../tests/kit/patient.ts'
import type { Person } from '../../../../../tests/kit/world.ts'

let place: InstancePlace
beforeAll(async () => {
  place = await createInstancePlace({ startsAtOnce: 1 })
})
afterAll(() => place.close())

const newsOf = (listener: Listener, challenge: { id: number }): InstanceProgress[] =>
  listener.of<InstanceProgress>('ReceivedInstanceState').filter(({ challengeId }) => challengeId === challenge.id)
const statesOf = (listener: Listener, challenge: { id: number }): string[] =>
  newsOf(listener, challenge).map(({ state }) => state)
const listenAs = (person?: Person): Promise<Listener> =>
  listen(place.world, `/hub/user?game=${place.open.game.id}`, person)

const nothing = { position: null, share: null, code: null }

describe('the members of a team', () => {
  it('are told how far their instance has come, from the start to the end', async () => {
    const { players, participation } = await place.team({ size: 2 })
    const [player, mate] = players
    if (player === undefined || mate === undefined) throw new Error('a team of two')
    const [one, two] = [await listenAs(player), await listenAs(mate)]
    place.fakeContainers.onStart(async (_order, { onProgress }) => {
      onProgress('pulling', 0.25)
      onProgress('starting', null)
      return null
    })
    const challenge = await place.challenge()
    await place.start(player, challenge)
    place.fakeContainers.onStart(async () => null)
    place.later()
    await place.stop(mate, challenge)
    const states = ['Starting', 'Pulling', 'Starting', 'Running', 'Gone']
    for (const listener of [one, two]) {
      await expect.poll(() => statesOf(listener, challenge), patient).toEqual(states)
      const key = { gameId: place.open.game.id, challengeId: challenge.id }
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
    const letGo = place.fakeContainers.hold()
    const before = place.fakeContainers.orders.length
    const others = [await place.challenge(), await place.challenge()]
    const { player: other } = await place.team()
    const { player } = await place.team()
    const listener = await listenAs(player)
    const starts = []
    for (const [at, challenge] of others.entries()) {
      starts.push(place.start(other, challenge))
      if (at === 0) await place.untilOrdered(before + 1)
      else await place.untilRow(challenge, 'Pending')
    }
    const challenge = await place.challenge()
    starts.push(place.start(player, challenge))
    await expect
      .poll(() => newsOf(listener, challenge), patient)
      .toMatchObject([{ state: 'Queued', position: 2 }])
    expect((await place.stop(other, others[1] ?? challenge)).status).toBe(200)
    await expect
      .poll(() => newsOf(listener, challenge).at(-1), patient)
      .toMatchObject({ state: 'Queued', position: 1 })
    letGo()
    await Promise.all(starts)
    await expect.poll(() => statesOf(listener, challenge).at(-1), patient).toBe('Running')
    await listener.stop()
  })

  it('are told again after a while, for those who come later', async () => {
    const letGo = place.fakeContainers.hold()
    const before = place.fakeContainers.orders.length
    const { player } = await place.team()
    const challenge = await place.challenge()
    const starting = place.start(player, challenge)
    await place.untilOrdered(before + 1)
    const late = await listenAs(player)
    await expect.poll(() => statesOf(late, challenge), patient).toContain('Starting')
    letGo()
    await starting
    await late.stop()
  })

  it('are told why it failed, and when it is called off or ends by itself', async () => {
    const { player } = await place.team()
    const listener = await listenAs(player)
    const failing = await place.challenge()
    place.fakeContainers.onStart(async () => 'quota')
    await place.start(player, failing)
    place.fakeContainers.onStart(async () => null)
    await expect
      .poll(() => newsOf(listener, failing).at(-1), patient)
      .toMatchObject({ state: 'Failed', code: 'instance.noRoom' })

    const letGo = place.fakeContainers.hold()
    const cancelled = await place.challenge()
    const starting = place.start(player, cancelled)
    await place.untilRow(cancelled, 'Pending')
    await place.stop(player, cancelled)
    await starting
    letGo()
    await expect
      .poll(() => newsOf(listener, cancelled).at(-1), patient)
      .toMatchObject({ state: 'Gone', code: null })

    const ending = await place.challenge()
    await place.start(player, ending)
    const row = await place.untilRow(ending, 'Running')
    place.fakeContainers.vanish(row.runtime_id ?? '')
    await expect.poll(() => statesOf(listener, ending).at(-1), patient).toBe('Gone')
    await listener.stop()
  })

  it('hear nothing that would let anybody connect', async () => {
    const { player } = await place.team()
    const listener = await listenAs(player)
    const challenge = await place.challenge()
    const { body } = await place.start(player, challenge)
    await expect.poll(() => statesOf(listener, challenge).at(-1), patient).toBe('Running')
    const [row] = await place.rows(challenge)
    const text = JSON.stringify(listener.heard)
    for (const secret of [body.entry, row?.id ?? '', row?.runtime_id ?? ''])
      expect(text).not.toContain(secret)
    await listener.stop()
  })
})

describe('others', () => {
  it('hear nothing of it: another team, visitors, monitors', async () => {
    const monitor = await place.world.person('Monitor')
    const listeners = [
      await listenAs((await place.team()).player),
      await listenAs(),
      await listenAs(monitor),
      await listen(place.world, `/hub/monitor?game=${place.open.game.id}`, monitor),
    ]
    const { player } = await place.team()
    const own = await listenAs(player)
    const challenge = await place.challenge()
    await place.start(player, challenge)
    await expect.poll(() => statesOf(own, challenge).at(-1), patient).toBe('Running')
    place.world.app.hubs.toPlayers(place.open.game.id, 'ReceivedGameNotice', {})
    place.world.app.hubs.toMonitors(place.open.game.id, 'ReceivedSubmissions', {})
    for (const listener of listeners) {
      await expect
        .poll(() => listener.heard.some(([event]) => event !== 'ReceivedInstanceState'), patient)
        .toBe(true)
      expect(listener.of('ReceivedInstanceState')).toEqual([])
    }
    for (const listener of [...listeners, own]) await listener.stop()
  })

  it('hear of it from the moment they join, and no longer than they belong to it', async () => {
    const { player, team, participation } = await place.team()
    const comer = await place.world.person('User', 'newcomer')
    await place.world.db.insertInto('team_member').values({ team_id: team.id, user_id: comer.id }).execute()
    const listener = await listenAs(comer)
    const [before, after, gone] = [await place.challenge(), await place.challenge(), await place.challenge()]
    await place.start(player, before)
    expect((await comer.post(place.open.path, { teamId: team.id })).status).toBe(200)
    await place.start(player, after)
    await expect.poll(() => statesOf(listener, after).at(-1), patient).toBe('Running')
    expect(newsOf(listener, before)).toEqual([])

    const other = await insertTeam(place.world.db, [comer])
    await place.world.db
      .updateTable('participation')
      .set({ status: 'Rejected' })
      .where('id', '=', participation.id)
      .execute()
    await place.open.changed()
    expect((await comer.delete(place.open.path)).status).toBe(200)
    await place.world.db
      .updateTable('participation')
      .set({ status: 'Accepted' })
      .where('id', '=', participation.id)
      .execute()
    await place.open.changed()
    await place.start(player, gone)
    place.world.app.hubs.toPlayers(place.open.game.id, 'ReceivedGameNotice', { last: true })
    await expect.poll(() => listener.of('ReceivedGameNotice'), patient).toHaveLength(1)
    expect(newsOf(listener, gone)).toEqual([])
    expect(other.id).toBeGreaterThan(0)
    await listener.stop()
  })
})
