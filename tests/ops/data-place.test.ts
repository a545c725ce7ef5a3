import { chmodSync, chownSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { logIn, register } from './client.ts'
import { databaseOf, notLinux } from './database.ts'
import {
  asRoot,
  main,
  ordinaryAccount,
  ordinaryAccountMissing,
  startServer,
  stopServer,
  temporaryFolder,
} from './server.ts'

const notRoot = skipReason(asRoot, 'only root can try this')
const noOtherAccount = notRoot ?? ordinaryAccountMissing(main)

describe.skipIf(notLinux)(withSkipReason('where the data may lie', notLinux), () => {
  type Way = [how: string, ...folders: string[]]
  const odd: Way = ['with spaces, quotes and letters of all kinds', `Jane's "données" 数据 $HOME %d`]
  const long: Way = ['too long for a socket', 'a'.repeat(100), 'b'.repeat(100)]

  it.each<Way>([odd, long])('a path %s', async (_how, ...folders) => {
    const dataDir = path.join(temporaryFolder(), ...folders)
    const server = await startServer({ dataDir })
    expect((await register(server.site, 'somebody')).status).toBe(200)
    await stopServer(server)
  })

  it('a path through a symbolic link, and a relative one', async () => {
    const folder = temporaryFolder()
    mkdirSync(path.join(folder, 'disk'))
    symlinkSync(path.join(folder, 'disk'), path.join(folder, 'link'))
    await stopServer(await startServer({ dataDir: path.join(folder, 'link/data') }))

    const server = await startServer({ dataDir: './disk/data', cwd: folder })
    expect(server.program.output()).not.toContain('Creating the database')
    await stopServer(server)
  })

  it.skipIf(notRoot)(
    withSkipReason('a folder that only root may enter, as below its home', notRoot),
    async () => {
      const folder = temporaryFolder()
      chmodSync(folder, 0o700)
      const dataDir = path.join(folder, 'data')
      const first = await startServer({ dataDir })
      expect((await register(first.site, 'somebody')).status).toBe(200)
      await stopServer(first)
      const second = await startServer({ dataDir })
      expect((await logIn(second.site, 'somebody')).status).toBe(200)
    },
  )

  it.skipIf(noOtherAccount)(
    withSkipReason('a folder of an ordinary account that runs the server', noOtherAccount),
    async () => {
      const dataDir = path.join(temporaryFolder(), 'data')
      chownSync(path.dirname(dataDir), ordinaryAccount.uid ?? -1, ordinaryAccount.gid ?? -1)
      const server = await startServer({ dataDir, ...ordinaryAccount, env: { HOME: '/nonexistent' } })
      expect((await register(server.site, 'somebody')).status).toBe(200)
      await stopServer(server)
      expect(databaseOf(dataDir)).toEqual([])
    },
  )
})
