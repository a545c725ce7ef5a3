import path from 'node:path'
import { type HubConnection, HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { expectBoard } from './board.ts'
import { createStream, flowing, submit } from './burst.ts'
import { notLinux } from './database.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { endingOf, type Server, startServer, stopServer, temporaryFolder } from './server.ts'
import { embeddedSql } from './sql.ts'
import { expectKept, expectToldToRetry } from './submission-checks.ts'

const transports = [
  HttpTransportType.WebSockets,
  HttpTransportType.ServerSentEvents,
  HttpTransportType.LongPolling,
]

const isReady = async ({ health }: Server): Promise<boolean> => (await fetch(`${health}/readyz`)).ok

async function watch(site: string, game: number): Promise<HubConnection[]> {
  const clients = Array.from({ length: 12 }, (_, nth) =>
    new HubConnectionBuilder()
      .withUrl(`${site}/hub/user?game=${game}`, { transport: transports[nth % 3] ?? 0 })
      .withAutomaticReconnect([0])
      .configureLogging(LogLevel.None)
      .build(),
  )
  for (const client of clients) await client.start()
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.stop()))))
  return clients
}

const leaving = (clients: readonly HubConnection[]): Promise<number[]> =>
  Promise.all(
    clients.map(
      (client) => new Promise<number>((resolve) => client.onreconnecting(() => resolve(performance.now()))),
    ),
  )

describe.skipIf(notLinux)(withSkipReason('draining the built server', notLinux), () => {
  it('loses nothing of a burst, and sends its watchers away one after the other', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const env = { ...gameEnvironment, PENNANT_DRAINSECONDS: '3' }
    const first = await startServer({ dataDir, env })
    const game = await makeGame(first.site, { teams: 8, challenges: 30 })
    const sentAway = leaving(await watch(first.site, game.id))
    const stream = createStream(game)
    const stop = stream.run(first.site)
    await flowing(stream)
    first.program.signal('SIGTERM')
    await expect.poll(() => isReady(first)).toBe(false)
    const [player, challenge] = [game.players[0], game.challenges[0]]
    if (player === undefined || challenge === undefined) throw new Error('the game is empty')
    const late = { player, challenge, answer: 'sent while it drains', outcome: undefined }
    const taken = await submit(first.site, game, late)
    expect(taken).toMatchObject({ kind: 'taken' })
    expect(await endingOf(first)).toEqual({ code: 0, signal: null })
    await stop()
    expectToldToRetry(stream.refused())
    const times = await sentAway
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1_500)

    const second = await startServer({ dataDir, env: gameEnvironment })
    await expectKept(embeddedSql(dataDir), game, [...stream.attempts, { ...late, outcome: taken }])
    await expectBoard(embeddedSql(dataDir), game, second.site)
    await stopServer(second)
  })

  it('ends right away when it is told to stop again', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const server = await startServer({ dataDir, env: { PENNANT_DRAINSECONDS: '300' } })
    server.program.signal('SIGTERM')
    await expect.poll(() => isReady(server)).toBe(false)
    expect((await fetch(`${server.site}/api/config`)).status).toBe(200)
    server.program.signal('SIGTERM')
    expect(await endingOf(server)).toEqual({ code: 0, signal: null })
  })
})
