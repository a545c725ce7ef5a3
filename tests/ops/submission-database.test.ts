import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { expectBoard, readBoard } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { expectToldToRetry, expectKept } from './submission-checks.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { startDatabase } from './installation.ts'
import { openSocketProxy } from './socket-proxy.ts'
import { startServer, stopServer, temporaryFolder } from './server.ts'
import { connectSql } from './sql.ts'
import { listenTo, readAgainAndAgain } from './watch.ts'
import { byBreadth } from '../kit/breadth.ts'

const rounds = byBreadth(1, 2, 25)
const missing = systemPostgresMissing()
const patient = { timeout: 60_000 }

describe.skipIf(missing)(
  withSkipReason('a database that goes away in a burst of submissions', missing),
  () => {
    it(`${rounds} times loses none, while the board goes on being shown, and all go on by themselves`, {
      timeout: 120_000 + rounds * 60_000,
    }, async () => {
      const postgres = await startDatabase()
      const env = { ...gameEnvironment, DATABASE_URL: postgres.url() }
      const server = await startServer({ dataDir: path.join(temporaryFolder(), 'data'), env })
      const sql = connectSql({ connectionString: postgres.url() })
      const game = await makeGame(server.site, { teams: 8, challenges: 20 + 10 * rounds })
      const stream = createStream(game)
      const listener = await listenTo(server.site, game)
      const reader = readAgainAndAgain(server.site, game)
      const stop = stream.run(server.site)
      for (let round = 0; round < rounds; round++) {
        await flowing(stream)
        await postgres.end(round % 2 === 0 ? 'fast' : 'immediate')
        const [refused, read] = [stream.refused().length, reader.seen.length]
        await expect
          .poll(() => Math.min(stream.refused().length - refused, reader.seen.length - read), patient)
          .toBeGreaterThan(20)
        await postgres.restart()
        await flowing(stream)
      }
      await stop()

      expectToldToRetry(stream.refused())
      expect(stream.attempts.filter(({ outcome }) => outcome?.kind === 'lost')).toEqual([])
      await expectKept(sql, game, stream.attempts)
      await expectBoard(sql, game, server.site)
      await reader.stop()
      expect(reader.faults()).toEqual([])
      expect(listener.connected()).toBe(true)
      const { version } = await readBoard(server.site, game)
      await expect.poll(() => listener.version(), patient).toBe(version)
      listener.leave()
      await stopServer(server)
    })

    it('is not asked twice for what it may have done, when its answers are lost on the way', {
      timeout: 120_000 + rounds * 60_000,
    }, async () => {
      const postgres = await startDatabase()
      const proxy = await openSocketProxy(path.join(postgres.socketDir, `.s.PGSQL.${postgres.port}`))
      const url = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`
      const env = { ...gameEnvironment, DATABASE_URL: url }
      const server = await startServer({ dataDir: path.join(temporaryFolder(), 'data'), env })
      const sql = connectSql({ connectionString: postgres.url() })
      const game = await makeGame(server.site, { teams: 8, challenges: 20 + 10 * rounds })
      const stream = createStream(game)
      const stop = stream.run(server.site)
      for (let round = 0; round < 2 * rounds; round++) {
        await flowing(stream)
        const dropped = proxy.dropped()
        proxy.mute()
        await expect.poll(() => proxy.dropped() - dropped, patient).toBeGreaterThan(0)
        proxy.cut()
      }
      await flowing(stream)
      await stop()

      expect(stream.refused().length).toBeGreaterThan(0)
      expectToldToRetry(stream.refused())
      expect(stream.attempts.filter(({ outcome }) => outcome?.kind === 'lost')).toEqual([])
      await expectKept(sql, game, stream.attempts)
      await expectBoard(sql, game, server.site)
      await stopServer(server)
    })
  },
)
