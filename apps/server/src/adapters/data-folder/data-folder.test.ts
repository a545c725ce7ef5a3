import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildChild,
  type Child,
  type ChildOptions,
  type ChildProgram,
  startChild,
  unprivilegedAccount,
} from '../../../../../tests/kit/data-folder-process.ts'
import { openDataFolder } from './data-folder.ts'
import { stillBeats } from './lock-claim.ts'
import { StartFault } from '../../kit/start-fault.ts'

const root = process.geteuid?.() === 0
const nobody = unprivilegedAccount()

let program: ChildProgram
let place: string
const children: Child[] = []

beforeAll(async () => {
  program = await buildChild()
}, 30_000)

afterAll(() => program.remove())

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'data-folder-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
  await rm(place, { recursive: true, force: true })
})

function hold(dataFolder: string, options: ChildOptions & { address?: string } = {}): Child {
  const { address, ...rest } = options
  const child = startChild(program, { dataFolder, address }, rest)
  children.push(child)
  return child
}

async function refusal(dataFolder: string): Promise<string> {
  const error = await openDataFolder(dataFolder).then(
    async (folder) => {
      await folder.release()
      return null
    },
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartFault)
  return (error as StartFault).message
}

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['--net', '--pid', '--uts', '--fork', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('opening a data folder', () => {
  it('makes it for its owner alone, and its parents too', async () => {
    const path = join(place, 'a', 'b')
    const folder = await openDataFolder(path)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    await folder.release()
    expect(await readdir(path)).toEqual(['lock'])
    expect(await readdir(join(path, 'lock'))).toEqual([])
  })

  it('leaves the mode of a folder that was there as it is', async () => {
    await chmod(place, 0o750)
    await (await openDataFolder(place)).release()
    expect((await stat(place)).mode & 0o777).toBe(0o750)
  })

  it('refuses a path with a file in the way and names the setting', async () => {
    await writeFile(join(place, 'file'), '')
    for (const path of [join(place, 'file'), join(place, 'file', 'below')]) {
      expect(await refusal(path)).toMatch(/a file is in its way.*PENNANT_DATA_DIR/)
    }
  })

  it.skipIf(!nobody)('refuses a folder that an ordinary user may not write (needs root)', async () => {
    await chmod(place, 0o755)
    const inside = join(place, 'roots')
    await mkdir(inside)
    for (const path of [inside, join(place, 'new')]) {
      const { name, message } = await hold(path, nobody ? { account: nobody } : {}).event('fault')
      expect(name).toBe('StartFault')
      expect(message).toMatch(/can't write to the data folder ".*".*PENNANT_DATA_DIR/)
    }
    expect(await readdir(inside)).toEqual([])
  })

  it.skipIf(!nobody)('works for an ordinary user in a folder of its own (needs root)', async () => {
    await chmod(place, 0o755)
    if (nobody) await chown(place, nobody.uid, nobody.gid)
    const child = hold(join(place, 'data'), nobody ? { account: nobody } : {})
    await child.event('opened')
    expect(await refusal(join(place, 'data'))).toContain(`process ${child.process.pid} `)
  })
})

describe.skipIf(!mayMount())('on a small file system (needs the right to mount one)', () => {
  const mount = (options: string): void => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
  }
  afterEach(() => {
    execFileSync('umount', [place])
  })

  it('refuses a full disk before anything is half written', async () => {
    mount('size=1m')
    await writeFile(join(place, 'filler'), Buffer.alloc(2 ** 20)).catch(() => {})
    expect(await refusal(place)).toMatch(/disk that holds the data folder .* is full.*PENNANT_DATA_DIR/)
    expect(await readdir(place)).toEqual(['filler'])
  })

  it('refuses a disk that fills up between two steps, and leaves no lock behind', async () => {
    mount('size=1m,nr_inodes=3')
    expect(await refusal(place)).toMatch(/disk that holds the data folder .* is full/)
    expect(await readdir(join(place, 'lock'))).toEqual([])
  })

  it('refuses a read-only file system', async () => {
    mount('size=1m')
    execFileSync('mount', ['-o', 'remount,ro', place])
    expect(await refusal(place)).toMatch(/on a read-only file system.*PENNANT_DATA_DIR/)
  })
})

describe('the lock', () => {
  it('refuses a second server and names the first', async () => {
    const first = hold(place, { address: 'http://127.0.0.1:8080' })
    await first.event('opened')
    const message = await refusal(place)
    expect(message).toContain(`process ${first.process.pid} on host `)
    expect(message).toMatch(/started at \d{4}-\d\d-\d\dT/)
    expect(message).toContain('listening on http://127.0.0.1:8080')
    expect(message).toContain('PENNANT_DATA_DIR')
  })

  it('refuses a second opening in the same process, also by way of a symbolic link', async () => {
    const folder = await openDataFolder(join(place, 'data'))
    await symlink(join(place, 'data'), join(place, 'link'))
    expect(await refusal(join(place, 'link'))).toContain(`process ${process.pid} `)
    await folder.release()
    await (await openDataFolder(join(place, 'data'))).release()
  })

  it('is free the moment its holder is killed', async () => {
    const first = hold(place)
    await first.event('opened')
    first.kill('SIGKILL')
    await first.exited
    await (await openDataFolder(place)).release()
    expect(await readdir(join(place, 'lock'))).toEqual([])
  })

  it('is not free while its holder is only stopped', async () => {
    const first = hold(place)
    await first.event('opened')
    first.kill('SIGSTOP')
    expect(await refusal(place)).toContain(`process ${first.process.pid} `)
  })

  it('goes to exactly one of many that start at the same instant, over a dead one', async () => {
    const dead = hold(place)
    await dead.event('opened')
    dead.kill('SIGKILL')
    await dead.exited
    const many = Array.from({ length: 6 }, () => hold(place))
    const outcomes = await Promise.all(many.map((child) => child.event('opened', 'fault')))
    expect(outcomes.filter(({ kind }) => kind === 'opened')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.kind === 'fault')
        expect(outcome.message).toContain('in use by another Pennant server (process ')
    }
  })

  it('goes to exactly one of many in one process, again and again', async () => {
    for (let round = 0; round < 20; round += 1) {
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(place)))
      const winners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []))
      expect(winners).toHaveLength(1)
      await winners[0]?.release()
    }
  })

  it('works where the path is longer than a socket may have', async () => {
    const path = join(place, 'x'.repeat(120), 'y'.repeat(120))
    const first = hold(path)
    await first.event('opened')
    expect(await refusal(path)).toContain(`process ${first.process.pid} `)
    first.kill('SIGKILL')
    await first.exited
    await (await openDataFolder(path)).release()
  })

  it('takes over what a machine left behind that lost its power', async () => {
    const id = '0123456789abcdef'
    const claim = { id, state: 'holding', pid: process.pid, host: 'old', boot: 'before', startedAt: 'then' }
    await mkdir(join(place, 'lock'))
    await writeFile(join(place, 'lock', `${id}.json`), JSON.stringify(claim))
    await writeFile(join(place, 'lock', 'fedcba9876543210.json'), '')
    await (await openDataFolder(place)).release()
    expect(await readdir(join(place, 'lock'))).toEqual([])
  })

  it('clears away what a server left behind that was killed while it announced itself', async () => {
    const old = new Date(Date.now() - 3_600_000)
    await mkdir(join(place, 'lock'))
    for (const name of ['0123456789abcdef.sock', '0123456789abcdef.json.00.tmp']) {
      await writeFile(join(place, 'lock', name), '')
      await utimes(join(place, 'lock', name), old, old)
    }
    await (await openDataFolder(place)).release()
    expect(await readdir(join(place, 'lock'))).toEqual([])
  })

  it('believes that a holder on another machine lives while it touches its claim', async () => {
    const id = '0123456789abcdef'
    await writeFile(join(place, `${id}.json`), '{}')
    expect(await stillBeats(place, id, 1000)).toBe(false)
    let beat = Date.now()
    const heart = setInterval(() => {
      beat += 1000
      void utimes(join(place, `${id}.json`), beat / 1000, beat / 1000)
    }, 100)
    try {
      expect(await stillBeats(place, id)).toBe(true)
    } finally {
      clearInterval(heart)
    }
  })

  it.skipIf(!root || !canUnshare())(
    'holds between containers that share the folder, and survives their restart as process 1 again',
    async () => {
      const container = ['unshare', '--net', '--pid', '--uts', '--fork', '--kill-child=SIGKILL']
      const first = hold(place, { through: container })
      await first.event('opened')
      const second = hold(place, { through: container })
      expect((await second.event('fault')).message).toMatch(/in use by .*\(process \d+ on host/)
      first.kill('SIGKILL')
      await first.exited
      await hold(place, { through: container }).event('opened')
    },
  )
})

function mayMount(): boolean {
  if (!root) return false
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
