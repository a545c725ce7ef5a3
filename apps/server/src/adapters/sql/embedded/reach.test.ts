import { execFileSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildChild,
  type ChildProgram,
  unprivilegedAccount,
} from '../../../../../../tests/kit/data-folder-process.ts'
import {
  clusterPids,
  type EmbeddedSetup,
  makeEmbeddedSetup,
  query,
} from '../../../../../../tests/kit/embedded-setup.ts'
import { StartFault } from '../../../kit/start-fault.ts'
import { findNative } from './binaries.ts'
import { copyNative } from './native-copy.ts'

const WAIT = 30_000
const root = process.geteuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

const closedParent = homedir()

let setup: EmbeddedSetup
afterEach(() => setup.remove(), WAIT)

async function keptElsewhere(dataFolder: string): Promise<string> {
  const pointer: unknown = JSON.parse(await readFile(join(dataFolder, 'postgres/elsewhere.json'), 'utf8'))
  return (pointer as { path: string }).path
}

describe.skipIf(!root)(
  'under root, in a clone that only root may enter (needs root)',
  { timeout: WAIT },
  () => {
    let systemFolder: string
    let native: string

    beforeAll(async () => {
      systemFolder = await mkdtemp(join(tmpdir(), 'system-'))
      await chmod(systemFolder, 0o755)
      const clone = await mkdtemp(join(closedParent, 'clone-'))
      native = join(clone, 'native')
      await cp(findNative(), native, { recursive: true, filter: async (path) => !(await isLink(path)) })
      execFileSync('chmod', ['-R', 'go=', clone])
    }, WAIT)

    afterAll(async () => {
      await rm(systemFolder, { recursive: true, force: true })
      await rm(dirname(native), { recursive: true, force: true })
    })

    beforeEach(async () => {
      setup = await makeEmbeddedSetup({ parent: closedParent })
    })

    it('keeps programs and database where the account can go, and finds them again', async () => {
      const first = await setup.start({ native, systemFolder })
      const home = await keptElsewhere(setup.dataFolder)
      expect(dirname(home)).toBe(systemFolder)
      expect(first.connection.host).toBe(join(home, 'socket'))
      expect((await stat(join(home, 'data'))).uid).not.toBe(0)
      expect((await stat(home)).mode & 0o067).toBe(0)
      await query(first.connection, 'create table kept ()')
      await first.stop()

      const copies = await readdir(join(systemFolder, 'programs'))
      const second = await setup.start({ native, systemFolder })
      expect(second.connection).toEqual(first.connection)
      expect(await query(second.connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
      expect(await readdir(join(systemFolder, 'programs'))).toEqual(copies)
      expect(copies).toHaveLength(1)
    })

    it('makes a copy of the programs again that is incomplete', async () => {
      const copy = await copyNative(native, systemFolder)
      await writeFile(join(copy, 'bin/postgres'), '')
      const { connection } = await setup.start({ native, systemFolder })
      expect(await query(connection, 'select 1')).toEqual([[1]])
      expect((await readdir(join(systemFolder, 'programs'))).length).toBe(1)
    })

    it('follows a data folder that is moved, and refuses a copy of it and a database that is gone', async () => {
      const first = await setup.start({ native, systemFolder })
      await query(first.connection, 'create table kept ()')
      await first.stop()
      const moved = join(setup.path, 'moved')
      await rename(setup.dataFolder, moved)
      const second = await setup.start({ dataFolder: moved, native, systemFolder })
      expect(await query(second.connection, `select to_regclass('kept')::text`)).toEqual([['kept']])

      const copy = join(setup.path, 'copy')
      await cp(moved, copy, { recursive: true })
      const inUse = await setup.fault({ dataFolder: copy, native, systemFolder })
      expect(inUse.message).toContain(`in use by another Pennant server (process ${process.pid}`)
      await second.stop()
      const copied = await setup.fault({ dataFolder: copy, native, systemFolder })
      expect(copied).toBeInstanceOf(StartFault)
      expect(copied.message).toContain(`is a copy of "${moved}"`)

      await rm(await keptElsewhere(moved), { recursive: true })
      const gone = await setup.fault({ dataFolder: moved, native, systemFolder })
      expect(gone).toBeInstanceOf(StartFault)
      expect(gone.message).toMatch(
        /but it isn't there: restore it from a backup, or delete ".*elsewhere.json"/,
      )
    })

    it('starts empty in a new data folder at an old path, and says that the old database is still there', async () => {
      const first = await setup.start({ native, systemFolder })
      await query(first.connection, 'create table kept ()')
      await first.stop()
      const forgotten = await keptElsewhere(setup.dataFolder)
      await rm(setup.dataFolder, { recursive: true })
      await mkdir(setup.dataFolder, { mode: 0o700 })
      const second = await setup.start({ native, systemFolder })
      expect(await query(second.connection, `select to_regclass('kept')::text`)).toEqual([[null]])
      expect(
        setup.said.filter((message) => message.includes(forgotten) && message.includes('earlier')),
      ).toHaveLength(1)
    })
  },
)

describe.skipIf(!root)('under root (needs root)', { timeout: WAIT }, () => {
  beforeEach(async () => {
    setup = await makeEmbeddedSetup()
  })

  it('keeps the database in a data folder that the account can reach', async () => {
    await setup.start()
    expect(await readdir(join(setup.dataFolder, 'postgres'))).toContain('data')
    for (const pid of await clusterPids(setup.cluster)) {
      expect((await stat(`/proc/${pid}`)).uid).toBe((await stat(setup.cluster)).uid)
    }
  })

  it('runs as the owner of the data folder, and of a cluster that is there', async () => {
    await chown(setup.dataFolder, nobody.uid, nobody.gid)
    await (await setup.start()).stop()
    expect((await stat(setup.cluster)).uid).toBe(nobody.uid)
    await chown(setup.dataFolder, 0, 0)
    const { connection } = await setup.start()
    expect(await query(connection, 'select 1')).toEqual([[1]])
    expect((await stat(setup.cluster)).uid).toBe(nobody.uid)
  })

  it('takes on a cluster that root brought back from a backup', async () => {
    const first = await setup.start()
    await query(first.connection, 'create table kept ()')
    await first.stop()
    execFileSync('chown', ['-R', '0:0', setup.cluster])
    await chmod(setup.cluster, 0o755)
    const { connection } = await setup.start()
    expect(await query(connection, `select to_regclass('kept')::text`)).toEqual([['kept']])
    expect((await stat(setup.cluster)).mode & 0o777).toBe(0o700)
  })

  it('says so when a database got out of the reach of its account', async () => {
    await (await setup.start()).stop()
    await chmod(setup.path, 0o700)
    const fault = await setup.fault()
    expect(fault).toBeInstanceOf(StartFault)
    expect(fault.message).toMatch(/can't enter ".*": let it pass through every folder above/)
  })

  it('leaves a folder alone that its group may already look into', async () => {
    await chmod(setup.dataFolder, 0o750)
    await setup.start()
    const { mode, gid } = await stat(setup.dataFolder)
    expect([mode & 0o777, gid]).toEqual([0o750, 0])
    expect(await readdir(join(setup.dataFolder, 'postgres'))).toContain('elsewhere.json')
  })
})

const cannotStep = root && unprivilegedAccount() === null
describe.skipIf(cannotStep)(
  'under an ordinary account (needs a Node.js it may run)',
  { timeout: WAIT },
  () => {
    let program: ChildProgram
    let programs: string

    beforeAll(async () => {
      program = await buildChild()
      programs = await mkdtemp(join(tmpdir(), 'programs-'))
      await chmod(programs, 0o755)
    }, WAIT)

    afterAll(async () => {
      await program.remove()
      execFileSync('chmod', ['-R', 'u+w', programs])
      await rm(programs, { recursive: true, force: true })
    })

    beforeEach(async () => {
      setup = await makeEmbeddedSetup()
      if (root) await chown(setup.dataFolder, nobody.uid, nobody.gid)
    })

    it('works from programs it may only read, without the links that an install script makes', async () => {
      const native = join(programs, 'native')
      await cp(findNative(), native, { recursive: true, filter: async (path) => !(await isLink(path)) })
      execFileSync('chmod', ['-R', 'a+rX,a-w', native])
      for (let starts = 0; starts < 2; starts += 1) {
        const child = setup.child(program, { database: { native } }, root ? { account: nobody } : {})
        const { connection } = await child.event('ready')
        expect(await query(connection, 'select 1')).toEqual([[1]])
        child.tell('stop')
        await child.event('stopped')
        await child.exited
      }
      expect((await stat(setup.cluster)).uid).toBe(root ? nobody.uid : process.geteuid?.())
      if (!root) return
      await (await setup.start()).stop()
      const again = setup.child(program, { database: { native } }, { account: nobody })
      await again.event('ready')
    })

    it.skipIf(!root)('refuses a database of another account in words (needs root)', async () => {
      await chown(setup.dataFolder, 0, 0)
      await (await setup.start()).stop()
      const native = await copyNative(findNative(), programs)
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, setup.dataFolder])
      await chown(setup.cluster, 4242, 4242)
      const child = setup.child(program, { database: { native } }, { account: nobody })
      expect(await child.event('fault')).toMatchObject({
        name: 'StartFault',
        message: expect.stringContaining('belongs to the account with the ID 4242'),
      })
    })
  },
)

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path)).isSymbolicLink()
}
