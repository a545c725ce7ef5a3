import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { expectBoard } from '../ops/board.ts'
import { begun, createStream } from '../ops/burst.ts'
import { notLinux } from '../ops/database.ts'
import { gameEnvironment, makeGame } from '../ops/game.ts'
import { startServer, stopServer, usedDataDir } from '../ops/server.ts'
import { embeddedSql } from '../ops/sql.ts'
import { expectKept, expectListed } from '../ops/submission-checks.ts'
import { endServer, startAgain } from './ending.ts'
import { describeKills } from './scene.ts'

const longestMs = 700

describeKills(
  {
    name: 'embedded',
    about: 'a server with its own database, killed in a burst of submissions',
    missing: notLinux,
  },
  async (killing) => {
    const { random, left, note } = killing
    const place = { dataDir: usedDataDir(), env: gameEnvironment }
    let server = await startServer(place)
    const game = await makeGame(server.site, { teams: 8, challenges: 40 })
    const stream = createStream(game)
    while (left() > 0) {
      const stop = stream.run(server.site)
      await begun(stream)
      const at = random.below(longestMs)
      await wait(at)
      note({ at, what: await endServer(server, place.dataDir, random) })
      await stop()
      server = await startAgain(place, killing)
      await expectKept(embeddedSql(place.dataDir), game, stream.attempts)
    }
    expect(stream.refused()).toEqual([])
    await expectListed(server.site, embeddedSql(place.dataDir), game)
    await expectBoard(embeddedSql(place.dataDir), game, server.site)
    await stopServer(server)
  },
)
