import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Written } from '../../apps/server/src/commands/written.ts'
import type { Client } from './client.ts'
import { runCommand } from './command.ts'
import { type CompatibleDatabase, createCompatibleDatabase, readFixture } from './compatible-installation.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { createWorld, type World } from './world.ts'

export type MovedIn = {
  theirs: CompatibleDatabase
  ours: TestDatabase
  moved: Written & { said: string }
  /** A server on what was moved in. */
  world: World
  passwords: Readonly<Record<string, string>>
  moveIn(more?: readonly string[], database?: TestDatabase): Promise<Written & { said: string }>
  as(userName: string): Promise<Client>
  close(): Promise<void>
}

/** The small installation of the other platform, moved in. */
export const createMovedIn = async (): Promise<MovedIn> => {
  const folder = await mkdtemp(join(tmpdir(), 'pennant-move-in-'))
  const storage = `disk://path=${join(folder, 'files')}`
  const passwords = await readFixture<Record<string, string>>('passwords.json')
  const [theirs, ours] = await Promise.all([createCompatibleDatabase(), createTestDatabase()])
  const moveIn: MovedIn['moveIn'] = (more = ['--yes'], database = ours) =>
    runCommand({ database }, ['move-in', ...theirs.flags, ...more], {
      env: { ...theirs.env, PENNANT_CONNECTION_STRINGS__STORAGE: storage },
    })
  const moved = await moveIn()
  const world = await createWorld({ database: ours, settings: { CONNECTION_STRINGS__STORAGE: storage } })
  return {
    ...{ theirs, ours, moved, world, passwords, moveIn },
    async as(userName) {
      const client = world.visitor()
      const password = passwords[userName]
      if (password !== undefined) await client.post('/api/account/login', { userName, password })
      return client
    },
    async close() {
      await world.close()
      await theirs.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
