import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { inTurn } from './client.ts'
import { endDatabasesBelow, notLinux } from './database.ts'
import { gameEnvironment, makeGame, type Game } from './game.ts'
import { limitMemory, memoryLimitMissing } from './memory-limit.ts'
import { main, plainEnvironment, startServer, stopServer } from './server.ts'
import { submit } from './burst.ts'

const missing = notLinux ?? memoryLimitMissing()
const run = promisify(execFile)
const megabyte = 1_000_000
const hour = 3_600_000

const small = { teams: 10, challenges: 10, files: 5, size: 5 * megabyte }
const size = byBreadth(small, small, { teams: 200, challenges: 50, files: 100, size: 20 * megabyte })
const mostMemory = 512 * 1_048_576

/** On a disk: what is in memory would count. */
const folderOnDisk = (): string => {
  const folder = mkdtempSync('/var/tmp/pennant-large-')
  // Root's database has an account of its own.
  chmodSync(folder, 0o711)
  onTestFinished(async () => {
    await endDatabasesBelow(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

const solveAll = async (site: string, game: Game): Promise<void> => {
  const all = game.players.flatMap((player) => game.challenges.map((challenge) => ({ player, challenge })))
  await inTurn(all, async (one) => {
    const attempt = { ...one, answer: one.challenge.flag, outcome: undefined }
    expect((await submit(site, game, attempt)).kind).toBe('taken')
  })
}

const upload = async (site: string, cookie: string, count: number): Promise<void> => {
  for (let each = 0; each < count; each += 1) {
    const body = new FormData()
    body.append('files', new Blob([randomBytes(size.size)]), `${each}.bin`)
    const { status } = await fetch(`${site}/api/assets`, { method: 'POST', headers: { cookie }, body })
    expect(status).toBe(200)
  }
}

const boardOf = async (site: string, { id }: Game): Promise<string> =>
  (await fetch(`${site}/api/game/${id}/scoreboard`)).text()

describe.skipIf(missing)(withSkipReason('a large installation', missing), () => {
  it('is backed up, proven, and restored within 512 MiB of memory', { timeout: hour }, async () => {
    const folder = folderOnDisk()
    const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')]
    const env = { ...gameEnvironment, PENNANT_SECRETKEY: 'x'.repeat(40), TMPDIR: folder }
    const first = await startServer({ dataDir: before, env })
    const game = await makeGame(first.site, size)
    await solveAll(first.site, game)
    await upload(first.site, game.admin, size.files)
    await stopServer(first)
    const again = await startServer({ dataDir: before, env })
    const board = await boardOf(again.site, game)
    expect(board.match(/"userName"/g)).toHaveLength(size.teams * size.challenges)
    await stopServer(again)

    const memory = limitMemory(mostMemory)
    onTestFinished(memory.close)
    const pennant = (dataDir: string, ...words: string[]) =>
      run('sh', ['-c', `${memory.enter} && exec "$@"`, 'sh', process.execPath, main, ...words], {
        env: plainEnvironment({ ...env, PENNANT_DATADIR: dataDir, PENNANT_CONTAINERPROVIDER__TYPE: 'None' }),
        cwd: folder,
      })
    expect((await pennant(before, 'backup', 'create')).stdout).toMatch(/, proven in \d+ s$/m)
    const made = readdirSync(path.join(before, 'backups')).find((name) => name.endsWith('.tar')) ?? ''
    const restored = await pennant(after, 'restore', path.join(before, 'backups', made))
    expect(restored.stdout).toContain(`${size.files} files.`)
    expect(memory.kills()).toBe(0)

    const second = await startServer({ dataDir: after, env })
    expect(await boardOf(second.site, game)).toBe(board)
    await stopServer(second)
  })
})
