import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../kit/cli-document.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { systemPostgresMissing } from '../kit/system-postgres.ts'
import { cookieOf, logIn, post } from './client.ts'
import { databaseOf, endDatabase, notLinux } from './database.ts'
import { type Game, gameEnvironment, makeGame } from './game.ts'
import { startDatabase } from './installation.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'
import { connectSql } from './sql.ts'

const run = promisify(execFile)
const missing = notLinux ?? systemPostgresMissing()

type GameEnd = { id: number; submissions: number; lastAt: number }

const boardOf = async (site: string, { id }: Game): Promise<string> =>
  (await fetch(`${site}/api/game/${id}/scoreboard`)).text()

describe.skipIf(missing !== null)(withSkipReason('a machine that is lost in mid-game', missing), () => {
  it('is rebuilt from the last backup, on another database', { timeout: 300_000 }, async () => {
    const backups = path.join(temporaryFolder(), 'backups')
    const env = {
      ...gameEnvironment,
      PENNANT_SECRET_KEY: 'kept-apart-from-the-backups-and-the-machine',
      PENNANT_BACKUP__TO: backups,
    }
    const pennant = async (place: Record<string, string>, ...words: string[]): Promise<string> =>
      (
        await run(process.execPath, [main, ...words], {
          env: plainEnvironment({ ...env, PENNANT_CONTAINERPROVIDER__TYPE: 'None', ...place }),
          cwd: '/',
        })
      ).stdout
    const lost = path.join(temporaryFolder(), 'data')
    const first = await startServer({ dataDir: lost, env })
    const game = await makeGame(first.site, { teams: 4, challenges: 3 })
    const solve = async (site: string, at: number, cookie = game.players[at]?.cookie ?? '') => {
      const challenge = game.challenges[at % game.challenges.length]
      const guess = { flag: challenge?.flag }
      const sent = await post(`${site}/api/game/${game.id}/challenges/${challenge?.id}`, guess, cookie)
      expect(sent.status, await sent.text()).toBe(200)
    }
    // Each team has two players.
    for (const at of [0, 2, 4]) await solve(first.site, at)
    await expect.poll(async () => (await boardOf(first.site, game)).match(/"userName"/g)?.length).toBe(3)
    const board = await boardOf(first.site, game)
    await pennant({ PENNANT_DATA_DIR: lost }, 'backup', 'create')
    await solve(first.site, 6)
    await expect.poll(() => boardOf(first.site, game)).not.toBe(board)

    for (const pid of databaseOf(lost)) process.kill(pid, 'SIGKILL')
    first.program.signal('SIGKILL')
    await first.program.ended
    await endDatabase(lost)
    rmSync(lost, { recursive: true })

    const postgres = await startDatabase()
    const place = {
      DATABASE_URL: postgres.url(),
      PENNANT_DATA_DIR: path.join(temporaryFolder(), 'data'),
    }
    const { result } = readDocument(await pennant(place, 'restore', 'latest', '--json'))
    const said = result as { createdAt: number; games: GameEnd[] }
    const sql = connectSql({ connectionString: postgres.url() })
    const [last] = await sql<{ at: number }>('select max(time) as at from submission')
    // Players submit again what came after.
    expect(said.games).toMatchObject([{ id: game.id, submissions: 3, lastAt: last?.at }])

    const second = await startServer({
      dataDir: place.PENNANT_DATA_DIR,
      env: { ...env, DATABASE_URL: place.DATABASE_URL },
    })
    expect(await boardOf(second.site, game)).toBe(board)
    const again = cookieOf(await logIn(second.site, game.players[6]?.name ?? ''))
    await solve(second.site, 6, again)
    await expect.poll(async () => (await boardOf(second.site, game)).match(/"userName"/g)?.length).toBe(4)
    await stopServer(second)
  })
})
