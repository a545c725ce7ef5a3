import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildChild, type ChildProgram } from '../../../../../../tests/kit/data-folder-process.ts'
import {
  clusterPids,
  type EmbeddedSetup,
  makeEmbeddedSetup,
  query,
  serverPid,
  until,
} from '../../../../../../tests/kit/embedded-setup.ts'
import { StartFault } from '../../../kit/start-fault.ts'
import { clearLeftovers } from './leftover.ts'

const WAIT = 30_000
const root = process.geteuid?.() === 0

let program: ChildProgram
let template: EmbeddedSetup
let setup: EmbeddedSetup

beforeAll(async () => {
  program = await buildChild()
  template = await makeEmbeddedSetup()
  const { connection, stop } = await template.start()
  await query(connection, 'create table written (id text primary key)')
  await stop()
}, WAIT)

afterAll(async () => {
  await program.remove()
  await template.remove()
})

beforeEach(async () => {
  setup = await makeEmbeddedSetup({ like: template })
})

afterEach(() => setup.remove(), WAIT)

describe('when the server is killed', { timeout: WAIT }, () => {
  it('every row it acknowledged is there at the next start, which ends the orphaned database', async () => {
    const child = setup.child(program, { write: true })
    await child.event('ready')
    await until(async () => child.events.filter(({ kind }) => kind === 'written').length > 200)
    const orphan = await serverPid(setup.cluster)
    child.kill('SIGKILL')
    await child.exited
    expect(await clusterPids(setup.cluster)).toContain(orphan)

    const { connection } = await setup.start({ durability: 'full' })
    expect(await clusterPids(setup.cluster)).not.toContain(orphan)
    expect(await serverPid(setup.cluster)).not.toBe(orphan)
    const rows = new Set((await query(connection, 'select id from written')).map(([id]) => id))
    const acknowledged = child.events.flatMap((event) => (event.kind === 'written' ? [event.id] : []))
    expect(acknowledged.length).toBeGreaterThan(200)
    expect(acknowledged.filter((id) => !rows.has(id))).toEqual([])
  })

  it('and its database too, nothing acknowledged is missing after the recovery', async () => {
    const child = setup.child(program, { write: true })
    await child.event('ready')
    await until(async () => child.events.filter(({ kind }) => kind === 'written').length > 200)
    const pid = await serverPid(setup.cluster)
    child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await child.exited

    const { connection } = await setup.start({ durability: 'full' })
    const rows = new Set((await query(connection, 'select id from written')).map(([id]) => id))
    const acknowledged = child.events.flatMap((event) => (event.kind === 'written' ? [event.id] : []))
    expect(acknowledged.filter((id) => !rows.has(id))).toEqual([])
    expect(await readFile(join(dirname(setup.cluster), 'server.log'), 'utf8')).toContain('automatic recovery')
  })

  it('in the middle of making the database, the next start makes it whole', async () => {
    const fresh = await makeEmbeddedSetup()
    try {
      for (const moment of ['base', 'postgresql.conf', 'pg_hba.conf']) {
        const child = fresh.child(program)
        await until(async () => {
          const drafts = (await readdir(join(fresh.dataFolder, 'postgres')).catch(() => [])).filter((name) =>
            name.startsWith('data.new-'),
          )
          const [draft] = drafts
          expect(child.process.exitCode).toBeNull()
          if (draft === undefined) return false
          return stat(join(fresh.dataFolder, 'postgres', draft, moment)).then(
            () => true,
            () => false,
          )
        })
        child.kill('SIGKILL')
        await child.exited
        expect(await readdir(join(fresh.dataFolder, 'postgres'))).not.toContain('data')
      }
      const { connection } = await fresh.start()
      expect(await query(connection, 'select current_database()::text')).toEqual([['pennant']])
      const left = await readdir(join(fresh.dataFolder, 'postgres'))
      expect(left.filter((name) => name.startsWith('data.new-'))).toEqual([])
    } finally {
      await fresh.remove()
    }
  })
})

describe('a postmaster.pid that was left behind', { timeout: WAIT }, () => {
  let other: ChildProcess

  beforeEach(async () => {
    const { uid, gid } = await stat(setup.cluster)
    other = spawn('sleep', ['60'], root ? { uid, gid } : {})
    await once(other, 'spawn')
    const started = Math.floor(Date.now() / 1000)
    const socket = join(setup.dataFolder, 'postgres', 'socket')
    const lines = [other.pid, setup.cluster, started, 5432, socket, '', '  12345  7', 'ready   ']
    for (const file of [join(setup.cluster, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
      await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
      if (root) await chown(file, uid, gid)
    }
  })

  afterEach(() => {
    other.kill()
  })

  it('does not hinder the start when its number belongs to another process of the account by now', async () => {
    const { connection } = await setup.start()
    expect(await query(connection, 'select 1')).toEqual([[1]])
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  })

  it('is seen through where the system does not show its processes, too', async () => {
    await clearLeftovers(setup.cluster, () => {}, '/nonexistent')
    expect(await readdir(setup.cluster)).not.toContain('postmaster.pid')
    expect(other.signalCode).toBeNull()
  })

  it('does not hide a database that still runs', async () => {
    const orphan = await makeOrphan()
    await writeFile(join(setup.cluster, 'postmaster.pid'), '')
    await setup.start()
    expect(await clusterPids(setup.cluster)).not.toContain(orphan)
  })

  it('leads to a database that still runs where the system does not show its processes', async () => {
    const orphan = await makeOrphan()
    expect(await clusterPids(setup.cluster)).toContain(orphan)
    await clearLeftovers(setup.cluster, () => {}, '/nonexistent')
    expect(await clusterPids(setup.cluster)).toEqual([])
  })

  async function makeOrphan(): Promise<number> {
    const child = setup.child(program)
    await child.event('ready')
    const orphan = await serverPid(setup.cluster)
    child.kill('SIGKILL')
    await child.exited
    return orphan
  }
})

describe('the supervisor', { timeout: WAIT }, () => {
  it('starts a database again that ends on its own, at the same place and with every row', async () => {
    const exits: unknown[] = []
    const { connection } = await setup.start({ durability: 'full', onExit: (exit) => exits.push(exit) })
    for (const [round, signal] of (['SIGKILL', 'SIGTERM', 'SIGQUIT'] as const).entries()) {
      await query(connection, 'insert into written (id) values ($1)', [`round ${round}`])
      const pid = await serverPid(setup.cluster)
      process.kill(pid, signal)
      await until(async () => {
        const answer = await query(connection, 'select count(*)::int from written').catch(() => null)
        return answer !== null && (await serverPid(setup.cluster)) !== pid && answer[0]?.[0] === round + 1
      })
    }
    expect(exits).toEqual([
      { code: null, signal: 'SIGKILL' },
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
    expect(setup.said.filter((message) => message.includes('ended on its own'))).toHaveLength(3)
    await until(async () => setup.said.filter((message) => message.endsWith('is back.')).length === 3)
  })

  it('starts a database again that was asked to stop, though clients stay connected', async () => {
    const { connection } = await setup.start()
    const client = new pg.Client(connection)
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.on('error', () => {})
    await client.connect()
    const pid = await serverPid(setup.cluster)
    process.kill(pid, 'SIGTERM')
    await ended
    await until(async () => (await query(connection, 'select 1').catch(() => null)) !== null)
    expect(await serverPid(setup.cluster)).not.toBe(pid)
  })

  it('can be stopped while the database is down', async () => {
    const down = new Promise<void>((resolve) => {
      void setup.start({ onExit: () => resolve() }).then(async () => {
        process.kill(await serverPid(setup.cluster), 'SIGKILL')
      })
    })
    await down
    await setup.remove()
    expect(await clusterPids(setup.cluster)).toEqual([])
  })

  it('lets a Ctrl-C in the terminal reach the server alone', async () => {
    const child = setup.child(program)
    await child.event('ready')
    process.kill(-(child.process.pid ?? 0), 'SIGINT')
    await child.event('interrupted')
    child.tell('write')
    await child.event('written')
    child.tell('stop')
    await child.event('stopped')
    await child.exited
    expect(child.process.exitCode).toBe(0)
    expect(await clusterPids(setup.cluster)).toEqual([])
  })
})

describe('two servers on one data folder', { timeout: WAIT }, () => {
  it('started at once: one database, and the other server says who has it', async () => {
    const both = [setup.child(program), setup.child(program)]
    const outcomes = await Promise.all(both.map((child) => child.event('ready', 'fault')))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['fault', 'ready'])
    const fault = outcomes.find((outcome) => outcome.kind === 'fault')
    const winner = both.find((child) => child.events.some(({ kind }) => kind === 'ready'))
    expect(fault).toMatchObject({ name: 'StartFault' })
    expect(JSON.stringify(fault)).toContain(`process ${winner?.process.pid} on host`)
  })
})

describe.skipIf(!mayMount())(
  'a disk that is too small (needs the right to mount one)',
  { timeout: WAIT },
  () => {
    const mount = (options: string): void => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=700,${options}`, 'tmpfs', setup.dataFolder])
    }
    afterEach(() => {
      execFileSync('umount', [setup.dataFolder])
    })

    it('is refused before anything is made', async () => {
      mount('size=20m')
      const fault = await setup.fault()
      expect(fault).toBeInstanceOf(StartFault)
      expect(fault.message).toMatch(/is full\. A new database needs 100 MB.*PENNANT_DATA_DIR/)
      expect(await readdir(setup.dataFolder)).not.toContain('data')
    })

    it('is named as the cause when it fills up while the database is made, and works once there is room', async () => {
      mount('size=300m,nr_inodes=300')
      const fault = await setup.fault()
      expect(fault).toBeInstanceOf(StartFault)
      expect(fault.message).toMatch(/disk that holds .* is full/)
      const left = await readdir(join(setup.dataFolder, 'postgres'))
      expect(left.filter((name) => name.startsWith('data'))).toEqual([])
      execFileSync('mount', ['-o', 'remount,size=300m,nr_inodes=10000', setup.dataFolder])
      const { connection, stop } = await setup.start()
      expect(await query(connection, 'select 1')).toEqual([[1]])
      await stop()
    })
  },
)

function mayMount(): boolean {
  if (!root) return false
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
