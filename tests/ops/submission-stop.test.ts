import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { type Attempt, createStream, flowing, submit } from './burst.ts'
import { notLinux } from './database.ts'
import { expectToldToRetry, expectKept } from './submission-checks.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { endingOf, startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedAddress, embeddedSql, holdGame } from './sql.ts'

const answers = async (site: string): Promise<boolean> =>
  fetch(`${site}/api/config`).then(
    ({ status }) => status === 200,
    () => false,
  )

describe.skipIf(notLinux)(withSkipReason('stopping the built server', notLinux), () => {
  it('in a burst of submissions loses none that was answered, and asks the others to come later', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const first = await startServer({ dataDir, env: gameEnvironment })
    const game = await makeGame(first.site, { teams: 8, challenges: 30 })
    const stream = createStream(game)
    const stop = stream.run(first.site)
    await flowing(stream)
    first.program.signal('SIGTERM')
    expect(await endingOf(first)).toEqual({ code: 0, signal: null })
    await stop()
    expectToldToRetry(stream.refused())

    const second = await startServer({ dataDir, env: gameEnvironment })
    await expectKept(embeddedSql(dataDir), game, stream.attempts)
    await expectBoard(embeddedSql(dataDir), game, second.site)
    await stopServer(second)
  })

  it('while submissions wait for each other still takes them', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const first = await startServer({ dataDir, env: gameEnvironment })
    const game = await makeGame(first.site, { teams: 4, challenges: 2 })
    const letGo = await holdGame(embeddedAddress(dataDir), game.id)
    const attempts = game.players.flatMap((player) =>
      game.challenges.map(
        (challenge): Attempt => ({ player, challenge, answer: challenge.flag, outcome: undefined }),
      ),
    )
    const waiting = attempts.map(async (attempt) => {
      attempt.outcome = await submit(first.site, game, attempt)
    })
    const waiters = "select from pg_stat_activity where wait_event_type = 'Lock'"
    await expect.poll(async () => (await embeddedSql(dataDir)(waiters)).length).toBeGreaterThan(0)
    // When these are answered, all others have arrived.
    for (let round = 0; round < 3; round++) expect(await answers(first.site)).toBe(true)
    first.program.signal('SIGTERM')
    await expect.poll(() => answers(first.site)).toBe(false)
    await letGo()
    await Promise.all(waiting)
    expect(await endingOf(first)).toEqual({ code: 0, signal: null })
    expect(attempts.filter(({ outcome }) => outcome?.kind !== 'taken')).toEqual([])

    const second = await startServer({ dataDir, env: gameEnvironment })
    await expectKept(embeddedSql(dataDir), game, attempts)
    await stopServer(second)
  })
})
