import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockClone } from './clone-lock.mjs'
import { machineIdentity, startOf } from './process-identity.mjs'

let root = ''
let file = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'lock-'))
  file = path.join(root, '.launch.lock')
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

type Claim = { machine?: string; holder?: { pid: number; start: string | undefined } }

function claimed({ machine = machineIdentity(), holder = myself() }: Claim): void {
  writeFileSync(file, JSON.stringify({ id: 'other', machine, holder, child: null }))
}

const myself = (): { pid: number; start: string | undefined } => ({
  pid: process.pid,
  start: startOf(process.pid),
})

function aged(seconds: number): void {
  const then = Date.now() / 1_000 - seconds
  utimesSync(file, then, then)
}

async function waitsFor(): Promise<number[]> {
  const waits: number[] = []
  const stop = new AbortController()
  const looks = vi.spyOn(stop.signal, 'throwIfAborted')
  const lock = lockClone(root, { signal: stop.signal, onWait: (pid) => waits.push(pid) })
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(3)
  stop.abort(new Error('enough'))
  await expect(lock).rejects.toThrow('enough')
  return waits
}

async function take(): Promise<{ held: boolean; left: string[] }> {
  const lock = await lockClone(root, { signal: AbortSignal.timeout(20_000), onWait: () => {} })
  const held = readFileSync(file, 'utf8').includes(`"pid":${process.pid}`)
  lock.release()
  return { held, left: readdirSync(root) }
}

const taken = { held: true, left: [] }

describe('the lock on a clone', () => {
  it('is free again after its release, and leaves no file', async () => {
    expect(await take()).toEqual(taken)
    expect(await take()).toEqual(taken)
  })

  it('is waited for while its holder lives, and the wait is told once', async () => {
    claimed({})
    expect(await waitsFor()).toEqual([process.pid])
    expect(existsSync(file)).toBe(true)
  })

  it('is taken from a holder that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    claimed({ holder: { pid, start: '1' } })
    expect(await take()).toEqual(taken)
  })

  it('is taken from a holder whose process id belongs to somebody else by now', async () => {
    claimed({ holder: { pid: process.pid, start: 'long ago' } })
    expect(await take()).toEqual(taken)
  })

  it('of another machine is waited for while it is touched, and taken when it is not', async () => {
    claimed({ machine: 'elsewhere' })
    expect(await waitsFor()).toEqual([process.pid])
    aged(60)
    expect(await take()).toEqual(taken)
  })

  it('that was left half written is taken after a while', async () => {
    writeFileSync(file, '{"id":')
    expect(await waitsFor()).toEqual([])
    aged(10)
    expect(await take()).toEqual(taken)
  })

  it('is held by one at a time, no matter who else finds a stale one', async () => {
    claimed({ holder: { pid: process.pid, start: 'long ago' } })
    let holders = 0
    let most = 0
    const hold = async (): Promise<void> => {
      const lock = await lockClone(root, { signal: AbortSignal.timeout(25_000), onWait: () => {} })
      most = Math.max(most, ++holders)
      await wait(10)
      holders--
      lock.release()
    }
    await Promise.all(Array.from({ length: 8 }, hold))
    expect(most).toBe(1)
  })

  it('refuses with the words of the system where nothing can be written', async () => {
    await expect(
      lockClone(path.join(root, 'nowhere'), { signal: new AbortController().signal, onWait: () => {} }),
    ).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
