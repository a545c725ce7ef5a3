import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withSkipReason } from '../kit/skip-reason.ts'
import { databasesBelow, notLinux } from './database.ts'
import { gameEnvironment, makeGame } from './game.ts'
import { main, plainEnvironment, startServer, stopServer, temporaryFolder } from './server.ts'

/** What the command says on its way. */
const steps = ['Reading the database', 'tables read', 'written', 'file is complete', 'as they were']

describe.skipIf(notLinux)(withSkipReason('a backup that is killed', notLinux), () => {
  it('leaves nothing under the name of a backup that is none, and the next one works', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    const temporary = temporaryFolder()
    const server = await startServer({ dataDir, env: gameEnvironment })
    await makeGame(server.site, { teams: 3, challenges: 2 })
    const launch = (...words: string[]) => {
      const child = spawn(process.execPath, [main, 'backup', ...words], {
        env: plainEnvironment({ PENNANT_DATA_DIR: dataDir, TMPDIR: temporary }),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    const answerOf = async (...words: string[]) => {
      const child = launch(...words)
      const [[code], stdout] = await Promise.all([once(child, 'exit'), text(child.stdout)])
      return { code: code as number, stdout }
    }
    for (const step of steps) {
      const child = launch('create')
      const ended = once(child, 'exit')
      for await (const line of child.stderr)
        if (String(line).includes(step)) {
          child.kill('SIGKILL')
          break
        }
      await ended
      const folder = path.join(dataDir, 'backups')
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar')) : []
      for (const name of names)
        expect(await answerOf('verify', name), `${name} after "${step}"`).toMatchObject({ code: 0 })
    }
    const killed = launch('create')
    // More than the one process that makes the database.
    await expect.poll(() => databasesBelow(temporary).length).toBeGreaterThan(3)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(databasesBelow(temporary)).not.toEqual([])
    expect(await answerOf('create')).toMatchObject({ code: 0 })
    expect(databasesBelow(temporary)).toEqual([])
    // One that was killed before it had locked its folder has nothing in it.
    const left = readdirSync(temporary).flatMap((name) => readdirSync(path.join(temporary, name)))
    expect(left.filter((name) => name !== 'lock')).toEqual([])
    expect(readdirSync(path.join(dataDir, 'backups', '~drafts'))).toEqual([])
    expect(existsSync(path.join(dataDir, 'backup-in-progress'))).toBe(false)
    await stopServer(server)
  })
})
