import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstancePlace, type InstancePlace } from '../../../../../tests/kit/instance-setup.ts'
import { createOrganiser, type Organiser } from '../../../../../tests/kit/organiser.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let place: InstancePlace
let organiser: Organiser
beforeAll(async () => {
  place = await createInstancePlace({ startsAtOnce: 3, game: { container_count_limit: 0 } })
  place.fakeContainers.onStart(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return null
  })
  organiser = await createOrganiser(place.world, place.admin)
})
afterAll(() => place.close())

const nothingIsAstray = async (): Promise<void> => {
  const astray = async () => {
    const rows = await place.rows()
    const known = new Set(rows.map(({ runtime_id }) => runtime_id))
    return {
      unfinished: rows.filter(({ status }) => status !== 'Running').length,
      unknown: [...place.fakeContainers.containers.keys()].filter((runtimeId) => !known.has(runtimeId))
        .length,
      missing: rows.filter(({ runtime_id }) => !place.fakeContainers.containers.has(runtime_id ?? '')).length,
    }
  }
  await expect.poll(astray, patient).toEqual({ unfinished: 0, unknown: 0, missing: 0 })
}

describe('teams that start and stop while organisers change everything', () => {
  it('are all answered in order, and nothing is left over', async () => {
    const teams = await Promise.all([place.team(), place.team({ size: 2 }), place.team()])
    const players = teams.flatMap((team) => team.players)
    for (let round = 0; round < 6; round++) {
      const challenge = await place.challenge()
      const answers = await Promise.all([
        ...players.map((player) => place.start(player, challenge)),
        organiser.edit(place.open.game.id, challenge.id, { isEnabled: false }),
        ...players.map((player) => place.stop(player, challenge)),
        organiser.edit(place.open.game.id, challenge.id, { isEnabled: true }),
        ...players.map((player) => place.start(player, challenge)),
        place.admin.post(`/api/edit/games/${place.open.game.id}/challenges/${challenge.id}/container`),
        ...(round % 2 === 0 ? [organiser.remove(place.open.game.id, challenge.id)] : []),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
      place.later()
    }
    await nothingIsAstray()
  })

  it('are all answered in order while they are deleted themselves', async () => {
    const challenges = await place.challenges(3)
    for (let round = 0; round < 4; round++) {
      const { player, team } = await place.team()
      const answers = await Promise.all([
        ...challenges.map((challenge) => place.start(player, challenge)),
        place.admin.delete(`/api/admin/teams/${team.id}`),
        ...challenges.map((challenge) => place.start(player, challenge)),
        ...challenges.map((challenge) => place.stop(player, challenge)),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    }
    await nothingIsAstray()
  })
})
