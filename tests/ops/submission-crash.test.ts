import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { databaseOf, killNow, notLinux } from './database.ts'
import { expectKept, expectListed } from './submission-checks.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { startServer, stopServer, usedDataDir } from './server.ts'
import { embeddedSql } from './sql.ts'
import { byBreadth } from '../kit/breadth.ts'

const rounds = byBreadth(1, 3, 25)

describe.skipIf(notLinux)(withSkipReason('killing the built server', notLinux), () => {
  it(`${rounds} times in a burst of submissions loses none that was answered`, {
    timeout: 120_000 + rounds * 30_000,
  }, async () => {
    const dataDir = usedDataDir()
    let server = await startServer({ dataDir, env: gameEnvironment })
    const game = await makeGame(server.site, {
      teams: 8,
      challenges: 20 + 10 * rounds,
    })
    const stream = createStream(game)
    for (let round = 0; round < rounds; round++) {
      const stop = stream.run(server.site)
      await flowing(stream)
      // Never at the same point of the work.
      await new Promise((done) => setTimeout(done, (round * 137) % 400))
      // Every other time together with its database, like a power cut.
      const database = round % 2 === 0 ? [] : databaseOf(dataDir)
      for (const pid of [server.program.pid, ...database]) killNow(pid)
      await server.program.ended
      await stop()
      server = await startServer({ dataDir, env: gameEnvironment })
      await expectKept(embeddedSql(dataDir), game, stream.attempts)
    }
    expect(stream.refused()).toEqual([])
    await expectListed(server.site, embeddedSql(dataDir), game)
    await expectBoard(embeddedSql(dataDir), game, server.site)
    await stopServer(server)
  })
})
