import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { expectBoard } from '../ops/board.ts'
import { begun, createStream } from '../ops/burst.ts'
import { databasesBelow, notLinux } from '../ops/database.ts'
import { gameEnvironment, makeGame } from '../ops/game.ts'
import { startServer, stopServer, temporaryFolder, usedDataDir } from '../ops/server.ts'
import { embeddedSql } from '../ops/sql.ts'
import { expectKept } from '../ops/submission-checks.ts'
import { endServer, startAgain } from './ending.ts'
import { outcomeOf, pennant } from './program.ts'
import { describeKills } from './scene.ts'

const serverKilled = 0.3

const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar')) : []

describeKills(
  { name: 'backup', about: 'a backup in a burst of submissions, killed', missing: notLinux },
  async (killing) => {
    const { random, left, note } = killing
    const place = { dataDir: usedDataDir(), env: gameEnvironment }
    const temporary = temporaryFolder()
    const env = { PENNANT_DATADIR: place.dataDir, TMPDIR: temporary }
    const folder = path.join(place.dataDir, 'backups')
    let server = await startServer(place)
    const game = await makeGame(server.site, { teams: 4, challenges: 10 })
    const stream = createStream(game)
    const began = performance.now()
    expect(await outcomeOf(pennant(env, 'backup', 'create'))).toMatchObject({ code: 0 })
    const wholeMs = performance.now() - began
    const proven = new Set(backupsIn(folder))
    while (left() > 0) {
      const stop = stream.run(server.site)
      await begun(stream)
      const command = pennant(env, 'backup', 'create')
      const at = random.below(1.1 * wholeMs)
      await Promise.race([wait(at), command.ended])
      const isServer = random.next() < serverKilled
      const what = isServer ? `under-${await endServer(server, place.dataDir, random)}` : 'command'
      // A backup whose server goes away says so or is whole; some of these are killed as well.
      if (!isServer || random.next() < 0.5) command.signal('SIGKILL')
      await command.ended
      note({ at, what })
      await stop()
      if (isServer) server = await startAgain(place, killing, 0)
      for (const name of backupsIn(folder).filter((one) => !proven.has(one))) {
        expect(await outcomeOf(pennant(env, 'backup', 'verify', name)), what).toMatchObject({ code: 0 })
        proven.add(name)
      }
    }
    expect(await outcomeOf(pennant(env, 'backup', 'create'))).toMatchObject({ code: 0 })
    expect(databasesBelow(temporary)).toEqual([])
    expect(readdirSync(path.join(folder, '~drafts'))).toEqual([])
    expect(existsSync(path.join(place.dataDir, 'backup-in-progress'))).toBe(false)
    await expectKept(embeddedSql(place.dataDir), game, stream.attempts)
    await expectBoard(embeddedSql(place.dataDir), game, server.site)
    await stopServer(server)
  },
)
