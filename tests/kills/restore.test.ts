import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { createStream, flowing } from '../ops/burst.ts'
import { databaseOf, endDatabase, killNow, notLinux } from '../ops/database.ts'
import { gameEnvironment, makeGame } from '../ops/game.ts'
import { startServer, stopServer, temporaryFolder, usedDataDir } from '../ops/server.ts'
import { outcomeOf, pennant } from './program.ts'
import { describeKills } from './scene.ts'

const boardOf = async (site: string, id: number): Promise<string> =>
  (await fetch(`${site}/api/game/${id}/scoreboard`)).text()

describeKills(
  { name: 'restore', about: 'a restore into a new data folder, killed', missing: notLinux },
  async ({ random, left, note }) => {
    const dataDir = usedDataDir()
    const secret = { PENNANT_SECRETKEY: 'kept-apart-from-the-backups-and-the-machine' }
    const env = { ...gameEnvironment, ...secret }
    const first = await startServer({ dataDir, env })
    const game = await makeGame(first.site, { teams: 4, challenges: 10 })
    const stream = createStream(game)
    const stop = stream.run(first.site)
    await flowing(stream)
    await stop()
    const bytes = randomBytes(300_000)
    const body = new FormData()
    body.append('files', new Blob([bytes]), 'part.bin')
    const headers = { cookie: game.admin }
    const uploaded = await fetch(`${first.site}/api/assets`, { method: 'POST', headers, body })
    const [file] = (await uploaded.json()) as { hash: string }[]
    await stopServer(first)
    const again = await startServer({ dataDir, env })
    const board = await boardOf(again.site, game.id)
    const folder = path.join(temporaryFolder(), 'backups')
    const create = pennant({ ...secret, PENNANT_DATADIR: dataDir }, 'backup', 'create', '--to', folder)
    expect(await outcomeOf(create)).toMatchObject({ code: 0 })
    await stopServer(again)
    const backup = path.join(folder, readdirSync(folder).find((name) => name.endsWith('.tar')) ?? '')

    let wholeMs = 4_000
    while (left() > 0) {
      const target = path.join(temporaryFolder(), 'data')
      const restore = (...more: string[]) =>
        pennant({ ...secret, PENNANT_DATADIR: target }, 'restore', backup, ...more)
      do {
        const command = restore('--replace', '--yes')
        const at = random.below(wholeMs)
        await Promise.race([wait(at), command.ended])
        const database = random.next() < 0.5 ? databaseOf(target) : []
        command.signal('SIGKILL')
        for (const pid of database) killNow(pid)
        await command.ended
        note({ at, what: database.length > 0 ? 'power' : 'command' })
      } while (left() > 0 && random.next() < 0.25)
      const began = performance.now()
      const outcome = await outcomeOf(restore('--replace', '--yes'))
      wholeMs = performance.now() - began
      // Findings of the installation are no failure.
      expect([0, 3], outcome.output).toContain(outcome.code)
      const server = await startServer({ dataDir: target, env })
      expect(await boardOf(server.site, game.id)).toBe(board)
      const download = await fetch(`${server.site}/assets/${file?.hash}/part.bin`)
      expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true)
      await stopServer(server)
      await endDatabase(target)
      rmSync(target, { recursive: true, force: true })
    }
  },
)
