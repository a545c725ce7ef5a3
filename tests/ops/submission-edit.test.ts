import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { callOk, type Game, makeGame } from './game.ts'
import { makeInstallation, severalMissing } from './installation.ts'
import { stopServer } from './server.ts'

const rounds = byBreadth(1, 3, 25)
const missing = severalMissing()

async function turnOver(site: string, game: Game, round: number): Promise<void> {
  const edited = `${site}/api/edit/games/${game.id}/challenges`
  const last = game.challenges.length - 1 - 2 * round
  for (const { id } of game.challenges.slice(last - 1, last + 1))
    await callOk('DELETE', `${edited}/${id}`, game.admin)
  const rescored = game.challenges[round]
  await callOk('PUT', `${edited}/${rescored?.id}`, game.admin, { originalScore: 500 + round })

  const participations = await callOk<{ id: number }[]>(
    'GET',
    `${site}/api/game/${game.id}/participations`,
    game.admin,
  )
  const decided = `${site}/api/admin/participation/${participations[round % participations.length]?.id}`
  await callOk('PUT', decided, game.admin, { status: 'Suspended' })
  await wait(50)
  await callOk('PUT', decided, game.admin, { status: 'Accepted' })

  const leaver = game.players[2 * round + 1]
  if (leaver === undefined) return
  const { userId } = await callOk<{ userId: string }>('GET', `${site}/api/account/profile`, leaver.cookie)
  await callOk('DELETE', `${site}/api/admin/users/${userId}`, game.admin)
}

describe.skipIf(missing)(withSkipReason('two processes in a burst of submissions', missing), () => {
  it('take or refuse all of them, whatever organizers are just changing', {
    timeout: 120_000 + rounds * 30_000,
  }, async () => {
    const { sql, start } = await makeInstallation()
    const [one, other] = [await start(), await start()]
    const game = await makeGame(one.site, { teams: 8, challenges: 20 + 10 * rounds })
    const stream = createStream(game)
    const stop = stream.run(one.site, other.site)
    for (let round = 0; round < rounds; round++) {
      await flowing(stream)
      await turnOver(round % 2 === 0 ? one.site : other.site, game, round)
    }
    await flowing(stream)
    await stop()

    const faults = stream.attempts.flatMap(({ outcome }) => {
      const expected = outcome?.kind === 'taken' || (outcome?.kind === 'refused' && outcome.status < 500)
      return expected ? [] : [outcome]
    })
    expect(faults).toEqual([])
    await expectBoard(sql, game, one.site, other.site)
    await Promise.all([stopServer(one), stopServer(other)])
  })
})
