import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInstanceSetup, type InstanceSetup } from '../../../../../tests/kit/instance-setup.ts'
import { createOrganizer, type Organizer } from '../../../../../tests/kit/organizer.ts'
import { patient } from '../../../../../tests/kit/patient.ts'

let setup: InstanceSetup
let organizer: Organizer
beforeAll(async () => {
  setup = await createInstanceSetup({ startsAtOnce: 3, game: { container_count_limit: 0 } })
  setup.fakeContainers.onStart(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return null
  })
  organizer = await createOrganizer(setup.world, setup.admin)
})
afterAll(() => setup.close())

const nothingIsAstray = async (): Promise<void> => {
  const astray = async () => {
    const rows = await setup.rows()
    const known = new Set(rows.map(({ runtime_id }) => runtime_id))
    return {
      unfinished: rows.filter(({ status }) => status !== 'Running').length,
      unknown: [...setup.fakeContainers.containers.keys()].filter((runtimeId) => !known.has(runtimeId))
        .length,
      missing: rows.filter(({ runtime_id }) => !setup.fakeContainers.containers.has(runtime_id ?? '')).length,
    }
  }
  await expect.poll(astray, patient).toEqual({ unfinished: 0, unknown: 0, missing: 0 })
}

describe('teams that start and stop while organizers change everything', () => {
  it('are all answered in order, and nothing is left over', async () => {
    const teams = await Promise.all([setup.team(), setup.team({ size: 2 }), setup.team()])
    const players = teams.flatMap((team) => team.players)
    for (let round = 0; round < 6; round++) {
      const challenge = await setup.challenge()
      const answers = await Promise.all([
        ...players.map((player) => setup.start(player, challenge)),
        organizer.edit(setup.open.game.id, challenge.id, { isEnabled: false }),
        ...players.map((player) => setup.stop(player, challenge)),
        organizer.edit(setup.open.game.id, challenge.id, { isEnabled: true }),
        ...players.map((player) => setup.start(player, challenge)),
        setup.admin.post(`/api/edit/games/${setup.open.game.id}/challenges/${challenge.id}/container`),
        ...(round % 2 === 0 ? [organizer.remove(setup.open.game.id, challenge.id)] : []),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
      setup.later()
    }
    await nothingIsAstray()
  })

  it('are all answered in order while they are deleted themselves', async () => {
    const challenges = await setup.challenges(3)
    for (let round = 0; round < 4; round++) {
      const { player, team } = await setup.team()
      const answers = await Promise.all([
        ...challenges.map((challenge) => setup.start(player, challenge)),
        setup.admin.delete(`/api/admin/teams/${team.id}`),
        ...challenges.map((challenge) => setup.start(player, challenge)),
        ...challenges.map((challenge) => setup.stop(player, challenge)),
      ])
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
    }
    await nothingIsAstray()
  })
})
