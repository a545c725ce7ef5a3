import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard, expectShown } from './board.ts'
import { createStream, flowing } from './burst.ts'
import { expectKept, expectToldToRetry } from './submission-checks.ts'
import { callOk, type Game, makeGame } from './game.ts'
import { makeInstallation, severalMissing } from './installation.ts'
import { type Server, stopServer } from './server.ts'
import type { Sql } from './sql.ts'
import { byBreadth } from '../kit/breadth.ts'

const rounds = byBreadth(1, 2, 25)
const missing = severalMissing()

/** A new leader sweeps ended sessions a few seconds after it starts, then hourly. */
const leaveWork = (sql: Sql): Promise<unknown> =>
  sql(
    `insert into session (id, token_hash, user_id, stamp, created_at, expires_at, ip, agent)
     select gen_random_uuid(), '\\x01', id, stamp, now(), now() - interval '1 day', '', 'over'
     from "user" limit 1`,
  )
const workLeft = async (sql: Sql): Promise<number> =>
  (await sql("select id from session where agent = 'over'")).length

/** False if a transaction keeps it. */
const isFree = (sql: Sql, { id }: Game): Promise<boolean> =>
  sql(`set lock_timeout = '1s'; select from game_ledger where game_id = ${id} for update`).then(
    () => true,
    () => false,
  )

const pause = async (
  { program }: Server,
  sql: Sql,
  { game, holds }: { game: Game; holds: boolean },
): Promise<void> => {
  for (;;) {
    program.signal('SIGSTOP')
    if ((await isFree(sql, game)) !== holds) return
    program.signal('SIGCONT')
  }
}

/** So that every answer is judged while its game is held. */
const limitAttempts = async (site: string, { id, challenges, admin }: Game): Promise<void> => {
  for (const challenge of challenges)
    await callOk('PUT', `${site}/api/edit/games/${id}/challenges/${challenge.id}`, admin, {
      submissionLimit: 10_000,
    })
}

describe.skipIf(missing)(withSkipReason('two processes in a burst of submissions', missing), () => {
  it(`of which one is paused and one killed ${rounds} times: the other goes on, with everything both have answered`, {
    timeout: 120_000 + rounds * 60_000,
  }, async () => {
    const { sql, start } = await makeInstallation()
    let [leading, other] = [await start(), await start()]
    const game = await makeGame(leading.site, { teams: 8, challenges: 20 + 10 * rounds })
    const stream = createStream(game)
    for (let round = 0; round < rounds; round++) {
      const stop = stream.run(leading.site, other.site)
      await flowing(stream)
      await pause(other, sql, { game, holds: false })
      const stopAlone = stream.run(leading.site)
      await flowing(stream)
      other.program.signal('SIGCONT')
      await stopAlone()
      await leaveWork(sql)
      await flowing(stream)
      expect(await workLeft(sql)).toBe(1)
      leading.program.signal('SIGKILL')
      await leading.program.ended
      await flowing(stream)
      await stop()
      await expectShown(stream, game, other.site)
      await expect.poll(() => workLeft(sql), { timeout: 60_000 }).toBe(0)
      ;[leading, other] = [other, await start()]
    }
    const stop = stream.run(leading.site, other.site)
    await flowing(stream)
    await stop()

    expect(stream.refused()).toEqual([])
    await expectKept(sql, game, stream.attempts)
    await expectBoard(sql, game, leading.site, other.site)
    await Promise.all([stopServer(leading), stopServer(other)])
  })

  it('of which one is paused while it holds the game: the other goes on before it continues', {
    timeout: 180_000,
  }, async () => {
    const { sql, start } = await makeInstallation()
    const [paused, other] = [await start(), await start()]
    const game = await makeGame(paused.site, { teams: 8, challenges: 20 })
    await limitAttempts(paused.site, game)
    const stream = createStream(game)
    const stop = stream.run(paused.site, other.site)
    await flowing(stream)
    await pause(paused, sql, { game, holds: true })
    const stopAlone = stream.run(other.site)
    await flowing(stream)
    paused.program.signal('SIGCONT')
    await stopAlone()
    await flowing(stream)
    await stop()

    expectToldToRetry(stream.refused())
    await expectKept(sql, game, stream.attempts)
    await expectBoard(sql, game, paused.site, other.site)
    await Promise.all([stopServer(paused), stopServer(other)])
  })
})
