import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { expectRebuilt } from '../ops/board.ts'
import { inTurn, logIn } from '../ops/client.ts'
import { notLinux } from '../ops/database.ts'
import { gameEnvironment, makeGame } from '../ops/game.ts'
import { startServer, stopServer, usedDataDir } from '../ops/server.ts'
import { embeddedSql } from '../ops/sql.ts'
import { endServer, startAgain } from './ending.ts'
import { describeKills } from './scene.ts'
import { createWritten } from './written.ts'

const longestMs = 900

describeKills(
  { name: 'writes', about: 'a server that people and organizers write to, killed', missing: notLinux },
  async (killing) => {
    const { random, left, note } = killing
    const place = { dataDir: usedDataDir(), env: gameEnvironment }
    let server = await startServer(place)
    const game = await makeGame(server.site, { teams: 2, challenges: 2 })
    const written = createWritten(game)
    while (left() > 0) {
      const before = written.answered
      const writing = written.run(server.site)
      await expect.poll(() => written.answered - before).toBeGreaterThan(4)
      const at = random.below(longestMs)
      await wait(at)
      note({ at, what: await endServer(server, place.dataDir, random) })
      await writing
      server = await startAgain(place, killing)
      await written.expectKept(server.site, embeddedSql(place.dataDir))
    }
    await expectRebuilt(game, server.site)
    const admitted = await inTurn(game.players, async ({ name }) => (await logIn(server.site, name)).status)
    expect(admitted).toEqual(game.players.map(() => 200))
    await stopServer(server)
  },
)
